#include "agentcore/field/field_marks.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace sideline::field {
namespace {

using Eigen::Vector2d;

TEST(FieldMarksTest, HaveTheExpectedPositions) {
    const FieldModel field(newestField().dimensions);
    const auto marks = fieldMarks(field);
    const auto placesOf = [&](std::string_view name) {
        std::vector<Vector2d> places;
        for (const FieldMark& mark : marks) {
            if (mark.name == name) {
                places.push_back(mark.p_S);
            }
        }
        return places;
    };
    EXPECT_EQ(placesOf("center"), std::vector<Vector2d>{Vector2d(0.0, 0.0)});
    EXPECT_EQ(placesOf("center of the left goal"), std::vector<Vector2d>{Vector2d(-15.0, 0.0)});
    for (const Landmark& landmark : field.landmarks()) {
        const bool isFlag = landmark.kind == LandmarkKind::CornerFlag;
        const auto places = placesOf((isFlag ? "corner flag " : "goal post ") + landmark.name);
        ASSERT_EQ(places.size(), 1U) << landmark.name;
        EXPECT_EQ(places[0], Vector2d(landmark.p_S.head<2>()));
    }
    EXPECT_EQ(placesOf("end of the halfway line").size(), 2U);
    const auto corners = placesOf("corner of the penalty area");
    ASSERT_EQ(corners.size(), 4U);
    for (const Vector2d& corner : corners) {
        const bool isOnALine = std::ranges::any_of(field.lines(), [&](const LineSegment& line) {
            return (line.from_S - corner).norm() < 1e-9 || (line.to_S - corner).norm() < 1e-9;
        });
        EXPECT_TRUE(isOnALine) << corner.transpose();
    }
}

} // namespace
} // namespace sideline::field
