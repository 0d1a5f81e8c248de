#include "simulator/referee/pass_mode_rule.h"

#include <functional>

#include <gtest/gtest.h>

#include "tests/simulator/referee/match_script.h"

namespace sideline::simulator {
namespace {

using game::PlayMode;
using game::Side;
using tests::MatchScript;

/// Left 1 stands at a resting ball without players nearby, in play on.
class PassModeTest : public ::testing::Test {
protected:
    PassModeTest() {
        match.world.setBall(2.0, 1.0);
        match.world.movePlayer(match.left1, {1.6, 1.0, 0.385});
        match.world.movePlayer(match.left2, {1.6, 3.0, 0.385});
        match.playOn();
        match.cycles(1);
    }
    bool request() { return match.referee.requestPass(match.world, match.left1); }
    void startAndTouch() {
        ASSERT_TRUE(request());
        match.cycles(5);
        match.touch(match.left1);
        ASSERT_EQ(match.mode(), PlayMode::PlayOn);
    }
    void scoreRight() {
        match.world.goalTouched = Side::Right;
        match.cycles(1);
    }

    MatchScript match;
};

TEST_F(PassModeTest, IsGrantedToPlayerAtTheBall) {
    EXPECT_TRUE(request());
    EXPECT_EQ(match.mode(), PlayMode::PassLeft);
}

struct Refusal {
    const char* what;
    std::function<void(MatchScript&)> prepare;
};

class PassRefusalTest : public PassModeTest, public ::testing::WithParamInterface<Refusal> {};

TEST_P(PassRefusalTest, IsRefused) {
    GetParam().prepare(match);
    EXPECT_FALSE(request()) << GetParam().what;
    EXPECT_NE(match.mode(), PlayMode::PassLeft);
}

INSTANTIATE_TEST_SUITE_P(
    Reasons, PassRefusalTest,
    ::testing::Values(Refusal{"not in play",
                              [](MatchScript& m) { m.referee.setPlayMode(PlayMode::KickInLeft); }},
                      Refusal{"moving ball",
                              [](MatchScript& m) {
                                  m.world.ballVelocity_S = {0.04, 0.04, 0.0};
                              }},
                      Refusal{"too far", [](MatchScript& m) { m.world.setBall(2.11, 1.0); }},
                      Refusal{"was too far in the last cycle",
                              [](MatchScript& m) {
                                  m.world.setBall(2.11, 1.0);
                                  m.cycles(1);
                                  m.world.setBall(2.0, 1.0);
                              }},
                      Refusal{"touched by a mate", [](MatchScript& m) { m.touch(m.left2); }},
                      Refusal{"opponent near",
                              [](MatchScript& m) {
                                  m.world.movePlayer(m.right1, {2.9, 1.0, 0.385});
                              }},
                      Refusal{"opponent was near in the last cycle", [](MatchScript& m) {
                                  m.world.movePlayer(m.right1, {2.9, 1.0, 0.385});
                                  m.cycles(1);
                                  m.world.movePlayer(m.right1, {3.1, 1.0, 0.385});
                              }}));

TEST_F(PassModeTest, IsRejectedForUnknownPlayer) {
    EXPECT_FALSE(match.referee.requestPass(match.world, tests::ScriptedWorld::left(9)));
}

TEST_F(PassModeTest, IsRejectedForNewPlayerInItsFirstCycle) {
    match.referee.playerLeft(match.left1); // another robot gets its number immediately
    EXPECT_FALSE(request());
    match.cycles(1);
    EXPECT_TRUE(request());
}

TEST_F(PassModeTest, EndsAfterFourSeconds) {
    ASSERT_TRUE(request());
    const auto startS = static_cast<float>(match.timeS());
    int expected = 0;
    for (float clockS = startS; clockS - startS < 4.0F; clockS += 0.02F) {
        ++expected;
    }
    EXPECT_EQ(match.cyclesUntilModeChange(300), expected);
    EXPECT_EQ(match.mode(), PlayMode::PlayOn);
}

TEST_F(PassModeTest, EndsWithATouch) {
    ASSERT_TRUE(request());
    match.cycles(5);
    EXPECT_EQ(match.mode(), PlayMode::PassLeft);
    match.touch(match.left1);
    EXPECT_EQ(match.mode(), PlayMode::PlayOn);
}

TEST_F(PassModeTest, KeepsOpponentsAway) {
    ASSERT_TRUE(request());
    match.world.movePlayer(match.right1, {2.9, 1.0, 0.385});
    match.world.movePlayer(match.right2, {2.0, 0.0, 0.385}); // a distance of 1 m is sufficient
    match.cycles(1);
    EXPECT_NEAR(match.world.placeOf(match.right1).x(), 3.1, 1e-9);
    EXPECT_EQ(match.world.placeOf(match.right2), Eigen::Vector2d(2.0, 0.0));
}

TEST_F(PassModeTest, IsNotGrantedAgainTooSoon) {
    startAndTouch();
    match.cycles(148);
    EXPECT_FALSE(request());
    match.cycles(4);
    EXPECT_TRUE(request());
}

TEST_F(PassModeTest, GoalDoesNotCountImmediately) {
    startAndTouch();
    scoreRight();
    EXPECT_EQ(match.mode(), PlayMode::GoalKickRight);
    EXPECT_EQ(match.referee.game().score(Side::Left), 0);
}

TEST_F(PassModeTest, GoalCountsAfterTenSeconds) {
    startAndTouch();
    match.cycles(502);
    EXPECT_FALSE(match.referee.passModeScoreWaitS(Side::Left).has_value());
    scoreRight();
    EXPECT_EQ(match.mode(), PlayMode::GoalLeft);
}

TEST_F(PassModeTest, GoalOfTheOpponentsCounts) {
    startAndTouch();
    match.world.goalTouched = Side::Left;
    match.cycles(1);
    EXPECT_EQ(match.mode(), PlayMode::GoalRight);
}

TEST_F(PassModeTest, GoalCountsAfterAPassOutOfTheCircle) {
    startAndTouch();
    match.cycles(1);
    match.touch(match.left1); // the first touch in play is recorded
    match.world.setBall(2.0, 2.1);
    match.cycles(1);
    match.touch(match.left2);
    EXPECT_FALSE(match.referee.passModeScoreWaitS(Side::Left).has_value());
    scoreRight();
    EXPECT_EQ(match.mode(), PlayMode::GoalLeft);
}

TEST_F(PassModeTest, PassInsideTheCircleIsNotEnough) {
    startAndTouch();
    match.touch(match.left1);
    match.world.setBall(2.0, 1.9);
    match.touch(match.left2);
    scoreRight();
    EXPECT_EQ(match.mode(), PlayMode::GoalKickRight);
}

TEST_F(PassModeTest, DribblingOutOfTheCircleIsNotEnough) {
    startAndTouch();
    match.touch(match.left1);
    match.world.setBall(2.0, 2.1);
    match.touch(match.left1);
    match.touch(match.right1);
    scoreRight();
    EXPECT_EQ(match.mode(), PlayMode::GoalKickRight);
}

TEST_F(PassModeTest, ReportsRemainingWaitToMonitors) {
    EXPECT_FALSE(match.referee.passModeScoreWaitS(Side::Left).has_value());
    ASSERT_TRUE(request());
    match.cycles(5);
    EXPECT_FALSE(match.referee.passModeScoreWaitS(Side::Left).has_value());
    match.touch(match.left1);
    EXPECT_NEAR(match.referee.passModeScoreWaitS(Side::Left).value(), 10.0, 1e-4);
    match.cycles(50);
    EXPECT_NEAR(match.referee.passModeScoreWaitS(Side::Left).value(), 9.0, 1e-4);
    EXPECT_FALSE(match.referee.passModeScoreWaitS(Side::Right).has_value());
}

TEST_F(PassModeTest, PassModeOfTheOpponentsEndsTheWait) {
    startAndTouch();
    match.world.movePlayer(match.left1, {0.0, 1.0, 0.385});
    match.world.movePlayer(match.right1, {2.3, 1.0, 0.385});
    match.cycles(1);
    ASSERT_TRUE(match.referee.requestPass(match.world, match.right1));
    match.cycles(1);
    match.touch(match.right1);
    EXPECT_FALSE(match.referee.passModeScoreWaitS(Side::Left).has_value());
    EXPECT_TRUE(match.referee.passModeScoreWaitS(Side::Right).has_value());
}

TEST_F(PassModeTest, CircleFollowsTheBall) {
    ASSERT_TRUE(request());
    match.world.movePlayer(match.right1, {3.4, 1.0, 0.385}); // 1.4 m away
    match.cycles(1);
    EXPECT_EQ(match.world.placeOf(match.right1), Eigen::Vector2d(3.4, 1.0));
    match.world.setBall(2.5, 1.0);
    match.cycles(1);
    EXPECT_NEAR(match.world.placeOf(match.right1).x(), 3.6, 1e-9);
}

} // namespace
} // namespace sideline::simulator
