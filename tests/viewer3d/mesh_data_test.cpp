#include "viewer3d/shapes/mesh_data.h"

#include <cmath>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "tests/viewer3d/viewer_checks.h"

namespace sideline::viewer3d {
namespace {

using Eigen::Vector3f;
using math::kPi;

constexpr Detail kFine{64, 32};
constexpr Detail kMeshDefault{16, 8};
constexpr Detail kCoarse{8, 5};
constexpr std::array kAxes = {Axis::X, Axis::Y, Axis::Z};

std::size_t numberOf(Axis axis) {
    return static_cast<std::size_t>(axis);
}

// Area of a regular polygon's place in a circle, by that of the circle's square of radius.
double polygonArea(int corners) {
    return 0.5 * corners * std::sin(2.0 * kPi / corners);
}

const std::array kVase = {
    Section{-0.20F, 0.05F, 0.04F, 0.01F, 0, Zone::Gray},
    Section{-0.05F, 0.10F, 0.06F, 0.02F, -0.01F, Zone::Team},
    Section{0.10F, 0.04F, 0.09F, 0, 0.01F, Zone::Dark},
    Section{0.20F, 0.06F, 0.03F, 0, 0, Zone::Eye},
};

void expectSolid(const MeshData& mesh, const std::string& what) {
    EXPECT_GT(mesh.triangleCount(), 0U) << what;
    EXPECT_TRUE(isSound(mesh)) << what;
    EXPECT_EQ(openEdges(mesh), 0U) << what;
    EXPECT_EQ(badNormals(mesh), 0U) << what;
    EXPECT_EQ(inwardNormals(mesh), 0U) << what;
    EXPECT_GT(volumeOf(mesh), 0.0) << what;
}

TEST(MeshDataTest, EveryShapeIsAClosedSurfaceWithItsOutsideOutside) {
    for (const Detail& detail : {kCoarse, kMeshDefault, kFine}) {
        const std::string corners = " of " + std::to_string(detail.around) + " corners";
        expectSolid(ellipsoid({0.1F, 0.2F, 0.3F}, Zone::White, detail), "ellipsoid" + corners);
        for (const Axis axis : kAxes) {
            const std::string along = " along " + std::to_string(numberOf(axis)) + corners;
            expectSolid(cylinder(axis, 0.03F, 0.2F, Zone::White, detail), "cylinder" + along);
            for (const float squareness : {2.0F, 2.7F, 4.0F}) {
                expectSolid(loft(axis, kVase, squareness, detail),
                            "loft" + along + " squareness " + std::to_string(squareness));
            }
        }
    }
    expectSolid(box({0.1F, 0.2F, 0.3F}, Zone::White), "box");
}

TEST(MeshDataTest, AnEllipsoidHasTheVolumeOfTheFormulaAndTheRequestedSize) {
    const Vector3f half(0.1F, 0.2F, 0.3F);
    const double exact = 4.0 / 3.0 * kPi * 0.1 * 0.2 * 0.3;
    const MeshData fine = ellipsoid(half, Zone::White, kFine);
    EXPECT_NEAR(volumeOf(fine), exact, 0.01 * exact);
    EXPECT_TRUE(boundsOf(fine.vertices).max.isApprox(half, 1e-4F));
    EXPECT_TRUE(boundsOf(fine.vertices).min.isApprox(-half, 1e-4F));

    const double coarse = volumeOf(ellipsoid(half, Zone::White, kCoarse));
    const double medium = volumeOf(ellipsoid(half, Zone::White, kMeshDefault));
    EXPECT_LT(coarse, medium) << "the corners lie on the surface, so fewer of them enclose less";
    EXPECT_LT(medium, volumeOf(fine));
    EXPECT_GT(coarse, 0.7 * exact);
}

TEST(MeshDataTest, NormalsOfAnEllipsoidAreThoseOfTheFormula) {
    const Vector3f half(0.1F, 0.2F, 0.3F);
    const MeshData mesh = ellipsoid(half, Zone::White, kFine);
    for (const Vertex& vertex : mesh.vertices) {
        const Vector3f exact = vertex.position.cwiseQuotient(half.cwiseProduct(half)).normalized();
        EXPECT_GT(vertex.normal.dot(exact), 0.995F) << vertex.position.transpose();
    }
}

TEST(MeshDataTest, ACylinderIsARegularPrism) {
    for (const Axis axis : kAxes) {
        const MeshData mesh = cylinder(axis, 0.03F, 0.2F, Zone::Gray, kMeshDefault);
        const double exact = polygonArea(16) * 0.03 * 0.03 * 0.2;
        EXPECT_NEAR(volumeOf(mesh), exact, 1e-4 * exact) << numberOf(axis);
        Vector3f half = Vector3f::Constant(0.03F);
        half[static_cast<Eigen::Index>(axis)] = 0.1F;
        EXPECT_TRUE(boundsOf(mesh.vertices).max.isApprox(half, 1e-4F)) << numberOf(axis);
        EXPECT_TRUE(boundsOf(mesh.vertices).min.isApprox(-half, 1e-4F)) << numberOf(axis);
    }
}

TEST(MeshDataTest, EndsOfACylinderAreFlatAndItsSideIsRound) {
    const MeshData mesh = cylinder(Axis::X, 0.03F, 0.2F, Zone::Gray, kMeshDefault);
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
        const Vector3f area = areaNormal(mesh, t);
        if (area.norm() < 1e-8F) {
            continue;
        }
        const bool isEnd = std::abs(area.normalized().x()) > 0.5F;
        for (std::size_t k = 0; k < 3; ++k) {
            const Vector3f& normal = corner(mesh, t, k).normal;
            EXPECT_NEAR(std::abs(normal.x()), isEnd ? 1.0F : 0.0F, 1e-4F) << "triangle " << t;
        }
    }
}

TEST(MeshDataTest, ABoxHasSharpEdges) {
    const MeshData mesh = box({0.1F, 0.2F, 0.3F}, Zone::Team);
    EXPECT_EQ(mesh.triangleCount(), 12U);
    EXPECT_EQ(mesh.vertices.size(), 24U);
    EXPECT_NEAR(volumeOf(mesh), 0.006, 1e-8);
    EXPECT_TRUE(boundsOf(mesh.vertices).max.isApprox(Vector3f(0.05F, 0.1F, 0.15F)));
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
        for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_NEAR(areaNormal(mesh, t).normalized().dot(corner(mesh, t, k).normal), 1.0F,
                        1e-5F);
            EXPECT_EQ(corner(mesh, t, k).zone, static_cast<float>(Zone::Team));
        }
    }
}

