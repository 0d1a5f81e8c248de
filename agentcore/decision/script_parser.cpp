#include "agentcore/decision/script_parser.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "agentcore/decision/condition_text.h"
#include "agentcore/decision/tree_builder.h"

namespace sideline::decision {

namespace {

using base::Expected;
using PartKind = ValueStep::Kind;

// Precedence of operators, lowest first.
enum Binding : int {
    Choice = 1,
    Disjunction,
    Conjunction,
    Negation,
    Comparing,
    BitSum,
    BitProduct,
    Sum,
    Product,
    Power
};

struct Operator {
    std::string_view sign;
    PartKind kind;
    int binding;
};
constexpr std::array<Operator, 11> kOperators = {{{"||", PartKind::Or, Disjunction},
                                                  {"or", PartKind::Or, Disjunction},
                                                  {"&&", PartKind::And, Conjunction},
                                                  {"and", PartKind::And, Conjunction},
                                                  {"|", PartKind::BitOr, BitSum},
                                                  {"^", PartKind::BitXor, BitSum},
                                                  {"&", PartKind::BitAnd, BitProduct},
                                                  {"+", PartKind::Plus, Sum},
                                                  {"-", PartKind::Minus, Sum},
                                                  {"*", PartKind::Times, Product},
                                                  {"/", PartKind::Divide, Product}}};

constexpr std::array<std::pair<std::string_view, Comparison>, 7> kScriptComparisons = {
    {{"<", Comparison::Less},
     {"<=", Comparison::AtMost},
     {">", Comparison::More},
     {">=", Comparison::AtLeast},
     {"==", Comparison::Equal},
     {"!=", Comparison::Unequal},
     {"=", Comparison::Equal}}};

// Whether a name is valid for an entry, in this tree or, after @, in the outermost one.
bool isEntry(std::string_view name) {
    return isName(name.substr(name.starts_with('@') ? 1 : 0)) && name != "true" && name != "false";
}

struct Prefix {
    std::string_view sign;
    PartKind kind;
};
constexpr std::array<Prefix, 4> kPrefixes = {{{"-", PartKind::Negate},
                                              {"!", PartKind::Not},
                                              {"~", PartKind::Complement},
                                              {"not", PartKind::Not}}};

// The operator, comparison or prefix for a symbol; null if there is none.
const Operator* operatorOf(std::string_view sign, bool isFormula) {
    const auto* found = std::ranges::find(kOperators, sign, &Operator::sign);
    const bool isThere = found != kOperators.end() &&
                         !(isFormula && (found->binding == BitSum || found->binding == BitProduct));
    return isThere ? found : nullptr;
}

const Comparison* comparisonOf(std::string_view sign) {
    const auto* found =
        std::ranges::find(kScriptComparisons, sign, [](const auto& each) { return each.first; });
    return found == kScriptComparisons.end() ? nullptr : &found->second;
}

const Prefix* prefixOf(std::string_view sign, bool isFormula) {
    const auto* found = std::ranges::find(kPrefixes, sign, &Prefix::sign);
    const bool isThere =
        found != kPrefixes.end() && !(isFormula && found->kind == PartKind::Complement);
    return isThere ? found : nullptr;
}

tl::unexpected<base::Error> malformed(std::string message, std::string expected) {
    return base::failure(base::ErrorCode::Malformed, std::move(message), std::move(expected));
}

// A symbol or word; empty for a quoted string.
std::string_view signOf(const ScriptToken& token) {
    return token.kind == ScriptToken::Kind::Text ? std::string_view() : token.text;
}

// Whether tokens that end with `End` form a single statement.
bool isLastStatement(std::span<const ScriptToken> tokens) {
    const auto isEnd = [](const ScriptToken& token) {
        return token.kind == ScriptToken::Kind::Sign && token.text == ";";
    };
    const auto end = std::ranges::find_if(tokens, isEnd);
    return std::all_of(end, tokens.end(), [&](const ScriptToken& token) {
        return isEnd(token) || token.kind == ScriptToken::Kind::End;
    });
}

tl::unexpected<base::Error> tooDeep() {
    return malformed("the script is nested too deeply",
                     fmt::format("at most {} levels", kMaxTreeDepth));
}

std::string inQuotes(std::string_view text) {
    return text.empty() ? "the end" : fmt::format("'{}'", text);
}

} // namespace

std::size_t ScriptPart::operandCount() const {
    return !function.empty()               ? argumentCount
           : step.kind >= PartKind::Select ? 3
           : step.kind >= PartKind::Plus   ? 2
           : step.kind >= PartKind::Negate ? 1
                                           : 0;
}

Expected<std::vector<ScriptStatement>> ScriptParser::read() {
    auto tokens = scriptTokens(m_text, m_nameLength);
    if (!tokens) {
        return tl::unexpected(std::move(tokens.error()));
    }
    m_tokens = std::move(*tokens);
    auto all = statements();
    if (!all && !all.error().byteOffset) {
        all.error().byteOffset = static_cast<std::uint64_t>(next().text.data() - m_text.data()) -
                                 (next().kind == Token::Kind::Text ? 1 : 0);
    }
    return all;
}

Expected<std::vector<ScriptStatement>> ScriptParser::statements() {
    std::vector<ScriptStatement> all;
    while (next().kind != Token::Kind::End) {
        if (takeIf(";")) {
            continue;
        }
        auto read = statement();
        if (!read) {
            return tl::unexpected(std::move(read.error()));
        }
        all.push_back(*read);
        if (next().kind != Token::Kind::End && !isSign(";")) {
            return malformed(fmt::format("unexpected {}", inQuotes(next().text)),
                             isSign("=")    ? "== to compare"
                             : isSign("..") ? "no concatenation of strings"
                                            : "an operator, ; or the end");
        }
    }
    return all;
}

bool ScriptParser::takeIf(std::string_view sign) {
    if (!isSign(sign)) {
        return false;
    }
    ++m_at;
    return true;
}

// `= + - * /` if an assignment begins here, otherwise 0.
char ScriptParser::assignmentSign() const {
    if (m_use == Use::Formula || next().kind != Token::Kind::Name || m_at + 1 >= m_tokens.size() ||
        m_tokens[m_at + 1].kind != Token::Kind::Sign) {
        return 0;
    }
    const std::string_view sign = m_tokens[m_at + 1].text;
    if (sign == ":=") {
        return '=';
    }
    if (sign == "=") {
        return m_use == Use::Condition && isLastStatement(std::span(m_tokens).subspan(m_at)) ? '\0'
                                                                                             : '=';
    }
    return sign.size() == 2 && sign[1] == '=' &&
                   std::string_view("+-*/").find(sign[0]) != std::string_view::npos
               ? sign[0]
               : '\0';
}

Expected<ScriptStatement> ScriptParser::statement() {
    const char* begin = next().text.data();
    ScriptStatement made;
    const char sign = assignmentSign();
    m_equalsCompares = sign == 0;
    if (sign != 0) {
        if (!isEntry(next().text)) {
            return malformed(fmt::format("cannot assign to '{}'", next().text),
                             "the name of an entry");
        }
        made.name = next().text;
        m_at += 2;
    } else if (m_use == Use::Actions) {
        const char* end = begin;
        for (; next().kind != Token::Kind::End && !isSign(";"); ++m_at) {
            end = next().text.data() + next().text.size();
        }
        return malformed(
            fmt::format("'{}' is not an assignment",
                        std::string_view(begin, static_cast<std::size_t>(end - begin))),
            "NAME := VALUE; or +=, -=, *=, /=; several with ; between them");
    }
    Index value = expression(Choice);
    if (const auto* by = std::ranges::find(kOperators, std::string_view(&sign, 1), &Operator::sign);
        value && by != kOperators.end()) { // `x += y` assigns x + y
        ScriptPart entry;
        entry.step.kind = PartKind::Entry;
        entry.name = made.name;
        value = operation(by->kind, {add(entry, begin), *value, 0}, begin);
    }
    if (!value) {
        return tl::unexpected(value.error());
    }
    made.value = *value;
    made.text = textFrom(begin);
    return made;
}

std::string_view ScriptParser::textFrom(const char* begin) const {
    const Token& last = m_tokens[m_at - 1];
    const char* end =
        last.text.data() + last.text.size() + (last.kind == Token::Kind::Text ? 1 : 0);
    return {begin, static_cast<std::size_t>(end - begin)};
}

int ScriptParser::add(ScriptPart part, const char* begin) {
    part.text = textFrom(begin);
    m_parts.push_back(part);
    return static_cast<int>(m_parts.size()) - 1;
}

ScriptParser::Index ScriptParser::operation(PartKind kind, std::array<int, 3> of,
                                            const char* begin) {
    ScriptPart made;
    made.step.kind = kind;
    made.of = of;
    const bool takesNumbers = kind != PartKind::Compare && kind != PartKind::Select &&
                              m_use != Use::Formula; // in formulas, quoted names are quantities
    for (std::size_t i = 0; i < made.operandCount(); ++i) {
        const ScriptPart& each = part(of[i]);
        if (takesNumbers && each.isQuoted) {
            return malformed(
                fmt::format("the string {} cannot be used in a calculation", each.text),
                "numbers and names; strings can be compared and assigned");
        }
        made.height = std::max(made.height, each.height + i);
    }
    if (made.height > kMaxTreeDepth) {
        return tooDeep();
    }
    return add(made, begin);
}

tl::unexpected<base::Error> ScriptParser::failHere(std::string expected) const {
    return malformed(fmt::format("{} instead of a value", inQuotes(next().text)),
                     m_use == Use::Formula ? "a curve, a number, a function or a parenthesis"
                                           : std::move(expected));
}

ScriptParser::Index ScriptParser::expression(int binding) {
    if (++m_depth > kMaxTreeDepth) {
        return tooDeep();
    }
    const char* begin = next().text.data() - (next().kind == Token::Kind::Text ? 1 : 0);
    Index left = operand();
    while (left) {
        const bool isFormula = m_use == Use::Formula;
        const Operator* sign = operatorOf(signOf(next()), isFormula);
        if (isFormula && isSign("^") && binding <= Power) { // binds to the right: 2^3^2 is 2^9
            ++m_at;
            const auto right = expression(Power);
            left = right ? operation(PartKind::Plus, {*left, *right, 0}, begin) : right;
            if (left) {
                m_parts.back().function = "^";
                m_parts.back().argumentCount = 2;
            }
        } else if (sign != nullptr && sign->binding >= binding) {
            ++m_at;
            const auto right = expression(sign->binding + 1);
            left = right ? operation(sign->kind, {*left, *right, 0}, begin) : right;
        } else if (comparisonOf(signOf(next())) != nullptr && binding <= Comparing &&
                   (m_equalsCompares || !isSign("="))) {
            left = comparisons(*left);
        } else if (isSign("?") && binding <= Choice) {
            left = choice(*left);
        } else {
            break;
        }
    }
    --m_depth;
    return left;
}

// `a < b < c` holds if both comparisons do.
ScriptParser::Index ScriptParser::comparisons(int first) {
    std::optional<int> all;
    const char* begin = part(first).text.data();
    int left = first;
    for (;;) {
        const Comparison* sign = comparisonOf(signOf(next()));
        if (sign == nullptr || (!m_equalsCompares && isSign("="))) {
            return *all;
        }
        ++m_at;
        const auto right = expression(Comparing + 1);
        if (!right) {
            return right;
        }
        const auto made = operation(PartKind::Compare, {left, *right, 0}, part(left).text.data());
        if (!made) {
            return made;
        }
        ValueStep& step = m_parts[static_cast<std::size_t>(*made)].step;
        step.comparison = *sign;
        if (takeIf("~")) {
            const auto width = constant();
            if (!width || *width <= 0.0 || step.comparison == Comparison::Equal ||
                step.comparison == Comparison::Unequal) {
                return malformed("`~` has no valid width",
                                 "after <, <=, > or >=: `~ WIDTH` above 0");
            }
            step.width = *width;
            m_parts[static_cast<std::size_t>(*made)].text = textFrom(part(left).text.data());
        }
        const Index both = all ? operation(PartKind::And, {*all, *made, 0}, begin) : made;
        if (!both) {
            return both;
        }
        all = *both;
        left = *right;
    }
}

ScriptParser::Index ScriptParser::choice(int condition) {
    ++m_at;
    const auto yes = expression(Choice);
    if (!yes) {
        return yes;
    }
    if (!takeIf(":")) {
        return malformed(fmt::format("{} is unexpected in a choice", inQuotes(next().text)),
                         "CONDITION ? VALUE : VALUE");
    }
    const auto no = expression(Choice);
    return no ? operation(PartKind::Select, {condition, *yes, *no}, part(condition).text.data())
              : no;
}

// A value with its prefix operators.
ScriptParser::Index ScriptParser::operand() {
    const Prefix* prefix = prefixOf(signOf(next()), m_use == Use::Formula);
    if (prefix == nullptr) {
        return primary();
    }
    const char* begin = next().text.data();
    ++m_at;
    // `not` negates the whole comparison after it, `!` only the next value.
    const auto value = expression(prefix->sign == "not" ? Negation : Product + 1);
    if (!value) {
        return value;
    }
    ScriptPart& of = m_parts[static_cast<std::size_t>(*value)];
    const bool isNumber = of.step.kind == PartKind::Literal && !of.isQuoted;
    if (prefix->kind == PartKind::Negate && isNumber) {
        of.step.literal.number = -of.step.literal.number;
        of.text = textFrom(begin);
        return *value;
    }
    return operation(prefix->kind, {*value, 0, 0}, begin);
}

ScriptParser::Index ScriptParser::primary() {
    const Token token = next();
    ScriptPart made;
    const char* begin = token.text.data();
    switch (token.kind) {
    case Token::Kind::Number:
        made.step.literal.number = token.number;
        break;
    case Token::Kind::Text:
        made.name = token.text;
        made.isQuoted = true;
        --begin; // the quote
        break;
    case Token::Kind::Measure:
        return measure();
    case Token::Kind::Name:
        if (token.text == "true" || token.text == "false") {
            made.step.literal.number = token.text == "true" ? 1.0 : 0.0;
            break;
        }
        if (m_use == Use::Formula && signOf(m_tokens[m_at + 1]) == "(") {
            return call();
        }
        if (m_use != Use::Formula && !isEntry(token.text)) {
            return failHere("a name, a number, true, false, a 'text' or a measure");
        }
        made.step.kind = PartKind::Entry;
        made.name = token.text;
        break;
    default:
        if (!takeIf("(")) {
            return failHere("a name, a number, true, false, a 'text' or a measure");
        }
        const auto value = expression(Choice);
        if (value && !takeIf(")")) {
            return malformed(
                fmt::format("{} is unexpected: a parenthesis is still open", inQuotes(next().text)),
                ")");
        }
        if (value && part(*value).step.kind != PartKind::Literal) {
            m_parts[static_cast<std::size_t>(*value)].text = textFrom(begin);
        }
        return value;
    }
    ++m_at;
    return add(made, begin);
}

ScriptParser::Index ScriptParser::measure() {
    const char* begin = next().text.data();
    const auto named = measureNamed(next().text);
    if (!named) {
        return tl::unexpected(named.error());
    }
    ++m_at;
    ScriptPart made;
    made.step.kind = PartKind::Measure;
    made.step.measure = *named;
    const std::size_t count = (*named)->argumentCount();
    const std::string form = fmt::format("{}({})", (*named)->name, (*named)->arguments);
    if (count == 0 && isSign("(")) {
        return malformed(fmt::format("'{}' takes no arguments in parentheses", (*named)->name),
                         std::string((*named)->name));
    }
    bool isGood = count == 0 || takeIf("(");
    for (std::size_t i = 0; i < count && isGood; ++i) {
        isGood = i == 0 || takeIf(",");
        const auto value = isGood ? constant() : Expected<double>(0.0);
        isGood = isGood && value.has_value();
        made.step.arguments[i] = value.value_or(0.0);
    }
    if (!isGood || (count > 0 && !takeIf(")"))) {
        return malformed(fmt::format("'{}' lacks its argument", (*named)->name), form);
    }
    return add(made, begin);
}

ScriptParser::Index ScriptParser::call() {
    const Token name = next();
    m_at += 2; // skips the name and the parenthesis
    ScriptPart made;
    made.step.kind = PartKind::Plus; // any kind but a literal; `function` names the operation
    made.function = name.text;
    while (made.argumentCount == 0 || takeIf(",")) {
        if (made.argumentCount == made.of.size()) {
            return malformed(fmt::format("too many values for '{}'", name.text),
                             fmt::format("at most {}", made.of.size()));
        }
        const auto value = expression(Choice);
        if (!value) {
            return value;
        }
        made.height = std::max(made.height, part(*value).height + made.argumentCount);
        made.of[made.argumentCount++] = *value;
    }
    if (!takeIf(")")) {
        return malformed(
            fmt::format("{} among the values of '{}'", inQuotes(next().text), name.text),
            "an operator, a comma or )");
    }
    return add(made, name.text.data());
}

Expected<double> ScriptParser::constant() {
    const double sign = takeIf("-") ? -1.0 : 1.0;
    if (next().kind != Token::Kind::Number) {
        return failHere("a number");
    }
    return sign * m_tokens[m_at++].number;
}

} // namespace sideline::decision
