#pragma once

#include "agentcore/decision/condition.h"

namespace sideline::decision {

/// Computes a value of a script. Operands of the wrong kind give a value that is not set.
/// @param program not empty; its stack is at most `kMaxTreeDepth` high
/// @param input its blackboard has all entries of the program
[[nodiscard]] BlackboardValue valueOf(const ConditionSet& set, const ValueProgram& program,
                                      const MeasureInput& input);
/// The truth of a value, 0 to 1: its absolute value, at most 1; 0 if it is not set or a string that
/// is neither a number nor `true`.
[[nodiscard]] double truthOf(const ConditionSet& set, const BlackboardValue& value);
/// The truth of a comparison of two values, 0 to 1. A string that is compared with a number is
/// converted to a number first. A comparison with a value that is not set never holds.
/// @param width as in `TreeTerm`; applies between numbers
[[nodiscard]] double truthOf(const ConditionSet& set, Comparison comparison,
                             const BlackboardValue& left, const BlackboardValue& right,
                             double width);

} // namespace sideline::decision
