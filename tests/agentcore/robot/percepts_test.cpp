// Compares the order of percepts with messages of real servers.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"

namespace sideline::robot {
namespace {

std::string wordOf(PerceptorKind kind) {
    switch (kind) {
    case PerceptorKind::Time:
        return "time";
    case PerceptorKind::GameState:
        return "GS";
    case PerceptorKind::Hear:
        return "hear";
    case PerceptorKind::Gyro:
        return "GYR";
    case PerceptorKind::Accelerometer:
        return "ACC";
    case PerceptorKind::Hinge:
        return "HJ";
    case PerceptorKind::Universal:
        return "UJ";
    case PerceptorKind::Vision:
        return "See";
    case PerceptorKind::ForceResistance:
        return "FRP";
    case PerceptorKind::Touch:
        return "TCH";
    }
    return {};
}

// `time GS hear GYR:torso HJ:hj1 ...`
std::string orderOf(const RobotModel& model) {
    std::string order;
    for (const Perceptor& perceptor : model.percepts().perceptors) {
        order += order.empty() ? "" : " ";
        order += wordOf(perceptor.kind);
        order += perceptor.name.empty() ? "" : ":" + perceptor.name;
    }
    return order;
}

TEST(PerceptsTest, TheNaosStandAsTheServerSendsThem) {
    // Messages of rcssserver3d 0.7.3, types 0 and 4.
    const std::string head = "time GS hear GYR:torso ACC:torso HJ:hj1 HJ:hj2 See "
                             "HJ:raj1 HJ:raj2 HJ:raj3 HJ:raj4 HJ:laj1 HJ:laj2 HJ:laj3 HJ:laj4 ";
    EXPECT_EQ(orderOf(naoModel(NaoType::Standard)),
              head + "HJ:rlj1 HJ:rlj2 HJ:rlj3 HJ:rlj4 HJ:rlj5 FRP:rf HJ:rlj6 "
                     "HJ:llj1 HJ:llj2 HJ:llj3 HJ:llj4 HJ:llj5 FRP:lf HJ:llj6");
    EXPECT_EQ(orderOf(naoModel(NaoType::Toes)),
              head + "HJ:rlj1 HJ:rlj2 HJ:rlj3 HJ:rlj4 HJ:rlj5 FRP:rf HJ:rlj6 FRP:rf1 HJ:rlj7 "
                     "HJ:llj1 HJ:llj2 HJ:llj3 HJ:llj4 HJ:llj5 FRP:lf HJ:llj6 FRP:lf1 HJ:llj7");
}

TEST(PerceptsTest, TheSoccerbotsStandAsTheOlderServerSentThem) {
    // A message of rcssserver3d 0.5.6 without a heard message.
    EXPECT_EQ(orderOf(soccerbot056Model()),
              "time GS hear GYR:torso See UJ:laj1_2 UJ:raj1_2 HJ:laj3 HJ:raj3 HJ:laj4 HJ:raj4 "
              "HJ:llj1 HJ:rlj1 UJ:llj2_3 UJ:rlj2_3 HJ:llj4 HJ:rlj4 FRP:lf UJ:llj5_6 FRP:rf "
              "UJ:rlj5_6");
}

TEST(PerceptsTest, PerceptorsNameTheBodyOrJointThatTheyReport) {
    for (const RobotModelPtr& model :
         {naoModel(NaoType::Toes).shared(), soccerbot056Model().shared()}) {
        for (const Perceptor& perceptor : model->percepts().perceptors) {
            const bool isJoint = perceptor.kind == PerceptorKind::Hinge ||
                                 perceptor.kind == PerceptorKind::Universal;
            ASSERT_EQ(perceptor.joint.isValid(), isJoint) << perceptor.name;
            if (isJoint) {
                EXPECT_EQ(model->findJoint(perceptor.name), perceptor.joint);
                const bool isHinge = model->joint(perceptor.joint).kind == JointKind::Hinge;
                EXPECT_EQ(perceptor.kind == PerceptorKind::Hinge, isHinge) << perceptor.name;
            }
        }
    }
    const RobotModel& nao = naoModel(NaoType::Toes);
    const auto bodyOf = [](const RobotModel& model, const char* name) -> std::string {
        for (const Perceptor& perceptor : model.percepts().perceptors) {
            if (perceptor.name == name) {
                return model.body(perceptor.body).name;
            }
        }
        return {};
    };
    EXPECT_EQ(bodyOf(nao, "rf"), "rfoot");
    EXPECT_EQ(bodyOf(nao, "lf1"), "ltoe");
    EXPECT_EQ(bodyOf(soccerbot056Model(), "lf"), "leftfoot");
}

TEST(PerceptsTest, OthersSeePartsOfANaoAndOnePointOfASoccerbot) {
    std::vector<std::string> names;
    for (const VisiblePart& part : naoModel(NaoType::Standard).percepts().visibleParts) {
        names.push_back(part.name);
    }
    EXPECT_EQ(names,
              (std::vector<std::string>{"head", "rlowerarm", "llowerarm", "rfoot", "lfoot"}));
    EXPECT_TRUE(soccerbot056Model().percepts().visibleParts.empty());
    const VisionSettings& vision = naoModel(NaoType::Standard).percepts().vision;
    ASSERT_TRUE(vision.cone);
    EXPECT_NEAR(vision.cone->halfWidthRad, math::radFromDeg(60.0), 1e-12);
    EXPECT_EQ(vision.intervalCycles, 3);
    EXPECT_FALSE(soccerbot056Model().percepts().vision.cone);
}

TEST(Soccerbot056Test, WeighsWhatTheOlderServersForcesSay) {
    const RobotModel& model = soccerbot056Model();
    EXPECT_EQ(model.bodies().size(), 21U);
    EXPECT_EQ(model.joints().size(), 21U);
    EXPECT_NEAR(model.massKg() * 9.81, 12.22 + 12.30, 0.1);
    EXPECT_FALSE(model.findJoint("").isValid());
    const JointId hip = model.findJoint("rle2_3");
    EXPECT_EQ(hip, model.findJoint("rlj2_3"));
    EXPECT_EQ(otherAxis(model, hip).index(), hip.index() + 1);
    EXPECT_EQ(otherAxis(model, otherAxis(model, hip)), hip);
}

TEST(Soccerbot056Test, StandsStraightAtZeroWithItsTrunkAslant) {
    const RobotModel& model = soccerbot056Model();
    std::vector<math::Pose> poses(model.bodies().size());
    const std::vector<double> zeros(model.joints().size(), 0.0);
    forwardKinematics(model, math::Pose{}, zeros, poses);
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const bool isAslant = model.bodies()[i].name == "lowerTorso";
        EXPECT_EQ(poses[i].R.isIdentity(1e-12), !isAslant) << model.bodies()[i].name;
    }
    const math::Pose& left = poses[model.findBody("leftfoot").index()];
    const math::Pose& right = poses[model.findBody("rightfoot").index()];
    EXPECT_TRUE(left.p.isApprox(Eigen::Vector3d(-0.39, 0, -3.5115), 1e-9));
    EXPECT_TRUE(right.p.isApprox(Eigen::Vector3d(0.39, 0, -3.5115), 1e-9));
    EXPECT_NEAR(largestJointGapM(model, poses), 0.0, 1e-12);
}

TEST(Soccerbot056Test, AnglesOfUniversalJointsComeBackFromThePoses) {
    const RobotModel& model = soccerbot056Model();
    std::vector<double> angles;
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        angles.push_back(0.9 - 0.17 * static_cast<double>(i));
    }
    std::vector<math::Pose> poses(model.bodies().size());
    const math::Pose X_STorso{
        Eigen::AngleAxisd(1.2, Eigen::Vector3d(1, -2, 0.5).normalized()).toRotationMatrix(),
        {3, -4, 2}};
    forwardKinematics(model, X_STorso, angles, poses);
    for (std::size_t i = 0; i < angles.size(); ++i) {
        const math::HingeAngle found = jointAngle(model, JointId(i), poses);
        EXPECT_NEAR(found.angleRad, angles[i], 1e-9) << i;
        EXPECT_NEAR(found.residualRad, 0.0, 1e-7);
    }
    EXPECT_NEAR(largestJointGapM(model, poses), 0.0, 1e-12);
}

