#include "logs/match/formula.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/plural.h"
#include "agentcore/decision/script_parser.h"
#include "agentcore/math/angles.h"
#include "logs/match/curve_math.h"

namespace sideline::logs {

namespace {

using base::Expected;
using decision::ScriptParser;
using decision::ScriptPart;
using StepKind = decision::ValueStep::Kind;
using Numbers = std::span<const double>;
using ResultUnit = FormulaFunction::Unit;
using OverTime = FormulaFunction::OverTime;

constexpr double kNoResult = std::numeric_limits<double>::quiet_NaN();
constexpr double kHoldsFrom = 0.5; // a condition holds if its value is at least this
constexpr double kFullTurnDeg = 360.0;
constexpr double kSameTimeS = 1e-6;
constexpr double kMaxSeconds = 3600.0;

constexpr std::array kFunctions = {
    FormulaFunction{"sqrt", "x", "square root", ResultUnit::Root, OverTime::No,
                    [](Numbers v) { return std::sqrt(v[0]); }},
    FormulaFunction{"abs", "x", "absolute value", ResultUnit::Same, OverTime::No,
                    [](Numbers v) { return std::abs(v[0]); }},
    FormulaFunction{"hypot", "x, y", "length of a vector", ResultUnit::Same, OverTime::No,
                    [](Numbers v) { return std::hypot(v[0], v[1]); }},
    FormulaFunction{"min", "x, y", "the smaller value", ResultUnit::Same, OverTime::No,
                    [](Numbers v) { return std::min(v[0], v[1]); }},
    FormulaFunction{"max", "x, y", "the larger value", ResultUnit::Same, OverTime::No,
                    [](Numbers v) { return std::max(v[0], v[1]); }},
    FormulaFunction{"round", "x", "nearest integer", ResultUnit::Same, OverTime::No,
                    [](Numbers v) { return std::round(v[0]); }},
    FormulaFunction{"floor", "x", "largest integer up to x", ResultUnit::Same, OverTime::No,
                    [](Numbers v) { return std::floor(v[0]); }},
    FormulaFunction{"sign", "x", "-1, 0 or 1", ResultUnit::None, OverTime::No,
                    [](Numbers v) { return v[0] > 0.0   ? 1.0
                                           : v[0] < 0.0 ? -1.0
                                                        : 0.0; }},
    FormulaFunction{"exp", "x", "e to the power of x", ResultUnit::None, OverTime::No,
                    [](Numbers v) { return std::exp(v[0]); }},
    FormulaFunction{"log", "x", "natural logarithm", ResultUnit::None, OverTime::No,
                    [](Numbers v) { return std::log(v[0]); }},
    FormulaFunction{"sin", "x", "sine of radians", ResultUnit::None, OverTime::No,
                    [](Numbers v) { return std::sin(v[0]); }},
    FormulaFunction{"cos", "x", "cosine of radians", ResultUnit::None, OverTime::No,
                    [](Numbers v) { return std::cos(v[0]); }},
    FormulaFunction{"tan", "x", "tangent of radians", ResultUnit::None, OverTime::No,
                    [](Numbers v) { return std::tan(v[0]); }},
    FormulaFunction{"asin", "x", "arc sine, in radians", ResultUnit::Radians, OverTime::No,
                    [](Numbers v) { return std::asin(v[0]); }},
    FormulaFunction{"acos", "x", "arc cosine, in radians", ResultUnit::Radians, OverTime::No,
                    [](Numbers v) { return std::acos(v[0]); }},
    FormulaFunction{"atan", "x", "arc tangent, in radians", ResultUnit::Radians, OverTime::No,
                    [](Numbers v) { return std::atan(v[0]); }},
    FormulaFunction{"atan2", "y, x", "direction of a vector, in radians", ResultUnit::Radians,
                    OverTime::No, [](Numbers v) { return std::atan2(v[0], v[1]); }},
    FormulaFunction{"deg", "x", "radians to degrees", ResultUnit::Degrees, OverTime::No,
                    [](Numbers v) { return math::degFromRad(v[0]); }},
    FormulaFunction{"rad", "x", "degrees to radians", ResultUnit::Radians, OverTime::No,
                    [](Numbers v) { return math::radFromDeg(v[0]); }},
    FormulaFunction{"wrap", "x", "degrees, from -180 to 180", ResultUnit::Same, OverTime::No,
                    [](Numbers v) { return std::remainder(v[0], kFullTurnDeg); }},
    FormulaFunction{"derivative", "x", "derivative by time", ResultUnit::PerSecond,
                    OverTime::Derivative},
    FormulaFunction{"integral", "x", "integral over time, from the first value",
                    ResultUnit::TimesSecond, OverTime::Integral},
    FormulaFunction{"mean", "x, seconds", "moving average over a window around each instant",
                    ResultUnit::Same, OverTime::Mean},
    FormulaFunction{"shift", "x, seconds", "the value that many seconds before", ResultUnit::Same,
                    OverTime::Shift}};

constexpr FormulaFunction kPower{"^",          "x, y",
                                 "power",      ResultUnit::None,
                                 OverTime::No, [](Numbers v) { return std::pow(v[0], v[1]); }};

bool isWordByte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80U;
}

// Returns the length of the words, separated by periods, at the beginning of a text.
std::size_t pathLength(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() &&
           (isWordByte(text[end]) ||
            (text[end] == '.' && end > 0 && end + 1 < text.size() && isWordByte(text[end + 1])))) {
        ++end;
    }
    return end;
}

