#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "agentcore/field/field_model.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::decision {

/// The value of an entry of a behavior tree's blackboard: a number, a string or nothing.
struct BlackboardValue {
    double number = std::numeric_limits<double>::quiet_NaN(); ///< NaN: none
    int text = -1; ///< index in `BehaviorTree::texts`; -1: none
    [[nodiscard]] bool isSet() const { return text >= 0 || !std::isnan(number); }
    /// Whether both values are equal; two empty values are equal.
    [[nodiscard]] bool isSameAs(const BlackboardValue& other) const {
        return text == other.text &&
               (number == other.number || (std::isnan(number) && std::isnan(other.number)));
    }
};

/// The input of measures: the belief of one cycle.
struct MeasureInput {
    const world::AgentFrame& frame; ///< positions are in the robot's own field frame F
    const field::FieldModel& field;
    std::span<const BlackboardValue> blackboard = {}; ///< of a behavior tree
};

/// Maximum number of arguments of a measure, such as the place in `self.to(-4, 2)`.
inline constexpr std::size_t kMaxMeasureArguments = 2;

/// A quantity of the belief that conditions of a decision use.
struct Measure {
    std::string_view name;      ///< such as `ball.distance`
    std::string_view arguments; ///< names of its arguments, such as `x, y`; may be empty
    std::string_view unit;      ///< such as `m`; `truth` for a belief from 0 to 1
    std::string_view summary;   ///< one line
    /// @param arguments as many as the measure takes
    /// @return NaN if the value is unknown: no comparison with it holds
    double (*read)(const MeasureInput& input, std::span<const double> arguments);

    [[nodiscard]] bool isTruth() const { return unit == "truth"; }
    [[nodiscard]] std::size_t argumentCount() const;
};

/// All measures, by subject. Immutable; may be used from any thread.
[[nodiscard]] std::span<const Measure> measures();
/// The measure with this name, or null.
[[nodiscard]] const Measure* findMeasure(std::string_view name);
/// The names of all measures, for messages.
[[nodiscard]] std::vector<std::string_view> measureNames();

} // namespace sideline::decision
