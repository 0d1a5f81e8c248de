// Compares the robots of rcssservermj with values that MuJoCo computes from the server's models.
#include "agentcore/robot/mujoco_robots.h"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"

namespace sideline::robot {
namespace {

// Converts MuJoCo's axes (x forward, y left) to Sideline's (x right, y forward).
Eigen::Matrix3d R_OursMujoco() {
    return Eigen::AngleAxisd(math::kPi / 2.0, Eigen::Vector3d::UnitZ()).toRotationMatrix();
}

struct WholeRobot {
    MujocoRobot robot;
    double massKg;
    Eigen::Vector3d p_TorsoComM; // `subtree_com` with all joints at zero
    // xx, yy, zz, xy, xz, yz about the center of mass, from `ximat` and `body_inertia`.
    std::array<double, 6> inertiaKgM2;
};

const std::array kWholeRobots = {WholeRobot{MujocoRobot::T1,
                                            31.614357,
                                            {0.055661025, -0.000214325, -0.0688251},
                                            {3.0261094379, 2.4761228754, 0.62524591281,
                                             -9.64102e-05, -0.02210804498, -0.00254238406}},
                                 WholeRobot{MujocoRobot::K1,
                                            19.666,
                                            {-0.000276373, -0.000257769, -0.070352639},
                                            {1.5302241407, 1.2327919757, 0.32865024437,
                                             -5.19984e-05, 0.00343974224, 0.00027825793}},
                                 WholeRobot{MujocoRobot::PiPlus,
                                            12.8135652,
                                            {0.007236102, -1.7066e-05, -0.021900979},
                                            {0.59007522854, 0.50271408733, 0.11707629250,
                                             -1.08658e-05, 0.01364619906, 7.44757e-05}}};

TEST(MujocoRobotsTest, MassesAndInertiasOfTheWholeEqualTheServersModels) {
    for (const WholeRobot& expected : kWholeRobots) {
        const RobotModel& model = mujocoRobotModel(expected.robot);
        SCOPED_TRACE(model.name());
        const std::vector<double> zero(model.joints().size(), 0.0);
        std::vector<math::Pose> X(model.bodies().size());
        forwardKinematics(model, {}, zero, X);
        EXPECT_NEAR(model.massKg(), expected.massKg, 1e-6);
        const Eigen::Vector3d com = centerOfMass(model, X);
        EXPECT_TRUE(com.isApprox(R_OursMujoco() * expected.p_TorsoComM, 1e-6)) << com.transpose();

        Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
        for (std::size_t i = 0; i < X.size(); ++i) {
            const Body& body = model.bodies()[i];
            ASSERT_TRUE(body.inertiaKgM2) << body.name;
            const Eigen::Vector3d r = X[i] * body.p_BodyCom - com;
            inertia +=
                X[i].R * *body.inertiaKgM2 * X[i].R.transpose() +
                body.massKg * (r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose());
        }
        const auto& [xx, yy, zz, xy, xz, yz] = expected.inertiaKgM2;
        Eigen::Matrix3d whole;
        whole << xx, xy, xz, xy, yy, yz, xz, yz, zz;
        whole = R_OursMujoco() * whole * R_OursMujoco().transpose();
        EXPECT_TRUE(inertia.isApprox(whole, 1e-6)) << inertia << "\n\n" << whole;
    }
}

TEST(MujocoRobotsTest, TheShankOfT1HasTheServersMoments) {
    const RobotModel& t1 = mujocoRobotModel(MujocoRobot::T1);
    const Body& shank = t1.body(t1.findBody("Shank_Left"));
    ASSERT_TRUE(shank.inertiaKgM2);
    const Eigen::Vector3d momentsKgM2 =
        Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(*shank.inertiaKgM2).eigenvalues();
    EXPECT_TRUE(momentsKgM2.isApprox(Eigen::Vector3d(0.00185844, 0.0345375, 0.0346951), 1e-6));
    EXPECT_GT(shank.p_BodyCom.norm(), 0.1);
}

} // namespace
} // namespace sideline::robot
