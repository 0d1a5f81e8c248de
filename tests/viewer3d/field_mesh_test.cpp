#include "viewer3d/shapes/field_mesh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "tests/viewer3d/viewer_checks.h"

namespace sideline::viewer3d {
namespace {

using Eigen::Vector3f;
using field::FieldModel;
using field::FieldVersion;

constexpr float kHalfLineM = 0.025F;
constexpr float kPostRadiusM = 0.02F;
constexpr Detail kDefault{16, 8};

TEST(FieldMeshTest, LinesEndWhereTheFieldEnds) {
    for (const FieldVersion& version : field::fieldVersions()) {
        const auto triangles = fieldLineTriangles(FieldModel(version.dimensions));
        const Bounds bounds = boundsOf(triangles);
        const auto halfLength = static_cast<float>(version.dimensions.lengthM / 2.0);
        const auto halfWidth = static_cast<float>(version.dimensions.widthM / 2.0);
        EXPECT_NEAR(bounds.max.x(), halfLength + kHalfLineM, 1e-5F) << version.name;
        EXPECT_NEAR(bounds.min.x(), -halfLength - kHalfLineM, 1e-5F) << version.name;
        EXPECT_NEAR(bounds.max.y(), halfWidth + kHalfLineM, 1e-5F) << version.name;
        EXPECT_NEAR(bounds.min.y(), -halfWidth - kHalfLineM, 1e-5F) << version.name;
        EXPECT_EQ(bounds.min.z(), 0.0F) << version.name;
        EXPECT_EQ(bounds.max.z(), 0.0F) << version.name;
    }
}

TEST(FieldMeshTest, MiddlesOfLinesAreInTheirStripes) {
    for (const FieldVersion& version : field::fieldVersions()) {
        const FieldModel model(version.dimensions);
        const auto pairs = fieldLineMiddles(model);
        const auto triangles = fieldLineTriangles(model);
        ASSERT_EQ(pairs.size(), 2U * model.lines().size()) << version.name;
        for (std::size_t i = 0; i < model.lines().size(); ++i) {
            const Vector3f middle = (pairs[2 * i].position + pairs[2 * i + 1].position) / 2.0F;
            Vector3f ofStripe = Vector3f::Zero();
            for (const std::size_t k : {0U, 1U, 2U, 5U}) {
                ofStripe += triangles[6 * i + k].position / 4.0F;
            }
            EXPECT_NEAR((middle - ofStripe).norm(), 0.0F, 1e-4F) << version.name << " line " << i;
            EXPECT_EQ(pairs[2 * i].color, triangles[6 * i].color);
        }
    }
}

TEST(FieldMeshTest, EveryLineIsAWhiteStripeFiveCentimetresWide) {
    for (const FieldVersion& version : field::fieldVersions()) {
        const FieldModel model(version.dimensions);
        const auto triangles = fieldLineTriangles(model);
        ASSERT_EQ(triangles.size(), 6U * model.lines().size()) << version.name;
        for (std::size_t i = 0; i < model.lines().size(); ++i) {
            const field::LineSegment& line = model.lines()[i];
            float area = 0.0F;
            Vector3f middle = Vector3f::Zero();
            for (std::size_t k = 6 * i; k < 6 * i + 6; k += 3) {
                const Vector3f& a = triangles[k].position;
                area +=
                    0.5F * (triangles[k + 1].position - a).cross(triangles[k + 2].position - a).z();
            }
            for (const std::size_t k : {0U, 1U, 2U, 5U}) {
                const ColorVertex& vertex = triangles[6 * i + k];
                middle += vertex.position / 4.0F;
                EXPECT_GT(*std::min_element(vertex.color.begin(), vertex.color.end()), 0.9F);
                EXPECT_EQ(vertex.color[3], 1.0F);
            }
            const auto length = static_cast<float>((line.to_S - line.from_S).norm());
            EXPECT_NEAR(area, 2.0F * kHalfLineM * (length + 2.0F * kHalfLineM), 1e-4F)
                << version.name << " line " << i;
            const Eigen::Vector2d center = (line.from_S + line.to_S) / 2.0;
            EXPECT_LT((middle.head<2>().cast<double>() - center).norm(), 1e-5)
                << version.name << " line " << i;
        }
    }
}

TEST(FieldMeshTest, PostsStandBehindTheGoalLinesAndBesideTheGoals) {
    for (const FieldVersion& version : field::fieldVersions()) {
        const field::FieldDimensions& field = version.dimensions;
        const MeshData mesh = goalPosts(field, kDefault);
        EXPECT_EQ(openEdges(mesh), 0U) << version.name;
        EXPECT_EQ(badNormals(mesh), 0U) << version.name;
        EXPECT_EQ(inwardNormals(mesh), 0U) << version.name;

        const Bounds bounds = boundsOf(mesh.vertices);
        const auto lineX = static_cast<float>(field.lengthM / 2.0);
        const auto goalY = static_cast<float>(field.goalWidthM / 2.0);
        const auto height = static_cast<float>(field.goalHeightM);
        const auto depth = static_cast<float>(field.goalDepthM);
        EXPECT_NEAR(bounds.max.x(), lineX + depth + kPostRadiusM, 0.02F) << version.name;
        EXPECT_NEAR(bounds.min.x(), -bounds.max.x(), 1e-5F) << version.name;
        EXPECT_NEAR(bounds.max.y(), goalY + 2.0F * kPostRadiusM, 1e-5F) << version.name;
        EXPECT_NEAR(bounds.min.y(), -bounds.max.y(), 1e-5F) << version.name;
        EXPECT_NEAR(bounds.min.z(), 0.0F, 1e-5F) << version.name;
        EXPECT_NEAR(bounds.max.z(), height + 2.0F * kPostRadiusM, 1e-5F) << version.name;
        for (const Vertex& vertex : mesh.vertices) {
            EXPECT_GT(std::abs(vertex.position.x()), lineX - 1e-4F) << "stands in the field";
            const bool inTheMouth = std::abs(vertex.position.y()) < goalY - 1e-4F &&
                                    vertex.position.z() < height - 1e-4F &&
                                    std::abs(vertex.position.x()) < lineX + 0.5F * depth;
            EXPECT_FALSE(inTheMouth) << vertex.position.transpose();
        }
    }
}

TEST(FieldMeshTest, PostsArePaintedAndTheFrameOfTheNetIsGray) {
    const MeshData mesh = goalPosts(field::newestField().dimensions, kDefault);
    std::map<float, Bounds> byZone;
    for (const Vertex& vertex : mesh.vertices) {
        Bounds& bounds = byZone[vertex.zone];
        bounds.min = bounds.min.cwiseMin(vertex.position);
        bounds.max = bounds.max.cwiseMax(vertex.position);
    }
    ASSERT_EQ(byZone.size(), 2U);
    const Bounds& painted = byZone[static_cast<float>(Zone::Post)];
    const Bounds& gray = byZone[static_cast<float>(Zone::Gray)];
    EXPECT_NEAR(painted.max.x(), 15.04F, 1e-4F);
    EXPECT_GT(painted.max.z(), 0.8F);
    EXPECT_GT(gray.max.x(), 15.6F);
    EXPECT_LT(gray.max.z(), 0.05F);
}

TEST(FieldMeshTest, NetsHangInTheGoals) {
    for (const FieldVersion& version : field::fieldVersions()) {
        const field::FieldDimensions& field = version.dimensions;
        const auto lines = goalNetLines(field);
        ASSERT_EQ(lines.size() % 2, 0U) << version.name;
        const Bounds net = boundsOf(lines);
        const Bounds posts = boundsOf(goalPosts(field, kDefault).vertices);
        EXPECT_EQ(net.min.z(), 0.0F) << version.name;
        EXPECT_NEAR(net.max.z(), static_cast<float>(field.goalHeightM) + kPostRadiusM, 1e-5F);
        for (Eigen::Index axis = 0; axis < 3; ++axis) {
            EXPECT_LE(net.max[axis], posts.max[axis]) << version.name << " axis " << axis;
            EXPECT_GT(net.max[axis], posts.max[axis] - 0.03F) << version.name << " axis " << axis;
        }
        const auto lineX = static_cast<float>(field.lengthM / 2.0);
        std::size_t left = 0;
        for (std::size_t i = 0; i < lines.size(); i += 2) {
            const Vector3f& from = lines[i].position;
            const Vector3f& to = lines[i + 1].position;
            EXPECT_GT((to - from).norm(), 0.3F) << "a line without length";
            EXPECT_GE(std::abs(from.x()), lineX);
            EXPECT_GT(from.x() * to.x(), 0.0F) << "a line across the field";
            EXPECT_LT(lines[i].color[3], 0.7F) << "one should see through a net";
            left += from.x() < 0 ? 1U : 0U;
        }
        EXPECT_EQ(left, lines.size() / 4) << "half of the lines";
    }
}

TEST(FieldMeshTest, MeshesOfTheNetAreTenCentimetresWide) {
    const auto lines = goalNetLines(field::newestField().dimensions);
    std::set<long> heights;
    for (std::size_t i = 0; i < lines.size(); i += 2) {
        const Vector3f& from = lines[i].position;
        const Vector3f& to = lines[i + 1].position;
        if (std::abs(to.y() - from.y()) > 1.0F && from.x() > 15.5F) { // across, behind
            heights.insert(std::lround(from.z() * 1e4F));
        }
    }
    ASSERT_EQ(heights.size(), 9U) << "0.82 m in eight";
    EXPECT_EQ(*heights.begin(), 0);
    EXPECT_EQ(*heights.rbegin(), 8200);
}

TEST(GridTest, LiesOnTheGroundAroundTheOrigin) {
    const auto corners = gridTriangles();
    EXPECT_EQ(corners.size() % 3, 0U);
    EXPECT_GT(corners.size(), 1000U);
    for (const ColorVertex& corner : corners) {
        EXPECT_EQ(corner.position.z(), 0.0F);
        EXPECT_LT(corner.position.cwiseAbs().maxCoeff(), 2.1F);
        EXPECT_GE(corner.color[3], 0.0F);
        EXPECT_LE(corner.color[3], 1.0F);
    }
}

} // namespace
} // namespace sideline::viewer3d
