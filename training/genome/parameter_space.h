#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::training {

/// A trainable number.
struct TrainedParameter {
    std::string name; ///< unique in its space, such as `squat.lle3` or `push.timeS`
    std::string unit; ///< such as `deg`; may be empty
    double minimum = 0.0;
    double maximum = 1.0; ///< greater than `minimum`
    double start = 0.5;   ///< initial value of the search; in range
    [[nodiscard]] bool operator==(const TrainedParameter&) const = default;
};

/// The trainable numbers, in a fixed order. A value type.
class ParameterSpace {
public:
    ParameterSpace() = default;
    /// Errors: InvalidArgument naming the first parameter whose range is empty or not finite, whose
    /// start is out of range, or whose name is not unique.
    [[nodiscard]] static base::Expected<ParameterSpace> make(
        std::vector<TrainedParameter> parameters);

    [[nodiscard]] std::size_t size() const { return m_parameters.size(); }
    [[nodiscard]] bool isEmpty() const { return m_parameters.empty(); }
    [[nodiscard]] const TrainedParameter& operator[](std::size_t i) const {
        return m_parameters[i];
    }
    [[nodiscard]] const std::vector<TrainedParameter>& parameters() const { return m_parameters; }

    [[nodiscard]] std::vector<double> minimum() const;
    [[nodiscard]] std::vector<double> maximum() const;
    [[nodiscard]] std::vector<double> start() const;
    /// Clamps values to their ranges; replaces those that are not finite with their start.
    /// @param values one per parameter
    [[nodiscard]] std::vector<double> clamped(std::span<const double> values) const;

    [[nodiscard]] bool operator==(const ParameterSpace&) const = default;

private:
    std::vector<TrainedParameter> m_parameters;
};

} // namespace sideline::training
