#include "agentcore/decision/condition_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "agentcore/decision/tree_builder.h"
#include "agentcore/protocol/sexpr.h"

namespace sideline::decision {

namespace {

using base::Expected;
using StepKind = TreeStep::Kind;

constexpr std::array<std::pair<std::string_view, Comparison>, 6> kComparisons = {
    {{"<", Comparison::Less},
     {"<=", Comparison::AtMost},
     {">", Comparison::More},
     {">=", Comparison::AtLeast},
     {"=", Comparison::Equal},
     {"!=", Comparison::Unequal}}};

constexpr std::array<std::string_view, 11> kReserved = {
    "and", "or", "not", "when", "else", "do", "tree", "behavior", "condition", "stay", "="};

// Length of a name with its inputs in parentheses at the beginning of a text.
std::size_t callLength(std::string_view text) {
    const std::size_t name = std::min(text.find_first_of(" \t(<>=!~,)"), text.size());
    const std::size_t open = text.find_first_not_of(" \t", name);
    if (open == std::string_view::npos || text[open] != '(') {
        return name;
    }
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if (depth == 0) {
            return i + 1;
        }
    }
    return text.size();
}

// What a term may be compared with.
std::string limitText(const TreeTerm& term) {
    return term.computed ? "a number" : fmt::format("a number in {}", term.measure->unit);
}

} // namespace

bool isWord(std::string_view word) {
    return !word.empty() && std::ranges::all_of(word, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_' || c == '.' || static_cast<unsigned char>(c) >= 0x80U;
    });
}

bool isName(std::string_view word) {
    return isWord(word) && std::ranges::find(kReserved, word) == kReserved.end();
}

std::string nameFault(std::string_view what, std::string_view word) {
    return isWord(word) && !isName(word)
               ? fmt::format("the {} cannot be called '{}', which is a reserved word", what, word)
               : fmt::format("the {} has no name", what);
}

std::string wordText(std::string_view word) {
    return word.empty() ? "the end of the line" : fmt::format("'{}'", word);
}

std::size_t settingLength(std::string_view text) {
    int open = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        open += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if (open <= 0 && (text[i] == ' ' || text[i] == '\t')) {
            return i;
        }
    }
    return open > 0 ? std::min(text.find_first_of(" \t"), text.size()) : text.size();
}

DecisionForm formOf(std::string_view text) {
    const std::size_t first =
        text.find_first_not_of(" \t\r\n\xef\xbb\xbf"); // after a byte order mark
    if (first != std::string_view::npos && text[first] == '<') {
        return {kBehaviorTreeKind, 1};
    }
    for (int line = 1; !text.empty(); ++line) {
        const std::size_t end = text.find('\n');
        const TreeScanner words(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        const auto kind = std::ranges::find(kDecisionKinds, words.peek());
        if (kind != kDecisionKinds.end()) {
            return {*kind, line};
        }
    }
    return {};
}

Expected<void> ConditionText::forLines(std::string_view text,
                                       const std::function<Expected<void>(TreeScanner&)>& take) {
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        ++m_line;
        if (line.size() > kMaxTreeLine) {
            return fail("the line is too long", fmt::format("at most {} bytes", kMaxTreeLine));
        }
        TreeScanner words(line);
        if (words.isAtEnd()) {
            continue;
        }
        if (auto done = take(words); !done) {
            return done;
        }
    }
    m_line = std::max(m_line, 1);
    return {};
}

tl::unexpected<base::Error> ConditionText::fail(std::string message, std::string expected) const {
    return tl::unexpected(treeFault(m_line, std::move(message), std::move(expected)));
}

Expected<int> ConditionText::depthOf(const TreeScanner& words) {
    if (words.hasTab()) {
        return fail("a tab before a node", "spaces");
    }
    while (!m_indents.empty() && words.indent() < m_indents.back()) {
        m_indents.pop_back();
        if (m_indents.empty() || words.indent() > m_indents.back()) {
            return fail("the indentation matches no node above", "that of a node above, or more");
        }
    }
    if (m_indents.empty() || words.indent() > m_indents.back()) {
        m_indents.push_back(words.indent());
    }
    return static_cast<int>(m_indents.size()) - 1;
}

Expected<void> ConditionText::define(std::string_view what, TreeScanner& words) {
    const std::string_view name = words.take();
    if (!isName(name) || !words.takeIf("=")) {
        return fail(isName(name) ? fmt::format("no = after the name '{}'", name)
                                 : nameFault(what, name),
                    fmt::format("{} NAME = ...", what));
    }
    return what == "behavior" ? behavior(std::string(name), words)
                              : condition(std::string(name), words);
}

// Precedence: `or` is lowest, then `and`, `times`, `not`.
Expected<void> ConditionText::expression(TreeScanner& words, Parts& parts) {
    return disjunction(words, parts, 0);
}

