#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::keyframe {

/// Named parameters of a motion; names without the `$`.
using Parameters = std::map<std::string, double, std::less<>>;

/// A number in a motion: a constant, or an expression of numbers and `$parameters` with `+ - * /`
/// and brackets, such as `12 + $kick_p13`. A value type; any thread.
class Value {
public:
    Value(double number = 0.0) : m_number(number) {} // NOLINT: implicit by design

    /// Parses a number or an expression.
    /// Errors: Malformed names the column (`byteOffset`) and what was expected there.
    [[nodiscard]] static base::Expected<Value> parse(std::string_view text);

    [[nodiscard]] bool isNumber() const { return m_expression.empty(); }
    /// The number; 0 for an expression.
    [[nodiscard]] double number() const { return isNumber() ? m_number : 0.0; }
    /// Evaluates the expression.
    /// Errors: NotFound names the missing parameter; InvalidArgument if the result is not finite.
    [[nodiscard]] base::Expected<double> evaluate(const Parameters& parameters) const;
    /// Returns the shortest text that reads back as the same value; expressions have single blanks
    /// around `+ - * /` and no redundant brackets.
    [[nodiscard]] std::string text() const;
    /// Returns the names of its parameters, sorted, unique.
    [[nodiscard]] std::vector<std::string> parameters() const;

    /// Arithmetic computes plain numbers immediately, and extends expressions.
    [[nodiscard]] Value operator-() const;
    friend Value operator+(const Value& a, const Value& b);
    friend Value operator*(const Value& a, double factor);
    [[nodiscard]] bool operator==(const Value&) const = default;

private:
    double m_number = 0.0;
    std::string m_expression; ///< canonical text; empty for a number
};

} // namespace sideline::keyframe