// `ball.x`, `left.7.rlj4` or `left.7 world.ball.p_F.x`: the name of an agent's value has a blank.
std::size_t signalNameLength(std::string_view text) {
    const std::size_t length = std::max(pathLength(text), std::size_t{1});
    const std::string_view first = text.substr(0, length);
    const bool isPlayer =
        (first.starts_with("left.") || first.starts_with("right.")) &&
        first.find_first_not_of("0123456789", first.find('.') + 1) == std::string_view::npos;
    if (isPlayer && length + 1 < text.size() && text[length] == ' ' &&
        isWordByte(text[length + 1])) {
        const std::string_view path = text.substr(length + 1, pathLength(text.substr(length + 1)));
        if (path.find('.') != std::string_view::npos) {
            return length + 1 + path.size();
        }
    }
    return length;
}

// A unit as the power of one symbol, such as m^2; only its known part.
struct PowerUnit {
    std::string symbol;    ///< empty: a plain number
    double power = 1.0;    ///< exponent of the symbol
    bool isNumber = false; ///< a literal, which takes any unit
    [[nodiscard]] bool isSameAs(const PowerUnit& other) const {
        return symbol == other.symbol && power == other.power;
    }
    [[nodiscard]] std::string text() const {
        const std::string base = symbol.find('/') == std::string::npos || power == 1.0
                                     ? symbol
                                     : fmt::format("({})", symbol);
        return power == 1.0   ? base
               : power == 2.0 ? base + "\u00b2"
               : power == 3.0 ? base + "\u00b3"
                              : std::string();
    }
};

PowerUnit sumUnit(const PowerUnit& a, const PowerUnit& b) {
    return a.isNumber ? b : b.isNumber || a.isSameAs(b) ? a : PowerUnit{};
}

// @param sign 1 for a product, -1 for a quotient
PowerUnit productUnit(const PowerUnit& a, const PowerUnit& b, double sign) {
    if (b.symbol.empty()) {
        return a.isNumber ? b : a;
    }
    if (a.symbol.empty()) {
        return sign > 0.0 ? b : PowerUnit{};
    }
    if (a.symbol != b.symbol) {
        return {};
    }
    const double power = a.power + sign * b.power;
    return power == 0.0 ? PowerUnit{} : PowerUnit{a.symbol, power};
}

