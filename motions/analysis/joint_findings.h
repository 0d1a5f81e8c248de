#pragma once

#include <span>
#include <string>
#include <vector>

#include "agentcore/motion/joint_trajectory.h"
#include "agentcore/robot/robot_model.h"
#include "motions/finding.h"

namespace sideline::keyframe {

/// Returns a joint's description such as `left knee (lle4)`; for joints of robots other than the
/// Nao, only the name.
[[nodiscard]] std::string jointText(const robot::RobotModel& model, robot::JointId joint);

/// Finds where a trajectory exceeds joint limits (by more than 0.01 degrees) or motor speeds (by
/// more than 1 %, at the trajectory's `speed`), one finding for each interval. `value` and `limit`
/// are in degrees or degrees/s.
/// @param timesS ascending: bounds of the intervals in which curves are evaluated, in addition to
///     their keys
/// @param startRad one per joint
[[nodiscard]] std::vector<Finding> jointFindings(const motion::JointTrajectory& trajectory,
                                                 const robot::RobotModel& model,
                                                 std::span<const double> timesS,
                                                 std::span<const double> startRad);

} // namespace sideline::keyframe