TEST(MeshDataTest, ALoftOfEqualSectionsIsAPrism) {
    const std::array sections = {Section{0.0F, 0.1F, 0.2F}, Section{0.5F, 0.1F, 0.2F}};
    for (const Axis axis : kAxes) {
        const double exact = polygonArea(64) * 0.1 * 0.2 * 0.5;
        EXPECT_NEAR(volumeOf(loft(axis, sections, 2.0F, kFine)), exact, 1e-4 * exact);
        EXPECT_GT(volumeOf(loft(axis, sections, 4.0F, kFine)), 1.1 * exact)
            << "squareness fills the corners";
    }
}

TEST(MeshDataTest, ALoftGoesThroughItsSections) {
    for (const Axis axis : kAxes) {
        const MeshData mesh = loft(axis, kVase, 2.0F, kFine);
        const auto along = static_cast<Eigen::Index>(axis);
        const Eigen::Index u = (along + 1) % 3;
        const Eigen::Index v = (along + 2) % 3;
        for (const Section& section : kVase) {
            std::vector<Vertex> ring;
            for (const Vertex& vertex : mesh.vertices) {
                if (std::abs(vertex.position[along] - section.at) < 1e-5F) {
                    ring.push_back(vertex);
                }
            }
            ASSERT_FALSE(ring.empty()) << section.at;
            const Bounds bounds = boundsOf(ring);
            EXPECT_NEAR(bounds.max[u], section.centerU + section.halfU, 1e-5F) << section.at;
            EXPECT_NEAR(bounds.min[u], section.centerU - section.halfU, 1e-5F) << section.at;
            EXPECT_NEAR(bounds.max[v], section.centerV + section.halfV, 1e-5F) << section.at;
            EXPECT_NEAR(bounds.min[v], section.centerV - section.halfV, 1e-5F) << section.at;
        }
        EXPECT_FLOAT_EQ(boundsOf(mesh.vertices).min[along], -0.20F);
        EXPECT_FLOAT_EQ(boundsOf(mesh.vertices).max[along], 0.20F);
    }
}