PowerUnit callUnit(ResultUnit unit, const PowerUnit& first) {
    switch (unit) {
    case ResultUnit::Same:
        return first;
    case ResultUnit::Degrees:
        return {"deg"};
    case ResultUnit::Radians:
        return {"rad"};
    case ResultUnit::Root:
        return first.symbol.empty() ? PowerUnit{} : PowerUnit{first.symbol, first.power / 2.0};
    case ResultUnit::PerSecond:
        return {derivedUnit(first.text(), 1)};
    case ResultUnit::TimesSecond:
        return {first.text().ends_with("/s")
                    ? first.text().substr(0, first.text().size() - std::string_view("/s").size())
                : first.text() == "m/s\u00b2" ? "m/s"
                : first.text().empty()        ? "s"
                                              : first.text() + "\u00b7s"};
    case ResultUnit::None:
        break;
    }
    return {};
}

double ofPair(StepKind kind, double a, double b) {
    switch (kind) {
    case StepKind::Plus:
        return a + b;
    case StepKind::Minus:
        return a - b;
    case StepKind::Times:
        return a * b;
    case StepKind::Divide:
        return a / b;
    case StepKind::And:
        return std::min(a, b);
    default:
        return std::max(a, b); // Or
    }
}

double truthOfNumber(double value) {
    return std::min(std::abs(value), 1.0);
}

// Uses the trapezoidal rule; gaps add nothing.
void integrate(std::span<const double> timesS, std::span<const std::uint8_t> breaks,
               std::span<double> values) {
    double sum = 0.0;
    double before = kNoResult;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double value = values[i];
        if (std::isfinite(value) && std::isfinite(before) && breaks[i] == 0) {
            sum += 0.5 * (value + before) * (timesS[i] - timesS[i - 1]);
        }
        before = value;
        values[i] = std::isfinite(value) ? sum : kNoResult;
    }
}

void shiftBy(std::span<const double> timesS, double seconds, FormulaValues& column) {
    const FormulaValues unshifted = column;
    std::ptrdiff_t last = -1;
    for (std::size_t i = 0; i < timesS.size(); ++i) {
        const auto end = std::ranges::upper_bound(timesS, timesS[i] - seconds + kSameTimeS);
        const std::ptrdiff_t from = end - timesS.begin() - 1;
        // After the end of the table the value is not known yet.
        const bool isThere = from >= 0 && timesS[i] - seconds <= timesS.back() + kSameTimeS;
        column.values[i] = isThere ? unshifted.values[static_cast<std::size_t>(from)] : kNoResult;
        column.breaks[i] = 0;
        for (std::ptrdiff_t k = std::max<std::ptrdiff_t>(last + 1, 0); k <= from; ++k) {
            column.breaks[i] |= unshifted.breaks[static_cast<std::size_t>(k)];
        }
        last = from;
    }
}

tl::unexpected<base::Error> faultAt(std::size_t offset, std::string message, std::string expected) {
    auto error = base::failure(base::ErrorCode::Malformed, std::move(message), std::move(expected));
    error.value().byteOffset = offset;
    return error;
}

} // namespace

std::size_t FormulaFunction::argumentCount() const {
    return static_cast<std::size_t>(std::ranges::count(arguments, ',')) + 1;
}

std::span<const FormulaFunction> formulaFunctions() {
    return kFunctions;
}

std::string nameInFormula(std::string_view signalName) {
    return signalNameLength(signalName) == signalName.size() ? std::string(signalName)
                                                             : fmt::format("'{}'", signalName);
}

// A literal, a signal, or an operation on the results of earlier steps.
struct Formula::Step {
    StepKind kind = StepKind::Literal;
    const FormulaFunction* function = nullptr;
    std::array<std::size_t, 3> of{};
    std::size_t count = 0; ///< of operands
    double number = 0.0;
    std::size_t input = 0;
    decision::Comparison comparison = decision::Comparison::Equal;
    double width = 0.0; ///< width of a comparison; see `decision::truthOf`
    bool isDirection = false;
};

