#include "agentcore/motion/walk/step_planner.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <utility>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"

namespace sideline::motion {
namespace {

constexpr double kHalfM = 0.055; // lateral position of each foot in standing

WalkParameters quickParameters() {
    WalkParameters parameters;
    parameters.forwardMps = 0.8;
    parameters.backwardMps = 0.4;
    parameters.sidewardMps = 0.3;
    parameters.turnRadPerS = 1.5;
    return parameters;
}

class StepPlannerTest : public testing::Test {
protected:
    // Runs to the end of the step, without feedback.
    void step(const WalkCommand& command) {
        m_planner.next(command, m_planner.place(otherFoot(m_planner.support()), 1.0, 1.0, command));
    }
    void steps(const WalkCommand& command, int count) {
        for (int i = 0; i < count; ++i) {
            step(command);
        }
    }
    [[nodiscard]] FootPlace at(Foot foot, double phase, const WalkCommand& command) const {
        return m_planner.place(foot, phase, phase, command);
    }
    void expectHome(Foot foot) const {
        const FootPlace place = m_planner.place(foot, 0.0, 0.0, {});
        EXPECT_NEAR(place.forwardM, 0.0, 1e-12);
        EXPECT_NEAR(place.leftM, foot == Foot::Left ? kHalfM : -kHalfM, 1e-12);
        EXPECT_NEAR(place.yawRad, 0.0, 1e-12);
    }

