// Skills with the ball, in the simulator: where the ball goes, when, and how fast.
#include <cmath>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "agentcore/behavior/ball_skill.h"
#include "agentcore/planning/ball_roll.h"
#include "agentcore/robot/nao.h"
#include "agents/behaviors/built_in.h"
#include "agents/skill_library.h"
#include "training/skill/skill_pitch.h"

namespace sideline {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using Settings = agents::ParameterTexts;

class BallSkillsTest : public testing::Test {
protected:
    std::size_t join(const std::string& name, const Settings& settings = {}, int unum = 2,
                     const std::string& team = "Own") {
        const agents::BehaviorRegistry registry = agents::builtInBehaviors();
        const robot::RobotModelPtr model = robot::naoModel(robot::NaoType::Standard).shared();
        auto behavior = registry.make(name, settings, {*model, m_skills});
        EXPECT_TRUE(behavior) << (behavior ? "" : behavior.error().toString());
        return m_pitch.join(model, 0, team, unum, **behavior);
    }
    void start(const Vector3d& robot_S, const Vector2d& ball_S) {
        m_pitch.begin();
        m_pitch.place(0, robot_S);
        m_pitch.placeBall(ball_S);
        m_first_S = ball_S;
    }
    // Plays until the ball has come to rest after a kick.
    void playUntilRest(double maxS) {
        const double untilS = m_pitch.timeS() + maxS;
        while (m_pitch.timeS() < untilS &&
               !((ball() - m_first_S).norm() > 0.3 && m_pitch.ballVelocity_SMps().norm() < 0.02)) {
            m_pitch.cycle();
        }
    }
    // Plays until the ball crosses a distance from its first place.
    // @return time and speed then; not set if it does not
    struct Passage {
        double timeS = 0.0;
        double speedMps = 0.0;
    };
    std::optional<Passage> playUntilPast(double distanceM, double maxS) {
        const double untilS = m_pitch.timeS() + maxS;
        while (m_pitch.timeS() < untilS) {
            m_pitch.cycle();
            if ((ball() - m_first_S).norm() > distanceM) {
                return Passage{m_pitch.timeS(), m_pitch.ballVelocity_SMps().norm()};
            }
        }
        return {};
    }
    [[nodiscard]] Vector2d ball() { return m_pitch.ball_S(); }
    [[nodiscard]] const std::string& reason(std::size_t robot = 0) {
        return m_pitch.frame(robot).decision.reason;
    }

    agents::SkillLibrary m_skills;
    training::SkillPitch m_pitch{false, 7};
    Vector2d m_first_S = Vector2d::Zero();
};

TEST_F(BallSkillsTest, ABallThatArrivesSlowlyIsKickedFarther) {
    EXPECT_NEAR(planning::reachFor(4.0, 0.0), 4.0, 1e-9);
    const double reachM = planning::reachFor(4.0, 1.0);
    EXPECT_NEAR(reachM, 4.93, 0.01);
    // A ball that rolls 4.93 m starts at 5.3 m/s and loses 1.06 of its speed per second.
    EXPECT_NEAR(planning::rollTimeS(4.0, reachM), std::log(4.93 / 0.93) / 1.062, 0.01);
    EXPECT_NEAR(planning::rollTimeS(0.0, 4.0), 0.0, 1e-9);
    EXPECT_TRUE(std::isfinite(planning::rollTimeS(6.0, 4.0)));
}

TEST_F(BallSkillsTest, AShortPassStopsAtItsPlace) {
    join("kick-to", {{"place", "point(-6, 0.5)"}});
    start({-9.0, 0.0, 0.0}, {-8.0, 0.0});
    playUntilRest(30.0);
    EXPECT_LT((ball() - Vector2d(-6.0, 0.5)).norm(), 1.0) << ball().transpose();
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
    EXPECT_NEAR(passage->speedMps, 1.5, 0.8);
    EXPECT_NE(reason().find("arriving with 1.5m/s 1.5"), std::string::npos) << reason();
}

TEST_F(BallSkillsTest, TheBallGetsThereInTime) {
    // It walks there within 5 s and waits at the ball.
    join("kick-to", {{"place", "point(-5, 0)"}, {"arrival-speed", "1"}, {"duration", "18"}});
    const double enteredS = -1.2; // when it joined, before `begin` returned
    start({-8.6, 0.0, 0.0}, {-8.0, 0.0});
    m_pitch.play(10.0);
    EXPECT_LT((ball() - m_first_S).norm(), 0.05) << "not kicked yet";
    EXPECT_EQ(reason().rfind("at the ball", 0), 0U) << reason();
    const auto passage = playUntilPast(3.0, 20.0);
    ASSERT_TRUE(passage) << reason();
    EXPECT_NEAR(passage->timeS - enteredS, 18.0, 1.5);
}

TEST_F(BallSkillsTest, APassIntoTheRunIsAheadOfTheRunner) {
    join("pass-into-run", {{"to", "teammate(5)"}});
    const std::size_t mate = join("walk", {{"go-forward", "0.4"}}, 5);
    start({-9.0, 0.0, 0.0}, {-8.5, 0.0});
    m_pitch.place(mate, {-8.5, 3.0, 0.0});
    playUntilRest(25.0);
    EXPECT_GT((ball() - m_first_S).norm(), 1.5) << reason();
    EXPECT_GT(ball().x(), -6.5) << "ahead of where the runner was: " << ball().transpose();
    EXPECT_GT(ball().y(), 0.8);
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
    const std::size_t keeper = join("hold-pose", {}, 1, "Other");
    start({11.0, 0.0, 0.0}, {11.8, 0.0});
    m_pitch.place(keeper, {14.6, 0.3, 3.1416});
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

TEST_F(BallSkillsTest, TakesAKickInAndNothingElse) {
    join("kick-in", {{"to", "point(-4, 6)"}});
    start({-9.0, 5.0, 1.57}, {-8.0, 9.9});
    m_pitch.play(8.0);
    EXPECT_LT((ball() - m_first_S).norm(), 0.05) << "it is no restart of its team";
    EXPECT_EQ(reason().rfind("waiting", 0), 0U) << reason();
    m_pitch.simulation().referee().setPlayMode(game::PlayMode::KickInLeft);
    m_pitch.placeBall(m_first_S);
    playUntilRest(30.0);
    EXPECT_GT((ball() - m_first_S).norm(), 1.5) << reason();
    EXPECT_LT(ball().y(), 9.0) << "into the field";
}

TEST_F(BallSkillsTest, AGoalKickIsNoKickIn) {
    join("goal-kick");
    start({-9.0, 8.5, 1.57}, {-8.0, 9.9});
    m_pitch.simulation().referee().setPlayMode(game::PlayMode::KickInLeft);
    m_pitch.placeBall(m_first_S);
    m_pitch.play(8.0);
    EXPECT_LT((ball() - m_first_S).norm(), 0.05);
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
