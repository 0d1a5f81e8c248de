// The whole robot is in the picture, whichever it is.
#include "viewer3d/view/robot_fit.h"

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <QTest>

#include "agentcore/math/angles.h"
#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/kinematics.h"
#include "tests/viewer3d/viewer_checks.h"
#include "viewer3d/view/camera_rig.h"
#include "viewer3d/view/match_view.h"

namespace sideline::viewer3d {
namespace {

using Eigen::Vector3d;

const game::PlayerId kShown{game::Side::Left, game::UniformNumber(1)};
const game::PlayerId kOther{game::Side::Left, game::UniformNumber(2)};

// A robot that stands at the origin, or at `p_S` on the ground, with all joints at zero.
monitor::RobotFrame standing(const robot::RobotModelPtr& model, const game::PlayerId& id,
                             const Vector3d& p_S = Vector3d::Zero()) {
    monitor::RobotFrame robot;
    robot.id = id;
    robot.model = model;
    robot.jointAnglesRad.assign(model->joints().size(), 0.0);
    robot.X_SBody.resize(model->bodies().size());
    robot.bodyUpdatedAt.resize(model->bodies().size());
    robot::forwardKinematics(*model,
                             math::Pose::translation(p_S + Vector3d(0, 0, model->standingTorsoM())),
                             robot.jointAnglesRad, robot.X_SBody);
    return robot;
}

monitor::MatchFramePtr frameWith(std::vector<monitor::RobotFrame> robots) {
    auto frame = std::make_shared<monitor::MatchFrame>();
    frame->robots = std::move(robots);
    return frame;
}

TEST(RobotFitTest, AnOrbitShowsTheWholeRobotFromAllSides) {
    for (const robot::RobotModelPtr& model : robot::builtInRobots()) {
        const monitor::RobotFrame robot = standing(model, kShown);
        const RobotFit fit = fitOf(*model);
        for (const double azimuthRad : {0.0, 0.7, math::kPi / 2.0, math::kPi}) {
            for (const double elevationRad : {0.05, 0.6, 1.4}) {
                CameraRig rig;
                rig.orbitAbout({0.0, 0.0, fit.middleM}, fit.distanceM);
                rig.orbitTo(azimuthRad, elevationRad);
                rig.advance(100.0, {}, nullptr);
                rig.advance(100.0, {}, nullptr);
                const double reach = reachInView(rig.pose(), robot);
                EXPECT_LT(reach, 1.0) << model->name();
                EXPECT_GT(reach, 0.25) << model->name();
            }
        }
    }
}

TEST(RobotFitTest, FollowersSeeTheWholeRobotAfterEveryChange) {
    const std::vector<robot::RobotModelPtr> models = robot::builtInRobots();
    for (const CameraMode mode :
         {CameraMode::FollowPlayer, CameraMode::FollowPlayerTurning, CameraMode::ThirdPerson}) {
        CameraRig rig;
        rig.setMode(mode);
        for (std::size_t i = 0; i < models.size(); ++i) {
            const auto frame =
                frameWith({standing(models[i], i % 2 == 0 ? kShown : kOther, {5.0, 3.0, 0.0})});
            rig.setPlayer(frame->robots.front().id);
            for (int step = 0; step < 200; ++step) {
                rig.advance(0.02, {}, frame.get());
            }
            const double reach = reachInView(rig.pose(), frame->robots.front());
            EXPECT_LT(reach, 1.0) << models[i]->name() << ' ' << cameraModeName(mode);
            EXPECT_GT(reach, 0.1) << models[i]->name() << ' ' << cameraModeName(mode);
        }
    }
}

TEST(RobotFitTest, TheHomeKeyShowsTheWholeRobot) {
    MatchView view;
    view.resize(480, 320);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    view.setPosing(true);
    for (const robot::RobotModelPtr& model : robot::builtInRobots()) {
        const monitor::RobotFrame robot = standing(model, kShown, {1.0, 2.0, 0.0});
        view.setFrame(frameWith({robot}));
        view.orbitAbout({-3.0, 3.0, 0.3}, 6.0);
        QTest::keyClick(&view, Qt::Key_Home);
        EXPECT_LT(reachInView(view.cameraPose(), robot), 1.0) << model->name();
    }
}

} // namespace
} // namespace sideline::viewer3d
