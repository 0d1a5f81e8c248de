#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "agentcore/base/rng.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "motions/limb_paths.h"
#include "motions/resolve.h"

namespace sideline::keyframe {
namespace {

const robot::RobotModel& mirroredNao() {
    return robot::naoModel(robot::NaoType::Standard);
}

TEST(MirrorTest, SwapsTheSideOfJoints) {
    const std::map<std::string, std::string> rows = {
        {"lle3", "rle3"},        {"rle1", "lle1"}, {"lae4", "rae4"},
        {"rlj2", "llj2"},        {"he1", "he1"},   {"he2", "he2"},
        {"left", "left"},        {"", ""},         {"lle7", "rle7"}, // of another Nao
        {"lae1_2.2", "rae1_2.2"}};
    for (const auto& [joint, other] : rows) {
        EXPECT_EQ(mirroredJoint(joint, mirroredNao()), other);
    }
}

TEST(MirrorTest, SwapsBranchConditions) {
    using ConditionKind = motion::ConditionKind;
    Motion motion;
    motion.branches = {
        {0.5, {ConditionKind::FallenOnLeft, true, {}, 0.0}, "roll-left"},
        {0.6, {ConditionKind::RightFootContact, false, {}, 0.0}, "step"},
        {0.7, {ConditionKind::JointOff, false, "lle4", 10.0}, "x"},
        {std::nullopt, {ConditionKind::FallenOnFront, false, {}, 0.0}, "getup-front"}};
    const Motion other = mirrored(motion, mirroredNao());
    EXPECT_EQ(other.branches[0].condition.kind, ConditionKind::FallenOnRight);
    EXPECT_TRUE(other.branches[0].condition.isNegated);
    EXPECT_EQ(other.branches[0].motion, "roll-left");
    EXPECT_EQ(other.branches[1].condition.kind, ConditionKind::LeftFootContact);
    EXPECT_EQ(other.branches[2].condition.joint, "rle4");
    EXPECT_EQ(other.branches[3], motion.branches[3]);
    EXPECT_EQ(mirrored(other, mirroredNao()), motion);
}

TEST(MirrorTest, InvertsTheSignsOfMirroredAngles) {
    for (const char* joint : {"he1", "lle2", "rle6", "lae2", "rae3", "lae4", "llj2", "hj1"}) {
        EXPECT_TRUE(mirrorsWithSign(joint, mirroredNao())) << joint;
    }
    for (const char* joint : {"he2", "lae1", "rle1", "lle3", "lle4", "rle5", "lle7", "torso"}) {
        EXPECT_FALSE(mirrorsWithSign(joint, mirroredNao())) << joint;
    }
}

// The table is correct if the robot in a mirrored pose is the mirror image of the robot.
TEST(MirrorTest, MirroredPosesAreMirrorImagesOfAllBodies) {
    base::Rng rng(20);
    for (const robot::NaoType type : robot::kNaoTypes) {
        const robot::RobotModel& model = robot::naoModel(type);
        const std::size_t joints = model.joints().size();
        for (int round = 0; round < 20; ++round) {
            std::vector<double> pose(joints);
            std::vector<double> image(joints);
            for (std::size_t i = 0; i < joints; ++i) {
                const robot::Joint& joint = model.joints()[i];
                pose[i] = joint.minRad + (joint.maxRad - joint.minRad) * rng.uniform();
                const robot::JointId other = model.findJoint(mirroredJoint(joint.effector, model));
                ASSERT_TRUE(other.isValid()) << joint.effector;
                image[other.index()] = mirrorsWithSign(joint.effector, model) ? -pose[i] : pose[i];
                EXPECT_GE(image[other.index()], model.joint(other).minRad - 1e-12);
                EXPECT_LE(image[other.index()], model.joint(other).maxRad + 1e-12);
            }
            std::vector<math::Pose> bodies(model.bodies().size());
            std::vector<math::Pose> images(model.bodies().size());
            robot::forwardKinematics(model, {}, pose, bodies);
            robot::forwardKinematics(model, {}, image, images);
            const Eigen::Vector3d flip(-1.0, 1.0, 1.0); // x is to the robot's right
            for (std::size_t i = 0; i < bodies.size(); ++i) {
                std::string name = model.bodies()[i].name;
                if (model.findBody((name[0] == 'l' ? 'r' : 'l') + name.substr(1)).isValid()) {
                    name[0] = name[0] == 'l' ? 'r' : 'l';
                }
                const math::Pose& there = images[model.findBody(name).index()];
                EXPECT_LT((there.p - flip.cwiseProduct(bodies[i].p)).norm(), 1e-9) << name;
                const Eigen::Matrix3d R = flip.asDiagonal() * bodies[i].R * flip.asDiagonal();
                EXPECT_LT((there.R - R).norm(), 1e-9) << name;
            }
        }
    }
}

TEST(MirrorTest, MirroredPositionsAreMirrorImages) {
    const LimbPoint point{{0.1, 0.05, -0.3}, {0.2, -0.3, 0.4}};
    const LimbPoint image{{0.1, -0.05, -0.3}, {-0.2, -0.3, -0.4}};
    const Eigen::Vector3d flip(-1.0, 1.0, 1.0);
    const math::Pose a = torsoPose(point);
    const math::Pose b = torsoPose(image);
    EXPECT_LT((b.p - flip.cwiseProduct(a.p)).norm(), 1e-12);
    EXPECT_LT((b.R - flip.asDiagonal() * a.R * flip.asDiagonal()).norm(), 1e-12);
    EXPECT_LT((limbPoint(a).positionM - point.positionM).norm(), 1e-12);
    EXPECT_LT((limbPoint(a).rollPitchYawRad - point.rollPitchYawRad).norm(), 1e-12);
}

Motion sample() {
    Motion motion;
    motion.name = "kick";
    motion.ballFromTorsoM = {0.2, 0.05, -0.3};
    motion.entry = EntryPose{{{"lae2", 10.0}, {"he2", 3.0}}, 0.3};
    Keyframe& keyframe = motion.keyframeAtForWriting(0.2);
    keyframe.name = "left foot up";
    keyframe.wait = Wait{WaitKind::RightFootContact, 0.5};
    Key& key = keyframe.joints["lle2"];
    key.angleDeg = Value::parse("3 + $a").value();
    key.curve = Curve::Cubic;
    key.in = {-0.1, 2.0};
    key.out = {0.1, 0.0};
    keyframe.joints["rle4"].angleDeg = -30.0;
    LimbTarget& target = keyframe.limbs[Limb::LeftFoot];
    target.place.positionM = {0.1, Value::parse("$b").value(), -0.3};
    target.place.rollPitchYawDeg = {1.0, 2.0, 3.0};
    target.path = LimbTarget::Path::Spline;
    target.via.push_back(target.place);
    return motion;
}

TEST(MirrorTest, SwapsEverythingWithASide) {
    const Motion motion = mirrored(sample(), mirroredNao());
    const Keyframe& keyframe = *motion.keyframes.front();
    EXPECT_EQ(keyframe.name, "left foot up");
    EXPECT_EQ(keyframe.wait->kind, WaitKind::LeftFootContact);
    ASSERT_TRUE(keyframe.joints.contains("rle2"));
    const Key& key = keyframe.joints.at("rle2");
    EXPECT_EQ(key.angleDeg.text(), "-3 - $a");
    EXPECT_EQ(key.in.angleDeg, -2.0);
    EXPECT_EQ(key.in.timeS, -0.1);
    EXPECT_EQ(keyframe.joints.at("lle4").angleDeg.number(), -30.0);
    const LimbTarget& target = keyframe.limbs.at(Limb::RightFoot);
    EXPECT_EQ(target.place.positionM[1].text(), "-$b");
    EXPECT_EQ(target.place.rollPitchYawDeg[0].number(), -1.0);
    EXPECT_EQ(target.place.rollPitchYawDeg[1].number(), 2.0);
    EXPECT_EQ(target.via.front().rollPitchYawDeg[2].number(), -3.0);
    EXPECT_EQ(motion.entry->anglesDeg.at("rae2").number(), -10.0);
    EXPECT_EQ(motion.entry->anglesDeg.at("he2").number(), 3.0);
    EXPECT_EQ(motion.ballFromTorsoM[1], -0.05);
    EXPECT_FALSE(motion.mirrored);
}

TEST(MirrorTest, MirroringTwiceYieldsTheSameMotion) {
    EXPECT_EQ(mirrored(mirrored(sample(), mirroredNao()), mirroredNao()), sample());
    EXPECT_NE(mirrored(sample(), mirroredNao()), sample());
}

// Sides and signs follow the robot's own axes: those of soccerbot056 differ from a Nao's.
TEST(MirrorTest, SwapsBothAxesOfUniversalJoints) {
    const robot::RobotModel& model = robot::soccerbot056Model();
    Motion motion;
    motion.entry = EntryPose{{{"rle5_6.2", 4.0}}, 0.3};
    motion.muted = {"lle2_3.2"};
    motion.branches = {{0.1, {motion::ConditionKind::JointOff, false, "rae1_2.2", 10.0}, "x"}};
    for (const auto& [joint, angleDeg] : std::map<JointName, double>{
             {"lae1_2", 30.0}, {"lae1_2.2", 20.0}, {"laj3", 10.0}, {"lae4", 40.0}, {"lle1", 5.0}}) {
        motion.keyframeAtForWriting(0.2).joints[joint].angleDeg = angleDeg;
    }
    const Motion other = mirrored(motion, model);
    std::map<JointName, double> anglesDeg;
    for (const auto& [joint, key] : other.keyframes.front()->joints) {
        anglesDeg[joint] = key.angleDeg.number();
    }
    EXPECT_EQ(anglesDeg, (std::map<JointName, double>{{"rae1_2", 30.0},
                                                      {"rae1_2.2", -20.0},
                                                      {"raj3", -10.0},
                                                      {"rae4", 40.0},
                                                      {"rle1", -5.0}}));
    EXPECT_EQ(other.entry->anglesDeg.at("lle5_6.2").number(), -4.0);
    EXPECT_EQ(other.muted, (std::set<JointName>{"rle2_3.2"}));
    EXPECT_EQ(other.branches[0].condition.joint, "lae1_2.2");
    EXPECT_EQ(mirrored(other, model), motion);
}

} // namespace
} // namespace sideline::keyframe
