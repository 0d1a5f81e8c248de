#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "agentcore/math/angles.h"
#include "agentcore/motion/joint_controller.h"
#include "agentcore/robot/nao.h"

namespace sideline::motion {
namespace {

using math::radFromDeg;
using world::JointBelief;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

class JointControllerTest : public testing::Test {
protected:
    JointControllerTest()
        : m_model(robot::naoModel(robot::NaoType::Standard)),
          m_controller(m_model),
          m_joints(m_model.joints().size()),
          m_targetRad(m_joints.size(), 0.0),
          m_limits(m_joints.size(), 100.0) {}

    // The server's response to commands: the angle follows immediately.
    void step() {
        m_controller.command(m_targetRad, m_limits, m_joints);
        for (JointBelief& joint : m_joints) {
            joint.expectedRad += 0.02 * joint.commandRadPerS;
        }
    }

    std::size_t index(const char* name) const { return m_model.findJoint(name).index(); }

    const robot::RobotModel& m_model;
    JointController m_controller;
    std::vector<JointBelief> m_joints;
    std::vector<double> m_targetRad;
    std::vector<double> m_limits;
};

TEST_F(JointControllerTest, ReachesTargetAngleExactlyAndStops) {
    const std::size_t knee = index("rlj4");
    m_targetRad[knee] = radFromDeg(-50.0);
    for (int i = 0; i < 20; ++i) {
        step();
        EXPECT_GE(m_joints[knee].expectedRad, radFromDeg(-50.0) - 1e-12) << "overshoot at " << i;
    }
    EXPECT_NEAR(m_joints[knee].expectedRad, radFromDeg(-50.0), 1e-12);
    EXPECT_EQ(m_joints[knee].commandRadPerS, 0.0);
}

TEST_F(JointControllerTest, KeepsTheModelsSpeedLimit) {
    const std::size_t knee = index("rlj4");
    m_targetRad[knee] = radFromDeg(-120.0);
    step();
    EXPECT_DOUBLE_EQ(m_joints[knee].commandRadPerS, -m_model.joints()[knee].maxSpeedRadPerS);
}

TEST_F(JointControllerTest, KeepsTheSmallestOfAllLimits) {
    const std::size_t knee = index("rlj4");
    m_targetRad[knee] = radFromDeg(-120.0);
    m_limits[knee] = 2.0;
    step();
    EXPECT_DOUBLE_EQ(m_joints[knee].commandRadPerS, -2.0);
}

TEST_F(JointControllerTest, NegativeLimitStopsTheJoint) {
    m_targetRad[0] = 1.0;
    m_limits[0] = -3.0;
    step();
    EXPECT_EQ(m_joints[0].commandRadPerS, 0.0);
}

TEST_F(JointControllerTest, ClampsTargetToJointLimits) {
    const std::size_t knee = index("rlj4");
    m_targetRad[knee] = radFromDeg(90.0);
    step();
    EXPECT_DOUBLE_EQ(m_joints[knee].targetRad, m_model.joints()[knee].maxRad);
    m_targetRad[knee] = -std::numeric_limits<double>::max();
    step();
    EXPECT_DOUBLE_EQ(m_joints[knee].targetRad, m_model.joints()[knee].minRad);
}

TEST_F(JointControllerTest, OutputIsFinite) {
    const std::array bad = {kNan, std::numeric_limits<double>::infinity(),
                            -std::numeric_limits<double>::infinity()};
    for (const double value : bad) {
        for (int where = 0; where < 4; ++where) {
            JointBelief& joint = m_joints[0];
            joint = {};
            m_targetRad[0] = where == 0 || where == 3 ? value : 0.5;
            m_limits[0] = where == 1 ? value : 1.0;
            joint.expectedRad = where == 2 ? value : 0.0;
            joint.targetRad = where == 3 ? value : 0.1;
            m_controller.command(m_targetRad, m_limits, m_joints);
            EXPECT_TRUE(std::isfinite(joint.commandRadPerS)) << value << " at " << where;
            EXPECT_TRUE(std::isfinite(joint.targetRad)) << value << " at " << where;
        }
    }
}

TEST_F(JointControllerTest, NonFiniteTargetKeepsThePreviousOne) {
    m_joints[0].targetRad = 0.1;
    m_targetRad[0] = kNan;
    step();
    EXPECT_DOUBLE_EQ(m_joints[0].targetRad, 0.1);
    EXPECT_NEAR(m_joints[0].expectedRad, 0.1, 1e-12);
}

TEST_F(JointControllerTest, JointWithoutEffectorStandsStill) {
    m_targetRad[0] = 1.0;
    step();
    ASSERT_GT(m_joints[0].commandRadPerS, 0.0);
    m_joints[0].expectedRad = kNan;
    step();
    EXPECT_EQ(m_joints[0].commandRadPerS, 0.0);
}

TEST_F(JointControllerTest, ErrorBelowPerceptResolutionIsZero) {
    m_targetRad[0] = radFromDeg(0.004);
    step();
    EXPECT_EQ(m_joints[0].commandRadPerS, 0.0);
    m_targetRad[0] = radFromDeg(0.02);
    step();
    EXPECT_GT(m_joints[0].commandRadPerS, 0.0);
}

TEST_F(JointControllerTest, EmptyLimitsUseTheModels) {
    m_targetRad[0] = 2.0;
    m_controller.command(m_targetRad, {}, m_joints);
    EXPECT_DOUBLE_EQ(m_joints[0].commandRadPerS, m_model.joints()[0].maxSpeedRadPerS);
}

TEST_F(JointControllerTest, RequestStartsFromPreviousTargets) {
    m_joints[3].targetRad = 0.25;
    std::vector<double> targetRad(m_joints.size(), kNan);
    std::vector<double> limits(m_joints.size(), kNan);
    startRequest(m_model, m_joints, targetRad, limits);
    EXPECT_EQ(targetRad[3], 0.25);
    EXPECT_EQ(limits[3], m_model.joints()[3].maxSpeedRadPerS);
}

} // namespace
} // namespace sideline::motion
