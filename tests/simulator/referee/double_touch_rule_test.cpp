#include "simulator/referee/double_touch_rule.h"

#include <gtest/gtest.h>

#include "tests/simulator/referee/match_script.h"

namespace sideline::simulator {
namespace {

using game::PlayMode;
using game::Side;
using tests::MatchScript;

/// A free kick of the left team has just been taken by left 1.
void takeFreeKick(MatchScript& match, PlayMode kick = PlayMode::DirectFreeKickLeft) {
    match.playOn();
    match.world.setBall(4.0, 2.0);
    match.cycles(1);
    match.referee.setPlayMode(kick);
    match.passPause();
    match.take(match.left1);
    ASSERT_EQ(match.mode(), PlayMode::PlayOn);
}

TEST(DoubleTouchRuleTest, SecondTouchGivesAFreeKickWhereTheBallWas) {
    MatchScript match;
    takeFreeKick(match);
    match.world.setBall(5.0, 2.0);
    match.cycles(20);
    match.touch(match.left1);
    EXPECT_EQ(match.mode(), PlayMode::FreeKickRight);
    match.passPause();
    EXPECT_EQ(match.world.ball_S.head<2>(), Eigen::Vector2d(5.0, 2.0));
}

TEST(DoubleTouchRuleTest, KickMayLastATenthOfASecond) {
    MatchScript match;
    takeFreeKick(match);
    for (int i = 0; i < 4; ++i) {
        match.touch(match.left1);
        EXPECT_EQ(match.mode(), PlayMode::PlayOn);
    }
    match.cycles(1);
    match.touch(match.left1);
    EXPECT_EQ(match.mode(), PlayMode::FreeKickRight);
}

TEST(DoubleTouchRuleTest, TouchByAnotherPlayerFreesTheTaker) {
    MatchScript match;
    takeFreeKick(match);
    match.cycles(10);
    match.touch(match.left2);
    match.cycles(10);
    match.touch(match.left1);
    EXPECT_EQ(match.mode(), PlayMode::PlayOn);
}

TEST(DoubleTouchRuleTest, AppliesToKickOffs) {
    MatchScript match;
    match.referee.kickOff(Side::Left);
    match.cycles(2);
    match.touch(match.left1);
    match.cycles(10);
    match.touch(match.left1);
    EXPECT_EQ(match.mode(), PlayMode::FreeKickRight);
}

TEST(DoubleTouchRuleTest, DroppedBallMayBeTouchedByAll) {
    MatchScript match;
    takeFreeKick(match);
    match.cycles(10);
    match.referee.dropBall(match.world);
    match.touch(match.left1);
    EXPECT_EQ(match.mode(), PlayMode::PlayOn);
}

TEST(DoubleTouchRuleTest, IsForgottenWhenTheTakerLeaves) {
    MatchScript match;
    takeFreeKick(match);
    match.referee.playerLeft(match.left1);
    match.cycles(10);
    match.touch(match.left1); // another robot with the number
    EXPECT_EQ(match.mode(), PlayMode::PlayOn);
}

TEST(DoubleTouchRuleTest, TouchByAnotherPlayerLetsIndirectKickScore) {
    MatchScript match;
    takeFreeKick(match, PlayMode::FreeKickLeft);
    match.touch(match.left2);
    match.touch(match.left1); // less than 0.1 s after the kick
    match.world.goalTouched = Side::Right;
    match.cycles(1);
    EXPECT_EQ(match.mode(), PlayMode::GoalLeft);
}

} // namespace
} // namespace sideline::simulator
