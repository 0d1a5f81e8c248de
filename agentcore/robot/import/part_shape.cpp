#include "agentcore/robot/import/part_shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "agentcore/robot/shape_extent.h"

namespace sideline::robot::imported {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kSameM = 1e-6;
constexpr double kThinnestM = 1e-3; // minimum edge of a replacement shape
constexpr double kStraight = 1e-6;
constexpr double kSameFit = 1e-3;

// One of Sideline's shapes and its pose in a part.
struct PlacedShape {
    Shape shape;
    math::Pose X_PartShape;
};

// Returns the 24 rotations that map axes to axes.
std::vector<Matrix3d> axisRotations() {
    std::vector<Matrix3d> rotations;
    std::array<int, 3> order{0, 1, 2};
    do {
        for (int signs = 0; signs < 8; ++signs) {
            Matrix3d R = Matrix3d::Zero();
            for (int column = 0; column < 3; ++column) {
                R(order[static_cast<std::size_t>(column)], column) =
                    (signs >> column & 1) != 0 ? -1.0 : 1.0;
            }
            if (R.determinant() > 0.0) {
                rotations.push_back(R);
            }
        }
    } while (std::ranges::next_permutation(order).found);
    return rotations;
}

// Renames the axes of a shape so that its frame is as close to Sideline's axes as possible. Of two
// equally close frames, chooses the frame whose z axis points away from the part's origin, so that
// the limbs of both sides are mirror images.
PlacedShape aligned(const PlacedShape& placed) {
    const bool isSphere = std::holds_alternative<Sphere>(placed.shape);
    const auto* box = std::get_if<Box>(&placed.shape);
    PlacedShape best = placed;
    double bestFit = -4.0;
    double bestAway = 0.0;
    for (const Matrix3d& R_OldNew : axisRotations()) {
        const Matrix3d R = placed.X_PartShape.R * R_OldNew;
        const double fit = (turn().transpose() * R).trace();
        const double away = R.col(2).dot(placed.X_PartShape.p);
        const bool isBetter =
            fit > bestFit + kSameFit || (fit > bestFit - kSameFit && away > bestAway + kSameM);
        // The axis of a capsule remains z.
        if (!isBetter || (box == nullptr && !isSphere && R_OldNew(2, 2) == 0.0)) {
            continue;
        }
        bestFit = fit;
        bestAway = away;
        best.X_PartShape.R = R;
        if (box != nullptr) {
            best.shape = Box{(R_OldNew.transpose() * box->sizeM).cwiseAbs()};
        }
    }
    if (isSphere || bestFit > 3.0 - kStraight) {
        best.X_PartShape.R = turn();
    }
    return best;
}

bool isTilted(const PlacedShape& placed) {
    return !placed.X_PartShape.R.isApprox(turn(), kStraight);
}

PlacedShape boundingBox(const std::vector<PlacedShape>& shapes) {
    Eigen::AlignedBox3d bounds;
    for (const PlacedShape& each : shapes) {
        Vector3d low;
        Vector3d high;
        for (int axis = 0; axis < 3; ++axis) {
            const Vector3d along = Vector3d::Unit(axis);
            high[axis] = extentM(each.shape, each.X_PartShape, along);
            low[axis] = -extentM(each.shape, each.X_PartShape, -along);
        }
        bounds.extend(Eigen::AlignedBox3d(low, high));
    }
    const Vector3d sizeM = (turn().transpose() * bounds.sizes()).cwiseAbs();
    return {Box{sizeM.cwiseMax(kThinnestM)}, {turn(), bounds.center()}};
}

// Returns the capsule or box that replaces a cylinder.
Shape shapeOfCylinder(double radiusM, double lengthM) {
    if (lengthM > 2.0 * radiusM + kThinnestM) {
        return Capsule{radiusM, lengthM - 2.0 * radiusM};
    }
    return Box{{2.0 * radiusM, 2.0 * radiusM, lengthM}};
}

PlacedShape placedShape(const ImportedGeom& geom, const std::string& part, NoteList& notes) {
    const Vector3d& size = geom.sizeM;
    switch (geom.kind) {
    case GeomKind::Sphere:
        return {Sphere{size.x()}, geom.X_PartGeom};
    case GeomKind::Capsule:
        return {Capsule{size.x(), size.y()}, geom.X_PartGeom};
    case GeomKind::Cylinder: {
        const Shape shape = shapeOfCylinder(size.x(), size.y());
        notes.add(geom.place, fmt::format("a cylinder of '{}' is replaced by a {}", part,
                                          shape.index() == 0 ? "box" : "capsule"));
        return {shape, geom.X_PartGeom};
    }
    case GeomKind::Ellipsoid:
        notes.add(geom.place,
                  fmt::format("an ellipsoid of '{}' is replaced by its bounding box", part));
        return {Box{2.0 * size}, geom.X_PartGeom};
    case GeomKind::Box:
    case GeomKind::Mesh:
        break;
    }
    return {Box{size}, geom.X_PartGeom};
}

// Whether the shapes are a cylinder with spheres at both ends, as written by Sideline for a capsule
// in URDF.
bool isCapsule(const std::vector<ImportedGeom>& geoms) {
    if (geoms.size() != 3 || geoms[0].kind != GeomKind::Cylinder ||
        geoms[1].kind != GeomKind::Sphere || geoms[2].kind != GeomKind::Sphere) {
        return false;
    }
    const Vector3d end = geoms[0].X_PartGeom.R * Vector3d(0.0, 0.0, geoms[0].sizeM.y() / 2.0);
    const Vector3d first = geoms[1].X_PartGeom.p - geoms[0].X_PartGeom.p;
    const Vector3d second = geoms[2].X_PartGeom.p - geoms[0].X_PartGeom.p;
    const bool isAtEnds = (first + second).norm() < kSameM &&
                          std::min((first - end).norm(), (second - end).norm()) < kSameM;
    return isAtEnds && std::abs(geoms[0].sizeM.x() - geoms[1].sizeM.x()) < kSameM &&
           std::abs(geoms[0].sizeM.x() - geoms[2].sizeM.x()) < kSameM;
}

std::vector<PlacedShape> solidShapes(const std::vector<ImportedGeom>& geoms,
                                     const std::string& part, NoteList& notes) {
    if (isCapsule(geoms)) {
        return {{Capsule{geoms[0].sizeM.x(), geoms[0].sizeM.y()}, geoms[0].X_PartGeom}};
    }
    std::vector<PlacedShape> shapes;
    for (const ImportedGeom& geom : geoms) {
        if (geom.kind != GeomKind::Mesh) {
            shapes.push_back(placedShape(geom, part, notes));
        }
    }
    for (const ImportedGeom& geom : geoms) {
        if (geom.kind == GeomKind::Mesh && !shapes.empty()) {
            notes.add(geom.place, "meshes are ignored");
        }
    }
    return shapes;
}

// Returns the box with the same mass and, apart from products of inertia, the same inertia.
PlacedShape inertiaBox(const ImportedPart& part) {
    const Vector3d moments = part.mass.inertiaKgM2.diagonal();
    Vector3d sizeM;
    for (int axis = 0; axis < 3; ++axis) {
        const double square = 6.0 / part.mass.massKg * (moments.sum() - 2.0 * moments[axis]);
        sizeM[axis] = std::sqrt(std::max(square, 0.0));
    }
    return {Box{sizeM.cwiseMax(kThinnestM)}, math::Pose::translation(part.mass.p_Com)};
}

} // namespace

