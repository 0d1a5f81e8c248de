#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "agentcore/decision/measures.h"
#include "agentcore/world/decision_trace.h"

namespace sideline::decision {

/// How a condition compares a measure.
enum class Comparison : std::uint8_t { Truth, Less, AtMost, More, AtLeast, Equal, Unequal };

/// A condition: a belief by itself, or a measure compared with a number.
struct TreeTerm {
    std::string text; ///< as written
    const Measure* measure = nullptr;
    std::array<double, kMaxMeasureArguments> arguments{};
    Comparison comparison = Comparison::Truth;
    double limit = 0.0; ///< in the unit of the measure
    /// The comparison is half true at the limit, and true (false) from this far on the one (other)
    /// side of it; 0: it is sharp.
    double width = 0.0;

    /// How true it is, 0 to 1. @param value of its measure; NaN: unknown, 0
    [[nodiscard]] double truthOf(double value) const;
};

/// A step of an expression on a stack of truths.
struct TreeStep {
    enum class Kind : std::uint8_t { Term, Number, Not, And, Or, Times, Plus };
    Kind kind = Kind::Number;
    std::size_t term = 0; ///< index in `ConditionSet::terms`
    double number = 0.0;
};

/// Deepest stack of an expression, and most levels of a tree.
inline constexpr std::size_t kMaxTreeDepth = 32;

/// Which steps of a set make up one condition, and which of its terms are its own.
struct Expression {
    std::size_t firstStep = 0;
    std::size_t stepCount = 0;
    std::size_t firstTerm = 0;
    std::size_t termCount = 0;
};

/// The conditions of a decision maker, one behind the other.
struct ConditionSet {
    std::vector<TreeTerm> terms; ///< those of the first condition, then those of the second, ...
    std::vector<TreeStep> steps;
};

/// Room that an expression needs on the stack. It is balanced. @param steps in order
[[nodiscard]] std::size_t stackHeight(std::span<const TreeStep> steps);

/// Numbers as recordings keep them: thousandths, in few bytes.
[[nodiscard]] double roundedToThousandths(double value);

/// How true the conditions of one set are in a cycle. Allocates only when it is made. A value.
class ConditionValues {
public:
    ConditionValues() = default;
    explicit ConditionValues(const ConditionSet& set);

    /// Measures all terms.
    void measure(const ConditionSet& set, const MeasureInput& input) {
        measure(set, {.firstTerm = 0, .termCount = set.terms.size()}, input);
    }
    /// Measures those of one condition.
    void measure(const ConditionSet& set, const Expression& condition, const MeasureInput& input);
    /// The score of a condition, from what was measured last.
    [[nodiscard]] double scoreOf(const ConditionSet& set, const Expression& condition) const;
    /// Adds a condition's own terms at the end of a trace that is written anew.
    /// @param count of terms that the trace holds so far; raised
    void explain(const ConditionSet& set, const Expression& condition, world::DecisionTrace& trace,
                 std::size_t& count) const;

private:
    std::vector<double> m_values; ///< of each term
    std::vector<double> m_truths;
};

} // namespace sideline::decision
