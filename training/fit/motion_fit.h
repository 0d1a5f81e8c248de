#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/motion/joint_trajectory.h"
#include "agentcore/robot/robot_model.h"
#include "motions/motion.h"
#include "training/fit/policy_fit.h"

namespace sideline::training {

/// Settings for fitting a network to a motion.
struct MotionFitSettings {
    NetworkFitSettings network;
    /// Number of simulated trials of the motion. 0: the only input is the time in the motion.
    /// Otherwise the inputs include the state of the body (joint angles, gyro, up, foot forces).
    int trials = 0;
    keyframe::StartPose start = keyframe::StartPose::Standing; ///< start pose of the trials
    double jointNoiseRad = 0.03; ///< standard deviation in the trials' start pose
    std::string note;            ///< origin of the motion, stored in the policy
};

/// Fits a network to the joint angles of a motion.
///
/// A repeated motion becomes a policy with a phase, whose period is one pass of the repeated part.
/// Any other motion becomes a policy with progress, which holds the last pose at the end. Entry
/// pose, waits and branches are omitted.
/// @param trajectory resolved for the model
/// @param isCanceled polled often; may be empty
/// Errors: InvalidArgument for a motion that moves nothing, has no length, or is for another robot;
/// those of `fitNetwork`; Canceled.
[[nodiscard]] base::Expected<PolicyFit> fitMotion(
    const std::shared_ptr<const motion::JointTrajectory>& trajectory,
    const robot::RobotModel& model, const MotionFitSettings& settings,
    const std::function<bool()>& isCanceled = {});

} // namespace sideline::training
