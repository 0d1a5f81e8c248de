#include "motions/value.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "motions/limits.h"

namespace sideline::keyframe {

namespace {

using base::ErrorCode;
using base::Expected;
using base::failure;

// An expression is a sum of products; signs are moved out of the products, so that each expression
// has a unique text.

struct Sum;

// A number (at least 0), a parameter, or a bracketed sum.
struct Atom {
    double number = 0.0;
    std::string parameter; ///< without the `$`; empty if it is not a parameter
    std::vector<Sum> sum;  ///< one or none
    [[nodiscard]] bool isNumber() const { return parameter.empty() && sum.empty(); }
};

struct Factor {
    bool divides = false;
    Atom atom;
};

struct Term {
    bool isNegative = false;
    std::vector<Factor> factors; ///< never empty; the first one does not divide
};

struct Sum {
    std::vector<Term> terms; ///< never empty
};

Term numberTerm(double number) {
    return {std::signbit(number), {Factor{false, Atom{std::abs(number), {}, {}}}}};
}

bool isConstant(const Term& term) {
    return term.factors.size() == 1 && term.factors[0].atom.isNumber();
}

double constantOf(const Term& term) {
    const double number = term.factors[0].atom.number;
    return term.isNegative ? -number : number;
}

std::string textOf(double number) {
    return number == 0.0 ? "0" : fmt::format("{}", number);
}

std::string textOf(const Sum& sum);

std::string textOf(const Atom& atom) {
    if (!atom.sum.empty()) {
        return '(' + textOf(atom.sum.front()) + ')';
    }
    return atom.parameter.empty() ? textOf(atom.number) : '$' + atom.parameter;
}

std::string textOf(const Sum& sum) {
    std::string text;
    for (const Term& term : sum.terms) {
        if (text.empty()) {
            text += term.isNegative ? "-" : "";
        } else {
            text += term.isNegative ? " - " : " + ";
        }
        bool isFirst = true;
        for (const Factor& factor : term.factors) {
            if (!std::exchange(isFirst, false)) {
                text += factor.divides ? " / " : " * ";
            }
            text += textOf(factor.atom);
        }
    }
    return text;
}

bool hasParameters(const Sum& sum) {
    return std::ranges::any_of(sum.terms, [](const Term& term) {
        return std::ranges::any_of(term.factors, [](const Factor& factor) {
            return !factor.atom.parameter.empty() ||
                   (!factor.atom.sum.empty() && hasParameters(factor.atom.sum.front()));
        });
    });
}

void collect(const Sum& sum, std::set<std::string>& names) {
    for (const Term& term : sum.terms) {
        for (const Factor& factor : term.factors) {
            if (!factor.atom.parameter.empty()) {
                names.insert(factor.atom.parameter);
            } else if (!factor.atom.sum.empty()) {
                collect(factor.atom.sum.front(), names);
            }
        }
    }
}

Expected<double> valueOf(const Sum& sum, const Parameters& parameters);

Expected<double> valueOf(const Atom& atom, const Parameters& parameters) {
    if (!atom.sum.empty()) {
        return valueOf(atom.sum.front(), parameters);
    }
    if (atom.parameter.empty()) {
        return atom.number;
    }
    const auto found = parameters.find(atom.parameter);
    if (found == parameters.end()) {
        return failure(ErrorCode::NotFound,
                       fmt::format("parameter ${} has no value", atom.parameter),
                       "a value among the motion's parameters");
    }
    return found->second;
}

Expected<double> valueOf(const Sum& sum, const Parameters& parameters) {
    double total = 0.0;
    bool isFirst = true;
    for (const Term& term : sum.terms) {
        double product = 1.0;
        for (const Factor& factor : term.factors) {
            const auto value = valueOf(factor.atom, parameters);
            if (!value) {
                return value;
            }
            product = factor.divides ? product / *value : product * *value;
        }
        product = term.isNegative ? -product : product;
        total = std::exchange(isFirst, false) ? product : total + product;
    }
    return total;
}

// Adds a factor; removes redundant brackets.
void multiply(Term& term, bool divides, Term factor) {
    term.isNegative ^= factor.isNegative;
    if (divides && factor.factors.size() > 1) {
        factor.isNegative = false;
        term.factors.push_back({true, Atom{0.0, {}, {Sum{{std::move(factor)}}}}});
        return;
    }
    factor.factors.front().divides = divides;
    std::ranges::move(factor.factors, std::back_inserter(term.factors));
}

// Recursive descent: sum = term {+|- term}; term = factor {*|/ factor};
// factor = {+|-} (number | $name | '(' sum ')').
class Parser {
public:
    explicit Parser(std::string_view text) : m_text(text) {}