const Matrix3d& turn() {
    static const Matrix3d R = (Matrix3d() << 0, 1, 0, -1, 0, 0, 0, 0, 1).finished();
    return R;
}

PartShape shapeOf(const ImportedPart& part, bool isUpright, NoteList& notes) {
    PartShape result;
    result.collides = !part.colliders.empty();
    for (const ImportedGeom& geom : part.visuals) {
        if (geom.kind == GeomKind::Mesh && result.collides) {
            notes.add(geom.place, "meshes are ignored");
        }
    }
    const std::vector<ImportedGeom>& geoms = result.collides ? part.colliders : part.visuals;
    std::vector<PlacedShape> shapes = solidShapes(geoms, part.name, notes);
    if (shapes.empty()) {
        if (!geoms.empty()) {
            notes.add(geoms.front().place,
                      fmt::format("the mesh of '{}' is replaced by a box of the same inertia",
                                  part.name));
        }
        shapes.push_back(inertiaBox(part));
    }
    PlacedShape chosen = aligned(shapes.front());
    if (shapes.size() > 1 || (isUpright && isTilted(chosen))) {
        chosen = boundingBox(shapes);
        notes.add(
            geoms.empty() ? part.place : geoms.front().place,
            shapes.size() > 1
                ? fmt::format("the {} shapes of '{}' collide as their bounding box", shapes.size(),
                              part.name)
                : fmt::format("the tilted shape of '{}' collides as its bounding box", part.name));
        for (const PlacedShape& each : shapes) {
            result.solids.push_back({each.shape, chosen.X_PartShape.inverse() * each.X_PartShape});
        }
    }
    result.shape = chosen.shape;
    result.X_PartBody = chosen.X_PartShape;
    return result;
}

} // namespace sideline::robot::imported
