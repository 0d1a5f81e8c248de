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

/// Settings for fitting a network to a behavior.
struct BehaviorFitSettings {
    NetworkFitSettings network;
    int trials = 20;     ///< trials of the task to learn from; 1 or more
    int testTrials = 20; ///< trials with other seeds, to compare network and behavior; 1 or more
    std::string note;    ///< origin of the policy, stored in it
};

/// Results of trials with a behavior or its network.
struct FitTrials {
    int succeeded = 0;
    double fitness = 0.0; ///< mean
};

struct BehaviorFit : PolicyFit {
    int trainingTrials = 0; ///< successful trials, the only ones used for training
    FitTrials behavior;     ///< results of the behavior in trials not used for training
    FitTrials network;      ///< results of the network in the same trials
};

/// Fits a network to the joint targets of a behavior, such as a walk. Its inputs are the state of
/// the body, the behavior's targets in the previous cycle, and the walk command; it has to infer
/// the behavior's internal state.
/// @param behavior copied
/// @param task task for the recorded trials, such as `follow`
/// @param isCanceled polled often; may be empty
/// Errors: InvalidArgument if no trial succeeds, or no joint moves; those of `fitNetwork`;
/// Canceled.
[[nodiscard]] base::Expected<BehaviorFit> fitBehavior(const behavior::Behavior& behavior,
                                                      const TaskPtr& task,
                                                      const robot::RobotModelPtr& model,
                                                      const BehaviorFitSettings& settings,
                                                      const std::function<bool()>& isCanceled = {});

} // namespace sideline::training
