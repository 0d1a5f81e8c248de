#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "logs/match/signals.h"

namespace sideline::logs {

/// A function that formulas can call.
struct FormulaFunction {
    enum class Unit : std::uint8_t { Same, None, Degrees, Radians, Root, PerSecond, TimesSecond };
    enum class OverTime : std::uint8_t { No, Derivative, Integral, Mean, Shift };

    std::string_view name;
    std::string_view arguments; ///< such as `x, seconds`
    std::string_view summary;   ///< one line
    Unit unit = Unit::Same;     ///< unit of the result
    OverTime overTime = OverTime::No;
    double (*of)(std::span<const double> values) = nullptr; ///< null for functions over time
    [[nodiscard]] std::size_t argumentCount() const;
};

/// All functions, in the order of the documentation.
[[nodiscard]] std::span<const FormulaFunction> formulaFunctions();

/// A signal that a formula uses.
struct FormulaInput {
    std::string name;
    SignalId signal;
};

/// Values for the rows of a signal table.
struct FormulaValues {
    std::vector<double> values;       ///< NaN where undefined
    std::vector<std::uint8_t> breaks; ///< as `SignalTable::breaks`
};

/// A formula over signals, such as `left.7.x - left.7 world.self.p_F.x` or `sqrt(ball.x^2 +
/// ball.y^2)`, with powers, functions and the operators of behavior tree scripts. Names with
/// characters other than letters, digits, `_` and `.` must be in single quotes. A value type; any
/// thread.
///
/// It is computed for each row of a signal table, that is for each frame of a match, from the
/// values of that row. It is undefined where a value that it needs is undefined.
class Formula {
public:
    static constexpr std::size_t kMaxBytes = 2000;

    /// Errors: Malformed names the offset (`byteOffset`) and what was expected there;
    /// LimitExceeded.
    [[nodiscard]] static base::Expected<Formula> parse(std::string_view text);

    [[nodiscard]] const std::string& text() const { return m_text; }
    /// The signals used by the formula, each once.
    [[nodiscard]] const std::vector<FormulaInput>& inputs() const { return m_inputs; }
    /// The unit of the result, derived from the units of the signals; empty for plain numbers, and
    /// if it cannot be derived.
    [[nodiscard]] const std::string& unit() const { return m_unit; }
    /// Replaces the unit.
    void setUnit(std::string unit) { m_unit = std::move(unit); }
    /// Whether the result is a direction, which wraps from 180 to -180 degrees.
    [[nodiscard]] bool isDirection() const { return m_isDirection; }

    /// Finds joints and bodies by their names among those of the robots of a frame.
    /// @return whether any signal has changed
    bool resolve(const monitor::MatchFrame& frame);
    /// Returns the formula's values; nullopt if the table lacks a signal.
    [[nodiscard]] std::optional<FormulaValues> evaluate(const SignalTable& table) const;

private:
    struct Step;
    class Builder;
    class Evaluation;

    std::string m_text;
    std::string m_unit;
    std::vector<FormulaInput> m_inputs;
    std::shared_ptr<const std::vector<Step>> m_steps; ///< not empty; the last computes the result
    bool m_isDirection = false;
};

/// Returns a signal's name in the syntax of formulas: in quotes if necessary.
[[nodiscard]] std::string nameInFormula(std::string_view signalName);

} // namespace sideline::logs
