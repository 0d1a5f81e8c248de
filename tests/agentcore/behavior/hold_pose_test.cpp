#include <gtest/gtest.h>

#include <limits>

#include "agentcore/behavior/hold_pose.h"
#include "agentcore/robot/mujoco_robots.h"
#include "tests/agentcore/behavior/action_fixture.h"

namespace sideline::behavior {
namespace {

class HoldPoseTest : public ActionFixture {
protected:
    void decide() { ActionFixture::decide(m_hold); }
    HoldPose m_hold;
};

TEST_F(HoldPoseTest, StartsFromWhatWasRequested) {
    m_joints[3].targetRad = 0.2;
    m_joints[3].measuredRad = 0.1;
    decide();
    EXPECT_EQ(m_targetRad[3], 0.2);
    EXPECT_TRUE(m_decision.isUserControlled);
    m_joints[3].targetRad = 0.9;
    decide();
    EXPECT_EQ(m_targetRad[3], 0.2) << "and keeps it";
}

TEST_F(HoldPoseTest, GoesWhereItIsReported) {
    decide();
    m_hold.setTarget(robot::JointId(std::size_t{5}), -0.4, 1.5);
    decide();
    EXPECT_EQ(m_targetRad[5], -0.4);
    EXPECT_EQ(m_limits[5], 1.5);
    EXPECT_EQ(m_limits[6], m_model.joints()[6].maxSpeedRadPerS);
    m_hold.setTarget(robot::JointId(std::size_t{5}), -0.3);
    decide();
    EXPECT_EQ(m_targetRad[5], -0.3);
    EXPECT_EQ(m_limits[5], m_model.joints()[5].maxSpeedRadPerS) << "the limit was that target's";
}

TEST_F(HoldPoseTest, TargetBeforeTheFirstCycleCounts) {
    m_hold.setTarget(robot::JointId(std::size_t{5}), -0.4);
    decide();
    EXPECT_EQ(m_targetRad[5], -0.4);
    EXPECT_EQ(m_targetRad[4], 0.0);
}

TEST_F(HoldPoseTest, FreezesWhereItIs) {
    m_joints[2].measuredRad = 0.7;
    m_hold.setTarget(robot::JointId(std::size_t{2}), -1.0);
    decide();
    m_hold.freeze();
    decide();
    EXPECT_EQ(m_targetRad[2], 0.7);
    m_joints[2].measuredRad = 0.6;
    decide();
    EXPECT_EQ(m_targetRad[2], 0.7) << "frozen, not limp";
}

// Its motors carry a load by the difference; without it the robot would sag, and fall.
TEST_F(HoldPoseTest, ARobotWithSpringsKeepsTargetsThatAreNearlyReached) {
    m_frame.identity.model = robot::mujocoRobotModel(robot::MujocoRobot::T1).shared();
    m_joints[2].measuredRad = 0.7;
    m_joints[2].targetRad = 0.76;
    m_joints[3].measuredRad = 0.7;
    m_joints[3].targetRad = 1.2;
    m_hold.freeze();
    decide();
    EXPECT_EQ(m_targetRad[2], 0.76);
    EXPECT_EQ(m_targetRad[3], 0.7) << "it was moving";
}

TEST_F(HoldPoseTest, TakesThePoseAgain) {
    m_hold.setTarget(robot::JointId(std::size_t{2}), -1.0);
    decide();
    m_joints[2].targetRad = 0.3;
    m_hold.takePose();
    decide();
    EXPECT_EQ(m_targetRad[2], 0.3);
}

TEST_F(HoldPoseTest, PassesOverWhatMakesNoSense) {
    decide();
    m_hold.setTarget(robot::JointId::none(), 1.0);
    m_hold.setTarget(robot::JointId(std::size_t{robot::kMaxJoints}), 1.0);
    m_hold.setTarget(robot::JointId(std::size_t{1}), std::numeric_limits<double>::quiet_NaN());
    m_hold.setTarget(robot::JointId(std::size_t{2}), 0.1, std::numeric_limits<double>::infinity());
    decide();
    EXPECT_EQ(m_targetRad[1], 0.0);
    EXPECT_EQ(m_targetRad[2], 0.1);
    EXPECT_EQ(m_limits[2], m_model.joints()[2].maxSpeedRadPerS);
}

} // namespace
} // namespace sideline::behavior
