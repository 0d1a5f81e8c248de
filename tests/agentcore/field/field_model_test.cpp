#include "agentcore/field/field_model.h"

#include <cmath>

#include <gtest/gtest.h>

namespace sideline::field {
namespace {

TEST(FieldModelTest, HasEveryVersionOfTheServer) {
    const auto versions = fieldVersions();
    ASSERT_EQ(versions.size(), 5U);
    EXPECT_EQ(versions.front().name, "6x4");
    EXPECT_EQ(versions.back().name, "30x20");
    for (const FieldVersion& version : versions) {
        EXPECT_GT(version.dimensions.lengthM, version.dimensions.widthM) << version.name;
        EXPECT_GT(version.dimensions.penaltyWidthM, version.dimensions.goalWidthM) << version.name;
    }
}

TEST(FieldModelTest, HasTheServersTwentyOneLinesAndEightLandmarks) {
    const FieldModel field(newestField().dimensions);
    ASSERT_EQ(field.lines().size(), 21U);
    EXPECT_EQ(field.lines()[0].from_S, Eigen::Vector2d(0, -10));
    EXPECT_EQ(field.lines()[0].to_S, Eigen::Vector2d(0, 10));
    for (std::size_t i = 11; i < 21; ++i) { // chords of the circle
        EXPECT_NEAR(field.lines()[i].from_S.norm(), 2.0, 1e-12);
        EXPECT_NEAR((field.lines()[i].to_S - field.lines()[i].from_S).norm(), 1.2360679775, 1e-9);
    }
    ASSERT_EQ(field.landmarks().size(), 8U);
    EXPECT_EQ(field.landmarks()[0].name, "F1L");
    EXPECT_EQ(field.landmarks()[0].p_S, Eigen::Vector3d(-15, 10, 0));
    EXPECT_EQ(field.landmarks()[7].name, "G2R");
    EXPECT_TRUE(field.landmarks()[7].p_S.isApprox(Eigen::Vector3d(15, -1.05, 0.8)));
}

TEST(FieldModelTest, CompletesWhatTheStreamOmits) {
    FieldDimensions reported{.lengthM = 21, .widthM = 14, .goalWidthM = 2.1};
    EXPECT_DOUBLE_EQ(withPenaltyArea(reported).penaltyLengthM, 1.8);
    EXPECT_DOUBLE_EQ(withPenaltyArea(reported).penaltyWidthM, 6.0);
    reported.lengthM = 60; // matches none of our versions
    reported.widthM = 40;
    EXPECT_DOUBLE_EQ(withPenaltyArea(reported).penaltyLengthM, 3.6);
}

TEST(FieldModelTest, FootballFieldsHaveTheirMarkings) {
    const FieldDimensions field = withFootballMarkings(
        {.lengthM = 55, .widthM = 36, .goalWidthM = 1.0, .goalDepthM = 3.66, .goalHeightM = 1.83});
    EXPECT_DOUBLE_EQ(field.goalWidthM, 3.66); // no goal is deeper than it is wide
    const FieldModel model(field);
    // 11 straight lines, the circle, and on each side a goal area and a mark of two lines.
    EXPECT_EQ(model.lines().size(), 11U + 48U + 2U * (3U + 2U));
    for (const LineSegment& line : model.lines()) {
        EXPECT_LE(std::abs(line.from_S.x()), 27.5);
        EXPECT_LE(std::abs(line.to_S.y()), 18.0);
    }
}

} // namespace
} // namespace sideline::field