    Expected<Sum> parse() {
        auto sum = readSum();
        if (sum && !atEnd()) {
            return wrong("one of + - * / or the end");
        }
        return sum;
    }

private:
    static constexpr int kMaxDepth = 64;

    void skipBlanks() {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t')) {
            ++m_at;
        }
    }
    bool atEnd() {
        skipBlanks();
        return m_at >= m_text.size();
    }
    // Consumes one of two characters; 0 if neither is next.
    char take(char a, char b) {
        if (!atEnd() && (m_text[m_at] == a || m_text[m_at] == b)) {
            return m_text[m_at++];
        }
        return 0;
    }

    tl::unexpected<base::Error> wrong(std::string expected) {
        skipBlanks();
        auto error =
            failure(ErrorCode::Malformed,
                    m_at < m_text.size()
                        ? fmt::format("unexpected '{}'", m_text.substr(m_at, std::size_t{20}))
                        : "the expression ends too early",
                    std::move(expected));
        error.value().byteOffset = m_at;
        return error;
    }

    Expected<Sum> readSum() {
        Sum sum;
        bool isNegative = false;
        do {
            auto term = readTerm();
            if (!term) {
                return tl::unexpected(std::move(term.error()));
            }
            addTerm(sum, std::move(*term), isNegative);
            const char sign = take('+', '-');
            if (sign == 0) {
                return sum;
            }
            isNegative = sign == '-';
        } while (true);
    }

    static void addTerm(Sum& sum, Term term, bool isNegative) {
        term.isNegative ^= isNegative;
        const Factor& first = term.factors.front();
        if (term.factors.size() == 1 && !first.atom.sum.empty()) {
            Sum inner = std::move(term.factors.front().atom.sum.front());
            for (Term& each : inner.terms) {
                each.isNegative ^= term.isNegative;
                sum.terms.push_back(std::move(each));
            }
            return;
        }
        sum.terms.push_back(std::move(term));
    }

    Expected<Term> readTerm() {
        auto term = readFactor();
        while (term) {
            const char sign = take('*', '/');
            if (sign == 0) {
                break;
            }
            auto factor = readFactor();
            if (!factor) {
                return factor;
            }
            multiply(*term, sign == '/', std::move(*factor));
        }
        return term;
    }

    Expected<Term> readFactor() {
        bool isNegative = false;
        while (const char sign = take('+', '-')) {
            isNegative ^= sign == '-';
        }
        auto term = readAtom();
        if (term) {
            term->isNegative ^= isNegative;
        }
        return term;
    }

    Expected<Term> readAtom() {
        constexpr const char* kExpected = "a number, a $parameter or a bracket";
        if (atEnd()) {
            return wrong(kExpected);
        }
        const char next = m_text[m_at];
        if (next == '(') {
            return readBracket();
        }
        if (next == '$') {
            return readParameter();
        }
        if ((next < '0' || next > '9') && next != '.') {
            return wrong(kExpected);
        }
        double number = 0.0;
        const char* begin = m_text.data() + m_at;
        const auto [end, code] = std::from_chars(begin, m_text.data() + m_text.size(), number);
        if (code != std::errc{}) {
            return wrong("a number that is neither too large nor too small");
        }
        m_at += static_cast<std::size_t>(end - begin);
        return numberTerm(number);
    }

    Expected<Term> readParameter() {
        const auto isNameByte = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                   c == '_' || c == '.';
        };
        std::size_t end = ++m_at;
        while (end < m_text.size() && isNameByte(m_text[end])) {
            ++end;
        }
        if (end == m_at) {
            return wrong("a name of letters, digits and _ after the $");
        }
        Term term{false,
                  {Factor{false, Atom{0.0, std::string(m_text.substr(m_at, end - m_at)), {}}}}};
        m_at = end;
        return term;
    }

    Expected<Term> readBracket() {
        if (++m_depth > kMaxDepth) {
            return wrong(fmt::format("at most {} nested brackets", kMaxDepth));
        }
        ++m_at;
        auto sum = readSum();
        if (!sum) {
            return tl::unexpected(std::move(sum.error()));
        }
        if (take(')', ')') == 0) {
            return wrong("')' or one of + - * /");
        }
        --m_depth;
        if (sum->terms.size() == 1) {
            return std::move(sum->terms.front());
        }
        return Term{false, {Factor{false, Atom{0.0, {}, {std::move(*sum)}}}}};
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_depth = 0;
};

// Parses a value's expression, whose text is already canonical.
Sum sumOf(const Value& value) {
    if (value.isNumber()) {
        return {{numberTerm(value.number())}};
    }
    auto sum = Parser(value.text()).parse();
    return sum ? std::move(*sum) : Sum{{numberTerm(0.0)}};
}

// Multiplies a term's number, adding one if it has none.
void scale(Term& term, double factor) {
    term.isNegative ^= factor < 0.0;
    const double size = std::abs(factor);
    const auto number = std::ranges::find_if(
        term.factors, [](const Factor& each) { return !each.divides && each.atom.isNumber(); });
    if (number == term.factors.end()) {
        if (size != 1.0) {
            term.factors.insert(term.factors.begin(), Factor{false, Atom{size, {}, {}}});
        }
        return;
    }
    number->atom.number *= size;
    const auto next = number + 1;
    if (number->atom.number == 1.0 && next != term.factors.end() &&
        (number != term.factors.begin() || !next->divides)) {
        term.factors.erase(number);
    }
}

} // namespace

