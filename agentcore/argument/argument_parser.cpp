#include "agentcore/argument/argument_parser.h"

#include <array>
#include <cctype>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/nearest_name.h"
#include "agentcore/protocol/number_text.h"

namespace sideline::argument {

namespace {

using Kind = Argument::Step::Kind;

bool isLetter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
bool isDigit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool isBlank(char c) {
    return c == ' ' || c == '\t';
}

// Length of a name such as `ball.to-own-goal`: a `.` or `-` belongs to it if a letter follows.
std::size_t nameLength(std::string_view text) {
    std::size_t i = 0;
    while (i < text.size()) {
        const bool joins =
            (text[i] == '.' || text[i] == '-') && i + 1 < text.size() && isLetter(text[i + 1]);
        if (!joins && !isLetter(text[i]) && !isDigit(text[i])) {
            break;
        }
        ++i;
    }
    return i;
}

// Length of a literal with its unit, such as `1.5m/s`.
std::size_t literalLength(std::string_view text) {
    std::size_t i = 0;
    while (i < text.size() && (isDigit(text[i]) || text[i] == '.')) {
        ++i;
    }
    const std::size_t unit = i;
    while (i < text.size() && (isLetter(text[i]) || (i > unit && isDigit(text[i])))) {
        ++i;
    }
    if (i > unit && text.substr(i).starts_with("/s")) {
        const std::size_t end = i + (text.substr(i).starts_with("/s2") ? 3 : 2);
        if (end == text.size() || (!isLetter(text[end]) && text[end] != '.')) {
            i = end;
        }
    }
    return i;
}

} // namespace

ArgumentParser::ArgumentParser(std::string_view text) : m_text(text) {
    advance();
}

void ArgumentParser::advance() {
    m_at += m_token.size();
    while (m_at < m_text.size() && isBlank(m_text[m_at])) {
        ++m_at;
    }
    const std::string_view rest = m_text.substr(m_at);
    std::size_t length = rest.empty() ? 0 : 1;
    if (!rest.empty() && isLetter(rest[0])) {
        length = nameLength(rest);
    } else if (!rest.empty() && (isDigit(rest[0]) || rest[0] == '.')) {
        length = literalLength(rest);
    }
    m_token = rest.substr(0, length);
}

bool ArgumentParser::takeIf(std::string_view token) {
    if (m_token != token) {
        return false;
    }
    advance();
    return true;
}

tl::unexpected<base::Error> ArgumentParser::fail(std::size_t at, std::string message,
                                                 std::string expected) const {
    base::Error error;
    error.code = base::ErrorCode::Malformed;
    error.message = std::move(message);
    error.expected = std::move(expected);
    error.byteOffset = at;
    return tl::unexpected(std::move(error));
}

std::string ArgumentParser::tokenText() const {
    return m_token.empty() ? "the end" : fmt::format("'{}'", m_token);
}

base::Expected<std::vector<Argument::Step>> ArgumentParser::parse(const Requirement& requirement) {
    if (m_text.size() > kMaxArgumentBytes) {
        return fail(kMaxArgumentBytes, "the argument is too long",
                    fmt::format("at most {} bytes", kMaxArgumentBytes));
    }
    auto part = sum(0);
    if (!part) {
        return tl::unexpected(part.error());
    }
    if (!m_token.empty()) {
        return fail(m_at, fmt::format("unexpected {}", tokenText()), "+, -, *, / or the end");
    }
    if (requirement.type == Type::Place && part->type == Type::Player) {
        part = asPlace(*part);
    }
    if (part->type != requirement.type) {
        return fail(0, fmt::format("'{}' is a {}", m_text, typeName(part->type)),
                    requirement.text());
    }
    if (part->type != Type::Number) {
        return std::move(m_steps);
    }
    const Unit required = requirement.unit.empty() ? kOpenUnit : unitNamed(requirement.unit);
    if (!part->unit.fits(required)) {
        return fail(0, fmt::format("'{}' is in {}", m_text, part->unit.text()), requirement.text());
    }
    return std::move(m_steps);
}

void ArgumentParser::push(Argument::Step step) {
    m_steps.push_back(step);
}

ArgumentParser::Part ArgumentParser::asPlace(const Part& part) {
    if (part.type != Type::Player) {
        return part;
    }
    push({.kind = Kind::ToPlace});
    return {.type = Type::Place, .unit = {}};
}

ArgumentParser::Parsed ArgumentParser::sum(std::size_t depth) {
    auto left = product(depth);
    while (left && (m_token == "+" || m_token == "-")) {
        const bool isSum = m_token == "+";
        const std::size_t at = m_at;
        left = asPlace(*left);
        advance();
        auto right = product(depth + 1);
        if (!right) {
            return right;
        }
        right = asPlace(*right);
        left = add(*left, *right, at, isSum);
    }
    return left;
}

ArgumentParser::Parsed ArgumentParser::add(const Part& a, const Part& b, std::size_t at,
                                           bool isSum) {
    const auto unit = sumOf(a.unit, b.unit);
    if (a.type != b.type || (a.type == Type::Number && !unit)) {
        const auto described = [](const Part& part) {
            return part.type == Type::Number ? part.unit.text() : std::string(typeName(part.type));
        };
        return fail(at,
                    fmt::format("'{}' cannot combine {} and {}", isSum ? '+' : '-', described(a),
                                described(b)),
                    "two numbers in the same unit, or two places");
    }
    push({.kind = isSum ? Kind::Plus : Kind::Minus});
    return Part{a.type, a.type == Type::Number ? *unit : Unit{}};
}

ArgumentParser::Parsed ArgumentParser::product(std::size_t depth) {
    auto left = factor(depth);
    while (left && (m_token == "*" || m_token == "/")) {
        const bool isProduct = m_token == "*";
        const std::size_t at = m_at;
        left = asPlace(*left);
        advance();
        auto right = factor(depth + 1);
        if (!right) {
            return right;
        }
        right = asPlace(*right);
        left = multiply(*left, *right, at, isProduct);
    }
    return left;
}

ArgumentParser::Parsed ArgumentParser::multiply(const Part& a, const Part& b, std::size_t at,
                                                bool isProduct) {
    const bool isA = a.type == Type::Number;
    const bool isB = b.type == Type::Number;
    if ((!isA && !isB) || (!isProduct && !isB)) {
        return fail(at,
                    fmt::format("'{}' cannot be applied to a {} and a {}", isProduct ? '*' : '/',
                                typeName(a.type), typeName(b.type)),
                    isProduct ? "two numbers, or a number and a place"
                              : "a number or a place, divided by a number");
    }
    push({.kind = isProduct ? Kind::Times : Kind::Divide});
    if (!isA || !isB) {
        return Part{Type::Place, {}};
    }
    return Part{Type::Number, isProduct ? productOf(a.unit, b.unit) : ratioOf(a.unit, b.unit)};
}

ArgumentParser::Parsed ArgumentParser::factor(std::size_t depth) {
    if (depth >= kMaxArgumentDepth) {
        return fail(m_at, "the argument is nested too deeply",
                    fmt::format("at most {} levels", kMaxArgumentDepth));
    }
    if (takeIf("-")) {
        auto part = factor(depth + 1);
        if (part) {
            part = asPlace(*part);
            push({.kind = Kind::Negate});
        }
        return part;
    }
    if (takeIf("(")) {
        auto part = sum(depth + 1);
        if (part && !takeIf(")")) {
            return fail(m_at,
                        fmt::format("{} is unexpected: a parenthesis is still open", tokenText()),
                        ")");
        }
        return part;
    }
    if (!m_token.empty() && (isDigit(m_token[0]) || m_token[0] == '.')) {
        return literal();
    }
    if (!m_token.empty() && isLetter(m_token[0])) {
        return word(depth);
    }
    return fail(m_at, fmt::format("{} instead of a value", tokenText()),
                "a number, a place, a player, a measure, - or (");
}

ArgumentParser::Parsed ArgumentParser::literal() {
    double value = 0.0;
    const char* end = m_token.data() + m_token.size();
    const char* after = protocol::readNumber(m_token.data(), end, value);
    if (after == nullptr || !std::isfinite(value)) {
        return fail(m_at, fmt::format("{} is not a number", tokenText()), "a number, such as 0.5");
    }
    const std::string_view unit(after, static_cast<std::size_t>(end - after));
    if (unit.empty()) {
        push({.kind = Kind::Literal, .literal = value});
        advance();
        return Part{Type::Number, kOpenUnit};
    }
    const LiteralUnit* found = findLiteralUnit(unit);
    if (found == nullptr) {
        return fail(m_at + m_token.size() - unit.size(), fmt::format("unknown unit '{}'", unit),
                    "m, cm, mm, s, ms, deg, rad, m/s or deg/s");
    }
    push({.kind = Kind::Literal, .literal = value * found->factor});
    advance();
    return Part{Type::Number, found->unit};
}

ArgumentParser::Parsed ArgumentParser::word(std::size_t depth) {
    const std::string_view name = m_token;
    const std::size_t at = m_at;
    if (const Function* function = findFunction(name)) {
        advance();
        return call(*function, at, depth);
    }
    if (const Measure* measure = findMeasure(name)) {
        advance();
        return call(*measure, at, depth);
    }
    const std::string_view meant = base::nearestName(name, wordNames());
    return fail(
        at, fmt::format("unknown name '{}'", name),
        meant.empty()
            ? "a place, a player or one of the measures that `sideline decision measures` lists"
            : fmt::format("perhaps {}", meant));
}

base::Expected<void> ArgumentParser::input(std::string_view kind, std::string_view name, Unit& any,
                                           std::size_t depth) {
    const std::size_t at = m_at;
    auto part = sum(depth + 1);
    if (!part) {
        return tl::unexpected(part.error());
    }
    if (kind == "place") {
        part = asPlace(*part);
    }
    const Type type = kind == "place"    ? Type::Place
                      : kind == "player" ? Type::Player
                                         : Type::Number;
    if (part->type != type) {
        return fail(at, fmt::format("the input '{}' is a {}", name, typeName(part->type)),
                    fmt::format("a {}", typeName(type)));
    }
    if (type != Type::Number) {
        return {};
    }
    const Unit required = kind == "any" ? any : kind.empty() ? kOpenUnit : unitNamed(kind);
    if (!part->unit.fits(required)) {
        return fail(at, fmt::format("the input '{}' is in {}", name, part->unit.text()),
                    fmt::format("a number in {}", required.text()));
    }
    if (kind == "any" && any.isOpen) {
        any = part->unit;
    }
    return {};
}

base::Expected<Unit> ArgumentParser::inputsOf(std::string_view name, const std::string& form,
                                              std::span<const Input> inputs, std::size_t at,
                                              std::size_t depth) {
    Unit any = kOpenUnit;
    if (!inputs.empty() && !takeIf("(")) {
        return fail(at, fmt::format("'{}' lacks its inputs", name), form);
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (i > 0 && !takeIf(",")) {
            return fail(m_at, fmt::format("{} instead of a comma", tokenText()), form);
        }
        if (auto done = input(inputs[i].kind, inputs[i].name, any, depth); !done) {
            return tl::unexpected(done.error());
        }
    }
    if (!inputs.empty() && !takeIf(")")) {
        return fail(m_at,
                    fmt::format("{} instead of ')' after the inputs of '{}'", tokenText(), name),
                    form);
    }
    return any;
}

ArgumentParser::Parsed ArgumentParser::call(const Function& function, std::size_t at,
                                            std::size_t depth) {
    const auto any = inputsOf(function.name, function.form(),
                              std::span(function.inputs).first(function.inputCount()), at, depth);
    if (!any) {
        return tl::unexpected(any.error());
    }
    push({.kind = Kind::Function, .function = &function});
    return Part{function.type, function.unit == "any" ? *any : unitNamed(function.unit)};
}

ArgumentParser::Parsed ArgumentParser::call(const Measure& measure, std::size_t at,
                                            std::size_t depth) {
    std::array<Input, kMaxMeasureArguments> inputs;
    inputs.fill({measure.arguments, {}}); // numbers of any unit
    const std::string form = measure.arguments.empty()
                                 ? std::string(measure.name)
                                 : fmt::format("{}({})", measure.name, measure.arguments);
    const auto done =
        inputsOf(measure.name, form, std::span(inputs).first(measure.argumentCount()), at, depth);
    if (!done) {
        return tl::unexpected(done.error());
    }
    push({.kind = Kind::Measure, .measure = &measure});
    return Part{Type::Number, unitNamed(measure.unit)};
}

} // namespace sideline::argument
