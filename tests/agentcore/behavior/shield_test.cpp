#include "agentcore/behavior/shield.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/agentcore/behavior/ball_fixture.h"

namespace sideline::behavior {
namespace {

using Eigen::Vector2d;

constexpr double kStandOffM = 0.22;
constexpr double kTouchesM = 0.13; // half a foot and half a ball

class ShieldTest : public BallFixture {
protected:
    // @return how near it came to the ball
    double goThere(Behavior& behavior, double seconds) {
        double nearestM = 9.0;
        for (double timeS = 0.0; timeS < seconds; timeS += 0.02) {
            EXPECT_EQ(cycle(behavior), Status::Running);
            nearestM = std::min(nearestM, (m_p_F - m_ball_F).norm());
        }
        return nearestM;
    }
    void expectLooksAtBall() {
        const Vector2d way = m_ball_F - m_p_F;
        EXPECT_LT(std::abs(math::wrapRad(std::atan2(way.y(), way.x()) - m_headingRad)), 0.25);
    }

    Shield m_shield{OnFeet(Walk({}), armGetUp(m_model)), AtBallSettings{.standOffM = kStandOffM}};
};

TEST_F(ShieldTest, StandsBetweenBallAndOpponentAndLooksAtTheBall) {
    putBall({1.0, 0.0});
    addOpponent({3.0, 0.0});
    m_shield.enter(context());
    EXPECT_GT(goThere(m_shield, 15.0), kTouchesM) << "it went around the ball";
    EXPECT_LT((m_p_F - Vector2d(1.0 + kStandOffM, 0.0)).norm(), 0.08) << m_p_F.transpose();
    EXPECT_EQ(m_decision.reason, "between the ball and the opponent");
    expectLooksAtBall();
    // He goes around; so does it.
    m_frame.world.players.front().p_F = {1.0, 2.0, 0.0};
    EXPECT_GT(goThere(m_shield, 15.0), kTouchesM);
    EXPECT_LT((m_p_F - Vector2d(1.0, kStandOffM)).norm(), 0.08) << m_p_F.transpose();
    expectLooksAtBall();
    EXPECT_EQ(shapesIn("shield.place"), 1U);
}

TEST_F(ShieldTest, WithoutAnOpponentItStandsOnItsOwnSide) {
    place({1.0, 0.6}, 0.0);
    putBall({0.0, 0.0});
    m_shield.enter(context());
    EXPECT_GT(goThere(m_shield, 15.0), kTouchesM);
    EXPECT_LT((m_p_F - Vector2d(-kStandOffM, 0.0)).norm(), 0.08) << m_p_F.transpose();
    EXPECT_EQ(m_decision.reason, "behind the ball");
}

TEST_F(ShieldTest, ACircleEndsOnTheSideThatIsSet) {
    for (const double approachRad : {0.0, 2.0, -3.0}) {
        Circle circle(OnFeet(Walk({}), armGetUp(m_model)), AtBallSettings{.standOffM = kStandOffM},
                      approachRad);
        place({-1.0, 0.1}, 0.0);
        putBall({0.0, 0.0});
        circle.enter(context());
        EXPECT_GT(goThere(circle, 15.0), kTouchesM) << approachRad;
        EXPECT_LT(std::abs(math::wrapRad(m_headingRad - approachRad)), 0.3) << approachRad;
        EXPECT_EQ(m_decision.reason, "at the ball");
        EXPECT_TRUE(circle.mayBeInterrupted());
    }
}

TEST_F(ShieldTest, WithoutAPoseItStandsAndWithoutABallItSearches) {
    m_shield.enter(context());
    EXPECT_LT(until(m_shield, "searching for the ball"), 0.1);
    putBall({1.0, 0.0});
    m_frame.body.pose.isValid = false;
    EXPECT_LT(until(m_shield, "its pose is unknown"), 0.1);
    const Vector2d before = m_p_F;
    goThere(m_shield, 1.0);
    EXPECT_LT((m_p_F - before).norm(), 0.05);
}

TEST_F(ShieldTest, DecidesWithoutAllocations) {
    putBall({0.5, 0.0});
    addOpponent({3.0, 0.0});
    m_shield.enter(context());
    goThere(m_shield, 2.0);
    EXPECT_EQ(allocationsIn(m_shield), 0U);
}

} // namespace
} // namespace sideline::behavior
