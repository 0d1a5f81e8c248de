#include "logs/analysis/match_analysis.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/logs/analysis/scripted_match.h"

namespace sideline::logs {
namespace {

using game::PlayMode;
using game::Side;
using tests::ScriptedMatch;

game::PlayerId left(int unum) {
    return {Side::Left, game::UniformNumber(unum)};
}
game::PlayerId right(int unum) {
    return {Side::Right, game::UniformNumber(unum)};
}

// Left 7 kicks with (vx, 0) from (0, 0); left 9 and right 4 do not move.
ScriptedMatch kickOf(double vx, double vy = 0.0, double stepS = 0.1) {
    ScriptedMatch match(stepS);
    match.put(Side::Left, 7, -0.2, 0);
    match.play(1.0);
    match.roll(vx, vy);
    return match;
}

TEST(MatchAnalysisTest, AKickHasSpeedDirectionAndDistance) {
    for (const double stepS : {0.02, 0.04, 0.1, 0.2}) {
        ScriptedMatch match = kickOf(0.0, 3.0, stepS);
        match.play(2.0); // 6 m
        match.roll(0, 0);
        match.play(12.0); // no player reaches the ball
        const auto statistics = match.statistics();
        ASSERT_EQ(statistics.kicks.size(), 1U) << stepS;
        const Kick& kick = statistics.kicks.front();
        EXPECT_EQ(kick.by, left(7));
        EXPECT_NEAR(kick.speedMps, 3.0, 1e-6);
        EXPECT_NEAR(kick.directionRad, M_PI / 2, 1e-6);
        EXPECT_NEAR(kick.distanceM, 6.0, 1e-6);
        EXPECT_NEAR(kick.when.gameTimeS, 1.0, stepS + 1e-6);
        EXPECT_EQ(kick.outcome, KickOutcome::NoPlayer);
        EXPECT_FALSE(kick.isPass);
        EXPECT_EQ(statistics.total.teams.left.kicks, 1);
        EXPECT_NEAR(statistics.total.teams.left.kickSpeedMps, 3.0, 1e-6);
        EXPECT_NEAR(statistics.total.teams.left.kickDistanceM, 6.0, 1e-6);
        EXPECT_EQ(statistics.find(left(7))->kicks, 1);
    }
}

TEST(MatchAnalysisTest, SlowingDownAndSlowBallsAreNoKicks) {
    ScriptedMatch match = kickOf(0.6); // a gentle push
    match.play(0.5);
    match.roll(0, 0);
    match.play(1.0);
    EXPECT_TRUE(match.statistics().kicks.empty());
    ScriptedMatch stopped = kickOf(4.0);
    stopped.play(0.5);
    stopped.put(Side::Right, 4, 2.2, 0);
    stopped.roll(0.5, 0); // hits another robot
    stopped.play(2.0);
    EXPECT_EQ(stopped.statistics().kicks.size(), 1U);
}

TEST(MatchAnalysisTest, ABallWithoutARobotNearbyWasNotKicked) {
    ScriptedMatch match;
    match.put(Side::Left, 7, -2.0, 0);
    match.play(1.0);
    match.roll(3, 0);
    match.play(1.0);
    EXPECT_TRUE(match.statistics().kicks.empty());
}

TEST(MatchAnalysisTest, AReboundIsAKickOfAnotherPlayer) {
    ScriptedMatch match = kickOf(3.0);
    match.play(0.8);
    match.put(Side::Right, 4, 2.6, 0);
    match.roll(-3, 0);
    match.play(1.0);
    const auto kicks = match.statistics().kicks;
    ASSERT_EQ(kicks.size(), 2U);
    EXPECT_EQ(kicks[1].by, right(4));
    EXPECT_EQ(kicks[0].outcome, KickOutcome::Opponent);
    EXPECT_EQ(kicks[0].next, right(4));
}

TEST(MatchAnalysisTest, APassArrivesAtATeammate) {
    ScriptedMatch match = kickOf(-3.0); // backward: no shot
    match.put(Side::Left, 9, -3.2, 0);
    match.play(1.0);
    match.roll(0, 0);
    match.play(1.0);
    const auto statistics = match.statistics();
    ASSERT_EQ(statistics.kicks.size(), 1U);
    EXPECT_TRUE(statistics.kicks[0].isPass);
    EXPECT_EQ(statistics.kicks[0].outcome, KickOutcome::Teammate);
    EXPECT_NEAR(statistics.kicks[0].distanceM, 3.0, 0.01);
    EXPECT_EQ(statistics.total.teams.left.passes, 1);
    EXPECT_EQ(statistics.total.teams.left.completePasses, 1);
    EXPECT_EQ(statistics.total.teams.left.interceptedPasses, 0);
    const PassNetwork network = {{{left(7), left(9)}, 1}};
    EXPECT_EQ(statistics.passes, network);
    EXPECT_EQ(statistics.find(left(7))->completePasses, 1);
}

TEST(MatchAnalysisTest, ATeamOfOnePlayerDoesNotPass) {
    ScriptedMatch match = kickOf(0.0, 6.0);
    match.play(2.0);
    match.setMode(PlayMode::KickInRight);
    match.play(1.0);
    const auto alone = match.statistics();
    ASSERT_EQ(alone.kicks.size(), 1U);
    EXPECT_EQ(alone.kicks[0].outcome, KickOutcome::Out);
    EXPECT_EQ(alone.total.teams.left.passes, 0);
    EXPECT_EQ(alone.find(left(7))->passes, 0);
}

TEST(MatchAnalysisTest, APassToAnOpponentIsIntercepted) {
    ScriptedMatch match = kickOf(-3.0);
    match.put(Side::Right, 4, -3.2, 0);
    match.put(Side::Left, 9, 12, 0);
    match.play(1.0);
    match.roll(0, 0);
    match.play(1.0);
    const auto& team = match.statistics().total.teams.left;
    EXPECT_EQ(team.passes, 1);
    EXPECT_EQ(team.completePasses, 0);
    EXPECT_EQ(team.interceptedPasses, 1);
    EXPECT_TRUE(match.statistics().passes.empty());
}

TEST(MatchAnalysisTest, AShortBallToATeammateIsNoPass) {
    ScriptedMatch match = kickOf(-2.0);
    match.put(Side::Left, 9, -0.9, 0);
    match.play(0.4); // 0.8 m
    match.roll(0, 0);
    match.play(1.0);
    const auto statistics = match.statistics();
    ASSERT_EQ(statistics.kicks.size(), 1U);
    EXPECT_EQ(statistics.kicks[0].outcome, KickOutcome::Teammate);
    EXPECT_FALSE(statistics.kicks[0].isPass);
}

TEST(MatchAnalysisTest, LargerRobotsPassFarther) {
    const auto passesOf = [](double headM) {
        ScriptedMatch match;
        match.headM = headM;
        match.put(Side::Left, 7, -0.2, 0);
        match.put(Side::Left, 9, -1.7, 0);
        match.play(1.0);
        match.roll(-2, 0);
        match.play(0.8); // 1.6 m
        match.roll(0, 0);
        match.play(1.0);
        return match.statistics().total.teams.left.passes;
    };
    EXPECT_EQ(passesOf(0.5), 1);
    EXPECT_EQ(passesOf(1.1), 0);
}

TEST(MatchAnalysisTest, ABallOverTheSidelineIsAnIncompletePass) {
    ScriptedMatch match = kickOf(0.0, 6.0);
    match.put(Side::Left, 9, 12, 0);
    match.play(2.0);
    match.setMode(PlayMode::KickInRight);
    match.play(1.0);
    const auto statistics = match.statistics();
    ASSERT_EQ(statistics.kicks.size(), 1U);
    EXPECT_EQ(statistics.kicks[0].outcome, KickOutcome::Out);
    EXPECT_EQ(statistics.total.teams.left.passes, 1);
    EXPECT_EQ(statistics.total.teams.left.completePasses, 0);
}

TEST(MatchAnalysisTest, ShotsAreOnOrOffTarget) {
    const auto shotOf = [](double vx, double vy, Side side = Side::Left) {
        ScriptedMatch match;
        const double ahead = side == Side::Left ? 1.0 : -1.0;
        match.putBall(ahead * 11, 0);
        match.put(side, 7, ahead * 10.8, 0);
        match.play(1.0);
        match.roll(vx, vy);
        match.play(0.5);
        const auto kicks = match.statistics().kicks;
        return kicks.empty() ? ShotKind::None : kicks.front().shot;
    };
    EXPECT_EQ(shotOf(5, 0), ShotKind::OnTarget);
    EXPECT_EQ(shotOf(-5, 0, Side::Right), ShotKind::OnTarget);
    EXPECT_EQ(shotOf(5, 1.6), ShotKind::OffTarget); // 0.23 m beside the post
    EXPECT_EQ(shotOf(5, 4.0), ShotKind::None);      // 2.15 m beside it
    EXPECT_EQ(shotOf(-5, 0), ShotKind::None);       // away from the goal
    EXPECT_EQ(shotOf(2, 0), ShotKind::None);        // 1.9 m of 4 m: too weak
    ScriptedMatch match;
    match.putBall(11, 0);
    match.put(Side::Left, 7, 10.8, 0);
    match.play(1.0);
    match.roll(5, 0);
    match.play(0.5);
    const auto statistics = match.statistics();
    EXPECT_EQ(statistics.total.teams.left.shots, 1);
    EXPECT_EQ(statistics.total.teams.left.shotsOnTarget, 1);
    EXPECT_GT(statistics.total.teams.left.expectedGoals, 0.3);
    EXPECT_EQ(statistics.find(left(7))->shotsOnTarget, 1);
    EXPECT_EQ(statistics.total.teams.left.passes, 0);
}

TEST(MatchAnalysisTest, AGoalIsCreditedToTheShooter) {
    ScriptedMatch match;
    match.putBall(13, 0.3);
    match.put(Side::Left, 7, 12.8, 0.3);
    match.play(1.0);
    match.roll(5, 0);
    match.play(0.6);
    match.roll(0, 0);
    match.now().scoreLeft = 1;
    match.setMode(PlayMode::GoalLeft);
    match.play(1.0);
    const auto statistics = match.statistics();
    ASSERT_EQ(statistics.goals.size(), 1U);
    EXPECT_EQ(statistics.goals[0].side, Side::Left);
    EXPECT_EQ(statistics.goals[0].by, left(7));
    EXPECT_FALSE(statistics.goals[0].isOwnGoal);
    EXPECT_EQ(statistics.kicks.back().outcome, KickOutcome::InGoal);
    EXPECT_EQ(statistics.total.teams.left.goals, 1);
    EXPECT_EQ(statistics.total.teams.left.shotsOnTarget, 1);
    EXPECT_EQ(statistics.find(left(7))->goals, 1);
    EXPECT_EQ(statistics.scoreLeft, 1);
}

TEST(MatchAnalysisTest, AShotFromTheGoalLineIsDetectedAtAnyFrameRate) {
    for (const double stepS : {0.02, 0.2}) {
        ScriptedMatch match(stepS);
        match.putBall(14.9, 0.6);
        match.put(Side::Left, 7, 14.8, 0.8);
        match.play(1.0);
        match.roll(0.8, -3.0);
        match.play(0.2);
        match.now().scoreLeft = 1; // announced in the same frame that shows the ball in the goal
        match.setMode(PlayMode::GoalLeft);
        match.play(0.4);
        match.roll(0, 0);
        match.play(1.0);
        const auto statistics = match.statistics();
        ASSERT_EQ(statistics.kicks.size(), 1U) << stepS;
        EXPECT_EQ(statistics.kicks[0].outcome, KickOutcome::InGoal);
        EXPECT_EQ(statistics.kicks[0].shot, ShotKind::OnTarget);
        ASSERT_EQ(statistics.goals.size(), 1U);
        EXPECT_EQ(statistics.goals[0].by, left(7));
    }
}

TEST(MatchAnalysisTest, AGoalWaitsForItsKick) {
    ScriptedMatch match(0.2);
    match.putBall(14.9, 0.6);
    match.put(Side::Right, 1, 14.9, 0.8);
    match.play(1.0); // the keeper controls the ball
    match.put(Side::Right, 1, 14.0, 0.8);
    match.put(Side::Left, 7, 14.8, 0.7);
    match.show();
    match.roll(1.5, -4.4); // in, and out again at the side, as the simulated net does not hold it
    match.play(0.2);
    match.now().scoreLeft = 1;
    match.setMode(PlayMode::GoalLeft);
    match.play(0.2);
    EXPECT_EQ(match.statistics().goals.size(), 1U);
    match.play(1.0);
    const auto statistics = match.statistics();
    ASSERT_EQ(statistics.goals.size(), 1U);
    EXPECT_EQ(statistics.goals[0].by, left(7));
    EXPECT_FALSE(statistics.goals[0].isOwnGoal);
    ASSERT_EQ(statistics.kicks.size(), 1U);
    EXPECT_EQ(statistics.kicks[0].shot, ShotKind::OnTarget);
    EXPECT_EQ(statistics.kicks[0].outcome, KickOutcome::InGoal);
}

TEST(MatchAnalysisTest, AGoalMayBeDetectedByTheScoreAlone) {
    ScriptedMatch match = kickOf(3.0, 1.5); // passes all players
    match.play(0.6);
    match.roll(0, 0);
    match.putBall(0, 0); // for the kick-off
    match.setMode(PlayMode::KickOffRight);
    match.now().scoreLeft = 1;
    match.play(1.0);
    const auto statistics = match.statistics();
    ASSERT_EQ(statistics.goals.size(), 1U);
    EXPECT_EQ(statistics.goals[0].by, left(7));
    ASSERT_EQ(statistics.kicks.size(), 1U);
    EXPECT_EQ(statistics.kicks[0].outcome, KickOutcome::InGoal);
    EXPECT_EQ(statistics.kicks[0].shot, ShotKind::OnTarget);
    EXPECT_FALSE(statistics.kicks[0].isPass);
}

TEST(MatchAnalysisTest, AnOwnGoalIsCreditedToTheLastTouch) {
    ScriptedMatch match;
    match.putBall(13, 0.3);
    match.put(Side::Right, 2, 12.8, 0.3);
    match.play(1.0);
    match.roll(5, 0);
    match.play(0.6);
    match.now().scoreLeft = 1;
    match.roll(0, 0);
    match.setMode(PlayMode::GoalLeft);
    match.play(1.0);
    const auto statistics = match.statistics();
    ASSERT_EQ(statistics.goals.size(), 1U);
    EXPECT_TRUE(statistics.goals[0].isOwnGoal);
    EXPECT_EQ(statistics.goals[0].by, right(2));
    EXPECT_EQ(statistics.total.teams.left.goals, 1);
    EXPECT_EQ(statistics.total.teams.right.ownGoals, 1);
    EXPECT_EQ(statistics.total.teams.right.shots, 0);
    EXPECT_EQ(statistics.find(right(2))->ownGoals, 1);
}

TEST(MatchAnalysisTest, ADeflectedShotIsCreditedToTheShooter) {
    ScriptedMatch match;
    match.putBall(12.5, 0);
    match.put(Side::Left, 7, 12.3, 0);
    match.play(1.0);
    match.roll(3, 0);
    match.play(0.5);
    match.put(Side::Right, 2, 14.1, 0.1);
    match.roll(2, 1.2);
    match.play(1.0);
    match.now().scoreLeft = 1;
    match.roll(0, 0);
    match.setMode(PlayMode::GoalLeft);
    match.play(1.0);
    const auto statistics = match.statistics();
    ASSERT_EQ(statistics.kicks.size(), 2U);
    ASSERT_EQ(statistics.goals.size(), 1U);
    EXPECT_EQ(statistics.goals[0].by, left(7));
    EXPECT_FALSE(statistics.goals[0].isOwnGoal);
}

TEST(MatchAnalysisTest, ASetScoreIsNoGoal) {
    ScriptedMatch match;
    match.play(0.5);
    match.now().scoreLeft = 3;
    match.play(0.5);
    match.now().scoreLeft = 0;
    match.play(0.5);
    EXPECT_TRUE(match.statistics().goals.empty());
}

TEST(MatchAnalysisTest, TheFirstKnownScoreIsNoGoal) {
    ScriptedMatch match;
    const auto environment = match.now().environment;
    match.now().environment = nullptr; // before the first full message
    match.show();
    match.now().environment = environment;
    match.now().scoreLeft = 1;
    match.play(1.0);
    EXPECT_TRUE(match.statistics().goals.empty());
    EXPECT_EQ(match.statistics().scoreLeft, 1);
}

TEST(MatchAnalysisTest, PossessionBeginsWithControl) {
    ScriptedMatch match;
    match.put(Side::Left, 7, -0.2, 0);
    match.put(Side::Right, 4, 5, 0);
    match.play(10.0); // controlled from 0.5 s on
    match.put(Side::Left, 7, -5, 0);
    match.play(5.0); // still in possession
    match.put(Side::Right, 4, 0.2, 0);
    match.play(10.5); // possession of the other team after 0.5 s
    const auto statistics = match.statistics();
    const auto& teams = statistics.total.teams;
    EXPECT_NEAR(teams.left.possessionS, 15.0, 0.11);
    EXPECT_NEAR(teams.left.controlS, 9.5, 0.11);
    EXPECT_NEAR(teams.right.possessionS, 10.0, 0.11);
    EXPECT_NEAR(statistics.total.possessionRatio(Side::Left), 0.6, 0.01);
    EXPECT_NEAR(statistics.find(left(7))->controlS, 9.5, 0.11);
    ASSERT_EQ(statistics.recoveries.size(), 1U);
    EXPECT_EQ(statistics.recoveries[0].by, right(4));
    EXPECT_NEAR(statistics.recoveries[0].p_S.x(), 0.0, 1e-9);
    EXPECT_EQ(teams.right.recoveries, 1);
    EXPECT_EQ(statistics.find(right(4))->recoveries, 1);
}

TEST(MatchAnalysisTest, ATeamThatHasLeftTheFieldHasNoPossession) {
    ScriptedMatch match;
    match.put(Side::Left, 7, -0.2, 0);
    match.put(Side::Right, 4, 5, 0);
    match.play(5.0);
    std::erase_if(match.now().players,
                  [](const PlayerInstant& player) { return player.id.side == Side::Left; });
    match.play(10.0);
    EXPECT_NEAR(match.statistics().total.teams.left.possessionS, 4.5, 0.11);
    EXPECT_EQ(match.statistics().total.teams.right.possessionS, 0.0);
}

TEST(MatchAnalysisTest, AFallenRobotOrAFastBallIsNotControlled) {
    ScriptedMatch match;
    match.put(Side::Left, 7, -0.2, 0);
    match.player(Side::Left, 7).upCos = 0.1;
    match.play(3.0);
    EXPECT_EQ(match.statistics().total.teams.left.controlS, 0.0);
    EXPECT_EQ(match.statistics().total.possessionRatio(Side::Left), 0.5);
    ScriptedMatch fast;
    fast.put(Side::Left, 7, -0.2, 0);
    fast.roll(1.6, 0);
    fast.velocityOf = [](const game::PlayerId&) { return Eigen::Vector2d(1.6, 0); };
    fast.play(3.0);
    EXPECT_EQ(fast.statistics().total.teams.left.controlS, 0.0);
}

// The server lets play begin after a while, although the kick-off was not taken.
TEST(MatchAnalysisTest, PossessionBeginsWithATouch) {
    ScriptedMatch match;
    match.setMode(PlayMode::BeforeKickOff);
    match.put(Side::Left, 7, -3, 0);
    match.put(Side::Right, 4, 3, 0);
    match.play(2.0);
    match.setMode(PlayMode::KickOffLeft);
    match.play(10.0);
    match.setMode(PlayMode::PlayOn);
    match.play(10.0);
    match.put(Side::Right, 4, 0.3, 0);
    match.play(5.0); // stands at the ball
    EXPECT_EQ(match.statistics().total.teams.left.possessionS, 0.0);
    EXPECT_EQ(match.statistics().total.teams.right.possessionS, 0.0);
    EXPECT_EQ(match.statistics().total.teams.right.controlS, 0.0);
    EXPECT_TRUE(match.statistics().possessions.empty());
    match.roll(-0.2, 0); // pushes it
    match.velocityOf = [](const game::PlayerId& id) {
        return id.side == Side::Right ? Eigen::Vector2d(-0.2, 0) : Eigen::Vector2d(0, 0);
    };
    match.play(4.0);
    EXPECT_NEAR(match.statistics().total.teams.right.possessionS, 3.7, 0.21);
    EXPECT_EQ(match.statistics().total.possessionRatio(Side::Right), 1.0);
    EXPECT_TRUE(match.statistics().recoveries.empty());
}

TEST(MatchAnalysisTest, AKickJustBeforeAStoppageGivesNoPossessionAfterIt) {
    ScriptedMatch match(0.2);
    match.put(Side::Left, 7, -0.2, 0);
    match.play(1.0);
    match.roll(0, 4.0);
    match.play(0.2);
    match.setMode(PlayMode::KickInRight); // the kick is detected after this
    match.play(1.0);
    match.roll(0, 0);
    match.setMode(PlayMode::PlayOn);
    match.play(2.0);
    const auto statistics = match.statistics();
    EXPECT_EQ(statistics.kicks.size(), 1U);
    EXPECT_LT(statistics.total.teams.left.possessionS, 0.9);
}

TEST(MatchAnalysisTest, AGoalBelongsToTheLastTouchBeforeTheLine) {
    ScriptedMatch match(0.2);
    match.putBall(14, 0);
    match.put(Side::Left, 7, 13.8, 0);
    match.put(Side::Right, 1, 15.4, 0.2);
    match.play(1.0);
    match.roll(4, 0);
    match.play(0.4);
    match.roll(0, 0); // lies in the goal, at the keeper's feet
    match.play(2.0);
    match.now().scoreLeft = 1;
    match.now().isFull = true;
    match.setMode(PlayMode::GoalLeft);
    match.play(2.0);
    const auto statistics = match.statistics();
    ASSERT_EQ(statistics.goals.size(), 1U);
    EXPECT_EQ(statistics.goals[0].by, left(7));
    EXPECT_FALSE(statistics.goals[0].isOwnGoal);
    EXPECT_NEAR(statistics.goals[0].when.recordTimeS, 1.4, 0.21); // not when it is reported, at 3.4
}

TEST(MatchAnalysisTest, PossessionPausesWithPlay) {
    ScriptedMatch match;
    match.put(Side::Left, 7, -0.2, 0);
    match.play(5.0);
    match.setMode(PlayMode::FreeKickRight);
    match.play(5.0);
    const auto statistics = match.statistics();
    EXPECT_NEAR(statistics.total.teams.left.possessionS, 4.5, 0.11);
    EXPECT_NEAR(statistics.total.inPlayS, 4.9, 0.11);
    EXPECT_NEAR(statistics.total.clockS, 9.9, 0.01);
}

TEST(MatchAnalysisTest, ADribbleMovesTheBall) {
    ScriptedMatch match;
    match.put(Side::Left, 7, -0.2, 0);
    match.play(1.0);
    match.velocityOf = [](const game::PlayerId&) { return Eigen::Vector2d(0.5, 0); };
    match.roll(0.5, 0);
    match.play(4.0); // 2 m
    match.velocityOf = [](const game::PlayerId&) { return Eigen::Vector2d(0, 0); };
    match.roll(0, 0);
    match.put(Side::Left, 7, -5, 0);
    match.play(3.0);
    const auto statistics = match.statistics();
    ASSERT_EQ(statistics.dribbles.size(), 1U);
    EXPECT_EQ(statistics.dribbles[0].by, left(7));
    EXPECT_NEAR(statistics.dribbles[0].distanceM, 2.0, 0.06);
    EXPECT_EQ(statistics.total.teams.left.dribbles, 1);
    EXPECT_NEAR(statistics.find(left(7))->dribbledM, 2.0, 0.06);
    ScriptedMatch shortWay;
    shortWay.put(Side::Left, 7, -0.2, 0);
    shortWay.play(1.0);
    shortWay.roll(0.5, 0);
    shortWay.play(1.2); // 0.6 m
    EXPECT_TRUE(shortWay.statistics().dribbles.empty());
}

TEST(MatchAnalysisTest, ADribbleEndsWithPlay) {
    ScriptedMatch match;
    match.put(Side::Left, 7, -0.2, 0);
    match.play(1.0);
    for (const PlayMode mode : {PlayMode::KickInLeft, PlayMode::PlayOn}) {
        match.velocityOf = [](const game::PlayerId&) { return Eigen::Vector2d(0.6, 0); };
        match.roll(0.6, 0);
        match.play(2.0); // 1.2 m
        match.velocityOf = [](const game::PlayerId&) { return Eigen::Vector2d(0, 0); };
        match.roll(0, 0);
        match.setMode(mode);
        match.play(0.8);
        match.setMode(PlayMode::PlayOn);
    }
    EXPECT_EQ(match.statistics().dribbles.size(), 2U);
}

TEST(MatchAnalysisTest, DistancesExcludeSwayingFallsAndBeams) {
    ScriptedMatch match;
    match.put(Side::Left, 7, -10, 5);
    match.velocityOf = [](const game::PlayerId&) { return Eigen::Vector2d(0.5, 0); };
    match.play(10.0); // 5 m
    match.velocityOf = [](const game::PlayerId&) { return Eigen::Vector2d(0, 0); };
    for (int i = 0; i < 40; ++i) { // sways by 3 cm
        match.player(Side::Left, 7).p_S.y() = 5 + (i % 2) * 0.03;
        match.show();
    }
    match.put(Side::Left, 7, 3, 3); // the referee repositions it
    match.play(1.0);
    const auto statistics = match.statistics();
    const PlayerStatistics& player = *statistics.find(left(7));
    EXPECT_NEAR(player.distanceM, 5.0, 0.11);
    EXPECT_NEAR(player.uprightS, 14.9, 0.01);
    EXPECT_NEAR(player.meanSpeedMps(), 5.0 / 14.9, 0.01);
    EXPECT_NEAR(player.opponentHalfS, 1.0, 0.01);
    EXPECT_NEAR(statistics.total.teams.left.distanceM, player.distanceM, 1e-9);
    EXPECT_NEAR(player.positions.totalS(), 14.9, 0.01);
    EXPECT_NEAR(player.positions.seconds(36, 26), 1.0, 0.01); // at (3, 3), cells of 0.5 m
}

TEST(MatchAnalysisTest, FallsHaveADuration) {
    ScriptedMatch match;
    match.put(Side::Left, 7, -10, 5);
    match.put(Side::Right, 2, 10, 5);
    match.play(1.0);
    match.player(Side::Left, 7).upCos = 0.0;
    match.player(Side::Right, 2).headHeightRatio = 0.3; // sits
    match.play(2.0);
    match.player(Side::Left, 7).upCos = 0.8; // rising, but not upright yet
    match.play(1.0);
    match.player(Side::Left, 7).upCos = 1.0;
    match.put(Side::Right, 2, 10, -9); // the referee removes it
    match.play(1.0);
    match.player(Side::Right, 2).headHeightRatio = 1.0;
    match.play(1.0);
    const auto statistics = match.statistics();
    ASSERT_EQ(statistics.falls.size(), 2U);
    const PlayerStatistics& player = *statistics.find(left(7));
    EXPECT_EQ(player.falls, 1);
    EXPECT_NEAR(player.downS, 3.0, 0.01);
    EXPECT_EQ(player.getUps, 1);
    EXPECT_NEAR(*player.meanGetUpS(), 3.0, 0.01);
    const PlayerStatistics& moved = *statistics.find(right(2));
    EXPECT_EQ(moved.falls, 1);
    EXPECT_EQ(moved.getUps, 0);
    EXPECT_FALSE(moved.meanGetUpS());
    EXPECT_TRUE(statistics.falls[1].wasMoved);
    EXPECT_EQ(statistics.total.teams.left.falls, 1);
    EXPECT_NEAR(statistics.total.teams.left.downS, 3.0, 0.01);
}

TEST(MatchAnalysisTest, FoulsAreCountedOnce) {
    ScriptedMatch match;
    match.put(Side::Right, 4, 5, 0);
    for (int i = 0; i < 5; ++i) {
        match.now().fouls = {{i, 6, right(4)}};
        match.show();
    }
    match.play(3.0);
    match.now().fouls = {{9, 6, right(4)}};
    match.show();
    const auto statistics = match.statistics();
    EXPECT_EQ(statistics.fouls.size(), 2U);
    EXPECT_EQ(statistics.total.teams.right.fouls, 2);
    EXPECT_EQ(statistics.find(right(4))->fouls, 2);
}

TEST(MatchAnalysisTest, SetPlaysAreWonByTheTeamInPossessionAfterward) {
    ScriptedMatch match;
    match.put(Side::Left, 7, -0.2, 0);
    match.put(Side::Right, 4, 5, 0);
    match.play(1.0);
    match.setMode(PlayMode::KickInLeft);
    match.play(2.0);
    match.setMode(PlayMode::PlayOn);
    match.roll(0.02, 0); // touched
    match.play(6.0);     // left 7 keeps possession
    match.setMode(PlayMode::CornerKickLeft);
    match.play(2.0);
    match.put(Side::Left, 7, -5, 0);
    match.put(Side::Right, 4, 0.2, 0);
    match.setMode(PlayMode::PlayOn);
    match.play(6.0); // right 4 gains possession
    match.setMode(PlayMode::GoalKickRight);
    match.play(1.0);
    const auto statistics = match.statistics();
    ASSERT_EQ(statistics.setPlays.size(), 3U);
    EXPECT_EQ(statistics.setPlays[0].piece, game::SetPiece::KickIn);
    EXPECT_EQ(statistics.setPlays[0].isWon, true);
    EXPECT_EQ(statistics.setPlays[1].piece, game::SetPiece::CornerKick);
    EXPECT_EQ(statistics.setPlays[1].isWon, false);
    EXPECT_FALSE(statistics.setPlays[2].isWon);
    EXPECT_EQ(statistics.total.teams.left.setPlays, 2);
    EXPECT_EQ(statistics.total.teams.left.setPlaysWon, 1);
    EXPECT_EQ(statistics.total.teams.left.setPlaysLost, 1);
    EXPECT_EQ(statistics.total.teams.right.setPlays, 1);
}

TEST(MatchAnalysisTest, BallPositionsAreCountedInPlay) {
    ScriptedMatch match;
    match.putBall(4.1, -3.9);
    match.play(3.0);
    match.setMode(PlayMode::KickInLeft);
    match.play(3.0);
    const auto statistics = match.statistics();
    EXPECT_NEAR(statistics.ball.totalS(), 2.9, 0.01);
    EXPECT_NEAR(statistics.ball.seconds(38, 12), 2.9, 0.01);
    EXPECT_NEAR(statistics.total.teams.left.ballInOpponentHalfS, 2.9, 0.01);
    EXPECT_EQ(statistics.total.teams.right.ballInOpponentHalfS, 0.0);
}

TEST(MatchAnalysisTest, HalvesAndWindowsAddUp) {
    ScriptedMatch match(0.1, 10.0);
    match.setMode(PlayMode::BeforeKickOff);
    match.play(30.0);
    match.setMode(PlayMode::PlayOn);
    match.put(Side::Left, 7, -0.2, 0);
    match.play(15.0);
    match.setMode(PlayMode::BeforeKickOff);
    match.now().half = 2;
    match.play(5.0);
    match.setMode(PlayMode::PlayOn);
    match.put(Side::Left, 7, -5, 0);
    match.put(Side::Right, 4, 0.2, 0);
    match.roll(0.02, 0); // touched
    match.play(10.0);
    const auto statistics = match.statistics();
    ASSERT_EQ(statistics.halves.size(), 2U);
    EXPECT_NEAR(statistics.halves[0].teams.left.possessionS, 14.4, 0.11);
    EXPECT_EQ(statistics.halves[0].teams.right.possessionS, 0.0);
    EXPECT_NEAR(statistics.halves[1].clockS, 9.9, 0.01);
    EXPECT_GT(statistics.halves[1].possessionRatio(Side::Right), 0.9);
    ASSERT_EQ(statistics.windows.size(), 4U); // 0, 10, and 15 of half 2, 20
    double clockS = 0.0;
    for (const PeriodStatistics& window : statistics.windows) {
        clockS += window.clockS;
    }
    EXPECT_NEAR(clockS, statistics.total.clockS, 1e-6);
    EXPECT_NEAR(*statistics.kickOffS, 0.0, 1e-6);
}

// The clock of a half ends at, or just after, the beginning of a window.
TEST(MatchAnalysisTest, TheEndOfAHalfIsNoWindow) {
    for (const double untilS : {20.0, 20.2}) {
        ScriptedMatch match(0.1, 10.0);
        match.put(Side::Left, 7, -0.2, 0);
        match.put(Side::Right, 4, 5, 0);
        match.play(untilS + 0.05);
        match.now().gameTimeS = untilS;
        const double stoppedS = match.now().gameTimeS;
        match.put(Side::Left, 7, -5, 0);
        match.put(Side::Right, 4, 0.2, 0);
        for (int i = 0; i < 30; ++i) { // the half is over, but play continues
            match.show();
            match.now().gameTimeS = stoppedS;
        }
        const auto statistics = match.statistics();
        ASSERT_EQ(statistics.windows.size(), 2U) << untilS;
        EXPECT_NEAR(statistics.windows[1].fromS, 10.0, 0.11);
        EXPECT_NEAR(statistics.windows[1].toS, untilS, 1e-9);
        EXPECT_GT(statistics.windows[1].teams.right.possessionS, 2.0);
        EXPECT_NEAR(statistics.windows[0].clockS + statistics.windows[1].clockS,
                    statistics.total.clockS, 1e-9);
    }
}

TEST(MatchAnalysisTest, TheFirstShotIsTimedFromTheKickOff) {
    ScriptedMatch match;
    match.setMode(PlayMode::BeforeKickOff);
    match.play(3.0);
    match.setMode(PlayMode::KickOffLeft);
    match.putBall(11, 0);
    match.put(Side::Left, 7, 10.8, 0);
    match.play(2.0);
    match.setMode(PlayMode::PlayOn);
    match.play(4.0);
    match.roll(5, 0);
    match.play(0.5);
    const auto statistics = match.statistics();
    ASSERT_TRUE(statistics.firstShotAfterS.left);
    EXPECT_NEAR(*statistics.firstShotAfterS.left, 6.0, 0.11);
    EXPECT_FALSE(statistics.firstShotAfterS.right);
}

TEST(MatchAnalysisTest, AnExcerptHasNoKickOff) {
    ScriptedMatch match;
    match.now().gameTimeS = 100.0;
    match.play(3.0);
    EXPECT_FALSE(match.statistics().kickOffS);
}

TEST(MatchAnalysisTest, APlacedBallWasNotKicked) {
    ScriptedMatch match(0.2);
    match.put(Side::Left, 7, -0.2, 0);
    match.play(1.0);
    match.putBall(0.9, 0); // closer than a kick would roll, and then at rest
    match.play(2.0);
    EXPECT_TRUE(match.statistics().kicks.empty());
    match.putBall(12, 5);
    match.play(2.0);
    EXPECT_TRUE(match.statistics().kicks.empty());
}

TEST(MatchAnalysisTest, AKickAfterAPlacementIsNotCreditedToThePreviousOwner) {
    ScriptedMatch match(0.2);
    match.put(Side::Left, 7, -0.2, 0);
    match.play(1.0);
    match.putBall(3.5, 0);
    match.put(Side::Right, 4, 3.7, 0);
    match.roll(0, 4.5);
    match.play(0.6);
    const auto kicks = match.statistics().kicks;
    EXPECT_TRUE(std::ranges::none_of(kicks, [](const Kick& kick) { return kick.by == left(7); }));
}

TEST(MatchAnalysisTest, SurvivesEmptyFrames) {
    MatchAnalysis empty;
    EXPECT_EQ(empty.statistics().frames, 0U);
    MatchAnalysis analysis;
    AnalysisInstant bare;
    analysis.add(bare);
    analysis.add(bare); // the same again
    bare.recordTimeS = 1.0;
    bare.isRunning = bare.isInPlay = bare.isGood = true;
    analysis.add(bare);
    bare.recordTimeS = 2.0;
    bare.p_SBall = Eigen::Vector3d(NAN, 0, 0);
    analysis.add(bare);
    const auto statistics = analysis.statistics();
    EXPECT_EQ(statistics.frames, 3U);
    EXPECT_EQ(statistics.skippedFrames, 1U);
    EXPECT_TRUE(statistics.players.empty());
    EXPECT_EQ(statistics.ball.columns(), 0);
}

TEST(MatchAnalysisTest, SurvivesAnAbsurdClock) {
    ScriptedMatch match;
    match.now().gameTimeS = 1e300;
    match.play(1.0);
    match.now().gameTimeS = -1e300;
    match.play(1.0);
    EXPECT_TRUE(match.statistics().windows.empty()); // no time passes on such a clock
}

TEST(MatchAnalysisTest, GapsAreNotCounted) {
    ScriptedMatch match;
    match.put(Side::Left, 7, -5, 0);
    match.play(1.0);
    match.now().recordTimeS += 100.0;
    match.play(1.0);
    EXPECT_NEAR(match.statistics().total.clockS, 1.8, 0.01);
    EXPECT_NEAR(match.statistics().find(left(7))->fieldS, 1.8, 0.01);
}

} // namespace
} // namespace sideline::logs
