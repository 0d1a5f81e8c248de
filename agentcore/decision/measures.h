#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "agentcore/field/field_model.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::decision {

/// What an entry of a behavior tree's blackboard holds: a number, a text or nothing.
struct BlackboardValue {
    double number = std::numeric_limits<double>::quiet_NaN(); ///< NaN: none
    int text = -1; ///< index in `BehaviorTree::texts`; -1: none
    [[nodiscard]] bool isSet() const { return text >= 0 || !std::isnan(number); }
    /// Whether both hold the same; nothing is the same as nothing.
    [[nodiscard]] bool isSameAs(const BlackboardValue& other) const {
        return text == other.text &&
               (number == other.number || (std::isnan(number) && std::isnan(other.number)));
    }
};

/// What measures are read from: the belief of one cycle.
struct MeasureInput {
    const world::AgentFrame& frame; ///< its pose and side in the own field frame F
    const field::FieldModel& field;
    std::span<const BlackboardValue> blackboard = {}; ///< of a behavior tree
};

/// Most numbers that a measure takes in parentheses, as the place in `self.to(-4, 2)`.
inline constexpr std::size_t kMaxMeasureArguments = 2;

/// Something that conditions of a decision can ask the belief.
struct Measure {
    std::string_view name;      ///< as `ball.distance`
    std::string_view arguments; ///< names of what it takes, as `x, y`; may be empty
    std::string_view unit;      ///< as `m`; `truth` for a belief from 0 to 1
    std::string_view summary;   ///< one line
    /// @param arguments as many as it takes
    /// @return NaN if it is not known: no comparison with it holds
    double (*read)(const MeasureInput& input, std::span<const double> arguments);

    [[nodiscard]] bool isTruth() const { return unit == "truth"; }
    [[nodiscard]] std::size_t argumentCount() const;
};

/// All of them, by subject. Immutable; any thread.
[[nodiscard]] std::span<const Measure> measures();
/// The one with this name, or null.
[[nodiscard]] const Measure* findMeasure(std::string_view name);
/// The entry of the blackboard whose index is the argument, as a number or a truth; as a text.
/// Not among the others: entries have names of their own.
[[nodiscard]] const Measure& entryMeasure();
[[nodiscard]] const Measure& entryTextMeasure();
/// For messages.
[[nodiscard]] std::vector<std::string_view> measureNames();

} // namespace sideline::decision
