#include "agentcore/robot/limb_joints.h"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "tests/support/allocation_guard.h"

namespace sideline::robot {
namespace {

std::string effectorOf(const RobotModel& model, JointId joint) {
    return joint.isValid() ? model.joint(joint).effector : std::string("none");
}

std::set<std::string> effectorsOf(const RobotModel& model, LimbId limb) {
    std::set<std::string> names;
    for (const JointId joint : jointsOf(model, limb)) {
        names.insert(model.joint(joint).effector);
    }
    return names;
}

TEST(LimbJointsTest, JointsOfANaoHaveTheirRoles) {
    for (const NaoType type : kNaoTypes) {
        const RobotModel& model = naoModel(type);
        const auto joint = [&](LimbId limb, AxisRole axis, int number = 0) {
            const JointId id = limbJoint(model, limb, axis, number).id;
            EXPECT_TRUE(!id.isValid() || axisSign(model, id, axis) == 1.0);
            return effectorOf(model, id);
        };
        EXPECT_EQ(joint(LimbId::Head, AxisRole::Yaw), "he1");
        EXPECT_EQ(joint(LimbId::Head, AxisRole::Pitch), "he2");
        EXPECT_EQ(joint(LimbId::Head, AxisRole::Roll), "none");
        EXPECT_EQ(joint(LimbId::LeftFoot, AxisRole::Pitch, 0), "lle3");
        EXPECT_EQ(joint(LimbId::LeftFoot, AxisRole::Pitch, 1), "lle4");
        EXPECT_EQ(joint(LimbId::RightFoot, AxisRole::Pitch, 2), "rle5");
        EXPECT_EQ(joint(LimbId::RightFoot, AxisRole::Pitch, 3), "none");
        EXPECT_EQ(joint(LimbId::RightFoot, AxisRole::Roll, 0), "rle2");
        EXPECT_EQ(joint(LimbId::RightFoot, AxisRole::Roll, 1), "rle6");
        EXPECT_EQ(joint(LimbId::LeftHand, AxisRole::Pitch), "lae1");
    }
}

TEST(LimbJointsTest, UniversalJointsHaveTwoRoles) {
    const RobotModel& model = soccerbot056Model();
    const JointId hipPitch = limbJoint(model, LimbId::LeftFoot, AxisRole::Pitch).id;
    const JointId hipRoll = limbJoint(model, LimbId::LeftFoot, AxisRole::Roll).id;
    EXPECT_EQ(effectorOf(model, hipPitch), "lle2_3");
    EXPECT_EQ(hipRoll, otherAxis(model, hipPitch));
    EXPECT_EQ(effectorOf(model, limbJoint(model, LimbId::LeftFoot, AxisRole::Pitch, 1).id), "lle4");
    EXPECT_FALSE(limbJoint(model, LimbId::Head, AxisRole::Yaw).isValid()) << "its head is fixed";
}

TEST(LimbJointsTest, SignsGiveTheDirection) {
    const RobotModel& model = mujocoRobotModel(MujocoRobot::T1);
    const JointId pan = limbJoint(model, LimbId::Head, AxisRole::Yaw).id;
    const JointId tilt = limbJoint(model, LimbId::Head, AxisRole::Pitch).id;
    ASSERT_TRUE(pan.isValid() && tilt.isValid());
    EXPECT_EQ(axisSign(model, pan, AxisRole::Yaw), 1.0);
    EXPECT_EQ(axisSign(model, tilt, AxisRole::Pitch), -1.0) << "positive angles look down";
    EXPECT_EQ(axisSign(model, tilt, AxisRole::Yaw), 0.0);
}

TEST(LimbJointsTest, BodiesBelongToLimbs) {
    const RobotModel& toes = naoModel(NaoType::Toes);
    EXPECT_EQ(limbOf(toes, toes.findBody("ltoe")), LimbId::LeftFoot);
    EXPECT_EQ(limbOf(toes, toes.findBody("rshoulder")), LimbId::RightHand);
    EXPECT_EQ(limbOf(toes, toes.findBody("neck")), LimbId::Head);
    EXPECT_EQ(limbOf(toes, toes.findBody("torso")), std::nullopt);
    EXPECT_EQ(effectorsOf(toes, LimbId::LeftFoot),
              (std::set<std::string>{"lle1", "lle2", "lle3", "lle4", "lle5", "lle6", "lle7"}));
    const RobotModel& tall = soccerbot056Model();
    EXPECT_EQ(limbOf(tall, tall.findBody("lowerTorso")), std::nullopt) << "part of the trunk";
    EXPECT_EQ(limbOf(tall, tall.findBody("righthand3")), LimbId::RightHand);
    EXPECT_EQ(effectorsOf(tall, LimbId::RightFoot),
              (std::set<std::string>{"rle1", "rle2_3", "rle4", "rle5_6"}));
    EXPECT_TRUE(jointsOf(tall, LimbId::Head).empty());
}

TEST(LimbJointsTest, AllocatesNothing) {
    for (const RobotModelPtr& model : builtInRobots()) {
        const tests::AllocationGuard guard;
        for (const LimbId limb : kLimbs) {
            const JointId joint = limbJoint(*model, limb, AxisRole::Pitch, 1).id;
            if (joint.isValid()) {
                static_cast<void>(limbOf(*model, model->joint(joint).child));
            }
        }
        EXPECT_EQ(guard.count(), 0U) << model->name();
    }
}

} // namespace
} // namespace sideline::robot
