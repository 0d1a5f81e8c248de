#include "agentcore/game/rules.h"
#include "simulator/referee/kick_off_rule.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/simulator/referee/match_script.h"

namespace sideline::simulator {
namespace {

using game::PlayMode;
using game::Side;
using tests::MatchScript;

TEST(KickOffRuleTest, BallStaysAtCenterBeforeKickOff) {
    MatchScript match;
    match.world.setBall(3.0, 1.0, 2.0);
    match.cycles(1);
    EXPECT_EQ(match.world.ball_S, Eigen::Vector3d(0.0, 0.0, 0.042));
    EXPECT_TRUE(match.referee.game().isPaused());
    EXPECT_EQ(match.timeS(), 0.0F);
}

TEST(KickOffRuleTest, NothingHappensBeforeFirstPlayer) {
    MatchScript match;
    for (const auto& player : {match.left1, match.left2, match.right1, match.right2}) {
        match.world.remove(player);
    }
    match.world.setBall(3.0, 1.0);
    match.cycles(5);
    EXPECT_EQ(match.world.ballMoveCount, 0);
}

TEST(KickOffRuleTest, TeamsStayInTheirHalvesBeforeKickOff) {
    MatchScript match;
    match.world.movePlayer(match.left1, {0.05, 7.0, 0.385}); // its footprint crosses the line
    match.world.movePlayer(match.right1, {0.2, 0.0, 0.385}); // in the circle, which is allowed
    match.cycles(1);
    EXPECT_EQ(match.world.placeOf(match.left1), Eigen::Vector2d(-2.5, 7.0));
    EXPECT_EQ(match.world.placeOf(match.right1), Eigen::Vector2d(0.2, 0.0));
}

TEST(KickOffRuleTest, PlayersMayStandAnywhereIfConfigured) {
    game::Rules rules = MatchScript::defaultRules();
    rules.startsAnywhere = true;
    MatchScript match(rules);
    match.world.movePlayer(match.left1, {5.0, 7.0, 0.385});
    match.cycles(1);
    match.referee.kickOff(Side::Right);
    match.cycles(1);
    EXPECT_EQ(match.world.placeOf(match.left1), Eigen::Vector2d(5.0, 7.0));
}

TEST(KickOffRuleTest, AutomaticKickOffComesAfterTheWait) {
    game::Rules rules = MatchScript::defaultRules();
    rules.kicksOffAutomatically = true;
    rules.waitBeforeKickOffS = 1.0;
    MatchScript match(rules);
    match.cycles(1);
    const auto originS = static_cast<float>(match.referee.game().modeTimeS());
    int count = 0;
    for (float clockS = originS; clockS - originS <= 1.0F; clockS += 0.02F) {
        ++count;
    }
    EXPECT_EQ(match.cyclesUntilModeChange(200), count);
    EXPECT_EQ(match.mode(), PlayMode::KickOffLeft);
}

TEST(KickOffRuleTest, NoKickOffWithoutAutomaticKickOff) {
    MatchScript match;
    EXPECT_EQ(match.cyclesUntilModeChange(3000), 3000);
}

TEST(KickOffRuleTest, CircleBelongsToTheTeamThatKicksOff) {
    MatchScript match;
    match.referee.kickOff(Side::Left);
    match.world.movePlayer(match.left1, {0.3, 0.3, 0.385});   // inside the circle, may stay
    match.world.movePlayer(match.left2, {3.0, 6.0, 0.385});   // in the other half
    match.world.movePlayer(match.right1, {1.8, -0.3, 0.385}); // in the circle of the other team
    match.cycles(1);
    EXPECT_FALSE(match.referee.game().isPaused());
    EXPECT_EQ(match.world.placeOf(match.left1), Eigen::Vector2d(0.3, 0.3));
    EXPECT_EQ(match.world.placeOf(match.left2), Eigen::Vector2d(-2.5, 6.0));
    EXPECT_EQ(match.world.placeOf(match.right1), Eigen::Vector2d(2.5, -0.3));
}

TEST(KickOffRuleTest, FirstTouchStartsPlay) {
    MatchScript match;
    match.cycles(3);
    match.referee.kickOff(Side::Left);
    match.cycles(10);
    EXPECT_EQ(match.mode(), PlayMode::KickOffLeft);
    match.touch(match.left1);
    EXPECT_EQ(match.mode(), PlayMode::PlayOn);
}

TEST(KickOffRuleTest, TouchBeforeKickOffDoesNotCount) {
    MatchScript match;
    match.touch(match.left1);
    match.referee.kickOff(Side::Left);
    match.cycles(2);
    EXPECT_EQ(match.mode(), PlayMode::KickOffLeft);
}

TEST(KickOffRuleTest, BallIsDroppedWithoutTouch) {
    MatchScript match;
    match.referee.kickOff(Side::Left);
    // measured: a kick-off of the real server at time 0 ended when its clock showed 15.0002
    EXPECT_EQ(match.cyclesUntilModeChange(1000), 750);
    EXPECT_EQ(fmt::format("{:.6g}", match.timeS()), "15.0002");
    EXPECT_EQ(match.mode(), PlayMode::PlayOn);
    EXPECT_EQ(match.world.ball_S.head<2>(), Eigen::Vector2d(0.0, 0.0));
}

TEST(KickOffRuleTest, DropTimeZeroMeansNever) {
    game::Rules rules = MatchScript::defaultRules();
    rules.dropBallS = 0.0;
    MatchScript match(rules);
    match.referee.kickOff(Side::Left);
    EXPECT_EQ(match.cyclesUntilModeChange(2000), 2000);
}

struct GoalFromKickOff : ::testing::Test {
    void kickOff(MatchScript& match) {
        match.referee.kickOff(Side::Left);
        match.cycles(2);
        match.touch(match.left1);
        match.cycles(20);
    }
    static void scoreRight(MatchScript& match) {
        match.world.goalTouched = Side::Right;
        match.world.setBall(15.2, 0.0);
        match.cycles(1);
    }
};

TEST_F(GoalFromKickOff, DoesNotCount) {
    MatchScript match;
    kickOff(match);
    scoreRight(match);
    EXPECT_EQ(match.mode(), PlayMode::GoalKickRight);
    EXPECT_EQ(match.referee.game().score(Side::Left), 0);
}

TEST_F(GoalFromKickOff, CountsAfterAnOpponentTouched) {
    MatchScript match;
    kickOff(match);
    match.touch(match.right1);
    scoreRight(match);
    EXPECT_EQ(match.mode(), PlayMode::GoalLeft);
}

TEST_F(GoalFromKickOff, DoesNotCountAfterTeammateInsideTheCircle) {
    MatchScript match;
    kickOff(match);
    match.world.setBall(1.9, 0.0);
    match.touch(match.left2);
    scoreRight(match);
    EXPECT_EQ(match.mode(), PlayMode::GoalKickRight);
}

TEST_F(GoalFromKickOff, CountsAfterTeammateOutsideTheCircle) {
    MatchScript match;
    kickOff(match);
    match.world.setBall(2.1, 0.0);
    match.touch(match.left2);
    scoreRight(match);
    EXPECT_EQ(match.mode(), PlayMode::GoalLeft);
}

TEST_F(GoalFromKickOff, OwnGoalCountsForTheOpponents) {
    MatchScript match;
    kickOff(match);
    match.touch(match.left2);
    match.world.goalTouched = Side::Left;
    match.world.setBall(-15.2, 0.0);
    match.cycles(1);
    EXPECT_EQ(match.mode(), PlayMode::GoalRight);
}

TEST_F(GoalFromKickOff, CountsInAnExperimentWithTwoRobots) {
    MatchScript match;
    match.world.remove(match.left2);
    match.world.remove(match.right2);
    kickOff(match);
    scoreRight(match);
    EXPECT_EQ(match.mode(), PlayMode::GoalLeft);
}

TEST_F(GoalFromKickOff, CountsInAPenaltyShootout) {
    game::Rules rules = MatchScript::defaultRules();
    rules.isPenaltyShootout = true;
    MatchScript match(rules);
    match.world.movePlayer(match.right1, {14.5, 0.0, 0.385});
    match.world.movePlayer(match.right2, {14.5, 1.5, 0.385});
    kickOff(match);
    scoreRight(match);
    EXPECT_EQ(match.mode(), PlayMode::GoalLeft);
}

TEST_F(GoalFromKickOff, CountsOnceTheTakerHasLeft) {
    MatchScript match;
    match.world.add(tests::ScriptedWorld::right(5), 10.0, 0.0);
    kickOff(match);
    match.world.remove(match.left1);
    match.referee.playerLeft(match.left1);
    scoreRight(match);
    EXPECT_EQ(match.mode(), PlayMode::GoalLeft);
}

} // namespace
} // namespace sideline::simulator
