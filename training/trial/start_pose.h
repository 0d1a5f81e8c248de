#pragma once

#include "agentcore/base/rng.h"
#include "agentcore/motion/joint_trajectory.h"
#include "training/trial/motion_trial.h"
#include "training/trial/trial_robot.h"

namespace sideline::training {

/// Brings a robot into the start pose of a trial: stands it up or lets it fall, and lets it settle.
/// @param afterCycle called after each cycle with the time until the motion begins, 0 or less, s;
///     answers whether to continue
/// @return false if it was asked to stop
bool takeStartPose(TrialRobot& robot, const motion::JointTrajectory& trajectory,
                   const TrialSettings& settings, base::Rng& rng,
                   const std::function<bool(double timeS)>& afterCycle);

/// Where the ball lies at the start, in S, for a robot that stands in its start pose.
[[nodiscard]] Eigen::Vector3d ballPlace_S(const TrialRobot& robot, const TrialSettings& settings,
                                          base::Rng& rng);

} // namespace sideline::training
