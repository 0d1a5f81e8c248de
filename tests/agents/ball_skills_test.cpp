// Skills with the ball, in the simulator: where the ball goes, when, and how fast.
#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "agentcore/behavior/ball_skill.h"
#include "agentcore/game/play_mode.h"
#include "agentcore/planning/ball_roll.h"
#include "tests/agents/skill_fixture.h"

namespace sideline {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

using BallSkillsTest = SkillFixture;

TEST_F(BallSkillsTest, ABallThatArrivesSlowlyIsKickedFarther) {
    EXPECT_NEAR(planning::reachFor(4.0, 0.0), 4.0, 1e-9);
    const double reachM = planning::reachFor(4.0, 1.0);
    EXPECT_NEAR(reachM, 4.93, 0.01);
    // A ball that rolls 4.93 m starts at 5.3 m/s and loses 1.06 of its speed per second.
    EXPECT_NEAR(planning::rollTimeS(4.0, reachM), std::log(4.93 / 0.93) / 1.062, 0.01);
    EXPECT_NEAR(planning::rollTimeS(0.0, 4.0), 0.0, 1e-9);
    EXPECT_TRUE(std::isfinite(planning::rollTimeS(6.0, 4.0)));
}

TEST_F(BallSkillsTest, AShortPassIsNoFullKick) {
    join("kick-to", {{"place", "point(-6, 0.5)"}});
    start({-9.0, 0.0, 0.0}, {-8.0, 0.0});
    playUntilRest(30.0);
    const Vector2d way = ball() - m_first_S;
    EXPECT_GT(way.norm(), 1.0);
    EXPECT_LT(way.norm(), 4.0) << "a full quick kick rolls 5.5 m";
    EXPECT_NEAR(std::atan2(way.y(), way.x()), std::atan2(0.5, 2.0), 0.4);
    EXPECT_NE(reason().find("kicked, at point(-6, 0.5) (-6.00, 0.50)"), std::string::npos)
        << reason();
}

TEST_F(BallSkillsTest, ALongPassUsesTheFarKick) {
    join("kick-to", {{"place", "point(1, 0)"}});
    start({-9.0, 0.0, 0.0}, {-8.5, 0.0});
    playUntilRest(40.0);
    EXPECT_GT(ball().x(), -1.5) << "farther than the quick kick's 5.5 m: " << ball().transpose();
}

TEST_F(BallSkillsTest, TheBallPassesItsPlaceWithTheRequestedSpeed) {
    join("kick-to", {{"place", "point(-5, 0)"}, {"arrival-speed", "1.5m/s"}});
    start({-9.0, 0.0, 0.0}, {-8.0, 0.0});
    const auto passage = playUntilPast(3.0, 30.0);
    ASSERT_TRUE(passage) << reason();
    EXPECT_GT(passage->speedMps, 0.3) << "kicks scatter by a meter and more";
    EXPECT_LT(passage->speedMps, 2.7);
    EXPECT_NE(reason().find("arriving with 1.5m/s 1.5"), std::string::npos) << reason();
}

TEST_F(BallSkillsTest, TheBallGetsThereInTime) {
    // It walks there within 5 s and waits at the ball.
    join("kick-to", {{"place", "point(-5, 0)"}, {"arrival-speed", "1"}, {"duration", "18"}});
    start({-8.6, 0.0, 0.0}, {-8.0, 0.0});
    m_pitch.play(10.0);
    EXPECT_LT((ball() - m_first_S).norm(), 0.05) << "not kicked yet";
    EXPECT_EQ(reason().rfind("at the ball", 0), 0U) << reason();
    const auto passage = playUntilPast(3.0, 20.0);
    ASSERT_TRUE(passage) << reason();
    EXPECT_NEAR(passage->timeS - m_startS, 18.0, 2.0);
}

TEST_F(BallSkillsTest, APassIntoTheRunIsAheadOfTheRunner) {
    join("pass-into-run", {{"to", "teammate(5)"}});
    join("walk", {{"go-forward", "0.4"}}, 5);
    start({-9.0, 0.0, 0.0}, {-8.5, 0.0}, {-8.5, 3.0, 0.0});
    playUntilRest(25.0);
    const Vector2d way = ball() - m_first_S;
    EXPECT_GT(way.norm(), 1.5) << reason();
    // It was at (-8.5, 3), almost straight to the left, and ran ahead.
    EXPECT_NEAR(std::atan2(way.y(), way.x()), std::atan2(3.0, 2.5), 0.5) << ball().transpose();
}

TEST_F(BallSkillsTest, ShootsBetweenThePosts) {
    join("shoot");
    start({11.0, 2.5, 0.0}, {11.8, 2.0});
    m_pitch.play(20.0);
    const auto mode = m_pitch.simulation().referee().game().playMode();
    EXPECT_TRUE(mode == game::PlayMode::GoalLeft || mode == game::PlayMode::KickOffRight)
        << reason() << ", ball at " << ball().transpose();
}

TEST_F(BallSkillsTest, ShootsPastAKeeper) {
    join("shoot");
    join("stop", {}, 1, "Other");
    start({11.0, 0.0, 0.0}, {11.8, 0.0}, {14.6, 0.3, 3.1416});
    m_pitch.play(20.0);
    const auto mode = m_pitch.simulation().referee().game().playMode();
    EXPECT_TRUE(mode == game::PlayMode::GoalLeft || mode == game::PlayMode::KickOffRight)
        << reason() << ", ball at " << ball().transpose();
}

TEST_F(BallSkillsTest, ClearsAwayFromItsOwnGoal) {
    join("clear");
    start({-13.6, 1.0, 3.1416}, {-14.2, 1.0}); // faces its own goal
    playUntilRest(40.0);
    EXPECT_GT(ball().x(), -12.5) << reason() << ", ball at " << ball().transpose();
}

// The referee puts a ball that never left the field at the center.
TEST_F(BallSkillsTest, TakesAKickInAndNothingElse) {
    join("kick-in", {{"to", "point(3, 2)"}});
    start({-1.5, 1.0, 0.0}, {-1.0, 1.0});
    m_pitch.play(8.0);
    EXPECT_LT((ball() - m_first_S).norm(), 0.05) << "it is no restart of its team";
    EXPECT_EQ(reason().rfind("waiting", 0), 0U) << reason();
    m_pitch.simulation().referee().setPlayMode(game::PlayMode::KickInLeft);
    m_pitch.play(0.2);
    m_first_S = ball();
    playUntilRest(14.0); // the referee waits for 15 s
    EXPECT_GT((ball() - m_first_S).norm(), 1.5) << reason();
    EXPECT_GT((ball() - m_first_S).dot(Vector2d(3.0, 2.0)), 0.0);
}

TEST_F(BallSkillsTest, AGoalKickIsNoKickIn) {
    join("goal-kick");
    start({-1.5, 1.0, 0.0}, {-1.0, 1.0});
    m_pitch.simulation().referee().setPlayMode(game::PlayMode::KickInLeft);
    m_pitch.play(0.2);
    m_first_S = ball();
    m_pitch.play(8.0);
    EXPECT_LT((ball() - m_first_S).norm(), 0.05) << reason();
}

TEST_F(BallSkillsTest, InterceptsARollingBall) {
    join("intercept");
    start({-9.0, 0.0, 0.0}, {-2.0, 2.5});
    m_pitch.play(1.0); // sees it
    m_pitch.placeBall({-2.0, 2.5}, {-5.0, -1.0});
    m_pitch.play(15.0);
    const Vector2d self = m_pitch.torso(0).p.head<2>();
    EXPECT_LT((ball() - self).norm(), 0.45) << reason() << ", ball at " << ball().transpose();
    EXPECT_EQ(reason().rfind("at the ball", 0), 0U) << reason();
}

TEST_F(BallSkillsTest, DribblesToAPlaceAndStops) {
    join("dribble-to", {{"place", "point(-5, 1)"}});
    start({-9.0, 0.0, 0.0}, {-8.0, 0.0});
    m_pitch.play(40.0);
    EXPECT_LT((ball() - Vector2d(-5.0, 1.0)).norm(), 0.9) << reason() << ball().transpose();
}

TEST_F(BallSkillsTest, WithAgainItFollowsTheBall) {
    join("kick-to", {{"place", "point(6, 0)"}, {"again", "true"}});
    start({-9.0, 0.0, 0.0}, {-8.5, 0.0});
    m_pitch.play(45.0);
    EXPECT_GT(ball().x(), 2.0) << "one kick reaches 11.6 m at most: " << ball().transpose();
}

TEST_F(BallSkillsTest, CoversTheGoalAgainstAnOpponent) {
    join("cover-goal", {{"against", "opponent.nearest"}, {"ahead", "1.5"}});
    join("stop", {}, 5, "Other");
    start({-13.0, -2.0, 0.0}, {5.0, 0.0}, {-12.0, 2.5, 3.1416});
    m_pitch.play(12.0);
    const Vector2d self = m_pitch.torso(0).p.head<2>();
    const Vector2d out = (Vector2d(-12.0, 2.5) - Vector2d(-15.0, 0.0)).normalized();
    EXPECT_LT((self - (Vector2d(-15.0, 0.0) + 1.5 * Vector2d(out))).norm(), 0.45)
        << self.transpose() << " " << reason();
    EXPECT_EQ(reason().rfind("covering the goal, against opponent.nearest", 0), 0U) << reason();
}

TEST_F(BallSkillsTest, StandsAtTheNearPost) {
    join("near-post");
    start({-13.5, 0.0, 0.0}, {-13.0, -6.0});
    m_pitch.play(12.0);
    const Vector2d self = m_pitch.torso(0).p.head<2>();
    EXPECT_NEAR(self.x(), -14.7, 0.3);
    EXPECT_NEAR(self.y(), -0.85, 0.3);
}

TEST_F(BallSkillsTest, DivesGetsUpAndStands) {
    join("dive", {{"side", "right"}});
    start({-9.0, 0.0, 0.0}, {-5.0, 0.0});
    double leastUp = 1.0;
    double rightM = 0.0;
    for (int i = 0; i < 100; ++i) {
        m_pitch.play(0.02);
        leastUp = std::min(leastUp, m_pitch.torso(0).R(2, 2));
        rightM = std::min(rightM, m_pitch.torso(0).p.y());
    }
    EXPECT_LT(leastUp, 0.5) << "it lies";
    EXPECT_LT(rightM, -0.2);
    m_pitch.play(8.0);
    EXPECT_GT(m_pitch.torso(0).R(2, 2), 0.95) << reason();
}

TEST(BallDirectionsTest, TheGoalMouthNarrowsWithTheDistance) {
    field::FieldDimensions field;
    field.lengthM = 30.0;
    field.goalWidthM = 2.1;
    const auto near = behavior::goalMouth(field, {14.0, 0.0});
    const auto far = behavior::goalMouth(field, {5.0, 0.0});
    const auto beside = behavior::goalMouth(field, {13.0, 5.0});
    EXPECT_NEAR(near.centerRad, 0.0, 1e-9);
    EXPECT_GT(near.halfRad, far.halfRad);
    EXPECT_TRUE(beside.contains(std::atan2(-5.0, 2.0)));
    EXPECT_FALSE(beside.contains(0.0));
    const auto away = behavior::awayFromGoal(field, {-14.0, 0.0}, 1.2);
    EXPECT_TRUE(away.contains(1.1));
    EXPECT_FALSE(away.contains(1.3));
    EXPECT_FALSE(away.contains(3.0));
}

} // namespace
} // namespace sideline
