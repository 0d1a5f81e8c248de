#include "agentcore/behavior/dribble.h"

#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "tests/agentcore/behavior/ball_fixture.h"

namespace sideline::behavior {
namespace {

using Eigen::Vector2d;

// A ball that a robot walks into is as far ahead of it as a foot reaches.
class DribbleTest : public BallFixture {
protected:
    Status push(Behavior& behavior) {
        const Status status = cycle(behavior);
        const Vector2d ahead(std::cos(m_headingRad), std::sin(m_headingRad));
        const Vector2d ball = m_ball_F - m_p_F;
        const double aheadM = ahead.dot(ball);
        if (ball.norm() < 0.16 && aheadM > 0.0) {
            putBall(m_ball_F + (0.16 - aheadM) * ahead);
        }
        return status;
    }
    Dribble dribble(const DribbleSettings& settings) {
        return Dribble(OnFeet(Walk({}), armGetUp(m_model)), settings);
    }
};

TEST_F(DribbleTest, BringsTheBallToItsPlaceAndIsDone) {
    DribbleSettings settings;
    settings.to_F = Vector2d(3.0, 1.0);
    Dribble behavior = dribble(settings);
    for (const Vector2d& ball_F : {Vector2d(0.5, 0.2), Vector2d(-0.6, -0.3)}) {
        place({0.0, 0.0}, 0.0);
        putBall(ball_F);
        behavior.enter(context());
        Status status = Status::Running;
        int cycles = 0;
        bool dribbled = false;
        while (status == Status::Running && ++cycles < 2000) {
            status = push(behavior);
            dribbled = dribbled || m_decision.reason == "dribbling";
        }
        EXPECT_EQ(status, Status::Done) << ball_F.transpose();
        EXPECT_TRUE(dribbled);
        EXPECT_LT((m_ball_F - *settings.to_F).norm(), settings.arrivedM);
        EXPECT_TRUE(behavior.mayBeInterrupted());
    }
}

TEST_F(DribbleTest, ADirectionHasNoEnd) {
    DribbleSettings settings;
    settings.headingRad = 0.5 * math::kPi;
    Dribble behavior = dribble(settings);
    putBall({0.5, 0.0});
    behavior.enter(context());
    for (int i = 0; i < 1000; ++i) {
        ASSERT_EQ(push(behavior), Status::Running);
    }
    EXPECT_GT(m_ball_F.y(), 2.0);
    EXPECT_LT(std::abs(m_ball_F.x() - 0.5), 0.5);
}

TEST_F(DribbleTest, SearchesWaitsAndGetsUp) {
    Dribble behavior = dribble({});
    behavior.enter(context());
    EXPECT_LT(until(behavior, "searching for the ball"), 0.1);
    for (int i = 0; i < 150; ++i) {
        ASSERT_EQ(cycle(behavior), Status::Running);
    }
    EXPECT_GT(m_headingRad, 0.5);
    place({0.0, 0.0}, 0.0);
    putBall({0.5, 0.0});
    m_frame.situation.mayTouchBall = false;
    EXPECT_LT(until(behavior, "waiting"), 0.1);
    m_frame.situation.mayTouchBall = true;
    fall();
    ASSERT_EQ(step(behavior), Status::Running);
    EXPECT_EQ(std::isfinite(value("walk.phase")), false) << "it does not walk";
    m_frame.body.isFallen = false;
    place({0.0, 0.0}, 0.0);
    EXPECT_LT(until(behavior, "dribbling"), 10.0);
}

TEST_F(DribbleTest, TakesNoAimInAHurry) {
    Dribble behavior = dribble({});
    putBall({0.25, 0.12});
    behavior.setHeading(0.8);
    behavior.enter(context());
    cycle(behavior);
    EXPECT_EQ(m_decision.reason, "going behind the ball");
    behavior.setHurries(true);
    behavior.enter(context());
    cycle(behavior);
    EXPECT_EQ(m_decision.reason, "dribbling");
    behavior.setHeading(2.5);
    cycle(behavior);
    EXPECT_EQ(m_decision.reason, "going behind the ball") << "that way it cannot push it";
}

TEST_F(DribbleTest, TakesNoSetPlay) {
    Dribble behavior = dribble({});
    putBall({0.3, 0.0});
    m_frame.situation.isOwnRestart = true;
    behavior.enter(context());
    cycle(behavior);
    EXPECT_EQ(m_decision.reason, "waiting");
    EXPECT_FALSE(m_request.goesToBall);
}

TEST_F(DribbleTest, ContinuesWithABallThatItWouldNotBeginWith) {
    Dribble behavior = dribble({});
    const auto says = [&](const Vector2d& ball_F) {
        place({0.0, 0.0}, 0.0);
        putBall(ball_F);
        EXPECT_EQ(cycle(behavior), Status::Running);
        return m_decision.reason;
    };
    behavior.enter(context());
    EXPECT_EQ(says({0.6, 0.0}), "going behind the ball") << "far ahead";
    EXPECT_EQ(says({0.2, 0.0}), "dribbling");
    EXPECT_EQ(says({0.6, 0.0}), "dribbling");
    behavior.enter(context());
    EXPECT_EQ(says({0.6, 0.0}), "going behind the ball") << "it restarts";
    EXPECT_EQ(says({0.2, 0.0}), "dribbling");
    EXPECT_EQ(says({0.2, 0.2}), "going behind the ball") << "it has lost it";

    EXPECT_EQ(says({0.2, 0.0}), "dribbling");
    fall();
    for (int i = 0; i < 40; ++i) {
        ASSERT_EQ(step(behavior), Status::Running);
    }
    m_frame.body.isFallen = false;
    place({0.0, 0.0}, 0.0);
    putBall({0.6, 0.0});
    for (int i = 0; i < 50 && m_decision.reason.starts_with("get up"); ++i) {
        ASSERT_EQ(step(behavior), Status::Running);
    }
    EXPECT_EQ(m_decision.reason, "going behind the ball") << "after a fall, too";
}

TEST_F(DribbleTest, SeesTheBallAlongItsWay) {
    DribbleSettings settings;
    settings.headingRad = 0.3; // less than it would turn for first
    Dribble behavior = dribble(settings);
    putBall(0.3 * Vector2d(std::cos(0.3), std::sin(0.3)));
    behavior.enter(context());
    cycle(behavior);
    EXPECT_EQ(m_decision.reason, "dribbling");
    EXPECT_NEAR(value("dribble.asideM"), 0.0, 0.01);
}

TEST_F(DribbleTest, GoesAroundTheBall) {
    Dribble behavior = dribble({}); // along x
    place({1.0, 0.02}, math::kPi);
    putBall({0.4, 0.0});
    behavior.enter(context());
    double nearestM = 1.0;
    for (int i = 0; i < 1000 && m_decision.reason != "dribbling"; ++i) {
        cycle(behavior);
        nearestM = std::min(nearestM, (m_p_F - m_ball_F).norm());
    }
    EXPECT_EQ(m_decision.reason, "dribbling");
    EXPECT_GT(nearestM, 0.15);
}

TEST_F(DribbleTest, DecidesWithoutAllocations) {
    Dribble behavior = dribble({});
    putBall({0.3, 0.0});
    behavior.enter(context());
    for (int i = 0; i < 100; ++i) {
        push(behavior);
    }
    EXPECT_EQ(allocationsIn(behavior), 0U);
}

} // namespace
} // namespace sideline::behavior