TEST(Soccerbot056Test, DescribedStopsMirrorLeftToRight) {
    const RobotModel& model = soccerbot056Model(Soccerbot056Stops::Described);
    const auto range = [&](const char* name, bool isSecond) {
        const JointId id = model.findJoint(name);
        const Joint& joint = model.joint(isSecond ? otherAxis(model, id) : id);
        return std::pair(std::lround(math::degFromRad(joint.minRad)),
                         std::lround(math::degFromRad(joint.maxRad)));
    };
    EXPECT_EQ(range("laj1_2", false), std::pair(-90L, 180L));
    EXPECT_EQ(range("laj1_2", true), std::pair(-10L, 180L));
    EXPECT_EQ(range("raj1_2", true), std::pair(-180L, 10L));
    EXPECT_EQ(range("llj1", false), std::pair(-60L, 90L));
    EXPECT_EQ(range("rlj1", false), std::pair(-90L, 60L));
    EXPECT_EQ(range("rlj2_3", true), std::pair(-75L, 45L));
    EXPECT_EQ(range("rlj5_6", true), std::pair(-45L, 45L));
    EXPECT_TRUE(std::isinf(soccerbot056Model().joint(JointId(std::size_t{1})).maxRad));
}

} // namespace
} // namespace sideline::robot
