#pragma once

#include "agentcore/base/rng.h"
#include "agentcore/motion/joint_trajectory.h"
#include "training/trial/motion_trial.h"
#include "training/trial/physics_robot.h"

namespace sideline::training {

/// Brings a robot into the start pose of a trial: stands it up or lets it fall, then lets it
/// settle.
/// @param afterCycle called after each cycle with the time until the motion begins, 0 or less, s;
///     returns whether to continue
/// @return false if `afterCycle` stopped it
bool takeStartPose(PhysicsRobot& robot, const motion::JointTrajectory& trajectory,
                   const TrialSettings& settings, base::Rng& rng,
                   const std::function<bool(double timeS)>& afterCycle);

/// Returns the initial ball position in S for a robot in its start pose.
[[nodiscard]] Eigen::Vector3d ballPlace_S(const PhysicsRobot& robot, const TrialSettings& settings,
                                          base::Rng& rng);

} // namespace sideline::training
