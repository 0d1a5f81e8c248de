#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/decision/policy_interface.h"
#include "agentcore/robot/robot_model.h"
#include "training/fit/network_fit.h"

namespace sideline::training {

/// Accuracy of a network for one joint.
struct JointFit {
    std::string joint; ///< perceptor name
    double rmsRad = 0.0;
    double maxRad = 0.0;
};

/// A policy that imitates a motion or a behavior, and its errors.
struct PolicyFit {
    decision::Policy policy;
    std::size_t exampleCount = 0;
    std::vector<JointFit> joints; ///< errors on the training examples
    double rmsRad = 0.0;          ///< error over all joints
    double maxRad = 0.0;
    double unseenRmsRad = 0.0;        ///< error on unseen examples
    std::vector<std::string> omitted; ///< features that the network lacks, a phrase each
};

/// First seed of trials reserved for testing.
inline constexpr std::uint64_t kUnseenSeed = 1'000'000;

/// Training examples, collected one by one.
class ExampleList {
public:
    /// @param input network input
    /// @param anglesRad one per joint of the robot
    /// @param joints output joints of the network
    void add(std::span<const float> input, std::span<const double> anglesRad,
             std::span<const robot::JointId> joints);
    [[nodiscard]] FitExamples take() const;

private:
    std::vector<double> m_inputs;
    std::vector<double> m_outputs;
    std::size_t m_count = 0;
};

/// Fits a network to examples. @param meaning meaning of inputs and outputs
/// @param isCanceled polled often; may be empty
/// Errors: those of `fitNetwork`.
[[nodiscard]] base::Expected<PolicyFit> fitPolicy(decision::PolicyInterface meaning,
                                                  const FitExamples& examples,
                                                  const FitExamples& unseen,
                                                  const NetworkFitSettings& settings,
                                                  const std::function<bool()>& isCanceled);

} // namespace sideline::training
