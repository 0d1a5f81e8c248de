#include "agentcore/planning/formation/ball_mesh.h"

#include <vector>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/planning/cross.h"

namespace sideline::planning {
namespace {

using Eigen::Vector2d;
using Points = std::vector<Vector2d>;

Vector2d placeAt(const BallMesh& mesh, const Vector2d& p) {
    const MeshWeights weights = mesh.at(p);
    Vector2d place = Vector2d::Zero();
    double sum = 0.0;
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_GE(weights.weights[i], -1e-9);
        place += weights.weights[i] * mesh.points()[weights.points[i]];
        sum += weights.weights[i];
    }
    EXPECT_NEAR(sum, 1.0, 1e-9);
    return place;
}

TEST(BallMeshTest, NoTriangleHasAnotherPointInItsCircle) {
    base::Rng rng(1);
    for (int scene = 0; scene < 50; ++scene) {
        Points points;
        for (int i = 0; i < 20; ++i) {
            points.emplace_back(rng.uniform(-15.0, 15.0), rng.uniform(-10.0, 10.0));
        }
        const BallMesh mesh = BallMesh::make(points);
        ASSERT_GE(mesh.triangles().size(), 18U);
        for (const BallMesh::Triangle& t : mesh.triangles()) {
            // The center of its circle is as far from all three corners.
            const Vector2d b = points[t[1]] - points[t[0]];
            const Vector2d c = points[t[2]] - points[t[0]];
            ASSERT_GT(cross(b, c), 0.0);
            const Vector2d center =
                points[t[0]] + Vector2d(c.y() * b.squaredNorm() - b.y() * c.squaredNorm(),
                                        b.x() * c.squaredNorm() - c.x() * b.squaredNorm()) /
                                   (2.0 * cross(b, c));
            const double radiusM = (center - points[t[0]]).norm();
            for (const Vector2d& p : points) {
                EXPECT_GT((p - center).norm(), radiusM - 1e-6);
            }
        }
    }
}

TEST(BallMeshTest, InterpolatesExactlyInside) {
    const BallMesh mesh =
        BallMesh::make(Points{{-10.0, -8.0}, {10.0, -8.0}, {10.0, 8.0}, {-10.0, 8.0}, {1.0, 2.0}});
    EXPECT_EQ(mesh.triangles().size(), 4U);
    base::Rng rng(2);
    for (int i = 0; i < 200; ++i) {
        const Vector2d p(rng.uniform(-10.0, 10.0), rng.uniform(-8.0, 8.0));
        EXPECT_LT((placeAt(mesh, p) - p).norm(), 1e-9);
    }
}

TEST(BallMeshTest, IsAsAtItsEdgeOutside) {
    const BallMesh mesh = BallMesh::make(Points{{0.0, 0.0}, {4.0, 0.0}, {0.0, 4.0}});
    EXPECT_LT((placeAt(mesh, {1.0, -7.0}) - Vector2d(1.0, 0.0)).norm(), 1e-9);
    EXPECT_LT((placeAt(mesh, {-3.0, -3.0}) - Vector2d(0.0, 0.0)).norm(), 1e-9);
    EXPECT_LT((placeAt(mesh, {4.0, 4.0}) - Vector2d(2.0, 2.0)).norm(), 1e-9);
}

TEST(BallMeshTest, FewPointsAndPointsInALine) {
    EXPECT_EQ(placeAt(BallMesh::make(Points{{1.0, 2.0}}), {5.0, 5.0}), Vector2d(1.0, 2.0));
    const BallMesh line = BallMesh::make(Points{{2.0, 0.0}, {-2.0, 0.0}, {0.0, 0.0}});
    EXPECT_TRUE(line.triangles().empty());
    EXPECT_LT((placeAt(line, {0.5, 3.0}) - Vector2d(0.5, 0.0)).norm(), 1e-9);
    EXPECT_LT((placeAt(line, {9.0, 3.0}) - Vector2d(2.0, 0.0)).norm(), 1e-9);
}

TEST(BallMeshTest, PointsOnAGridAreCovered) {
    Points points;
    for (int x = -2; x <= 2; ++x) {
        for (int y = -2; y <= 2; ++y) {
            points.emplace_back(5.0 * x, 4.0 * y);
        }
    }
    const BallMesh mesh = BallMesh::make(points);
    EXPECT_EQ(mesh.triangles().size(), 32U);
    base::Rng rng(3);
    for (int i = 0; i < 200; ++i) {
        const Vector2d p(rng.uniform(-10.0, 10.0), rng.uniform(-8.0, 8.0));
        EXPECT_LT((placeAt(mesh, p) - p).norm(), 1e-9);
    }
}

} // namespace
} // namespace sideline::planning