// Turns the parts of a parsed text into steps.
class Formula::Builder {
public:
    explicit Builder(Formula& formula)
        : m_formula(formula),
          m_parser(formula.m_text, ScriptParser::Use::Formula, signalNameLength) {}

    Expected<void> build() {
        const auto statements = m_parser.read();
        if (!statements) {
            return tl::unexpected(statements.error());
        }
        if (statements->size() != 1) {
            return faultAt(statements->empty() ? 0 : offsetOf(statements->at(1).text),
                           statements->empty() ? "an empty formula" : "a second formula",
                           "one formula, such as ball.x - left.7.x");
        }
        const auto last = add(statements->front().value);
        if (!last) {
            return tl::unexpected(last.error());
        }
        m_formula.m_unit = m_units.back().text();
        m_formula.m_isDirection = m_steps.back().isDirection;
        m_formula.m_steps = std::make_shared<const std::vector<Step>>(std::move(m_steps));
        return {};
    }

private:
    [[nodiscard]] std::size_t offsetOf(std::string_view part) const {
        return static_cast<std::size_t>(part.data() - m_formula.m_text.data());
    }

    // Adds the steps of a part, once; returns the index of its last one. Parts have several users:
    // `a < b < c` compares b twice.
    Expected<std::size_t> add(int index) {
        if (const auto known = m_stepOf.find(index); known != m_stepOf.end()) {
            return known->second;
        }
        const ScriptPart& part = m_parser.part(index);
        Step step;
        step.kind = part.step.kind;
        step.comparison = part.step.comparison;
        step.width = part.step.width;
        step.number = part.step.literal.number;
        step.count = part.operandCount();
        for (std::size_t i = 0; i < step.count; ++i) {
            const auto operand = add(part.of[i]);
            if (!operand) {
                return operand;
            }
            step.of[i] = *operand;
        }
        auto unit = !part.function.empty()                ? call(part, step)
                    : step.count > 0                      ? operation(step)
                    : part.isQuoted || !part.name.empty() ? name(part, step)
                                                          : PowerUnit{{}, 1.0, true};
        if (!unit) {
            return tl::unexpected(unit.error());
        }
        m_steps.push_back(step);
        m_units.push_back(std::move(*unit));
        return m_stepOf.emplace(index, m_steps.size() - 1).first->second;
    }

    Expected<PowerUnit> name(const ScriptPart& part, Step& step) {
        if (part.name == "pi" && !part.isQuoted) {
            step.kind = StepKind::Literal;
            step.number = std::numbers::pi;
            return PowerUnit{{}, 1.0, true};
        }
        const auto signal = signalNamed(part.name);
        if (!signal) {
            return faultAt(offsetOf(part.text), fmt::format("no curve '{}'", part.name),
                           "a name such as ball.x, left.7.rlj4 or left.7 world.ball.p_F.x");
        }
        auto& inputs = m_formula.m_inputs;
        auto known = std::ranges::find(inputs, part.name, &FormulaInput::name);
        if (known == inputs.end()) {
            known = inputs.insert(inputs.end(), {std::string(part.name), *signal});
        }
        step.kind = StepKind::Entry;
        step.input = static_cast<std::size_t>(known - inputs.begin());
        step.isDirection = isHeading(*signal);
        return PowerUnit{std::string(signalUnit(*signal))};
    }

