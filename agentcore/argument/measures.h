#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "agentcore/field/field_model.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::argument {

/// Input of measures and arguments: the belief of one cycle.
struct Beliefs {
    const world::AgentFrame& frame; ///< positions are in the robot's own field frame F
    const field::FieldModel& field;
};

/// The value of an unknown quantity: NaN.
inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Maximum number of arguments of a measure, such as the place in `self.to(-4, 2)`.
inline constexpr std::size_t kMaxMeasureArguments = 2;

/// A quantity of the belief, for conditions of decisions and arguments of behaviors.
struct Measure {
    std::string_view name;      ///< name, such as `ball.distance`
    std::string_view arguments; ///< names of its arguments, such as `x, y`; may be empty
    std::string_view unit;      ///< unit, such as `m`; `truth` for a belief from 0 to 1
    std::string_view summary;   ///< one line
    /// @param arguments as many as the measure requires
    /// @return NaN if the value is unknown: no comparison with it holds
    double (*read)(const Beliefs& beliefs, std::span<const double> arguments);

    [[nodiscard]] bool isTruth() const { return unit == "truth"; }
    [[nodiscard]] std::size_t argumentCount() const;
};

/// All measures, by subject. Immutable; may be used from any thread.
[[nodiscard]] std::span<const Measure> measures();
/// The measure with this name, or null.
[[nodiscard]] const Measure* findMeasure(std::string_view name);
/// The names of all measures, for messages.
[[nodiscard]] std::vector<std::string_view> measureNames();

} // namespace sideline::argument