Expected<Expression> ConditionText::add(Parts& parts, ConditionSet& set,
                                        std::string_view title) const {
    if (set.steps.size() + parts.size() > kMaxTreeSteps) {
        return fail(fmt::format("the {} is too large", title),
                    fmt::format("at most {} conditions and operators", kMaxTreeSteps));
    }
    Expression made;
    made.firstStep = set.steps.size();
    made.stepCount = parts.size();
    made.firstTerm = set.terms.size();
    for (ConditionPart& part : parts) {
        TreeStep step;
        step.kind = part.kind;
        step.number = part.number;
        if (part.kind == StepKind::Term) {
            step.term = set.terms.size();
            set.terms.push_back(std::move(part.term));
        }
        set.steps.push_back(step);
    }
    made.termCount = set.terms.size() - made.firstTerm;
    if (stackHeight(std::span(set.steps).subspan(made.firstStep)) > kMaxTreeDepth) {
        return fail("the condition is nested too deeply",
                    fmt::format("at most {} levels", kMaxTreeDepth));
    }
    return made;
}

Expected<void> ConditionText::behavior(std::string name, TreeScanner& words) {
    TreeBehavior made;
    made.name = name;
    made.line = m_line;
    made.file = m_file;
    made.registered = words.take();
    if (!isWord(made.registered)) {
        return fail(fmt::format("{} is not a behavior", wordText(made.registered)),
                    "one of `sideline agent list`, then KEY=VALUE ...");
    }
    // Values are taken literally: they may contain any character, and blanks in parentheses.
    std::string_view rest = words.rest();
    while (!rest.empty()) {
        const std::string_view word = rest.substr(0, settingLength(rest));
        const std::size_t equals = word.find('=');
        if (equals == std::string_view::npos || equals == 0) {
            return fail(fmt::format("'{}' sets no parameter", word), "KEY=VALUE");
        }
        made.settings.emplace_back(word.substr(0, equals), word.substr(equals + 1));
        rest.remove_prefix(word.size());
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    }
    if (!m_behaviors.emplace(std::move(name), std::move(made)).second) {
        return fail("this behavior is defined above", "unique names");
    }
    return {};
}

Expected<void> ConditionText::condition(std::string name, TreeScanner& words) {
    if (findMeasure(name) != nullptr || m_conditions.contains(name)) {
        return fail(fmt::format("'{}' is taken", name),
                    "a name not used by a measure, or by a condition above");
    }
    Parts parts;
    if (auto done = expression(words, parts); !done) {
        return done;
    }
    if (auto done = atEnd(words, "`and`, `or`, or the end of the line"); !done) {
        return done;
    }
    // Conditions that use other conditions grow quickly.
    m_conditionParts += parts.size();
    if (m_conditionParts > kMaxTreeSteps) {
        return fail("the conditions are too large",
                    fmt::format("at most {} conditions and operators", kMaxTreeSteps));
    }
    m_conditions.emplace(std::move(name), std::move(parts));
    return {};
}

TreeBehavior ConditionText::behaviorNamed(std::string_view name) const {
    const auto found = m_behaviors.find(name);
    if (found != m_behaviors.end()) {
        return found->second;
    }
    TreeBehavior plain;
    plain.name = plain.registered = name;
    plain.file = m_file;
    plain.line = m_line;
    return plain;
}

Expected<void> ConditionText::disjunction(TreeScanner& words, Parts& parts, std::size_t depth) {
    return chain(words, parts, depth, "or", StepKind::Or, &ConditionText::conjunction);
}

Expected<void> ConditionText::conjunction(TreeScanner& words, Parts& parts, std::size_t depth) {
    return chain(words, parts, depth, "and", StepKind::And, &ConditionText::product);
}

Expected<void> ConditionText::product(TreeScanner& words, Parts& parts, std::size_t depth) {
    return chain(words, parts, depth, "*", StepKind::Times, &ConditionText::factor);
}

Expected<void> ConditionText::chain(TreeScanner& words, Parts& parts, std::size_t depth,
                                    std::string_view sign, StepKind kind, Rule inner) {
    if (auto done = (this->*inner)(words, parts, depth); !done) {
        return done;
    }
    while (words.takeIf(sign)) {
        if (auto done = (this->*inner)(words, parts, depth); !done) {
            return done;
        }
        parts.push_back({kind, {}, 0.0});
    }
    return {};
}

Expected<void> ConditionText::factor(TreeScanner& words, Parts& parts, std::size_t depth) {
    if (depth >= kMaxTreeDepth || parts.size() > kMaxTreeSteps) {
        return fail("the condition is nested too deeply",
                    fmt::format("at most {} levels", kMaxTreeDepth));
    }
    if (words.takeIf("not")) {
        if (auto done = factor(words, parts, depth + 1); !done) {
            return done;
        }
        parts.push_back({StepKind::Not, {}, 0.0});
        return {};
    }
    if (words.takeIf("(")) {
        if (auto done = disjunction(words, parts, depth + 1); !done) {
            return done;
        }
        return words.takeIf(")") ? Expected<void>()
                                 : fail(fmt::format("{} is unexpected: a parenthesis is still open",
                                                    wordText(words.peek())),
                                        ")");
    }
    if (const auto value = protocol::parseNumber(words.peek()); value && std::isfinite(*value)) {
        if (*value < 0.0 || *value > 100.0) {
            return fail(fmt::format("invalid score {}", words.peek()), "0 to 100");
        }
        words.take();
        parts.push_back({StepKind::Number, {}, *value});
        return {};
    }
    if (const auto named = m_conditions.find(words.peek()); named != m_conditions.end()) {
        words.take();
        parts.insert(parts.end(), named->second.begin(), named->second.end());
        return {};
    }
    return term(words, parts);
}