    Expected<PowerUnit> call(const ScriptPart& part, Step& step) {
        const auto found = std::ranges::find(kFunctions, part.function, &FormulaFunction::name);
        if (found == kFunctions.end() && part.function != kPower.name) {
            return faultAt(offsetOf(part.text), fmt::format("no function '{}'", part.function),
                           fmt::format("one of {}", functionNames()));
        }
        step.function = found == kFunctions.end() ? &kPower : &*found;
        if (step.count != step.function->argumentCount()) {
            return faultAt(
                offsetOf(part.text),
                fmt::format("'{}' with {}", part.function, base::plural(step.count, "value")),
                fmt::format("{}({})", part.function, step.function->arguments));
        }
        const Step& last = m_steps[step.of[step.count - 1]];
        const OverTime kind = step.function->overTime;
        if (kind == OverTime::Mean || kind == OverTime::Shift) {
            const double least = kind == OverTime::Mean ? 0.0 : -kMaxSeconds;
            if (last.kind != StepKind::Literal || last.number < least ||
                last.number > kMaxSeconds) {
                return faultAt(offsetOf(m_parser.part(part.of[1]).text),
                               fmt::format("'{}' without a number of seconds", part.function),
                               fmt::format("{}({}), with a number from {:g} to {:g}", part.function,
                                           step.function->arguments, least, kMaxSeconds));
            }
        }
        const Step& first = m_steps[step.of[0]];
        step.isDirection =
            step.function->name == "wrap" ||
            (first.isDirection && (kind == OverTime::Mean || kind == OverTime::Shift));
        const PowerUnit& unit = m_units[step.of[0]];
        if (step.function == &kPower) {
            return last.kind == StepKind::Literal && !unit.symbol.empty()
                       ? PowerUnit{unit.symbol, unit.power * last.number}
                       : PowerUnit{};
        }
        const bool isOfTwo = step.count == 2 && kind == OverTime::No;
        return callUnit(step.function->unit, isOfTwo ? sumUnit(unit, m_units[step.of[1]]) : unit);
    }

    Expected<PowerUnit> operation(const Step& step) const {
        const PowerUnit& first = m_units[step.of[0]];
        switch (step.kind) {
        case StepKind::Negate:
            return first;
        case StepKind::Plus:
        case StepKind::Minus:
            return sumUnit(first, m_units[step.of[1]]);
        case StepKind::Times:
            return productUnit(first, m_units[step.of[1]], 1.0);
        case StepKind::Divide:
            return productUnit(first, m_units[step.of[1]], -1.0);
        case StepKind::Select:
            return sumUnit(m_units[step.of[1]], m_units[step.of[2]]);
        default:
            return PowerUnit{}; // the result is a truth value
        }
    }

    [[nodiscard]] static std::string functionNames() {
        std::string names;
        for (const FormulaFunction& each : kFunctions) {
            names += (names.empty() ? "" : ", ") + std::string(each.name);
        }
        return names;
    }

    Formula& m_formula;
    ScriptParser m_parser;
    std::vector<Step> m_steps;
    std::vector<PowerUnit> m_units;      ///< unit of each step
    std::map<int, std::size_t> m_stepOf; ///< last step of each part
};

// Computes the steps over a table.
class Formula::Evaluation {
public:
    Evaluation(const Formula& formula, const SignalTable& table)
        : m_steps(*formula.m_steps),
          m_inputs(formula.m_inputs),
          m_table(table),
          m_columns(m_steps.size()) {}

    std::optional<FormulaValues> run() {
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            if (!compute(i)) {
                return std::nullopt;
            }
        }
        FormulaValues result = std::move(m_columns.back());
        for (double& value : result.values) {
            value = std::isfinite(value) ? value : kNoResult;
        }
        return result;
    }

