#include "viewer3d/view/robot_fit.h"

#include <algorithm>
#include <cmath>

#include "agentcore/robot/built_in_robots.h"

namespace sideline::viewer3d {

namespace {

constexpr double kRoomRatio = 1.24;  // keeps a lifted hand in the picture
constexpr double kLowestRatio = 0.4; // height of a lying robot's middle, relative to standing

// Returns the radius of a sphere around the middle of a robot that contains its bounding box.
double halfDiagonalM(const robot::RobotModel& model) {
    return 0.5 * model.extent_T().diagonal().norm();
}

} // namespace

RobotFit fitOf(const robot::RobotModel& model) {
    RobotFit fit;
    fit.middleM = model.standingTorsoM() + model.extent_T().center().z();
    fit.distanceM = kRoomRatio * halfDiagonalM(model) / std::tan(kOrbitFovYRad / 2.0);
    fit.scale = halfDiagonalM(model) / halfDiagonalM(robot::defaultRobot());
    return fit;
}

Eigen::Vector3d middleOf(const monitor::RobotFrame& robot) {
    const robot::RobotModel& model = robot.model != nullptr ? *robot.model : robot::defaultRobot();
    const double middleM = fitOf(model).middleM;
    Eigen::Vector3d middle_S = robot.X_STorso().p;
    middle_S.z() =
        std::max(middle_S.z() * middleM / model.standingTorsoM(), kLowestRatio * middleM);
    return middle_S;
}

} // namespace sideline::viewer3d
