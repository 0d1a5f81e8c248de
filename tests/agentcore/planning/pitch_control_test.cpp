#include "agentcore/planning/pitch_control.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/math/angles.h"
#include "agentcore/world/ball_prediction.h"
#include "tests/support/allocation_guard.h"

namespace sideline::planning {
namespace {

using Eigen::Vector2d;

world::BallBelief ballAt(const Vector2d& p_F, const Vector2d& velocity = Vector2d::Zero()) {
    world::BallBelief ball;
    ball.isKnown = true;
    ball.p_F = {p_F.x(), p_F.y(), 0.042};
    ball.velocity_FMps = {velocity.x(), velocity.y(), 0.0};
    ball.rest_F = ball.p_F;
    return ball;
}

TEST(PitchControlTest, TimesAreThoseOfTheSpeedTable) {
    const SpeedTable speeds{1.0, 0.5, 0.25, 2.0, 3.0, 0.2};
    const PitchPlayer ahead{true, 2, {0.0, 0.0}, 0.0, false};
    EXPECT_DOUBLE_EQ(timeToReachS(ahead, {2.2, 0.0}, speeds), 2.0);
    EXPECT_DOUBLE_EQ(timeToReachS(ahead, {0.1, 0.0}, speeds), 0.0);
    // A little back: backward; far back: turns.
    EXPECT_NEAR(timeToReachS(ahead, {-0.7, 0.0}, speeds), 1.0, 1e-9);
    EXPECT_NEAR(timeToReachS(ahead, {-5.2, 0.0}, speeds), 0.5 * math::kPi + 5.0, 1e-9);
    // A little to the side: sideways; far to the side: turns.
    EXPECT_NEAR(timeToReachS(ahead, {0.0, 0.3}, speeds), 0.4, 1e-9);
    EXPECT_NEAR(timeToReachS(ahead, {0.0, -4.2}, speeds), 0.25 * math::kPi + 4.0, 1e-9);
    PitchPlayer other = ahead;
    other.isFallen = true;
    EXPECT_DOUBLE_EQ(timeToReachS(other, {2.2, 0.0}, speeds), 5.0);
    EXPECT_DOUBLE_EQ(timeToReachS(other, {0.0, 0.0}, speeds), 3.0);
    other = ahead;
    other.headingRad.reset();
    EXPECT_DOUBLE_EQ(timeToReachS(other, {-5.2, 0.0}, speeds), 5.0);
}

TEST(PitchControlTest, TheSoonestIsFirst) {
    const std::vector<PitchPlayer> players = {{true, 2, {-3.0, 0.0}, 0.0, false},
                                              {false, 5, {2.0, 0.0}, math::kPi, false},
                                              {true, 3, {-1.3, 0.0}, 0.0, true}};
    PitchControl control;
    control.update(ballAt({0.0, 0.0}), players, SpeedTable{1.0, 0.5, 0.5, 2.0, 2.5, 0.2});
    ASSERT_EQ(control.claims().size(), 3U);
    EXPECT_EQ(control.claims()[0].player, 1U);
    EXPECT_NEAR(control.claims()[0].inS, 1.8, 1e-9);
    EXPECT_EQ(control.claims()[1].player, 0U); // 2.8 s; the one that lies comes later
    EXPECT_EQ(control.claims()[2].player, 2U);
    EXPECT_NEAR(*control.leadS(), -1.0, 1e-9);
}

TEST(PitchControlTest, MeetsARollingBallWhereItWillBe) {
    const world::BallBelief ball = ballAt({0.0, 0.0}, {3.0, 0.0});
    const std::vector<PitchPlayer> players = {{true, 2, {2.0, 1.2}, -0.5 * math::kPi, false}};
    PitchControl control;
    const SpeedTable speeds;
    control.update(ball, players, speeds);
    const BallClaim& claim = control.claims()[0];
    EXPECT_GT(claim.p_F.x(), 1.5);
    EXPECT_FALSE(control.leadS());
    const Vector2d there = world::predictBall(ball, claim.inS).p_F.head<2>();
    EXPECT_LT((there - claim.p_F).norm(), 0.03);
    EXPECT_NEAR(timeToReachS(players[0], claim.p_F, speeds), claim.inS, 0.05);
    // And not sooner.
    for (double inS = 0.0; inS < claim.inS - 0.1; inS += 0.02) {
        EXPECT_GT(timeToReachS(players[0], world::predictBall(ball, inS).p_F.head<2>(), speeds),
                  inS);
    }
}

TEST(PitchControlTest, ALatePlayerReachesTheBallWhereItRests) {
    const world::BallBelief ball = ballAt({0.0, 0.0}, {2.0, 0.0});
    const std::vector<PitchPlayer> players = {{true, 2, {-12.0, 0.0}, 0.0, false}};
    PitchControl control;
    control.update(ball, players, {});
    const Vector2d rest = world::predictBall(ball, 30.0).p_F.head<2>();
    EXPECT_LT((control.claims()[0].p_F - rest).norm(), 0.05);
    EXPECT_NEAR(control.claims()[0].inS, timeToReachS(players[0], rest, {}), 0.1);
}

TEST(PitchControlTest, ReadsPlayersOutOfABelief) {
    world::AgentFrame frame;
    frame.identity.robot.unum = game::UniformNumber(7);
    frame.world.players.resize(2);
    frame.world.players[0].p_F = {1.0, 2.0, 0.3};
    frame.world.players[0].isTeammate = true;
    frame.world.players[0].unum = 4;
    frame.world.players[1].isFallen = true;
    frame.world.players[1].hasHeading = true;
    frame.world.players[1].headingRad = 0.5;
    std::vector<PitchPlayer> players(5);
    pitchPlayersOf(frame, players);
    ASSERT_EQ(players.size(), 2U);
    EXPECT_EQ(players[0].unum, 4);
    EXPECT_EQ(players[0].p_F, Vector2d(1.0, 2.0));
    EXPECT_FALSE(players[0].headingRad);
    EXPECT_TRUE(players[1].isFallen);
    EXPECT_FALSE(players[1].isTeammate);
    EXPECT_DOUBLE_EQ(*players[1].headingRad, 0.5);
    frame.body.pose.isValid = true; // at the middle, y of its torso ahead
    pitchPlayersOf(frame, players);
    ASSERT_EQ(players.size(), 3U);
    EXPECT_EQ(players[0].unum, 7);
    EXPECT_NEAR(*players[0].headingRad, 0.5 * math::kPi, 1e-12);
}

TEST(PitchControlTest, AllocatesNothingAfterWarmUp) {
    base::Rng rng(1);
    std::vector<PitchPlayer> players;
    for (int i = 0; i < 22; ++i) {
        players.push_back({i < 11,
                           i % 11 + 1,
                           {rng.uniform(-15.0, 15.0), rng.uniform(-10.0, 10.0)},
                           rng.uniform(-3.0, 3.0),
                           false});
    }
    PitchControl control;
    control.update(ballAt({0.0, 0.0}), players, {});
    const tests::AllocationGuard guard;
    control.update(ballAt({0.0, 0.0}, {5.0, 1.0}), players, {});
    EXPECT_EQ(guard.count(), 0U);
}

} // namespace
} // namespace sideline::planning