    WalkParameters m_parameters = quickParameters();
    StepPlanner m_planner{m_parameters, kHalfM};
};

TEST_F(StepPlannerTest, SpeedsAreLimitedByAnEllipsoid) {
    const WalkParameters& p = m_parameters;
    base::Rng rng(5);
    m_planner.start({1.0, 0.0, 0.0});
    for (int i = 0; i < 300; ++i) {
        const WalkCommand command{rng.uniform(-2.0, 2.0), rng.uniform(-2.0, 2.0),
                                  rng.uniform(-5.0, 5.0)};
        steps(command, 20);
        const WalkCommand& is = m_planner.velocity();
        const double size =
            std::hypot(is.forwardMps / (is.forwardMps < 0.0 ? p.backwardMps : p.forwardMps),
                       is.leftMps / p.sidewardMps, is.turnRadPerS / p.turnRadPerS);
        EXPECT_LE(size, 1.0 + 1e-9);
        EXPECT_GE(is.forwardMps * command.forwardMps, 0.0);
        EXPECT_GE(is.leftMps * command.leftMps, 0.0);
        EXPECT_GE(is.turnRadPerS * command.turnRadPerS, 0.0);
    }
    steps({9.0, 0.0, 0.0}, 20);
    EXPECT_DOUBLE_EQ(m_planner.velocity().forwardMps, 0.8) << "alone each may reach its own";
    steps({-9.0, 0.0, 0.0}, 20);
    EXPECT_DOUBLE_EQ(m_planner.velocity().forwardMps, -0.4);
    steps({0.2, 0.0, 0.0}, 20);
    EXPECT_DOUBLE_EQ(m_planner.velocity().forwardMps, 0.2) << "slower than it could";
}

TEST_F(StepPlannerTest, LowerRatioLimitsOnlyFasterCommands) {
    EXPECT_DOUBLE_EQ(m_planner.limited({9.0, 0.0, 0.0}, 0.5).forwardMps, 0.4);
    EXPECT_DOUBLE_EQ(m_planner.limited({0.3, 0.0, 0.0}, 0.5).forwardMps, 0.3);
    const WalkCommand turning = m_planner.limited({9.0, 0.0, 9.0}, 0.5);
    EXPECT_NEAR(std::hypot(turning.forwardMps / 0.8, turning.turnRadPerS / 1.5), 0.5, 1e-12);
    EXPECT_TRUE(m_planner.limited({0.3, 0.1, 0.2}, 0.0).isZero());
    EXPECT_TRUE(m_planner.limited({0.3, 0.1, 0.2}, -1.0).isZero());
}

TEST_F(StepPlannerTest, EachStepChangesTheSpeedsByALimitedAmount) {
    m_parameters.forwardChangeMps = 0.2;
    m_parameters.brakeChangeMps = 0.05;
    m_parameters.sidewardChangeMps = 0.07;
    m_parameters.turnChangeRadPerS = 0.3;
    m_planner.setParameters(m_parameters);
    m_planner.start({});
    const auto forward = [&](double commandMps) {
        const double before = m_planner.velocity().forwardMps;
        step({commandMps, 0.0, 0.0});
        return m_planner.velocity().forwardMps - before;
    };
    EXPECT_NEAR(forward(0.6), 0.2, 1e-12);
    EXPECT_NEAR(forward(0.6), 0.2, 1e-12);
    EXPECT_NEAR(forward(0.1), -0.05, 1e-12) << "slower";
    EXPECT_NEAR(forward(-0.4), -0.05, 1e-12) << "the other way: it brakes first";
    steps({}, 20);
    EXPECT_NEAR(forward(-0.4), -0.2, 1e-12) << "backward it speeds up as forward";
    EXPECT_NEAR(forward(0.0), 0.05, 1e-12);
    steps({}, 20);
    step({0.0, 0.3, 0.0});
    EXPECT_NEAR(m_planner.velocity().leftMps, 0.07, 1e-12);
    step({0.0, 0.0, -1.5});
    EXPECT_NEAR(m_planner.velocity().leftMps, 0.0, 1e-12);
    EXPECT_NEAR(m_planner.velocity().turnRadPerS, -0.3, 1e-12);
}

TEST_F(StepPlannerTest, BrakingPlacesFootFartherAhead) {
    m_parameters.brakeChangeMps = 0.1;
    m_parameters.brakeAheadS = 0.2;
    m_planner.setParameters(m_parameters);
    for (const double sign : {1.0, -1.0}) {
        m_planner.begin();
        m_planner.start({});
        steps({sign * 0.4, 0.0, 0.0}, 20);
        ASSERT_NEAR(m_planner.velocity().forwardMps, sign * 0.4, 1e-12);
        const Foot swings = otherFoot(m_planner.support());
        const double halfStepS = 0.5 * m_planner.stepS();
        EXPECT_NEAR(at(swings, 1.0, {}).forwardM, sign * (0.3 * halfStepS + 0.2 * 0.1), 1e-12);
        EXPECT_NEAR(at(swings, 1.0, {sign * 0.35, 0.0, 0.0}).forwardM,
                    sign * (0.35 * halfStepS + 0.2 * 0.05), 1e-12)
            << "only a little slower";
        EXPECT_NEAR(at(swings, 1.0, {sign * 0.4, 0.0, 0.0}).forwardM, sign * 0.4 * halfStepS, 1e-12)
            << "as fast as before";
    }
    m_planner.begin();
    m_planner.start({0.8, 0.0, 0.0});
    EXPECT_NEAR(at(otherFoot(m_planner.support()), 1.0, {0.8, 0.0, 0.0}).forwardM,
                0.5 * m_planner.stepS() * 0.1, 1e-12)
        << "but not when accelerating";
}

TEST_F(StepPlannerTest, LateralChangesMoveTheFootButFeetStayApart) {
    m_parameters.sidewardChangeMps = 0.1;
    m_parameters.changeLateralS = 0.1;
    m_planner.setParameters(m_parameters);
    m_planner.start({0.0, 0.3, 0.0});
    ASSERT_EQ(m_planner.support(), Foot::Right);
    EXPECT_NEAR(at(Foot::Left, 1.0, {0.0, 0.3, 0.0}).leftM, kHalfM + 0.1 * m_planner.stepS(), 1e-12)
        << "never inward";
    step({0.0, 0.3, 0.0});
    EXPECT_NEAR(at(Foot::Right, 1.0, {0.0, 0.3, 0.0}).leftM, -kHalfM - 0.1 * 0.1, 1e-12)
        << "accelerating to the left pushes off farther to the right";
    steps({0.0, 0.3, 0.0}, 20);
    while (m_planner.support() != Foot::Right) {
        step({0.0, 0.3, 0.0});
    }
    ASSERT_NEAR(m_planner.velocity().leftMps, 0.3, 1e-12);
    EXPECT_NEAR(at(Foot::Left, 1.0, {}).leftM, kHalfM + 0.2 * m_planner.stepS() + 0.1 * 0.1, 1e-12)
        << "braking places the foot farther out";
    step({});
    ASSERT_EQ(m_planner.support(), Foot::Left);
    EXPECT_NEAR(at(Foot::Right, 1.0, {}).leftM, -kHalfM, 1e-12) << "never inward";
}

TEST_F(StepPlannerTest, LeadingFootSwingsFirst) {
    const auto supportFor = [&](const WalkCommand& command) {
        m_planner.begin();
        m_planner.start(command);
        return m_planner.support();
    };
    EXPECT_EQ(supportFor({0.0, 0.2, 0.0}), Foot::Right) << "to the left the left foot swings";
    EXPECT_EQ(supportFor({0.0, -0.2, 0.0}), Foot::Left);
    EXPECT_EQ(supportFor({0.3, 0.0, 0.5}), Foot::Right);
    EXPECT_EQ(supportFor({0.3, 0.0, -0.5}), Foot::Left);
    EXPECT_EQ(supportFor({0.0, -0.2, 1.0}), Foot::Left) << "the way counts before the turn";
}

TEST_F(StepPlannerTest, FeetAlternateFromTheirPositions) {
    const WalkCommand command{0.3, 0.1, 0.4};
    m_planner.start(command);
    for (int i = 0; i < 12; ++i) {
        const Foot support = m_planner.support();
        const FootPlace stood = at(Foot::Left, 1.0, command);
        const FootPlace other = at(Foot::Right, 1.0, command);
        step(command);
        EXPECT_EQ(m_planner.support(), otherFoot(support));
        for (const auto& [foot, was] :
             {std::pair(Foot::Left, stood), std::pair(Foot::Right, other)}) {
            const FootPlace is = at(foot, 0.0, command);
            EXPECT_NEAR(is.forwardM, was.forwardM, 1e-12);
            EXPECT_NEAR(is.leftM, was.leftM, 1e-12);
            EXPECT_NEAR(is.yawRad, was.yawRad, 1e-12);
        }
    }
}

TEST_F(StepPlannerTest, SteadyWalkMovesFeetSymmetrically) {
    for (const double speedMps : {0.6, -0.35}) {
        const WalkCommand command{speedMps, 0.0, 0.0};
        m_planner.begin();
        m_planner.start(command);
        steps(command, 20);
        const Foot support = m_planner.support();
        const double stepM = speedMps * m_planner.stepS();
        EXPECT_NEAR(at(support, 0.0, command).forwardM, 0.5 * stepM, 1e-12);
        EXPECT_NEAR(at(support, 0.5, command).forwardM, 0.0, 1e-12) << "at constant speed";
        EXPECT_NEAR(at(support, 1.0, command).forwardM, -0.5 * stepM, 1e-12);
        EXPECT_NEAR(at(otherFoot(support), 0.0, command).forwardM, -0.5 * stepM, 1e-12);
        EXPECT_NEAR(at(otherFoot(support), 1.0, command).forwardM, 0.5 * stepM, 1e-12);
    }
}

// The torso moves as the support foot moves backward below it.
TEST_F(StepPlannerTest, TorsoMovesWithItsVelocity) {
    const WalkCommand command{0.3, -0.15, 0.6};
    m_planner.start(command);
    steps(command, 20);
    const WalkCommand is = m_planner.velocity();
    const FootPlace from = at(m_planner.support(), 0.0, command);
    const FootPlace to = at(m_planner.support(), 1.0, command);
    const double turnRad = is.turnRadPerS * m_planner.stepS();
    EXPECT_NEAR(from.yawRad - to.yawRad, turnRad, 1e-12);
    // Position of the torso at the end, relative to its start.
    const double forwardM =
        from.forwardM - (std::cos(turnRad) * to.forwardM - std::sin(turnRad) * to.leftM);
    const double leftM =
        from.leftM - (std::sin(turnRad) * to.forwardM + std::cos(turnRad) * to.leftM);
    EXPECT_NEAR(forwardM, is.forwardMps * m_planner.stepS(), 1e-12);
    EXPECT_NEAR(leftM, is.leftMps * m_planner.stepS(), 1e-12);
}

TEST_F(StepPlannerTest, StepDurationDependsOnSpeedButStaysPositive) {
    m_parameters.stepSPerMps = -0.1;
    m_planner.setParameters(m_parameters);
    m_planner.start({});
    EXPECT_NEAR(m_planner.stepS(), 0.22, 1e-12);
    steps({0.8, 0.0, 0.0}, 20);
    EXPECT_NEAR(m_planner.stepS(), 0.14, 1e-12);
    m_parameters.stepSPerMps = -5.0;
    m_planner.setParameters(m_parameters);
    step({0.8, 0.0, 0.0});
    EXPECT_GE(m_planner.stepS(), 0.05);
}

// From standing to walking and back, with constant commands.
TEST_F(StepPlannerTest, FeetNeverComeCloserThanInStanding) {
    for (const WalkCommand& command :
         {WalkCommand{0.0, 0.3, 0.0}, WalkCommand{0.0, -0.3, 0.0}, WalkCommand{0.6, 0.2, 0.0},
          WalkCommand{0.0, 0.0, 1.5}, WalkCommand{0.0, 0.0, -1.5}, WalkCommand{0.0, 0.2, -0.9}}) {
        m_planner.begin();
        m_planner.start(command);
        double leastM = 1.0;
        double mostTurnRad = 0.0;
        for (int i = 0; i < 30; ++i) {
            const WalkCommand now = i < 15 ? command : WalkCommand{};
            for (double phase = 0.0; phase <= 1.0; phase += 0.05) {
                const FootPlace left = at(Foot::Left, phase, now);
                const FootPlace right = at(Foot::Right, phase, now);
                leastM = std::min(leastM, left.leftM - right.leftM);
                EXPECT_GE(left.yawRad - right.yawRad, -1e-12) << "toes never point inwards";
            }
            mostTurnRad = std::max(mostTurnRad,
                                   std::abs(m_planner.velocity().turnRadPerS) * m_planner.stepS());
            step(now);
        }
        // Below a rotating torso, a foot moves on a circle.
        EXPECT_GT(leastM, kHalfM * (1.0 + std::cos(mostTurnRad)) - 1e-9)
            << command.forwardMps << " " << command.leftMps << " " << command.turnRadPerS;
    }
}

TEST_F(StepPlannerTest, ComesToRestInStandingPosition) {
    EXPECT_TRUE(m_planner.isAtRest());
    const WalkCommand command{0.3, 0.2, 0.7};
    m_planner.start(command);
    EXPECT_FALSE(m_planner.isAtRest());
    steps(command, 10);
    int taken = 0;
    for (; taken < 20 && !m_planner.isAtRest(); ++taken) {
        step({});
    }
    EXPECT_LE(taken, 6);
    EXPECT_GE(taken, 3) << "braking takes several steps";
    EXPECT_TRUE(m_planner.velocity().isZero());
    expectHome(Foot::Left);
    expectHome(Foot::Right);
}

TEST_F(StepPlannerTest, StartsAtRest) {
    m_planner.start({0.5, 0.1, 0.5});
    steps({0.5, 0.1, 0.5}, 7);
    ASSERT_GT(m_planner.velocity().forwardMps, 0.1);
    m_planner.begin();
    EXPECT_TRUE(m_planner.velocity().isZero());
    EXPECT_TRUE(m_planner.isAtRest());
    expectHome(Foot::Left);
    expectHome(Foot::Right);
}

TEST_F(StepPlannerTest, NanCountsAsZero) {
    const double nan = std::nan("");
    const double infinity = std::numeric_limits<double>::infinity();
    m_planner.start({nan, nan, nan});
    EXPECT_EQ(m_planner.support(), Foot::Left);
    steps({nan, 0.2, 0.0}, 10);
    EXPECT_DOUBLE_EQ(m_planner.velocity().leftMps, 0.2);
    EXPECT_EQ(m_planner.velocity().forwardMps, 0.0);
    steps({0.2, nan, infinity}, 10);
    EXPECT_EQ(m_planner.velocity(), (WalkCommand{0.2, 0.0, 0.0}));
    const FootPlace place = at(Foot::Left, 0.5, {nan, nan, nan});
    EXPECT_TRUE(std::isfinite(place.forwardM + place.leftM + place.yawRad));
}

} // namespace
} // namespace sideline::motion
