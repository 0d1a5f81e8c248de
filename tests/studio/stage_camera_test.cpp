// The stages of Motion, Train and Robot fit their camera to every robot that they show.
#include <gtest/gtest.h>

#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/kinematics.h"
#include "studio/stage/motion_stage.h"
#include "studio/workspaces/robot/robot_stage.h"
#include "tests/viewer3d/viewer_checks.h"

namespace sideline::studio {
namespace {

// Each robot, after each other one, in both orders.
std::vector<robot::RobotModelPtr> changes() {
    const std::vector<robot::RobotModelPtr> forward = robot::builtInRobots();
    std::vector<robot::RobotModelPtr> models = forward;
    models.insert(models.end(), forward.rbegin(), forward.rend());
    return models;
}

monitor::RobotFrame standing(const robot::RobotModelPtr& model) {
    monitor::RobotFrame robot;
    robot.model = model;
    robot.X_SBody.resize(model->bodies().size());
    robot::forwardKinematics(*model, math::Pose::translation({0, 0, model->standingTorsoM()}),
                             std::vector<double>(model->joints().size()), robot.X_SBody);
    return robot;
}

TEST(StageCameraTest, AMotionsRobotIsInThePicture) {
    MotionStage stage;
    for (const robot::RobotModelPtr& model : changes()) {
        MotionStage::Scene scene;
        scene.model = model;
        scene.anglesRad.assign(model->joints().size(), 0.0);
        scene.X_STorso = math::Pose::translation({0, 0, model->standingTorsoM()});
        stage.show(scene);
        const double reach = viewer3d::reachInView(stage.view().cameraPose(), standing(model));
        EXPECT_LT(reach, 1.0) << model->name();
        EXPECT_GT(reach, 0.3) << model->name();
    }
}

// The camera goes with a kicked ball, except where the robot is what one looks for.
TEST(StageCameraTest, TheCameraStaysWithARobotThatFails) {
    for (const bool followsRobot : {true, false}) {
        MotionStage stage;
        MotionStage::Scene scene;
        scene.model = robot::defaultRobot().shared();
        scene.anglesRad.assign(scene.model->joints().size(), 0.0);
        scene.X_STorso = math::Pose::translation({0, 0, scene.model->standingTorsoM()});
        scene.followsRobot = followsRobot;
        scene.ballPath_S = {{0.0, 0.2, 0.04}, {0.0, 6.0, 0.04}};
        scene.p_SBall = scene.ballPath_S.back();
        stage.show(scene);
        const viewer3d::CameraPose pose = stage.view().cameraPose();
        const auto offAxisM = [&](const Eigen::Vector3d& p_S) {
            return (p_S - pose.eye).cross(pose.forward).norm();
        };
        EXPECT_EQ(offAxisM(scene.X_STorso.p) < 0.5, followsRobot);
        EXPECT_EQ(offAxisM(*scene.p_SBall) < 0.5, !followsRobot);
    }
}

TEST(StageCameraTest, TheChangedRobotIsInThePicture) {
    RobotStage stage;
    for (const robot::RobotModelPtr& model : changes()) {
        stage.show({model, std::vector<double>(model->joints().size()), {}, {}, {}});
        const double reach = viewer3d::reachInView(stage.view().cameraPose(), standing(model));
        EXPECT_LT(reach, 1.0) << model->name();
        EXPECT_GT(reach, 0.3) << model->name();
    }
}

// A user who looks closer stays there while the robot's parts change.
TEST(StageCameraTest, TheSameRobotLeavesTheCameraAlone) {
    RobotStage stage;
    const robot::RobotModelPtr model = robot::defaultRobot().shared();
    const RobotStage::Scene scene{model, std::vector<double>(model->joints().size()), {}, {}, {}};
    stage.show(scene);
    stage.view().orbitAbout({0.0, 0.0, 0.5}, 0.6);
    stage.show(scene);
    EXPECT_NEAR((stage.view().cameraPose().eye - Eigen::Vector3d(0.0, 0.0, 0.5)).norm(), 0.6, 1e-6);
}

} // namespace
} // namespace sideline::studio
