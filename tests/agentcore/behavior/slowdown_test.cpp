#include "agentcore/behavior/slowdown.h"

#include <gtest/gtest.h>

#include "tests/agentcore/behavior/ball_fixture.h"

namespace sideline::behavior {
namespace {

using Eigen::Vector2d;

class SlowdownTest : public BallFixture {
protected:
    [[nodiscard]] double forwardMps(const motion::WalkCommand& command = {0.7, 0.0, 0.0}) const {
        return limitSpeedNearRobots(context(), command).forwardMps;
    }
};

TEST_F(SlowdownTest, WalksSlowlyIntoARobotNearerToTheBall) {
    putBall({0.9, 0.0});
    EXPECT_EQ(forwardMps(), 0.7) << "no robot is there";
    addOpponent({0.7, 0.0});
    EXPECT_GT(forwardMps(), 0.4) << "there is some way to go";
    m_frame.world.players[0].p_F.x() = 0.45;
    EXPECT_LT(forwardMps(), 0.4) << "the server calls more than that charging";
    EXPECT_GT(forwardMps(), 0.1) << "but it keeps walking";
    EXPECT_EQ(forwardMps({-0.7, 0.0, 0.0}), -0.7) << "away from it as fast as it likes";
    const motion::WalkCommand sideways = limitSpeedNearRobots(context(), {0.0, 0.5, 1.0});
    EXPECT_NEAR(sideways.leftMps, 0.5, 1e-9);
    EXPECT_EQ(sideways.turnRadPerS, 1.0);
}

TEST_F(SlowdownTest, OpponentsThatAreFartherFromTheBallGiveWay) {
    putBall({0.1, 0.0});
    addOpponent({0.5, 0.0});
    EXPECT_EQ(forwardMps(), 0.7);
    m_frame.world.players[0].isFallen = true;
    EXPECT_LT(forwardMps(), 0.5) << "a fallen robot cannot";
    m_frame.world.players[0].isFallen = false;
    m_frame.world.players[0].isTeammate = true;
    EXPECT_LT(forwardMps(), 0.5) << "teammates do not run into each other at all";
    m_frame.world.players[0].ageS = 2.0;
    EXPECT_EQ(forwardMps(), 0.7) << "it may be anywhere by now";
}

TEST_F(SlowdownTest, NoFastGaitsInACrowd) {
    const motion::WalkCommand fast = {2.0, 0.5, 0.3};
    const auto speedMps = [&] {
        const motion::WalkCommand limited = limitSpeedNearRobots(context(), fast);
        EXPECT_NEAR(limited.leftMps, 0.25 * limited.forwardMps, 1e-9) << "the same way";
        EXPECT_EQ(limited.turnRadPerS, 0.3);
        return std::hypot(limited.forwardMps, limited.leftMps);
    };
    addOpponent({-1.7, 0.0});
    EXPECT_NEAR(speedMps(), std::hypot(2.0, 0.5), 1e-9) << "far enough away";
    m_frame.world.players[0].p_F.x() = -1.4;
    EXPECT_NEAR(speedMps(), 0.75, 1e-9);
    m_frame.world.players[0].ageS = 2.0;
    EXPECT_NEAR(speedMps(), std::hypot(2.0, 0.5), 1e-9) << "it may be anywhere by now";
}

TEST_F(SlowdownTest, WithoutAPoseItDoesNotSlowDown) {
    addOpponent({0.45, 0.0});
    m_frame.body.pose.isValid = false;
    EXPECT_EQ(forwardMps(), 0.7);
}

} // namespace
} // namespace sideline::behavior
