#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agentcore/argument/argument.h"
#include "agentcore/decision/measure_input.h"
#include "agentcore/world/decision_trace.h"

namespace sideline::decision {

/// How a condition compares a measure.
enum class Comparison : std::uint8_t { Truth, Less, AtMost, More, AtLeast, Equal, Unequal };

/// A step of a program that computes a value on a stack, in scripts of behavior trees.
struct ValueStep {
    enum class Kind : std::uint8_t {
        Literal,
        Entry,   ///< an entry of the blackboard
        Measure, ///< a measure, with its arguments
        // Operations on one value:
        Negate,
        Not,
        Complement, ///< inverts the bits of an integer
        // Operations on two values:
        Plus,
        Minus,
        Times,
        Divide,
        BitAnd,
        BitOr,
        BitXor,
        Compare,
        And,
        Or,
        // Operations on three values:
        Select, ///< the second value if the first one holds, otherwise the third
    };
    Kind kind = Kind::Literal;
    BlackboardValue literal;
    int entry = 0;
    const Measure* measure = nullptr;
    std::array<double, kMaxMeasureArguments> arguments{};
    Comparison comparison = Comparison::Equal;
    double width = 0.0; ///< as in `TreeTerm`
};

/// A range of `ConditionSet::values`.
struct ValueProgram {
    std::size_t first = 0;
    std::size_t count = 0;
    [[nodiscard]] bool isEmpty() const { return count == 0; }
};

/// A term of an expression: a belief, or a comparison of a measure with a number. In scripts of
/// behavior trees, a value or a comparison of two values.
struct TreeTerm {
    std::string text;   ///< as written
    ValueProgram left;  ///< empty: `measure` is used
    ValueProgram right; ///< empty: `limit` is used, or there is no comparison
    const Measure* measure = nullptr;
    std::array<double, kMaxMeasureArguments> arguments{};
    std::optional<argument::Argument> computed = {}; ///< a number, instead of a measure
    Comparison comparison = Comparison::Truth;
    double limit = 0.0; ///< limit, in the unit of the measure
    /// Distance from the limit at which the comparison is fully true or false; at the limit it is
    /// half true. 0: sharp.
    double width = 0.0;

    /// Truth of the term, 0 to 1. @param value value of its measure; NaN (unknown) gives 0
    [[nodiscard]] double truthOf(double value) const;
};

/// A step of an expression on a stack of truth values.
struct TreeStep {
    enum class Kind : std::uint8_t { Term, Number, Not, And, Or, Times, Plus };
    Kind kind = Kind::Number;
    std::size_t term = 0; ///< index in `ConditionSet::terms`
    double number = 0.0;
};

/// Maximum depth of the stack of an expression, and of a tree.
inline constexpr std::size_t kMaxTreeDepth = 32;

/// The steps and terms of a set that belong to one condition.
struct Expression {
    std::size_t firstStep = 0;
    std::size_t stepCount = 0;
    std::size_t firstTerm = 0;
    std::size_t termCount = 0;
};

/// The conditions of a decision maker, concatenated.
struct ConditionSet {
    std::vector<TreeTerm> terms; ///< terms of the first condition, then those of the second, ...
    std::vector<TreeStep> steps;
    std::vector<ValueStep> values;  ///< programs of scripts
    std::vector<std::string> texts; ///< strings that values refer to by index
};

/// The truth of a comparison with a limit, 0 to 1; NaN (unknown) gives 0.
/// @param width as in `TreeTerm`
[[nodiscard]] double truthOf(Comparison comparison, double value, double limit, double width);

/// The stack depth that a balanced expression requires. @param steps in order
[[nodiscard]] std::size_t stackHeight(std::span<const TreeStep> steps);

/// Rounds to thousandths, which recordings store in few bytes.
[[nodiscard]] double roundedToThousandths(double value);

/// The truth values of the conditions of a set in a cycle. Allocates only in the constructor. A
/// value.
class ConditionValues {
public:
    ConditionValues() = default;
    explicit ConditionValues(const ConditionSet& set);

    /// Evaluates the measures of all terms.
    void measure(const ConditionSet& set, const MeasureInput& input) {
        measure(set, {.firstTerm = 0, .termCount = set.terms.size()}, input);
    }
    /// Evaluates the measures of one condition.
    void measure(const ConditionSet& set, const Expression& condition, const MeasureInput& input);
    /// The score of a condition, from the last evaluation.
    [[nodiscard]] double scoreOf(const ConditionSet& set, const Expression& condition) const;
    /// Appends a condition's own terms to a trace that is being rewritten.
    /// @param count number of terms written so far; increased
    void explain(const ConditionSet& set, const Expression& condition, world::DecisionTrace& trace,
                 std::size_t& count) const;

private:
    std::vector<double> m_values; ///< value of each term
    std::vector<double> m_truths;
};

} // namespace sideline::decision
