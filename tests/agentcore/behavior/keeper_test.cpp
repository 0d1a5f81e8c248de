#include "agentcore/behavior/keeper.h"

#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "tests/agentcore/behavior/ball_fixture.h"

namespace sideline::behavior {
namespace {

using Eigen::Vector2d;

class KeeperTest : public BallFixture {
protected:
    KeeperTest() { place({-14.4, 0.0}, 0.0); }

    // A ball that rolls so that it passes the robot there.
    void shoot(double lateralM, double speedMps) {
        putBall({-11.0, 0.0});
        const Vector2d way = m_p_F + Vector2d(0.0, lateralM) - m_ball_F;
        world::BallBelief& ball = m_frame.world.ball;
        ball.velocity_FMps << speedMps * way.normalized(), 0.0;
        ball.covariance = 1e-6 * Eigen::Matrix<double, 6, 6>::Identity();
        ball.rest_F = ball.p_F + 0.9 * ball.velocity_FMps;
    }
    std::shared_ptr<const motion::JointTrajectory> armUp(const char* joint) const {
        auto motion = std::make_shared<motion::JointTrajectory>(m_model.joints().size());
        motion->setKeys(m_model.findJoint(joint), {{.timeS = 0.2, .angleRad = 0.5}});
        motion->lengthS = 0.2;
        return motion;
    }
    Keeper keeper(const KeeperSettings& settings = {}) {
        return Keeper(OnFeet(Walk({}), armGetUp(m_model)), armUp("lae1"), armUp("rae1"), settings);
    }
    // One that plays balls away.
    Keeper clearing(const KeeperSettings& settings = {}) {
        return Keeper(OnFeet(Walk({}), armGetUp(m_model)), armUp("lae1"), armUp("rae1"), settings,
                      Striker(Walk({}), armGetUp(m_model), {KnownKick()}));
    }
    void addTeammate(const Vector2d& p_F) {
        addOpponent(p_F);
        m_frame.world.players.back().isTeammate = true;
    }
    // What it begins with.
    Keeper::Stage stageOf(Keeper behavior) {
        behavior.enter(context());
        EXPECT_EQ(step(behavior), Status::Running);
        return behavior.stage();
    }
};

TEST_F(KeeperTest, StandsBetweenBallAndGoal) {
    Keeper behavior = keeper();
    for (const Vector2d& ball_F :
         {Vector2d(-10.0, 4.0), Vector2d(0.0, 0.0), Vector2d(-13.0, -3.0)}) {
        putBall(ball_F);
        place({-14.0, 0.0}, 0.0);
        behavior.enter(context());
        for (int i = 0; i < 500; ++i) {
            ASSERT_EQ(cycle(behavior), Status::Running);
        }
        EXPECT_EQ(m_decision.reason, "guarding the goal");
        const Vector2d goal_F(-15.0, 0.0);
        const Vector2d toBall = (ball_F - goal_F).normalized();
        const Vector2d own = m_p_F - goal_F;
        EXPECT_LT(std::abs(toBall.x() * own.y() - toBall.y() * own.x()), 0.2) << own.transpose();
        EXPECT_LT(own.norm(), 1.0);
        EXPECT_TRUE(behavior.mayBeInterrupted());
    }
}

TEST_F(KeeperTest, DoesNotPushTheBallIntoItsGoal) {
    Keeper behavior = keeper();
    putBall({-14.7, 0.5}); // between it and the goal
    place({-14.2, 0.5}, 0.0);
    behavior.enter(context());
    for (int i = 0; i < 500; ++i) {
        ASSERT_EQ(cycle(behavior), Status::Running);
        ASSERT_GT((m_p_F - m_ball_F).norm(), 0.2) << "it goes around the ball";
    }
    EXPECT_LT(m_p_F.x(), m_ball_F.x() - 0.15);
    EXPECT_GT(m_p_F.x(), -15.2);
}

TEST_F(KeeperTest, BlocksWhatComesNearAndDivesForTheRest) {
    struct Row {
        double lateralM;
        const char* reason;
        const char* joint;
    };
    for (const Row& row : {Row{0.22, "blocking", nullptr}, Row{-0.22, "blocking", nullptr},
                           Row{0.6, "diving", "lae1"}, Row{-0.6, "diving", "rae1"}}) {
        place({-14.4, 0.0}, 0.0);
        shoot(row.lateralM, 7.0);
        Keeper behavior = keeper();
        behavior.enter(context());
        ASSERT_EQ(step(behavior), Status::Running);
        EXPECT_NEAR(value("keeper.asideM"), row.lateralM, 0.03);
        bool acts = m_decision.reason == row.reason;
        for (int i = 0; i < 100 && !acts; ++i) {
            // The ball comes nearer.
            const Vector2d move = 0.02 * m_frame.world.ball.velocity_FMps.head<2>();
            putBall(m_ball_F + move);
            ASSERT_EQ(step(behavior), Status::Running);
            acts = m_decision.reason == row.reason;
        }
        ASSERT_TRUE(acts) << m_decision.reason << " at " << row.lateralM;
        EXPECT_FALSE(behavior.mayBeInterrupted());
        m_frame.world.ball.velocity_FMps.setZero();
        double mostRad = -9.0;
        int cycles = 0;
        while (behavior.stage() != Keeper::Stage::Guard && ++cycles < 300) {
            ASSERT_EQ(step(behavior), Status::Running);
            if (row.joint != nullptr) {
                mostRad = std::max(mostRad, joint(row.joint).measuredRad);
            }
        }
        EXPECT_LT(cycles, 200) << "it returns to its guard";
        if (row.joint != nullptr) {
            EXPECT_NEAR(mostRad, 0.5, 0.05);
        }
    }
}

TEST_F(KeeperTest, StaysBetweenThePosts) {
    KeeperSettings settings;
    settings.cover.aheadM = 1.5;
    Keeper behavior = keeper(settings);
    putBall({-14.9, 6.0}); // beside the goal, near the line
    behavior.enter(context());
    for (int i = 0; i < 500; ++i) {
        ASSERT_EQ(cycle(behavior), Status::Running);
    }
    EXPECT_GT(m_p_F.y(), 0.5);
    EXPECT_LT(m_p_F.y(), 0.5 * m_field.dimensions().goalWidthM);
}

TEST_F(KeeperTest, ABlockLastsUntilTheShotIsOver) {
    Keeper behavior = keeper();
    behavior.enter(context());
    for (int i = 0; i < 150; ++i) { // it has guarded for a while
        ASSERT_EQ(step(behavior), Status::Running);
    }
    shoot(0.22, 7.0);
    for (int i = 0; i < 100 && behavior.stage() != Keeper::Stage::Block; ++i) {
        putBall(m_ball_F + 0.02 * m_frame.world.ball.velocity_FMps.head<2>());
        ASSERT_EQ(step(behavior), Status::Running);
    }
    ASSERT_EQ(behavior.stage(), Keeper::Stage::Block);
    m_frame.world.ball.velocity_FMps.setZero();
    int cycles = 0;
    while (behavior.stage() == Keeper::Stage::Block && ++cycles < 300) {
        ASSERT_EQ(step(behavior), Status::Running);
    }
    EXPECT_NEAR(0.02 * cycles, 0.32, 0.05) << "to the wide stance, and as long again";
}

TEST_F(KeeperTest, AfterEnteringItGuards) {
    Keeper behavior = keeper();
    behavior.enter(context());
    shoot(0.6, 7.0);
    for (int i = 0; i < 100 && behavior.stage() != Keeper::Stage::Dive; ++i) {
        putBall(m_ball_F + 0.02 * m_frame.world.ball.velocity_FMps.head<2>());
        ASSERT_EQ(step(behavior), Status::Running);
    }
    ASSERT_EQ(behavior.stage(), Keeper::Stage::Dive);
    behavior.enter(context());
    EXPECT_EQ(behavior.stage(), Keeper::Stage::Guard);
}

TEST_F(KeeperTest, LetsGoWhatIsNoShot) {
    Keeper behavior = keeper();
    behavior.enter(context());
    const auto staysOnGuard = [&] {
        for (int i = 0; i < 20; ++i) {
            EXPECT_EQ(step(behavior), Status::Running);
            if (m_decision.reason != "guarding the goal") {
                return false;
            }
        }
        return true;
    };
    shoot(0.0, 0.2);
    EXPECT_TRUE(staysOnGuard()) << "too slow";
    shoot(0.0, 7.0);
    m_frame.world.ball.velocity_FMps *= -1.0;
    EXPECT_TRUE(staysOnGuard()) << "goes away";
    shoot(4.0, 7.0);
    EXPECT_TRUE(staysOnGuard()) << "goes wide";
    shoot(0.6, 7.0);
    m_frame.body.pose.isValid = false;
    EXPECT_TRUE(staysOnGuard()) << "does not know where it is";
    m_frame.body.pose.isValid = true;
    m_frame.world.ball.covariance = Eigen::Matrix<double, 6, 6>::Identity();
    EXPECT_TRUE(staysOnGuard()) << "is not sure";
}

TEST_F(KeeperTest, WhatItMayNotDoItDoesNot) {
    KeeperSettings settings;
    settings.blocks = false;
    settings.dives = false;
    Keeper behavior = keeper(settings);
    for (const double lateralM : {0.22, 0.6}) {
        shoot(lateralM, 7.0);
        behavior.enter(context());
        for (int i = 0; i < 40; ++i) {
            ASSERT_EQ(step(behavior), Status::Running);
            ASSERT_EQ(behavior.stage(), Keeper::Stage::Guard);
            putBall(m_ball_F + 0.02 * m_frame.world.ball.velocity_FMps.head<2>());
        }
    }
}

TEST_F(KeeperTest, ClearsABallThatLiesInFrontOfItsGoal) {
    Keeper behavior = clearing();
    putBall({-13.6, 0.4});
    behavior.enter(context());
    EXPECT_LT(until(behavior, "kicking", 10.0), 10.0);
    EXPECT_EQ(behavior.stage(), Keeper::Stage::Clear);
    EXPECT_FALSE(behavior.mayBeInterrupted()) << "in the middle of a kick";
    // Once the ball is away it guards again.
    putBall({-6.0, 2.0});
    EXPECT_LT(until(behavior, "guarding the goal", 4.0), 4.0);
    EXPECT_EQ(behavior.stage(), Keeper::Stage::Guard);
    EXPECT_FALSE(std::isfinite(until(behavior, "kicking", 0.5)));
}

TEST_F(KeeperTest, LeavesToOthersWhatIsTheirs) {
    putBall({-13.6, 0.4});
    EXPECT_EQ(stageOf(keeper()), Keeper::Stage::Guard) << "it has no kick";
    EXPECT_EQ(stageOf(clearing()), Keeper::Stage::Clear);
    KeeperSettings settings;
    settings.clearM = 1.0;
    EXPECT_EQ(stageOf(clearing(settings)), Keeper::Stage::Guard) << "the ball is too far away";
    m_frame.world.ball.velocity_FMps = {0.6, 0.0, 0.0};
    EXPECT_EQ(stageOf(clearing()), Keeper::Stage::Guard) << "the ball rolls";
    m_frame.world.ball.velocity_FMps.setZero();
    m_frame.situation.mayTouchBall = false;
    EXPECT_EQ(stageOf(clearing()), Keeper::Stage::Guard) << "a rule forbids it";
    m_frame.situation.mayTouchBall = true;
    addTeammate({-13.3, 0.4});
    EXPECT_EQ(stageOf(clearing()), Keeper::Stage::Guard) << "a teammate is nearer";
    m_frame.world.players.clear();
    addOpponent({-13.2, 0.4});
    EXPECT_EQ(stageOf(clearing()), Keeper::Stage::Guard) << "an opponent is nearer";
    m_frame.situation.isOwnRestart = true;
    EXPECT_EQ(stageOf(clearing()), Keeper::Stage::Clear) << "at a goal kick it must stay away";
    m_frame.situation.isOwnRestart = false;
    m_frame.world.players.clear();
    place({-13.4, 0.4}, math::kPi);
    EXPECT_EQ(stageOf(clearing()), Keeper::Stage::Guard) << "it would play toward its own goal";
    place({-14.4, 0.0}, 0.0);
    m_frame.world.ball.isKnown = false;
    EXPECT_EQ(stageOf(clearing()), Keeper::Stage::Guard) << "the ball is not known";
}

TEST_F(KeeperTest, GoesBackIfAnOpponentIsMuchSooner) {
    Keeper behavior = clearing();
    putBall({-12.6, 0.4});
    behavior.enter(context());
    ASSERT_EQ(step(behavior), Status::Running);
    ASSERT_EQ(behavior.stage(), Keeper::Stage::Clear);
    addOpponent({-12.0, 1.8}); // about as soon
    ASSERT_EQ(step(behavior), Status::Running);
    EXPECT_EQ(behavior.stage(), Keeper::Stage::Clear) << "it does not change its mind";
    m_frame.world.players.back().p_F = {-12.5, 0.5, 0.0};
    ASSERT_EQ(step(behavior), Status::Running);
    EXPECT_EQ(behavior.stage(), Keeper::Stage::Guard);
    EXPECT_EQ(m_decision.reason, "guarding the goal");
}

TEST_F(KeeperTest, GetsUpAndClears) {
    Keeper behavior = clearing();
    putBall({-13.6, 0.4});
    behavior.enter(context());
    ASSERT_EQ(step(behavior), Status::Running);
    fall();
    for (int i = 0; i < 5; ++i) {
        ASSERT_EQ(step(behavior), Status::Running);
        EXPECT_EQ(behavior.stage(), Keeper::Stage::Clear);
        EXPECT_NE(m_decision.reason, "walking to the ball");
    }
}

TEST_F(KeeperTest, DecidesWithoutAllocations) {
    Keeper behavior = keeper();
    shoot(0.22, 7.0);
    behavior.enter(context());
    for (int i = 0; i < 30; ++i) {
        step(behavior);
    }
    EXPECT_EQ(allocationsIn(behavior), 0U);
    Keeper clears = clearing();
    m_frame.world.ball.velocity_FMps.setZero();
    putBall({-13.6, 0.4});
    addOpponent({-9.0, 0.0});
    clears.enter(context());
    for (int i = 0; i < 30; ++i) {
        step(clears);
    }
    ASSERT_EQ(clears.stage(), Keeper::Stage::Clear);
    EXPECT_EQ(allocationsIn(clears), 0U);
}

} // namespace
} // namespace sideline::behavior
