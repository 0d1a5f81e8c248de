#include "agentcore/monitor/ruler.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace sideline::monitor {
namespace {

using Eigen::Vector2d;

const game::PlayerId kMeasuredPlayer{game::Side::Left, game::UniformNumber(3)};

MatchFrame frameWith(double x_S, double y_S) {
    MatchFrame frame;
    RobotFrame robot;
    robot.id = kMeasuredPlayer;
    robot.X_SBody = {math::Pose::translation({x_S, y_S, 0.39})};
    frame.robots.push_back(robot);
    frame.ball = BallFrame{math::Pose::translation({-1.0, 0.5, 0.042})};
    return frame;
}

TEST(RulerTest, MeasuresBetweenPoints) {
    const Ruler ruler{{{}, {1.0, 2.0}}, {{}, {-2.0, -2.0}}};
    const RulerReading reading = readRuler(ruler, nullptr);
    EXPECT_DOUBLE_EQ(reading.distanceM(), 5.0);
    EXPECT_EQ(reading.offset_S(), Vector2d(-3.0, -4.0));
    EXPECT_NEAR(reading.directionRad(), -std::numbers::pi + std::atan2(4.0, 3.0), 1e-12);
}

TEST(RulerTest, NamesItsEnds) {
    const RulerReading reading =
        readRuler({{ObjectId::ofRobot(kMeasuredPlayer), {}}, {ObjectId::ball(), {}}}, nullptr);
    EXPECT_EQ(reading.fromName, toString(kMeasuredPlayer));
    EXPECT_EQ(reading.toName, "ball");
    const RulerReading marks = readRuler({{{}, {}, "center"}, {{}, {}}}, nullptr);
    EXPECT_EQ(marks.fromName, "center");
    EXPECT_EQ(marks.toName, "");
}

TEST(RulerTest, FollowsItsObjects) {
    const Ruler ruler{{ObjectId::ofRobot(kMeasuredPlayer), {0.0, 0.0}},
                      {ObjectId::ball(), {7.0, 7.0}}};
    for (const double x : {2.0, 4.0}) {
        const MatchFrame frame = frameWith(x, 0.5);
        const RulerReading reading = readRuler(ruler, &frame);
        EXPECT_DOUBLE_EQ(reading.distanceM(), x + 1.0) << "on the ground, whatever the heights";
        EXPECT_EQ(reading.to_S, Vector2d(-1.0, 0.5));
    }
}

TEST(RulerTest, EndWithMissingObjectStaysInPlace) {
    const Ruler ruler{{ObjectId::ofRobot(kMeasuredPlayer), {0.25, 0.5}},
                      {ObjectId::ball(), {7.0, 7.0}}};
    const MatchFrame empty;
    const RulerReading reading = readRuler(ruler, &empty);
    EXPECT_EQ(reading.from_S, Vector2d(0.25, 0.5));
    EXPECT_EQ(reading.to_S, Vector2d(7.0, 7.0));
}

} // namespace
} // namespace sideline::monitor
