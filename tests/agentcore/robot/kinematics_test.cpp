#include "agentcore/robot/kinematics.h"

#include <vector>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"

namespace sideline::robot {
namespace {

using math::radFromDeg;

struct Posed {
    explicit Posed(const RobotModel& model)
        : angles(model.joints().size(), 0.0), poses(model.bodies().size()) {}
    std::vector<double> angles;
    std::vector<math::Pose> poses;
};

class KinematicsTest : public ::testing::TestWithParam<NaoType> {};

TEST_P(KinematicsTest, BodiesStandWhereTheDescriptionPutsThemAtZero) {
    const RobotModel& model = naoModel(GetParam());
    Posed robot(model);
    forwardKinematics(model, math::Pose{}, robot.angles, robot.poses);
    for (std::size_t i = 1; i < robot.poses.size(); ++i) {
        const Body& body = model.bodies()[i];
        EXPECT_TRUE(robot.poses[i].R.isIdentity());
        EXPECT_TRUE(robot.poses[i].p.isApprox(
            Eigen::Vector3d(robot.poses[body.parent.index()].p + body.p_ParentBody), 1e-12));
    }
}

TEST_P(KinematicsTest, JointAnglesComeBackFromThePoses) {
    const RobotModel& model = naoModel(GetParam());
    base::Rng rng(11);
    for (int trial = 0; trial < 50; ++trial) {
        Posed robot(model);
        for (std::size_t j = 0; j < robot.angles.size(); ++j) {
            robot.angles[j] = rng.uniform(model.joints()[j].minRad, model.joints()[j].maxRad);
        }
        const math::Pose X_STorso{
            Eigen::AngleAxisd(rng.uniform(-3, 3), Eigen::Vector3d(1, 2, 3).normalized())
                .toRotationMatrix(),
            {rng.uniform(-15, 15), rng.uniform(-10, 10), 0.4}};
        forwardKinematics(model, X_STorso, robot.angles, robot.poses);
        for (std::size_t j = 0; j < robot.angles.size(); ++j) {
            const math::HingeAngle found = jointAngle(model, JointId(j), robot.poses);
            EXPECT_NEAR(found.angleRad, robot.angles[j], 1e-9) << model.joints()[j].perceptor;
            EXPECT_NEAR(found.residualRad, 0.0, 1e-7);
        }
    }
}

TEST_P(KinematicsTest, NothingGetsFartherThanTheLargestReach) {
    const RobotModel& model = naoModel(GetParam());
    const double reachM = largestReachM(model);
    Posed robot(model);
    forwardKinematics(model, math::Pose{}, robot.angles, robot.poses);
    double straightM = 0.0;
    for (const math::Pose& X_TorsoBody : robot.poses) {
        straightM = std::max(straightM, X_TorsoBody.p.norm());
    }
    EXPECT_GT(reachM, straightM);
    EXPECT_LT(reachM, straightM + 0.25) << "nor is it much more";
    base::Rng rng(5);
    for (int trial = 0; trial < 200; ++trial) {
        for (std::size_t j = 0; j < robot.angles.size(); ++j) {
            robot.angles[j] = rng.uniform(model.joints()[j].minRad, model.joints()[j].maxRad);
        }
        forwardKinematics(model, math::Pose{}, robot.angles, robot.poses);
        for (std::size_t i = 0; i < robot.poses.size(); ++i) {
            double farthestM = robot.poses[i].p.norm();
            if (const auto* box = std::get_if<Box>(&model.bodies()[i].shape)) {
                for (const double x : {-0.5, 0.5}) {
                    for (const double y : {-0.5, 0.5}) {
                        for (const double z : {-0.5, 0.5}) {
                            const Eigen::Vector3d corner =
                                box->sizeM.cwiseProduct(Eigen::Vector3d(x, y, z));
                            farthestM = std::max(farthestM, (robot.poses[i] * corner).norm());
                        }
                    }
                }
            }
            EXPECT_LE(farthestM, reachM + 1e-9) << model.bodies()[i].name;
        }
    }
}

TEST_P(KinematicsTest, AnchorsStayTogetherInParentAndChild) {
    const RobotModel& model = naoModel(GetParam());
    Posed straight(model);
    forwardKinematics(model, math::Pose{}, straight.angles, straight.poses);
    Posed bent(model);
    for (std::size_t j = 0; j < bent.angles.size(); ++j) {
        bent.angles[j] = 0.4 * (j % 2 == 0 ? model.joints()[j].minRad : model.joints()[j].maxRad);
    }
    forwardKinematics(model, math::Pose{}, bent.angles, bent.poses);
    for (std::size_t j = 0; j < model.joints().size(); ++j) {
        const auto parent = model.joints()[j].parent.index();
        const auto inParent = [&](const Posed& robot) -> Eigen::Vector3d {
            return robot.poses[parent].inverse() * jointFrame(model, JointId(j), robot.poses).p;
        };
        EXPECT_LT((inParent(bent) - inParent(straight)).norm(), 1e-12)
            << model.joints()[j].perceptor;
    }
}

INSTANTIATE_TEST_SUITE_P(AllTypes, KinematicsTest, ::testing::ValuesIn(kNaoTypes));

TEST(KinematicsTest, LeftIsTheMirrorImageOfRight) {
    const RobotModel& model = naoModel(NaoType::Standard);
    Posed robot(model);
    // Pitch joints rotate equally, roll and yaw joints in opposite directions.
    const std::pair<const char*, double> right[] = {
        {"raj1", -30}, {"raj2", -20}, {"raj3", 40},  {"raj4", 50}, {"rlj1", -15},
        {"rlj2", -10}, {"rlj3", 35},  {"rlj4", -60}, {"rlj5", 20}, {"rlj6", 12}};
    for (const auto& [name, angleDeg] : right) {
        const JointId id = model.findJoint(name);
        const bool pitch = model.joint(id).axis.x() != 0.0; // the coupled hip joint included
        const JointId mirror = model.findJoint(std::string("l") + (name + 1));
        robot.angles[id.index()] = radFromDeg(angleDeg);
        robot.angles[mirror.index()] = radFromDeg(pitch ? angleDeg : -angleDeg);
    }
    forwardKinematics(model, math::Pose{}, robot.angles, robot.poses);
    for (const char* part : {"lowerarm", "foot", "shank"}) {
        const Eigen::Vector3d r = robot.poses[model.findBody(std::string("r") + part).index()].p;
        const Eigen::Vector3d l = robot.poses[model.findBody(std::string("l") + part).index()].p;
        EXPECT_TRUE(l.isApprox(Eigen::Vector3d(-r.x(), r.y(), r.z()), 1e-9)) << part;
    }
    EXPECT_NEAR(centerOfMass(model, robot.poses).x(), 0.0, 1e-9);
}

TEST(KinematicsTest, CenterOfMassIsTheWeightedMean) {
    const RobotModel& model = naoModel(NaoType::Standard);
    Posed robot(model);
    forwardKinematics(model, math::Pose::translation({1, 2, 3}), robot.angles, robot.poses);
    const Eigen::Vector3d com = centerOfMass(model, robot.poses);
    EXPECT_NEAR(com.x(), 1.0, 1e-9);
    EXPECT_GT(com.z(), 2.85);
    EXPECT_LT(com.z(), 3.0); // legs are heavier than head and arms
}

TEST(KinematicsTest, ABodyMovesTheCenterInProportionToItsMass) {
    const RobotModel& model = naoModel(NaoType::Standard);
    Posed robot(model);
    forwardKinematics(model, math::Pose{}, robot.angles, robot.poses);
    const Eigen::Vector3d before = centerOfMass(model, robot.poses);
    for (std::size_t i = 0; i < robot.poses.size(); ++i) {
        Posed moved = robot;
        moved.poses[i].p.z() += 1.0;
        const Eigen::Vector3d wayM = centerOfMass(model, moved.poses) - before;
        EXPECT_NEAR(wayM.z(), model.bodies()[i].massKg / model.massKg(), 1e-9)
            << model.bodies()[i].name;
    }
}

TEST(KinematicsTest, TheLargestGapCountsWhereverItIs) {
    const RobotModel& model = naoModel(NaoType::Standard);
    for (const char* name : {"head", "rlowerarm", "lfoot"}) {
        Posed robot(model);
        forwardKinematics(model, math::Pose{}, robot.angles, robot.poses);
        EXPECT_NEAR(largestJointGapM(model, robot.poses), 0.0, 1e-9);
        robot.poses[model.findBody(name).index()].p.y() += 0.1;
        EXPECT_NEAR(largestJointGapM(model, robot.poses), 0.1, 1e-9) << name;
    }
}

} // namespace
} // namespace sideline::robot
