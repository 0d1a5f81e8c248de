#include "agentcore/decision/script_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "agentcore/decision/decider.h"
#include "agentcore/protocol/sexpr.h"

namespace sideline::decision {

namespace {

using ValueKind = ValueStep::Kind;

constexpr double kUnset = std::numeric_limits<double>::quiet_NaN();
// Computed numbers that differ by less than this count as equal.
constexpr double kSameNumber = std::numeric_limits<float>::epsilon();

double amountOf(const ConditionSet& set, const BlackboardValue& value) {
    if (value.text < 0) {
        return value.number;
    }
    const std::string_view text = set.texts[static_cast<std::size_t>(value.text)];
    if (text == "true" || text == "false") {
        return text == "true" ? 1.0 : 0.0;
    }
    return protocol::parseNumber(text).value_or(kUnset);
}

// Bitwise operators apply to integers; the result for other numbers is not set.
double ofBits(ValueKind kind, double left, double right) {
    constexpr double kLimit = 9.0e15; // integers below this are exact
    const auto isInteger = [](double number) {
        return std::abs(number) < kLimit && number == std::floor(number);
    };
    if (!isInteger(left) || !isInteger(right)) {
        return kUnset;
    }
    const auto a = static_cast<std::uint64_t>(static_cast<std::int64_t>(left));
    const auto b = static_cast<std::uint64_t>(static_cast<std::int64_t>(right));
    const std::uint64_t bits = kind == ValueKind::BitAnd  ? a & b
                               : kind == ValueKind::BitOr ? a | b
                                                          : a ^ b;
    return static_cast<double>(static_cast<std::int64_t>(bits));
}

double ofNumbers(ValueKind kind, double left, double right) {
    switch (kind) {
    case ValueKind::Plus:
        return left + right;
    case ValueKind::Minus:
        return left - right;
    case ValueKind::Times:
        return left * right;
    case ValueKind::Divide:
        return left / right;
    default:
        return ofBits(kind, left, right);
    }
}

BlackboardValue ofTwo(const ConditionSet& set, const ValueStep& step, const BlackboardValue& left,
                      const BlackboardValue& right) {
    switch (step.kind) {
    case ValueKind::Compare:
        return {truthOf(set, step.comparison, left, right, step.width)};
    case ValueKind::And:
        return {std::min(truthOf(set, left), truthOf(set, right))};
    case ValueKind::Or:
        return {std::max(truthOf(set, left), truthOf(set, right))};
    default:
        return {ofNumbers(step.kind, left.number, right.number)};
    }
}

BlackboardValue ofOne(const ConditionSet& set, const ValueStep& step,
                      const BlackboardValue& value) {
    switch (step.kind) {
    case ValueKind::Negate:
        return {-value.number};
    case ValueKind::Not:
        return {1.0 - truthOf(set, value)};
    default:
        return {ofBits(ValueKind::BitXor, value.number, -1.0)}; // -1 has all bits set
    }
}

} // namespace

BlackboardValue valueOf(const ConditionSet& set, const ValueProgram& program,
                        const MeasureInput& input) {
    std::array<BlackboardValue, kMaxTreeDepth> stack{};
    std::size_t height = 0;
    for (const ValueStep& step : std::span(set.values).subspan(program.first, program.count)) {
        switch (step.kind) {
        case ValueKind::Literal:
            stack[height++] = step.literal;
            break;
        case ValueKind::Entry:
            stack[height++] = input.blackboard[static_cast<std::size_t>(step.entry)];
            break;
        case ValueKind::Measure:
            stack[height++] = {step.measure->read(
                input, std::span(step.arguments).first(step.measure->argumentCount()))};
            break;
        case ValueKind::Negate:
        case ValueKind::Not:
        case ValueKind::Complement:
            stack[height - 1] = ofOne(set, step, stack[height - 1]);
            break;
        case ValueKind::Select:
            height -= 2;
            stack[height - 1] =
                truthOf(set, stack[height - 1]) >= kHolds ? stack[height] : stack[height + 1];
            break;
        default:
            --height;
            stack[height - 1] = ofTwo(set, step, stack[height - 1], stack[height]);
            break;
        }
    }
    return stack[0];
}

double truthOf(const ConditionSet& set, const BlackboardValue& value) {
    const double number = amountOf(set, value);
    return std::isnan(number) ? 0.0 : std::min(std::abs(number), 1.0);
}

double truthOf(const ConditionSet& set, Comparison comparison, const BlackboardValue& left,
               const BlackboardValue& right, double width) {
    if (!left.isSet() || !right.isSet()) {
        return 0.0;
    }
    if (left.text >= 0 && right.text >= 0) {
        const int order = set.texts[static_cast<std::size_t>(left.text)].compare(
            set.texts[static_cast<std::size_t>(right.text)]);
        return truthOf(comparison, order, 0.0, 0.0);
    }
    const double a = amountOf(set, left);
    const double b = amountOf(set, right);
    if (comparison == Comparison::Equal || comparison == Comparison::Unequal) {
        const bool isSame = a == b || std::abs(a - b) <= kSameNumber;
        return isSame == (comparison == Comparison::Equal) ? 1.0 : 0.0;
    }
    return truthOf(comparison, a, b, width);
}

} // namespace sideline::decision
