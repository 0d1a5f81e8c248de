#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "agentcore/base/error.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/robot/robot_model.h"
#include "training/fit/policy_fit.h"
#include "training/task/task.h"

namespace sideline::training {

/// How a network is fitted to a behavior.
struct BehaviorFitSettings {
    NetworkFitSettings network;
    int trials = 20;  ///< of the task, from which it learns; 1 or more
    int judged = 20;  ///< with other seeds, in which both are compared; 1 or more
    std::string note; ///< for the policy: where it comes from
};

/// What becomes of trials that a behavior or its network moves.
struct FitTrials {
    int succeeded = 0;
    double fitness = 0.0; ///< mean
};

struct BehaviorFit : PolicyFit {
    int learntTrials = 0; ///< those that succeeded; it learns from no others
    FitTrials behavior;   ///< in trials that it has not learnt from
    FitTrials network;    ///< in the same ones
};

/// Fits a network to the joint targets of a behavior, such as a walk: it sees the body, what it
/// wanted itself in the cycle before, and what it is told; the behavior's own state it has to
/// guess.
/// @param behavior is copied
/// @param task in which it is watched, such as `follow`
/// @param isCanceled asked often; may be empty
/// Errors: InvalidArgument when no trial succeeds, or nothing is moved; those of `fitNetwork`;
/// Canceled.
[[nodiscard]] base::Expected<BehaviorFit> fitBehavior(const behavior::Behavior& behavior,
                                                      const TaskPtr& task,
                                                      const robot::RobotModelPtr& model,
                                                      const BehaviorFitSettings& settings,
                                                      const std::function<bool()>& isCanceled = {});

} // namespace sideline::training
