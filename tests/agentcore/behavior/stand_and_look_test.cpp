#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "agentcore/behavior/stand_and_look.h"
#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/limb_joints.h"
#include "agentcore/world/balance.h"
#include "agentcore/world/message_memory.h"
#include "tests/agentcore/behavior/action_fixture.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/legless_robot.h"

namespace sideline::behavior {
namespace {

using Eigen::Vector3d;
using math::degFromRad;
using math::radFromDeg;

class StandAndLookTest : public ActionFixture {
protected:
    void step() { ActionFixture::step(m_behavior); }
    void see(const Vector3d& p_T) {
        m_frame.world.ball.isKnown = true;
        m_frame.world.ball.p_T = p_T;
    }
    StandAndLook m_behavior;
};

class StanceTest : public ActionFixture, public testing::WithParamInterface<robot::NaoType> {
protected:
    StanceTest() : ActionFixture(GetParam()) {}
};

TEST_P(StanceTest, IsReachedSmoothlyAndStandsInBalance) {
    StandAndLook behavior;
    double fastest = 0.0;
    for (int i = 0; i < 150; ++i) {
        step(behavior);
        for (const world::JointBelief& joint : m_joints) {
            fastest = std::max(fastest, std::abs(joint.commandRadPerS));
        }
    }
    EXPECT_LT(fastest, 3.0) << "no joint jerks";
    EXPECT_NEAR(degFromRad(joint("rlj4").measuredRad), -45.0, 0.02);
    EXPECT_NEAR(degFromRad(joint("laj1").measuredRad), -90.0, 0.02);
    std::vector<double> anglesRad;
    for (const world::JointBelief& joint : m_joints) {
        anglesRad.push_back(joint.measuredRad);
    }
    std::vector<math::Pose> poses(m_model.bodies().size());
    robot::forwardKinematics(m_model, math::Pose::translation({0, 0, 0.37}), anglesRad, poses);
    const world::Balance balance = world::balanceOf(m_model, {}, poses);
    EXPECT_GT(balance.marginM, 0.04) << "well inside both soles";
    EXPECT_GE(balance.support_A.size(), 4U) << "the soles lie flat";
}

INSTANTIATE_TEST_SUITE_P(Types, StanceTest, testing::ValuesIn(robot::kNaoTypes),
                         [](const auto& param) {
                             return "type" + std::to_string(static_cast<int>(param.param));
                         });

TEST_F(StandAndLookTest, SearchesToBothSides) {
    double leftmost = 0.0;
    double rightmost = 0.0;
    for (int i = 0; i < 500; ++i) {
        step();
        leftmost = std::max(leftmost, joint("hj1").measuredRad);
        rightmost = std::min(rightmost, joint("hj1").measuredRad);
    }
    EXPECT_GT(degFromRad(leftmost), 100.0);
    EXPECT_LT(degFromRad(rightmost), -100.0);
    EXPECT_EQ(m_decision.behavior, "stand and look");
    EXPECT_EQ(m_decision.reason, "searching for the ball");
    EXPECT_FALSE(m_decision.isUserControlled);
}

TEST_F(StandAndLookTest, FollowsTheBallWithTheHead) {
    for (const double panDeg : {0.0, 50.0, -80.0, 20.0}) {
        see(2.0 * Vector3d(-std::sin(radFromDeg(panDeg)), std::cos(radFromDeg(panDeg)), -0.2));
        for (int i = 0; i < 60; ++i) {
            step();
        }
        EXPECT_NEAR(degFromRad(joint("hj1").measuredRad), panDeg, 0.5);
        EXPECT_LT(joint("hj2").measuredRad, 0.0);
        EXPECT_LT(degFromRad(value("head.errorRad")), 15.0) << "the ball is well in view";
        EXPECT_NEAR(value("ball.distanceM"), 2.05, 0.1);
    }
    EXPECT_EQ(m_decision.reason, "tracking the ball");
}

TEST_F(StandAndLookTest, TalksAsConfigured) {
    step();
    EXPECT_TRUE(m_request.talks);
    StandAndLookSettings silence;
    silence.talks = false;
    StandAndLook silent(silence);
    m_request.begin(m_model, m_joints);
    silent.update(context(), m_request);
    EXPECT_FALSE(m_request.talks);
}

TEST_F(StandAndLookTest, BallBehindIsFollowedAsFarAsTheNeckTurns) {
    see({0.5, -3.0, -0.3});
    for (int i = 0; i < 150; ++i) {
        step();
    }
    EXPECT_NEAR(degFromRad(joint("hj1").measuredRad), -120.0, 0.1);
}

TEST_F(StandAndLookTest, GlancesLateralWhenNoLandmarkIsSeen) {
    see({0.0, 2.0, -0.3});
    double furthest = 0.0;
    for (int i = 0; i < 400; ++i) {
        m_frame.body.pose.cyclesSinceVision = i;
        step();
        furthest = std::max(furthest, std::abs(joint("hj1").measuredRad));
    }
    EXPECT_GT(degFromRad(furthest), 35.0);
    EXPECT_LT(degFromRad(furthest), 55.0) << "the ball stays in view";
    m_frame.body.pose.cyclesSinceVision = 0;
    for (int i = 0; i < 100; ++i) {
        step();
    }
    furthest = 0.0;
    for (int i = 0; i < 200; ++i) {
        step();
        furthest = std::max(furthest, std::abs(joint("hj1").measuredRad));
    }
    EXPECT_LT(degFromRad(furthest), 1.0) << "with landmarks in view it looks at the ball";
}

TEST_F(StandAndLookTest, GlancesGoToBothSidesInTurnAndLeaveTimeForTheBall) {
    see({0.0, 2.0, -0.3});
    double leftmost = 0.0;
    double rightmost = 0.0;
    int glancing = 0;
    constexpr int kCycles = 1000;
    for (int i = 0; i < kCycles; ++i) {
        m_frame.body.pose.cyclesSinceVision = 100;
        step();
        leftmost = std::max(leftmost, joint("hj1").measuredRad);
        rightmost = std::min(rightmost, joint("hj1").measuredRad);
        glancing += m_decision.reason.find("landmarks") != std::string::npos ? 1 : 0;
    }
    EXPECT_GT(degFromRad(leftmost), 35.0);
    EXPECT_LT(degFromRad(rightmost), -35.0);
    EXPECT_GT(glancing, kCycles / 8);
    EXPECT_LT(glancing, kCycles / 3);
}

TEST_F(StandAndLookTest, FallenItHoldsStillAndSaysSo) {
    for (int i = 0; i < 20; ++i) {
        step();
    }
    m_frame.body.isFallen = true;
    m_joints[4].measuredRad = 0.25;
    decide(m_behavior);
    EXPECT_EQ(m_targetRad[4], 0.25);
    EXPECT_NE(m_decision.reason.find("fallen"), std::string::npos);
    // Up again, the stance is taken from where the joints are.
    m_frame.body.isFallen = false;
    m_joints[4].expectedRad = 0.25;
    decide(m_behavior);
    EXPECT_NEAR(m_targetRad[4], 0.25, 0.01);
}

TEST_F(StandAndLookTest, DrawsWhatItBelieves) {
    see({0.0, 2.0, -0.3});
    step();
    const auto drawn = std::ranges::count_if(m_drawings, [](const drawing::NamedShape& shape) {
        return shape.set == "agent.ball" && std::holds_alternative<drawing::Sphere>(shape.shape);
    });
    EXPECT_EQ(drawn, 1);
    m_frame.body.pose.isValid = false;
    step();
    EXPECT_TRUE(m_drawings.empty()) << "without a pose there is no place for it";
}

TEST_F(StandAndLookTest, AllRobotsStandInBalance) {
    for (const robot::RobotModelPtr& model : robot::builtInRobots()) {
        SCOPED_TRACE(model->name());
        const std::vector<world::JointBelief> joints(model->joints().size());
        m_frame.identity.model = model;
        m_frame.body.joints = joints;
        StandAndLook behavior;
        ActionRequest request;
        for (int i = 0; i < 100; ++i) {
            request.begin(*model, joints);
            behavior.update(context(), request);
        }
        std::vector<double> anglesRad;
        for (std::size_t i = 0; i < joints.size(); ++i) {
            const robot::Joint& limits = model->joints()[i];
            anglesRad.push_back(std::clamp(request.targetRad[i], limits.minRad, limits.maxRad));
        }
        const auto knee =
            robot::limbJoint(*model, robot::LimbId::LeftFoot, robot::AxisRole::Pitch, 1);
        EXPECT_NEAR(std::abs(degFromRad(anglesRad[knee.id.index()])), 45.0, 0.01);
        std::vector<math::Pose> poses(model->bodies().size());
        robot::forwardKinematics(*model, {}, anglesRad, poses);
        const robot::BodyId foot = model->findBody(robot::BodyRole::LeftFoot);
        EXPECT_GT(poses[foot.index()].R(2, 2), 0.999) << "the soles lie flat";
        if (model->traits().server != game::ServerKind::SimSpark) {
            continue; // without force perceptors, which give the soles
        }
        const world::Balance balance = world::balanceOf(*model, {}, poses);
        EXPECT_GT(balance.marginM, 0.02);
        if (model->name().starts_with("soccerbot056")) {
            EXPECT_GT(balance.marginM, 0.3) << "with thighs longer than its shanks";
        }
        EXPECT_GE(balance.support_A.size(), 4U);
    }
}

TEST_F(StandAndLookTest, ARobotWithoutLegsStandsStill) {
    const robot::RobotModelPtr legless = tests::leglessRobot().shared();
    std::vector<world::JointBelief> joints(legless->joints().size());
    joints[0].targetRad = 0.3;
    m_frame.identity.model = legless;
    m_frame.body.joints = joints;
    ActionRequest request;
    request.begin(*legless, joints);
    m_behavior.update(context(), request);
    EXPECT_EQ(request.targetRad[0], 0.3);
}

TEST_F(StandAndLookTest, AllocatesNothingAfterWarmUp) {
    std::uint64_t allocations = 0;
    for (int i = 0; i < 1200; ++i) {
        if (i % 100 == 0) {
            see({0.0, 2.0, -0.3});
        }
        m_frame.world.ball.isKnown = i % 100 < 50;
        m_frame.body.pose.cyclesSinceVision = i % 200;
        m_frame.body.isFallen = i % 150 > 140;
        m_frame.body.joints = m_joints;
        const tests::AllocationGuard guard;
        m_request.begin(m_model, m_joints);
        m_behavior.update(context(), m_request);
        m_controller.command(m_targetRad, m_limits, m_joints);
        allocations += i > 600 ? guard.count() : 0;
        m_frame.game.serverTimeS += 0.02;
    }
    EXPECT_EQ(allocations, 0U);
}

} // namespace
} // namespace sideline::behavior
