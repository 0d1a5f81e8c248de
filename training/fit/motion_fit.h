#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/decision/policy_interface.h"
#include "agentcore/motion/joint_trajectory.h"
#include "agentcore/robot/robot_model.h"
#include "motions/motion.h"
#include "training/fit/network_fit.h"

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

/// How well a network gives the angles of one joint.
struct JointFit {
    std::string joint; ///< perceptor name
    double rmsRad = 0.0;
    double maxRad = 0.0;
};

/// A policy that moves as a motion does, and how far it is off.
struct MotionFit {
    decision::Policy policy;
    std::size_t exampleCount = 0;
    std::vector<JointFit> joints; ///< on the examples
    double rmsRad = 0.0;          ///< of all joints
    double maxRad = 0.0;
    double unseenRmsRad = 0.0; ///< between the examples; with trials: in trials with other seeds
    std::vector<std::string> leftOut; ///< what of the motion a network cannot do, a phrase each
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
[[nodiscard]] base::Expected<MotionFit> fitMotion(
    const std::shared_ptr<const motion::JointTrajectory>& trajectory,
    const robot::RobotModel& model, const MotionFitSettings& settings,
    const std::function<bool()>& isCanceled = {});

} // namespace sideline::training
