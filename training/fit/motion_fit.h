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

/// How a network is fitted to a motion.
struct MotionFitSettings {
    NetworkFitSettings network;
    /// 0: the network sees the time in the motion alone. Above: also the body (joint angles, gyro,
    /// up, foot forces), from so many simulated trials of the motion.
    int trials = 0;
    keyframe::StartPose start = keyframe::StartPose::Standing; ///< of the trials
    double jointNoiseRad = 0.03; ///< standard deviation in the trials' start pose
    std::string note;            ///< for the policy: where the motion comes from
};

/// Fits a network to the joint angles of a motion.
///
/// Motions that repeat become a policy with a phase, of one pass of the repeated part; others one
/// with a progress, which holds the last pose in the end. The entry pose, what the motion waits for
/// and its branches are left out.
/// @param trajectory resolved for the model
/// @param isCanceled asked often; may be empty
/// Errors: InvalidArgument for a motion that moves nothing, has no length, or is for another robot;
/// those of `fitNetwork`; Canceled.
[[nodiscard]] base::Expected<PolicyFit> fitMotion(
    const std::shared_ptr<const motion::JointTrajectory>& trajectory,
    const robot::RobotModel& model, const MotionFitSettings& settings,
    const std::function<bool()>& isCanceled = {});

} // namespace sideline::training
