#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/error.h"
#include "agentcore/decision/policy_network.h"

namespace sideline::training {

/// Examples of a function, one per column.
struct FitExamples {
    Eigen::MatrixXd inputs;
    Eigen::MatrixXd outputs; ///< as many columns as `inputs`
};

/// Settings for fitting a network.
struct NetworkFitSettings {
    std::vector<int> hidden = {32, 32}; ///< units of each hidden layer, 1 to 1024
    int epochs = 3000;                  ///< passes over all examples, 1 or more
    std::uint64_t seed = 1;             ///< seed of the initial weights
};

/// Fits layers of tanh units to examples: Adam on all examples at once, with a step size that
/// decreases to zero, then the last layer exactly by least squares. All outputs have equal weight.
/// Equal arguments produce equal networks.
/// @param isCanceled polled in each epoch; may be empty
/// Errors: InvalidArgument without examples or for settings out of range; Canceled.
[[nodiscard]] base::Expected<decision::PolicyNetwork> fitNetwork(
    const FitExamples& examples, const NetworkFitSettings& settings,
    const std::function<bool()>& isCanceled = {});

} // namespace sideline::training