private:
    [[nodiscard]] std::size_t rowCount() const { return m_table.recordTimeS.size(); }

    bool compute(std::size_t index) {
        const Step& step = m_steps[index];
        FormulaValues& column = m_columns[index];
        if (step.kind == StepKind::Entry) {
            const auto found = std::ranges::find(m_table.signals, m_inputs[step.input].signal);
            if (found == m_table.signals.end()) {
                return false;
            }
            const auto row = static_cast<std::size_t>(found - m_table.signals.begin());
            column = {m_table.values[row], m_table.breaks[row]};
            return true;
        }
        column.values.assign(rowCount(), step.number);
        column.breaks.assign(rowCount(), std::uint8_t{0});
        for (std::size_t i = 0; i < step.count; ++i) {
            std::ranges::transform(column.breaks, m_columns[step.of[i]].breaks,
                                   column.breaks.begin(), std::bit_or<>());
        }
        if (step.function != nullptr && step.function->overTime != OverTime::No) {
            overTime(step, column);
        } else if (step.count > 0) {
            for (std::size_t row = 0; row < rowCount(); ++row) {
                column.values[row] = valueAt(step, row);
            }
        }
        return true;
    }

    [[nodiscard]] double valueAt(const Step& step, std::size_t row) const {
        std::array<double, 3> values{};
        for (std::size_t i = 0; i < step.count; ++i) {
            values[i] = m_columns[step.of[i]].values[row];
        }
        if (step.kind == StepKind::Select && step.function == nullptr) {
            return std::isnan(values[0])                    ? kNoResult
                   : truthOfNumber(values[0]) >= kHoldsFrom ? values[1]
                                                            : values[2];
        }
        const Numbers used = Numbers(values).first(step.count);
        if (std::ranges::any_of(used, [](double value) { return std::isnan(value); })) {
            return kNoResult;
        }
        if (step.function != nullptr) {
            return step.function->of(used);
        }
        switch (step.kind) {
        case StepKind::Negate:
            return -values[0];
        case StepKind::Not:
            return 1.0 - truthOfNumber(values[0]);
        case StepKind::Compare:
            return decision::truthOf(step.comparison, values[0], values[1], step.width);
        case StepKind::And:
        case StepKind::Or:
            return ofPair(step.kind, truthOfNumber(values[0]), truthOfNumber(values[1]));
        default:
            return ofPair(step.kind, values[0], values[1]);
        }
    }

    void overTime(const Step& step, FormulaValues& column) const {
        column = m_columns[step.of[0]];
        const bool isDirection = m_steps[step.of[0]].isDirection;
        const double seconds = step.count > 1 ? m_steps[step.of[1]].number : 0.0;
        switch (step.function->overTime) {
        case OverTime::Derivative:
            deriveCurve(m_table.recordTimeS, column.breaks, column.values, 0.0, 1, isDirection);
            break;
        case OverTime::Mean:
            deriveCurve(m_table.recordTimeS, column.breaks, column.values, seconds, 0, isDirection);
            break;
        case OverTime::Integral:
            integrate(m_table.recordTimeS, column.breaks, column.values);
            break;
        default:
            shiftBy(m_table.recordTimeS, seconds, column);
            break;
        }
    }

    const std::vector<Step>& m_steps;
    const std::vector<FormulaInput>& m_inputs;
    const SignalTable& m_table;
    std::vector<FormulaValues> m_columns; ///< values of each step
};

Expected<Formula> Formula::parse(std::string_view text) {
    if (text.size() > kMaxBytes) {
        return base::failure(base::ErrorCode::LimitExceeded,
                             fmt::format("a formula of {} bytes", text.size()),
                             fmt::format("at most {}", kMaxBytes));
    }
    Formula formula;
    formula.m_text = text;
    if (auto built = Builder(formula).build(); !built) {
        return tl::unexpected(std::move(built.error()));
    }
    return formula;
}

bool Formula::resolve(const monitor::MatchFrame& frame) {
    bool isChanged = false;
    for (FormulaInput& input : m_inputs) {
        const SignalId id = resolvedSignal(input.signal, input.name, frame);
        isChanged = isChanged || id != input.signal;
        input.signal = id;
    }
    return isChanged;
}

std::optional<FormulaValues> Formula::evaluate(const SignalTable& table) const {
    return Evaluation(*this, table).run();
}

} // namespace sideline::logs
