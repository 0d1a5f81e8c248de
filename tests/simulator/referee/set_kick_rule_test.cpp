#include "simulator/referee/set_kick_rule.h"

#include <gtest/gtest.h>

#include "tests/simulator/referee/match_script.h"

namespace sideline::simulator {
namespace {

using game::PlayMode;
using game::Side;
using tests::MatchScript;

/// Cycles until a mode's clock that starts at `startS` shows at least `durationS`.
int cyclesFor(float startS, float durationS) {
    int count = 0;
    for (float clockS = startS; clockS - startS < durationS; clockS += 0.02F) {
        ++count;
    }
    return count;
}

TEST(SetKickRuleTest, BallIsPlacedAfterThePause) {
    MatchScript match;
    match.playOn();
    match.ballOut(match.left1, 3.0, 10.1);
    ASSERT_EQ(match.mode(), PlayMode::KickInRight);
    const int pause = cyclesFor(static_cast<float>(match.timeS()), 1.0F);
    match.world.setBall(3.0, 11.0);
    match.cycles(pause - 1);
    EXPECT_EQ(match.world.ball_S.y(), 11.0);
    match.cycles(1);
    EXPECT_NEAR(match.world.ball_S.y(), 10.0 - 0.042, 1e-12);
    EXPECT_FALSE(match.referee.game().isPaused());
}

TEST(SetKickRuleTest, FirstValidTouchIsThreeHundredthsAfterThePause) {
    MatchScript match;
    match.playOn();
    match.ballOut(match.left1, 3.0, 10.1);
    // by the server's mixed 32-bit and 64-bit arithmetic
    const auto startS = static_cast<float>(match.timeS());
    const double earliestS = static_cast<double>(startS + 1.0F) + 0.03;
    int expected = cyclesFor(startS, 1.0F);
    float clockS = startS;
    for (int i = 0; i < expected; ++i) {
        clockS += 0.02F;
    }
    while (static_cast<double>(clockS) <= earliestS) {
        clockS += 0.02F;
        ++expected;
    }
    int count = 0;
    while (count < 100 && match.mode() == PlayMode::KickInRight) {
        match.touch(match.right1);
        ++count;
    }
    EXPECT_EQ(count, expected);
    EXPECT_EQ(match.mode(), PlayMode::PlayOn);
    EXPECT_NEAR(count, 52, 1);
}

TEST(SetKickRuleTest, BallStaysInPlaceUntilTouched) {
    MatchScript match;
    match.playOn();
    match.ballOut(match.left1, 3.0, 10.1);
    match.passPause();
    match.world.setBall(4.0, 4.0);
    match.cycles(1);
    EXPECT_NEAR(match.world.ball_S.y(), 10.0 - 0.042, 1e-12);
}

TEST(SetKickRuleTest, OpponentsAreMovedAwayOnlyOnce) {
    MatchScript match;
    match.playOn();
    match.ballOut(match.left1, 3.0, 10.1);
    match.passPause();
    match.world.movePlayer(match.left1, {3.5, 8.1, 0.385}); // less than 2 m away
    match.world.movePlayer(match.left2, {3.0, 7.7, 0.385}); // farther, including its footprint
    match.cycles(1);
    EXPECT_EQ(match.world.placeOf(match.left1), Eigen::Vector2d(0.5, 8.1));
    EXPECT_EQ(match.world.placeOf(match.left2), Eigen::Vector2d(3.0, 7.7));
    const int moves = match.world.at(match.left1).moveCount;
    match.cycles(20);
    EXPECT_EQ(match.world.at(match.left1).moveCount, moves);
}

TEST(SetKickRuleTest, NoPlayerIsMovedDuringThePause) {
    MatchScript match;
    match.playOn();
    match.world.movePlayer(match.left1, {3.5, 9.0, 0.385});
    match.ballOut(match.left1, 3.0, 10.1);
    match.cycles(20);
    EXPECT_EQ(match.world.placeOf(match.left1), Eigen::Vector2d(3.5, 9.0));
}

TEST(SetKickRuleTest, KickersAreMovedSidewaysWhenBallIsPlaced) {
    MatchScript match;
    match.playOn();
    match.ballOut(match.left1, 3.0, 10.1);
    match.world.movePlayer(match.right1, {3.3, 10.0 - 0.042, 0.385});
    match.passPause();
    EXPECT_NEAR(match.world.placeOf(match.right1).x(), 3.5, 1e-9);
    match.world.movePlayer(match.right1, {3.3, 10.0 - 0.042, 0.385});
    match.cycles(5); // afterwards they may approach the ball
    EXPECT_NEAR(match.world.placeOf(match.right1).x(), 3.3, 1e-9);
}

TEST(SetKickRuleTest, BallIsDroppedIfKickIsNotTaken) {
    MatchScript match;
    match.playOn();
    match.ballOut(match.left1, 3.0, 10.1);
    const auto startS = static_cast<float>(match.timeS());
    int expected = 0;
    for (float clockS = startS; clockS - startS <= 15.0F; clockS += 0.02F) {
        ++expected;
    }
    EXPECT_EQ(match.cyclesUntilModeChange(1000), expected);
    EXPECT_EQ(match.mode(), PlayMode::PlayOn);
    EXPECT_NEAR(match.world.ball_S.x(), 3.0, 1e-12);
}

TEST(SetKickRuleTest, OpponentMayTakeTheKickAsOnTheServer) {
    MatchScript match;
    match.playOn();
    match.ballOut(match.left1, 3.0, 10.1);
    match.passPause();
    match.take(match.left2);
    EXPECT_EQ(match.mode(), PlayMode::PlayOn);
}

TEST(SetKickRuleTest, FreeKickLeavesThePenaltyArea) {
    MatchScript match;
    match.playOn();
    match.world.setBall(14.0, -0.5);
    match.cycles(1);
    match.referee.setPlayMode(PlayMode::FreeKickLeft);
    match.passPause();
    EXPECT_EQ(match.world.ball_S.head<2>(), Eigen::Vector2d(13.2, -3.0));
    match.take(match.left1);
    EXPECT_EQ(match.mode(), PlayMode::PlayOn);
}

struct Direct {
    PlayMode mode;
    bool counts;
};

class GoalFromSetKick : public ::testing::TestWithParam<Direct> {};

TEST_P(GoalFromSetKick, CountsOnlyFromDirectKicks) {
    MatchScript match;
    match.playOn();
    match.touch(match.right1);
    match.referee.setPlayMode(GetParam().mode);
    match.passPause();
    match.take(match.left1);
    ASSERT_EQ(match.mode(), PlayMode::PlayOn);
    match.cycles(30);
    match.world.goalTouched = Side::Right;
    match.world.setBall(15.2, 0.0);
    match.cycles(1);
    EXPECT_EQ(match.referee.game().score(Side::Left), GetParam().counts ? 1 : 0);
    EXPECT_EQ(match.mode(), GetParam().counts ? PlayMode::GoalLeft : PlayMode::GoalKickRight);
}

INSTANTIATE_TEST_SUITE_P(Kinds, GoalFromSetKick,
                         ::testing::Values(Direct{PlayMode::KickInLeft, false},
                                           Direct{PlayMode::FreeKickLeft, false},
                                           Direct{PlayMode::DirectFreeKickLeft, true},
                                           Direct{PlayMode::CornerKickLeft, true}));

TEST(SetKickRuleTest, GoalFromAnIndirectKickCountsAfterAnotherTouch) {
    MatchScript match;
    match.playOn();
    match.referee.setPlayMode(PlayMode::FreeKickLeft);
    match.passPause();
    match.take(match.left1);
    match.touch(match.left2);
    match.world.goalTouched = Side::Right;
    match.cycles(1);
    EXPECT_EQ(match.mode(), PlayMode::GoalLeft);
}

TEST(SetKickRuleTest, DirectOwnGoalIsACornerKick) {
    MatchScript match;
    match.playOn();
    match.referee.setPlayMode(PlayMode::DirectFreeKickLeft);
    match.passPause();
    match.take(match.left1);
    match.world.goalTouched = Side::Left;
    match.world.setBall(-15.2, 0.3);
    match.cycles(1);
    EXPECT_EQ(match.mode(), PlayMode::CornerKickRight);
    EXPECT_EQ(match.referee.game().score(Side::Right), 0);
}

TEST(GoalKickRuleTest, BallIsOneMeterBeforeTheGoalLine) {
    MatchScript match;
    match.playOn();
    match.ballOut(match.left1, 15.1, 4.0);
    ASSERT_EQ(match.mode(), PlayMode::GoalKickRight);
    match.passPause();
    EXPECT_EQ(match.world.ball_S.head<2>(), Eigen::Vector2d(14.0, 0.0));
}

TEST(GoalKickRuleTest, OpponentsLeaveThePenaltyArea) {
    MatchScript match;
    match.playOn();
    match.ballOut(match.left1, 15.1, 4.0);
    match.world.movePlayer(match.left1, {13.15, 2.5, 0.385}); // its footprint reaches into the area
    match.world.movePlayer(match.right1, {13.5, -2.0, 0.385});
    match.passPause();
    EXPECT_NEAR(match.world.placeOf(match.left1).x(), 13.2 - 2.5, 1e-9);
    EXPECT_EQ(match.world.placeOf(match.right1), Eigen::Vector2d(13.5, -2.0));
}

TEST(GoalKickRuleTest, PlayStartsWhenTheTouchedBallLeavesTheArea) {
    MatchScript match;
    match.playOn();
    match.ballOut(match.left1, 15.1, 4.0);
    match.passPause();
    match.take(match.right1);
    EXPECT_EQ(match.mode(), PlayMode::GoalKickRight);
    match.world.setBall(13.3, 0.0);
    match.cycles(5);
    EXPECT_EQ(match.mode(), PlayMode::GoalKickRight);
    EXPECT_EQ(match.world.ball_S.x(), 13.3);
    match.world.setBall(13.1, 0.0);
    match.cycles(1);
    EXPECT_EQ(match.mode(), PlayMode::PlayOn);
}

TEST(GoalKickRuleTest, BallOnTheGoalLineHasNotLeftTheArea) {
    MatchScript match;
    match.playOn();
    match.ballOut(match.left1, 15.1, 4.0);
    match.passPause();
    match.take(match.right1);
    match.world.setBall(15.02, 0.0);
    match.cycles(1);
    EXPECT_EQ(match.mode(), PlayMode::GoalKickRight);
    match.world.setBall(15.1, 2.5);
    match.cycles(1);
    EXPECT_EQ(match.mode(), PlayMode::PlayOn);
}

TEST(GoalKickRuleTest, BallIsDroppedOutsideTheAreaWithoutKick) {
    MatchScript match;
    match.playOn();
    match.ballOut(match.left1, 15.1, 4.0);
    match.cyclesUntilModeChange(1000);
    EXPECT_EQ(match.mode(), PlayMode::PlayOn);
    EXPECT_EQ(match.world.ball_S.head<2>(), Eigen::Vector2d(13.2, 3.0));
}

} // namespace
} // namespace sideline::simulator
