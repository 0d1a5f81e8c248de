#pragma once

#include <span>
#include <string>
#include <vector>

#include "agentcore/motion/joint_trajectory.h"
#include "agentcore/robot/robot_model.h"
#include "motions/finding.h"

namespace sideline::keyframe {

/// `left knee (lle4)`; for joints that are not a Nao's the name alone.
[[nodiscard]] std::string jointText(const robot::Joint& joint);
/// `lle4`: the effector's name, or the perceptor's for joints without one.
[[nodiscard]] const std::string& jointName(const robot::Joint& joint);

/// Where a trajectory passes stops of joints (by more than 0.01 degrees) or asks more speed than
/// motors have (by more than 1 %, at the trajectory's `speed`), one finding for each interval.
/// `value` and `limit` in degrees and degrees/s.
/// @param timesS rising: places between which curves are looked at, besides their keys
/// @param startRad one per joint
[[nodiscard]] std::vector<Finding> jointFindings(const motion::JointTrajectory& trajectory,
                                                 const robot::RobotModel& model,
                                                 std::span<const double> timesS,
                                                 std::span<const double> startRad);

} // namespace sideline::keyframe
