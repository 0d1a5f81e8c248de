#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::keyframe {

/// Named numbers that a motion uses; names without the `$`.
using Parameters = std::map<std::string, double, std::less<>>;

/// A number in a motion: written out, or an expression of numbers and `$parameters` with
/// `+ - * /` and brackets, such as `12 + $kick_p13`. A value; any thread.
class Value {
public:
    Value(double number = 0.0) : m_number(number) {} // NOLINT: a number like any other

    /// Reads a number or an expression.
    /// Errors: Malformed names the column (`byteOffset`) and what was expected there.
    [[nodiscard]] static base::Expected<Value> parse(std::string_view text);

    [[nodiscard]] bool isNumber() const { return m_expression.empty(); }
    /// The number; 0 for an expression.
    [[nodiscard]] double number() const { return isNumber() ? m_number : 0.0; }
    /// The value of the expression.
    /// Errors: NotFound names the missing parameter; InvalidArgument when it is not finite.
    [[nodiscard]] base::Expected<double> evaluate(const Parameters& parameters) const;
    /// The shortest text that reads back as the same value; expressions with single blanks around
    /// `+ - * /` and no brackets that do not matter.
    [[nodiscard]] std::string text() const;
    /// Names of the parameters that it uses, sorted, each once.
    [[nodiscard]] std::vector<std::string> parameters() const;

    /// Numbers are computed at once, expressions become longer ones.
    [[nodiscard]] Value operator-() const;
    friend Value operator+(const Value& a, const Value& b);
    friend Value operator*(const Value& a, double factor);
    [[nodiscard]] bool operator==(const Value&) const = default;

private:
    double m_number = 0.0;
    std::string m_expression; ///< canonical text; empty for a number
};

} // namespace sideline::keyframe
