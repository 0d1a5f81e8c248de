#pragma once

#include "agentcore/math/angles.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::viewer3d {

/// Vertical field of view of a camera that orbits a robot; shows it with little distortion.
inline constexpr double kOrbitFovYRad = math::radFromDeg(32.0);

/// The place of a camera for a robot of any size.
struct RobotFit {
    double middleM = 0.0;   ///< height of the standing robot's middle above the ground
    double distanceM = 0.0; ///< distance from the middle to a camera that shows the whole robot
    double scale = 1.0;     ///< size relative to the default robot, for distances chosen for it
};

/// Returns the camera's place for a robot, from the bounding box of its bodies with all joints at
/// zero.
[[nodiscard]] RobotFit fitOf(const robot::RobotModel& model);

/// Returns the middle of a robot in any posture, above its torso's place on the ground; S, meters.
[[nodiscard]] Eigen::Vector3d middleOf(const monitor::RobotFrame& robot);

} // namespace sideline::viewer3d
