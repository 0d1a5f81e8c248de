#include "agentcore/robot/nao.h"

#include <cmath>

#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/soccerbot056.h"

namespace sideline::robot {
namespace {

using math::degFromRad;

TEST(NaoTest, HasTheServersBodiesAndJoints) {
    for (const NaoType type : kNaoTypes) {
        const RobotModel& model = naoModel(type);
        const bool toes = type == NaoType::Toes;
        EXPECT_EQ(model.bodies().size(), toes ? 25U : 23U) << model.name();
        EXPECT_EQ(model.joints().size(), toes ? 24U : 22U) << model.name();
        EXPECT_EQ(model.bodies()[0].name, "torso");
        EXPECT_NEAR(model.massKg(), 4.6071, 1e-9) << model.name();
        for (const Joint& joint : model.joints()) {
            EXPECT_NEAR(joint.axis.norm(), 1.0, 1e-12);
            EXPECT_LT(joint.minRad, joint.maxRad);
            EXPECT_GT(joint.maxSpeedRadPerS, 3.0);
            EXPECT_EQ(model.body(joint.child).parent, joint.parent);
        }
    }
}

TEST(NaoTest, FindsJointsByPerceptorAndEffector) {
    const RobotModel& model = naoModel(NaoType::Standard);
    const JointId knee = model.findJoint("llj4");
    ASSERT_TRUE(knee.isValid());
    EXPECT_EQ(model.findJoint("lle4"), knee);
    EXPECT_EQ(model.joint(knee).child, model.findBody("lshank"));
    EXPECT_FALSE(model.findJoint("llj7").isValid());
    EXPECT_TRUE(naoModel(NaoType::Toes).findJoint("llj7").isValid());
    EXPECT_FALSE(model.findBody("wheel").isValid());
}

struct LimitRow {
    const char* joint;
    double minDeg;
    double maxDeg;
};

TEST(NaoTest, ModelsReportTheirTypeAndHowHighTheirHeadIs) {
    for (const NaoType type : kNaoTypes) {
        const RobotModel& model = naoModel(type);
        EXPECT_EQ(naoTypeNumberOf(model), static_cast<int>(type));
        const BodyId head = model.findBody(BodyRole::Head);
        EXPECT_EQ(model.body(head).name, "head");
        EXPECT_EQ(model.cameraBody(), head);
        EXPECT_EQ(model.body(model.findBody(BodyRole::LeftFoot)).name, "lfoot");
        EXPECT_EQ(model.body(model.findBody(BodyRole::RightHand)).name, "rlowerarm");
        EXPECT_EQ(model.findBody(BodyRole::LeftToe).isValid(), type == NaoType::Toes);
        const auto lying = [&](BodyId body) {
            EXPECT_EQ(body, head);
            return math::Pose::translation({0.0, 0.0, 0.05});
        };
        EXPECT_GT(model.headHeightRatio(lying), 0.05);
        EXPECT_LT(model.headHeightRatio(lying), 0.15);
    }
    EXPECT_FALSE(naoTypeNumberOf(soccerbot056Model()));
}

TEST(NaoTest, LimitsAreTheServersAndMirrorLeftToRight) {
    const RobotModel& model = naoModel(NaoType::Standard);
    const LimitRow rows[] = {
        {"hj1", -120, 120}, {"hj2", -45, 45},  {"raj1", -120, 120}, {"raj2", -95, 1},
        {"laj2", -1, 95},   {"raj4", -1, 90},  {"laj4", -90, 1},    {"rlj1", -90, 1},
        {"llj1", -90, 1},   {"rlj2", -45, 25}, {"llj2", -25, 45},   {"rlj3", -25, 100},
        {"rlj4", -130, 1},  {"rlj5", -45, 75}, {"rlj6", -25, 45},   {"llj6", -45, 25}};
    for (const LimitRow& row : rows) {
        const Joint& joint = model.joint(model.findJoint(row.joint));
        EXPECT_NEAR(degFromRad(joint.minRad), row.minDeg, 1e-9) << row.joint;
        EXPECT_NEAR(degFromRad(joint.maxRad), row.maxDeg, 1e-9) << row.joint;
    }
}

TEST(NaoTest, TypesDifferWhereTheServersDo) {
    const auto ankleSpeed = [](NaoType type) {
        const RobotModel& model = naoModel(type);
        return model.joint(model.findJoint("rlj5")).maxSpeedRadPerS;
    };
    EXPECT_DOUBLE_EQ(ankleSpeed(NaoType::FastAnklePitch), 8.80667);
    EXPECT_DOUBLE_EQ(ankleSpeed(NaoType::Standard), 6.1395);
    const auto elbowY = [](NaoType type) {
        const RobotModel& model = naoModel(type);
        return model.body(model.findBody("relbow")).p_ParentBody.y();
    };
    EXPECT_DOUBLE_EQ(elbowY(NaoType::LongLegsAndArms), 0.10664);
    EXPECT_FALSE(naoTypeFromNumber(5));
    EXPECT_FALSE(naoTypeFromNumber(-1));
    EXPECT_EQ(naoTypeFromNumber(4), NaoType::Toes);
}

} // namespace
} // namespace sideline::robot