TEST(MeshDataTest, ALoftTakesTheZoneOfTheSectionBelow) {
    const auto expectZones = [](const MeshData& mesh) {
        std::set<float> seen;
        for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
            const float middle =
                (corner(mesh, t, 0).position.z() + corner(mesh, t, 1).position.z() +
                 corner(mesh, t, 2).position.z()) /
                3.0F;
            std::size_t below = 0;
            for (std::size_t i = 0; i < kVase.size(); ++i) {
                below = middle > kVase[i].at - 1e-4F ? i : below;
            }
            EXPECT_EQ(corner(mesh, t, 2).zone, static_cast<float>(kVase[below].zone)) << middle;
            seen.insert(corner(mesh, t, 2).zone);
        }
        EXPECT_EQ(seen.size(), 4U);
    };
    expectZones(loft(Axis::Z, kVase, 2.5F, kMeshDefault));
    expectZones(loft(Axis::Z, kVase, 2.5F, kMeshDefault).mirroredX());
}

TEST(MeshDataTest, MoreStepsMakeMoreRings) {
    const std::size_t three = loft(Axis::Z, kVase, 2.0F, {16, 8, 3}).triangleCount();
    const std::size_t six = loft(Axis::Z, kVase, 2.0F, {16, 8, 6}).triangleCount();
    EXPECT_EQ(six - three, 3U * 3U * 16U * 2U);
}

TEST(MeshDataTest, AMirrorImageIsASolidOfTheSameVolume) {
    const MeshData mesh = loft(Axis::Y, kVase, 2.5F, kMeshDefault);
    const MeshData mirrored = mesh.mirroredX();
    expectSolid(mirrored, "mirror image");
    EXPECT_NEAR(volumeOf(mirrored), volumeOf(mesh), 1e-9);
    const Bounds before = boundsOf(mesh.vertices);
    const Bounds after = boundsOf(mirrored.vertices);
    EXPECT_FLOAT_EQ(after.max.x(), -before.min.x());
    EXPECT_FLOAT_EQ(after.min.x(), -before.max.x());
    EXPECT_NE(before.max.x(), -before.min.x()) << "the example should not be symmetrical";
    EXPECT_EQ(after.max.y(), before.max.y());
    EXPECT_EQ(mirrored.mirroredX().indices, mesh.indices);
}

TEST(MeshDataTest, AddingAMeshMovesItAndKeepsItsTriangles) {
    MeshData mesh = box({1, 1, 1}, Zone::White);
    const MeshData ball = ellipsoid({0.5F, 0.5F, 0.5F}, Zone::Ball, kMeshDefault);
    mesh.add(ball, {3, 0, 0});
    EXPECT_EQ(mesh.triangleCount(), 12U + ball.triangleCount());
    EXPECT_TRUE(isSound(mesh));
    EXPECT_EQ(openEdges(mesh), 0U);
    EXPECT_NEAR(volumeOf(mesh), 1.0 + volumeOf(ball), 1e-4);
    EXPECT_FLOAT_EQ(boundsOf(mesh.vertices).min.x(), -0.5F);
    EXPECT_FLOAT_EQ(boundsOf(mesh.vertices).max.x(), 3.5F);
    EXPECT_EQ(mesh.vertices.front().zone, static_cast<float>(Zone::White));
    EXPECT_EQ(mesh.vertices.back().zone, static_cast<float>(Zone::Ball));
}

} // namespace
} // namespace sideline::viewer3d
