#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::training {

/// One number that training may change.
struct TrainedParameter {
    std::string name; ///< unique in its space, such as `squat.lle3` or `push.timeS`
    std::string unit; ///< such as `deg`; may be empty
    double least = 0.0;
    double most = 1.0;  ///< above `least`
    double start = 0.5; ///< where the search begins; in range
    [[nodiscard]] bool operator==(const TrainedParameter&) const = default;
};

/// The numbers that training may change, in a fixed order. A value.
class ParameterSpace {
public:
    ParameterSpace() = default;
    /// Errors: InvalidArgument naming the first parameter whose range is empty or not finite,
    /// whose start lies outside, or whose name is taken.
    [[nodiscard]] static base::Expected<ParameterSpace> make(
        std::vector<TrainedParameter> parameters);

    [[nodiscard]] std::size_t size() const { return m_parameters.size(); }
    [[nodiscard]] bool isEmpty() const { return m_parameters.empty(); }
    [[nodiscard]] const TrainedParameter& operator[](std::size_t i) const {
        return m_parameters[i];
    }
    [[nodiscard]] const std::vector<TrainedParameter>& parameters() const { return m_parameters; }

    [[nodiscard]] std::vector<double> least() const;
    [[nodiscard]] std::vector<double> most() const;
    [[nodiscard]] std::vector<double> start() const;
    /// Values moved into their ranges; those that are not finite become their start.
    /// @param values one per parameter
    [[nodiscard]] std::vector<double> clamped(std::span<const double> values) const;

    [[nodiscard]] bool operator==(const ParameterSpace&) const = default;

private:
    std::vector<TrainedParameter> m_parameters;
};

} // namespace sideline::training