Expected<void> ConditionText::term(TreeScanner& words, Parts& parts) {
    const std::size_t begin = words.position();
    if (!isName(words.peek())) {
        return fail(fmt::format("{} instead of a condition", wordText(words.peek())),
                    "a measure, a condition, a number, not or (");
    }
    ConditionPart part;
    part.kind = StepKind::Term;
    if (argument::findFunction(words.peek()) != nullptr) {
        if (auto done = computed(words, part.term); !done) {
            return done;
        }
    } else {
        const auto measure = measureNamed(words.take());
        if (!measure) {
            return fail(measure.error().message, measure.error().expected);
        }
        part.term.measure = *measure;
        if (auto done = arguments(words, part.term); !done) {
            return done;
        }
    }
    const auto compared = std::ranges::find(kComparisons, words.peek(),
                                            &std::pair<std::string_view, Comparison>::first);
    if (compared != kComparisons.end()) {
        if (auto done = limit(words, part.term, compared->second); !done) {
            return done;
        }
    } else if (part.term.computed || !part.term.measure->isTruth()) {
        return fail(
            fmt::format("'{}' alone is not true or false", words.between(begin, words.position())),
            fmt::format("<, <=, >, >=, = or != and {}", limitText(part.term)));
    }
    part.term.text = words.between(begin, words.position());
    parts.push_back(std::move(part));
    return {};
}

// A function of the belief, such as `lane(ball, goal.opponent)`.
Expected<void> ConditionText::computed(TreeScanner& words, TreeTerm& term) const {
    const std::string_view call = words.rest().substr(0, callLength(words.rest()));
    const std::size_t end = words.position() + call.size();
    auto read = argument::Argument::parse(call, {});
    if (!read) {
        const base::Error& error = read.error();
        return fail(fmt::format("{} (character {} of '{}')", error.message,
                                error.byteOffset.value_or(0) + 1, call),
                    error.expected);
    }
    term.computed = std::move(*read);
    while (!words.isAtEnd() && words.position() < end) {
        words.take();
    }
    return {};
}

Expected<void> ConditionText::arguments(TreeScanner& words, TreeTerm& term) const {
    const std::size_t count = term.measure->argumentCount();
    const std::string form =
        count == 0 ? std::string(term.measure->name)
                   : fmt::format("{}({})", term.measure->name, term.measure->arguments);
    if (count == 0) {
        return words.peek() == "("
                   ? fail(fmt::format("'{}' takes no arguments in parentheses", term.measure->name),
                          form)
                   : Expected<void>();
    }
    bool isGood = words.takeIf("(");
    for (std::size_t i = 0; i < count && isGood; ++i) {
        isGood = i == 0 || words.takeIf(",");
        const auto value = isGood ? number(words) : std::nullopt;
        isGood = value.has_value();
        term.arguments[i] = value.value_or(0.0);
    }
    if (!isGood || !words.takeIf(")")) {
        return fail(fmt::format("'{}' lacks its argument", term.measure->name), form);
    }
    return {};
}

Expected<void> ConditionText::limit(TreeScanner& words, TreeTerm& term,
                                    Comparison comparison) const {
    words.take();
    term.comparison = comparison;
    const auto value = number(words);
    if (!value) {
        return fail(fmt::format("cannot compare with {}", wordText(words.peek())), limitText(term));
    }
    term.limit = *value;
    if (!words.takeIf("~")) {
        return {};
    }
    const auto width = number(words);
    if (!width || *width <= 0.0 || comparison == Comparison::Equal ||
        comparison == Comparison::Unequal) {
        return fail("`~` has no valid width", "after <, <=, > or >=: `~ WIDTH` above 0");
    }
    term.width = *width;
    return {};
}

std::optional<double> ConditionText::number(TreeScanner& words) {
    const auto value = protocol::parseNumber(words.peek());
    if (!value || !std::isfinite(*value)) {
        return std::nullopt;
    }
    words.take();
    return *value;
}

Expected<void> ConditionText::bounded(TreeScanner& words, std::string_view what, double least,
                                      double most, double& into) const {
    const auto value = number(words);
    if (!value || *value < least || *value > most) {
        return fail(fmt::format("`{}` has no valid number", what),
                    fmt::format("{} {:g} to {:g}", what, least, most));
    }
    into = *value;
    return {};
}

Expected<void> ConditionText::atEnd(const TreeScanner& words, std::string expected) const {
    return words.isAtEnd()
               ? Expected<void>()
               : fail(fmt::format("unexpected {}", wordText(words.peek())), std::move(expected));
}

} // namespace sideline::decision
