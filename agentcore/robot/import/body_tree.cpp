#include "agentcore/robot/import/body_tree.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/math/angles.h"

namespace sideline::robot {

std::string ImportNote::toString() const {
    return fmt::format("{}:{}: {}", file, line, text);
}

} // namespace sideline::robot

namespace sideline::robot::imported {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

// Steiner's theorem: inertia of a point mass at `p` about the origin.
Matrix3d pointInertia(double massKg, const Vector3d& p) {
    return massKg * (p.squaredNorm() * Matrix3d::Identity() - p * p.transpose());
}

Vector3d momentsOfCylinder(double massKg, double r, double l) {
    const double across = massKg * (r * r / 4.0 + l * l / 12.0);
    return {across, across, massKg * r * r / 2.0};
}

// A cylinder and two hemispheres, whose centers of mass are 3/8 of a radius beyond its ends.
Vector3d momentsOfCapsule(double massKg, double r, double l) {
    const double ballKg = massKg * (4.0 / 3.0 * r) / (4.0 / 3.0 * r + l);
    Vector3d moments = momentsOfCylinder(massKg - ballKg, r, l);
    const double across = ballKg * (0.4 * r * r + 0.375 * r * l + l * l / 4.0);
    moments += Vector3d(across, across, ballKg * 0.4 * r * r);
    return moments;
}

Vector3d momentsOf(const ImportedGeom& geom, double massKg) {
    const Vector3d squares = geom.sizeM.cwiseAbs2();
    const Vector3d sums(squares.y() + squares.z(), squares.x() + squares.z(),
                        squares.x() + squares.y());
    switch (geom.kind) {
    case GeomKind::Box:
        return massKg / 12.0 * sums;
    case GeomKind::Ellipsoid:
        return massKg / 5.0 * sums;
    case GeomKind::Sphere:
        return Vector3d::Constant(0.4 * massKg * squares.x());
    case GeomKind::Cylinder:
        return momentsOfCylinder(massKg, geom.sizeM.x(), geom.sizeM.y());
    case GeomKind::Capsule:
        return momentsOfCapsule(massKg, geom.sizeM.x(), geom.sizeM.y());
    case GeomKind::Mesh:
        break;
    }
    return Vector3d::Zero();
}

} // namespace

MassValues MassValues::inFrame(const math::Pose& X_AB) const {
    return {massKg, X_AB * p_Com, X_AB.R * inertiaKgM2 * X_AB.R.transpose()};
}

void MassValues::add(const MassValues& other) {
    if (other.massKg <= 0.0) {
        return;
    }
    const double sumKg = massKg + other.massKg;
    const Vector3d p = (massKg * p_Com + other.massKg * other.p_Com) / sumKg;
    inertiaKgM2 += pointInertia(massKg, p_Com - p) + other.inertiaKgM2 +
                   pointInertia(other.massKg, other.p_Com - p);
    massKg = sumKg;
    p_Com = p;
}

void NoteList::add(const SourcePlace& place, const std::string& text) {
    const auto [found, isNew] = m_byText.emplace(text, m_entries.size());
    if (isNew) {
        m_entries.push_back({{place.file, place.line, text}, 0});
    }
    ++m_entries[found->second].count;
}

std::vector<ImportNote> NoteList::notes() const {
    std::vector<ImportNote> notes;
    for (const Entry& entry : m_entries) {
        notes.push_back(entry.note);
        if (entry.count > 1) {
            notes.back().text += fmt::format(" (and {} more)", entry.count - 1);
        }
    }
    return notes;
}

std::string lowerCase(std::string text) {
    std::ranges::transform(text, text.begin(), [](char c) {
        return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
    return text;
}

base::Error errorAt(const SourcePlace& place, base::ErrorCode code, std::string message,
                    std::string expected) {
    base::Error error = base::failure(code, std::move(message), std::move(expected)).value();
    error.file = place.file;
    if (place.line > 0) {
        error.line = place.line;
    }
    return error;
}

double volumeM3(const ImportedGeom& geom) {
    const Vector3d& size = geom.sizeM;
    const double disk = math::kPi * size.x() * size.x();
    switch (geom.kind) {
    case GeomKind::Box:
        return size.prod();
    case GeomKind::Ellipsoid:
        return 4.0 / 3.0 * math::kPi * size.prod();
    case GeomKind::Sphere:
        return 4.0 / 3.0 * disk * size.x();
    case GeomKind::Cylinder:
        return disk * size.y();
    case GeomKind::Capsule:
        return disk * (4.0 / 3.0 * size.x() + size.y());
    case GeomKind::Mesh:
        break;
    }
    return 0.0;
}

MassValues massOf(const ImportedGeom& geom, double massKg) {
    if (geom.kind == GeomKind::Mesh) {
        return {};
    }
    const MassValues own{massKg, Vector3d::Zero(), momentsOf(geom, massKg).asDiagonal()};
    return own.inFrame(geom.X_PartGeom);
}

} // namespace sideline::robot::imported
