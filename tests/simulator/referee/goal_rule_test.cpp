#include "simulator/referee/goal_rule.h"

#include <gtest/gtest.h>

#include "tests/simulator/referee/match_script.h"

namespace sideline::simulator {
namespace {

using game::PlayMode;
using game::Side;
using tests::MatchScript;

TEST(GoalRuleTest, BallInTheGoalBoxScores) {
    MatchScript match;
    match.playOn();
    match.world.goalTouched = Side::Left;
    match.cycles(1);
    EXPECT_EQ(match.mode(), PlayMode::GoalRight);
    EXPECT_EQ(match.referee.game().score(Side::Right), 1);
    match.cycles(20);
    EXPECT_EQ(match.referee.game().score(Side::Right), 1);
}

struct Crossing {
    const char* what;
    Eigen::Vector3d ball_S;
    Eigen::Vector3d velocity_S;
    PlayMode after;
};

class GoalLineTest : public ::testing::TestWithParam<Crossing> {};

TEST_P(GoalLineTest, IsCrossedBetweenThePostsAndBelowTheBar) {
    MatchScript match;
    match.playOn();
    match.touch(match.left1);
    match.world.ball_S = GetParam().ball_S;
    match.world.ballVelocity_S = GetParam().velocity_S;
    match.cycles(1);
    EXPECT_EQ(match.mode(), GetParam().after) << GetParam().what;
}

INSTANTIATE_TEST_SUITE_P(
    Lines, GoalLineTest,
    ::testing::Values(
        Crossing{"into the right goal", {15.2, 0.5, 0.1}, {9, 0, 0}, PlayMode::GoalLeft},
        Crossing{"into the left goal", {-15.2, 0.5, 0.1}, {-9, 0, 0}, PlayMode::GoalRight},
        Crossing{"beside the post", {15.2, 1.1, 0.1}, {9, 0, 0}, PlayMode::GoalKickRight},
        Crossing{"over the bar", {15.2, 0.5, 0.9}, {9, 0, 0}, PlayMode::GoalKickRight},
        Crossing{"aslant past the post", {15.542, 1.2, 0.1}, {5, 5, 0}, PlayMode::GoalLeft},
        Crossing{"on the line", {15.03, 0.0, 0.1}, {9, 0, 0}, PlayMode::PlayOn},
        Crossing{"far outside", {19.0, 0.0, 0.1}, {1, 0, 0}, PlayMode::GoalKickRight},
        Crossing{"at rest", {15.2, 0.5, 0.1}, {0, 0, 0}, PlayMode::GoalKickRight}));

TEST(GoalRuleTest, OtherTeamKicksOffAfterThePause) {
    MatchScript match;
    match.playOn();
    match.world.goalTouched = Side::Left;
    match.cycles(1);
    match.world.goalTouched = Side::None;
    match.world.setBall(-15.3, 0.2);
    const auto startS = static_cast<float>(match.timeS());
    int expected = 0;
    for (float clockS = startS; clockS - startS < 3.0F; clockS += 0.02F) {
        ++expected;
    }
    match.cycles(1);
    EXPECT_TRUE(match.referee.game().isPaused());
    EXPECT_EQ(match.world.ball_S.x(), -15.3);
    EXPECT_EQ(match.cyclesUntilModeChange(400) + 1, expected);
    EXPECT_EQ(match.mode(), PlayMode::KickOffLeft);
    EXPECT_EQ(match.world.ball_S.head<2>(), Eigen::Vector2d(0.0, 0.0));
}

TEST(GoalRuleTest, TeamsGoBackToTheirHalvesAfterAGoal) {
    MatchScript match;
    match.playOn();
    match.world.movePlayer(match.right1, {-9.0, 3.0, 0.385});
    match.world.movePlayer(match.left1, {-0.5, 0.0, 0.385});
    match.world.goalTouched = Side::Right; // left scores, right kicks off
    match.cycles(2);
    EXPECT_EQ(match.world.placeOf(match.right1), Eigen::Vector2d(2.5, 3.0));
    EXPECT_EQ(match.world.placeOf(match.left1), Eigen::Vector2d(-2.5, 0.0));
}

} // namespace
} // namespace sideline::simulator
