#pragma once

#include <cmath>
#include <limits>
#include <span>

#include "agentcore/argument/measures.h"

namespace sideline::decision {

using argument::findMeasure;
using argument::kMaxMeasureArguments;
using argument::Measure;
using argument::measureNames;
using argument::measures;

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

/// The input of conditions and scripts.
struct MeasureInput : argument::Beliefs {
    std::span<const BlackboardValue> blackboard = {}; ///< entries of a tree's blackboard
};

} // namespace sideline::decision