Expected<Value> Value::parse(std::string_view text) {
    const auto tooLong = [](std::size_t size) {
        return failure(ErrorCode::Malformed, fmt::format("the expression has {} characters", size),
                       fmt::format("at most {}", kLongestExpression));
    };
    // Canonical text may be longer than the original, but not by much.
    if (text.size() > kLongestExpression) {
        return tooLong(text.size());
    }
    auto sum = Parser(text).parse();
    if (!sum) {
        return tl::unexpected(std::move(sum.error()));
    }
    Value value;
    if (hasParameters(*sum)) {
        value.m_expression = textOf(*sum);
        if (value.m_expression.size() > kLongestExpression) {
            return tooLong(value.m_expression.size());
        }
        return value;
    }
    const auto number = valueOf(*sum, {});
    if (!number || !std::isfinite(*number)) {
        auto error = failure(ErrorCode::Malformed, fmt::format("'{}' is not a finite number", text),
                             "no division by zero");
        error.value().byteOffset = 0;
        return error;
    }
    value.m_number = *number == 0.0 ? 0.0 : *number;
    return value;
}

Expected<double> Value::evaluate(const Parameters& parameters) const {
    if (isNumber()) {
        if (!std::isfinite(m_number)) {
            return failure(ErrorCode::InvalidArgument, "it is not finite", "a finite number");
        }
        return m_number;
    }
    auto value = valueOf(sumOf(*this), parameters);
    if (value && !std::isfinite(*value)) {
        return failure(ErrorCode::InvalidArgument,
                       fmt::format("{} is not finite with these parameters", m_expression),
                       "a finite number");
    }
    return value;
}

std::string Value::text() const {
    return isNumber() ? textOf(m_number) : m_expression;
}

std::vector<std::string> Value::parameters() const {
    std::set<std::string> names;
    if (!isNumber()) {
        collect(sumOf(*this), names);
    }
    return {names.begin(), names.end()};
}

Value Value::operator-() const {
    if (isNumber()) {
        return m_number == 0.0 ? Value() : Value(-m_number);
    }
    Sum sum = sumOf(*this);
    for (Term& term : sum.terms) {
        term.isNegative = !term.isNegative;
    }
    Value value;
    value.m_expression = textOf(sum);
    return value;
}

namespace {

// Rounds sums of decimal numbers to ten decimals: 0.1 + 0.2 is 0.3.
double tidy(double number) {
    constexpr double kSteps = 1e10;
    return std::abs(number) < 1e5 ? std::round(number * kSteps) / kSteps : number;
}

} // namespace

Value operator+(const Value& a, const Value& b) {
    if (a.isNumber() && b.isNumber()) {
        return {tidy(a.m_number + b.m_number)};
    }
    Sum sum = sumOf(a);
    Sum other = sumOf(b);
    std::ranges::move(other.terms, std::back_inserter(sum.terms));
    // Merges all numbers into one, at the position of the first.
    Sum merged;
    std::optional<std::size_t> constant;
    for (Term& term : sum.terms) {
        if (!isConstant(term)) {
            merged.terms.push_back(std::move(term));
        } else if (constant) {
            Term& first = merged.terms[*constant];
            first = numberTerm(tidy(constantOf(first) + constantOf(term)));
        } else {
            constant = merged.terms.size();
            merged.terms.push_back(std::move(term));
        }
    }
    if (constant && constantOf(merged.terms[*constant]) == 0.0) {
        merged.terms.erase(merged.terms.begin() + static_cast<std::ptrdiff_t>(*constant));
    }
    Value value;
    value.m_expression = textOf(merged);
    return value;
}

Value operator*(const Value& a, double factor) {
    if (a.isNumber()) {
        const double product = tidy(a.m_number * factor);
        return {product == 0.0 ? 0.0 : product};
    }
    if (factor == 0.0 || !std::isfinite(factor)) {
        return {0.0};
    }
    Sum sum = sumOf(a);
    for (Term& term : sum.terms) {
        scale(term, factor);
    }
    Value value;
    value.m_expression = textOf(sum);
    return value;
}

} // namespace sideline::keyframe
