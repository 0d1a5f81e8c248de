#include "agentcore/decision/tree_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/decision/tree_builder.h"
#include "agentcore/decision/tree_scanner.h"
#include "agentcore/protocol/sexpr.h"

namespace sideline::decision {

namespace {

using base::Expected;
using Kind = TreeStep::Kind;

constexpr double kElse = 0.001; // less than any score that says something

// A part of an expression: a term or a step.
struct Part {
    Kind kind = Kind::Number;
    TreeTerm term;
    double number = 0.0;
};
using Parts = std::vector<Part>;

constexpr std::array<std::pair<std::string_view, Comparison>, 6> kComparisons = {
    {{"<", Comparison::Less},
     {"<=", Comparison::AtMost},
     {">", Comparison::More},
     {">=", Comparison::AtLeast},
     {"=", Comparison::Equal},
     {"!=", Comparison::Unequal}}};

constexpr std::array<std::string_view, 11> kReserved = {
    "and", "or", "not", "when", "else", "do", "tree", "behavior", "condition", "stay", "="};

bool isWord(std::string_view word) {
    return !word.empty() && std::ranges::all_of(word, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_' || c == '.' || static_cast<unsigned char>(c) >= 0x80U;
    });
}

bool isName(std::string_view word) {
    return isWord(word) && std::ranges::find(kReserved, word) == kReserved.end();
}

std::string wordText(std::string_view word) {
    return word.empty() ? "the end of the line" : fmt::format("'{}'", word);
}

class TreeTextReader {
public:
    TreeTextReader(ConditionTree& tree) : m_tree(tree), m_builder(tree) {}

    Expected<void> read(std::string_view text) {
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
            if (auto done = m_isInTree ? node(words) : setting(words); !done) {
                return done;
            }
        }
        return m_builder.finish(std::max(m_line, 1));
    }

private:
    [[nodiscard]] tl::unexpected<base::Error> fail(std::string message,
                                                   std::string expected) const {
        return tl::unexpected(treeFault(m_line, std::move(message), std::move(expected)));
    }
    [[nodiscard]] tl::unexpected<base::Error> failHere(base::Error error) const {
        error.line = static_cast<std::uint64_t>(m_line);
        return tl::unexpected(std::move(error));
    }

    Expected<void> setting(TreeScanner& words) {
        const std::string_view what = words.take();
        if (what == "tree") {
            m_isInTree = true;
            return atEnd(words, "nodes on the lines below");
        }
        if (what == "stay") {
            const auto value = number(words);
            if (!value || *value < 0.0 || *value > 10.0) {
                return fail("`stay` without a usable number", "stay 0 to 10");
            }
            m_tree.stay = *value;
            return atEnd(words, "one number");
        }
        if (what != "behavior" && what != "condition") {
            return fail(fmt::format("unknown word {}", wordText(what)),
                        "stay, behavior, condition or tree");
        }
        const std::string_view name = words.take();
        if (!isName(name) || !words.takeIf("=")) {
            return fail(fmt::format("{} without a name", what), fmt::format("{} NAME = ...", what));
        }
        return what == "behavior" ? behavior(std::string(name), words)
                                  : condition(std::string(name), words);
    }

    Expected<void> behavior(std::string name, TreeScanner& words) {
        TreeBehavior made;
        made.name = name;
        made.line = m_line;
        made.file = m_tree.file;
        made.registered = words.take();
        if (!isWord(made.registered)) {
            return fail(fmt::format("{} is no behavior", wordText(made.registered)),
                        "one of `sideline agent list`, then KEY=VALUE ...");
        }
        // Values are taken as they stand: they may contain any sign.
        std::string_view rest = words.rest();
        while (!rest.empty()) {
            const std::string_view word = rest.substr(0, rest.find_first_of(" \t"));
            const std::size_t equals = word.find('=');
            if (equals == std::string_view::npos || equals == 0) {
                return fail(fmt::format("'{}' sets no parameter", word), "KEY=VALUE");
            }
            made.settings.emplace_back(word.substr(0, equals), word.substr(equals + 1));
            rest.remove_prefix(word.size());
            rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
        }
        if (!m_behaviors.emplace(std::move(name), std::move(made)).second) {
            return fail("this behavior is defined above", "each name once");
        }
        return {};
    }

    Expected<void> condition(std::string name, TreeScanner& words) {
        if (findMeasure(name) != nullptr || m_conditions.contains(name)) {
            return fail(fmt::format("'{}' is taken", name),
                        "a name that no measure and no condition above has");
        }
        Parts parts;
        if (auto done = expression(words, parts, 0); !done) {
            return done;
        }
        if (auto done = atEnd(words, "and, or, or the end of the line"); !done) {
            return done;
        }
        // Conditions of conditions grow quickly.
        m_conditionParts += parts.size();
        if (m_conditionParts > kMaxTreeSteps) {
            return fail("the conditions are too large",
                        fmt::format("at most {} conditions and operators", kMaxTreeSteps));
        }
        m_conditions.emplace(std::move(name), std::move(parts));
        return {};
    }

    Expected<void> node(TreeScanner& words) {
        const auto depth = depthOf(words);
        if (!depth) {
            return tl::unexpected(depth.error());
        }
        const std::size_t begin = words.position();
        const std::string_view first = words.take();
        Parts parts;
        if (first == "when") {
            if (auto done = expression(words, parts, 0); !done) {
                return done;
            }
        } else if (first == "else") {
            parts.push_back({Kind::Number, {}, kElse});
        } else {
            return fail(fmt::format("a node begins with {}", wordText(first)),
                        "`when CONDITION` or `else`, then `do BEHAVIOR` or deeper nodes");
        }
        std::string_view name = words.between(begin, words.position());
        if (first == "when") {
            name.remove_prefix(std::min(name.find_first_not_of(" \t", first.size()), name.size()));
        }
        if (auto opened = m_builder.open(*depth, m_line, std::string(name)); !opened) {
            return opened;
        }
        if (m_tree.steps.size() + parts.size() > kMaxTreeSteps) {
            return fail("the tree is too large",
                        fmt::format("at most {} conditions and operators", kMaxTreeSteps));
        }
        for (Part& part : parts) {
            add(part);
        }
        if (words.isAtEnd()) {
            return {};
        }
        if (!words.takeIf("do")) {
            return fail(fmt::format("{} after the condition", wordText(words.peek())),
                        "and, or, `do BEHAVIOR`, or the end of the line");
        }
        const std::string_view does = words.take();
        if (!isWord(does)) {
            return fail(fmt::format("`do` before {}", wordText(does)), "`do BEHAVIOR`");
        }
        if (auto done = m_builder.leaf(behaviorNamed(does)); !done) {
            return done;
        }
        return atEnd(words, "the end of the line");
    }

    // Indentation opens levels; where one ends, an outer one goes on.
    Expected<int> depthOf(const TreeScanner& words) {
        if (words.hasTab()) {
            return fail("a tab before a node", "spaces");
        }
        while (!m_indents.empty() && words.indent() < m_indents.back()) {
            m_indents.pop_back();
            if (m_indents.empty() || words.indent() > m_indents.back()) {
                return fail("the indentation fits no node above", "that of a node above, or more");
            }
        }
        if (m_indents.empty() || words.indent() > m_indents.back()) {
            m_indents.push_back(words.indent());
        }
        return static_cast<int>(m_indents.size()) - 1;
    }

    void add(Part& part) {
        switch (part.kind) {
        case Kind::Term:
            m_builder.term(std::move(part.term));
            break;
        case Kind::Number:
            m_builder.number(part.number);
            break;
        default:
            m_builder.step(part.kind);
            break;
        }
    }

    TreeBehavior behaviorNamed(std::string_view name) {
        const auto found = m_behaviors.find(name);
        if (found != m_behaviors.end()) {
            return found->second;
        }
        TreeBehavior plain;
        plain.name = plain.registered = name;
        plain.file = m_tree.file;
        plain.line = m_line;
        return plain;
    }

    // or: lowest; then and, times, not.
    Expected<void> expression(TreeScanner& words, Parts& parts, std::size_t depth) {
        return chain(words, parts, depth, "or", Kind::Or, &TreeTextReader::conjunction);
    }
    Expected<void> conjunction(TreeScanner& words, Parts& parts, std::size_t depth) {
        return chain(words, parts, depth, "and", Kind::And, &TreeTextReader::product);
    }
    Expected<void> product(TreeScanner& words, Parts& parts, std::size_t depth) {
        return chain(words, parts, depth, "*", Kind::Times, &TreeTextReader::factor);
    }
    using Rule = Expected<void> (TreeTextReader::*)(TreeScanner&, Parts&, std::size_t);
    Expected<void> chain(TreeScanner& words, Parts& parts, std::size_t depth, std::string_view sign,
                         Kind kind, Rule inner) {
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

    Expected<void> factor(TreeScanner& words, Parts& parts, std::size_t depth) {
        if (depth >= kMaxTreeDepth || parts.size() > kMaxTreeSteps) {
            return fail("the condition is nested too deeply",
                        fmt::format("at most {} levels", kMaxTreeDepth));
        }
        if (words.takeIf("not")) {
            if (auto done = factor(words, parts, depth + 1); !done) {
                return done;
            }
            parts.push_back({Kind::Not, {}, 0.0});
            return {};
        }
        if (words.takeIf("(")) {
            if (auto done = expression(words, parts, depth + 1); !done) {
                return done;
            }
            return words.takeIf(")")
                       ? Expected<void>()
                       : fail(fmt::format("{} where a parenthesis is open", wordText(words.peek())),
                              ")");
        }
        if (const auto value = protocol::parseNumber(words.peek());
            value && std::isfinite(*value)) {
            if (*value < 0.0 || *value > 100.0) {
                return fail(fmt::format("a score of {}", words.peek()), "0 to 100");
            }
            words.take();
            parts.push_back({Kind::Number, {}, *value});
            return {};
        }
        if (const auto named = m_conditions.find(words.peek()); named != m_conditions.end()) {
            words.take();
            parts.insert(parts.end(), named->second.begin(), named->second.end());
            return {};
        }
        return term(words, parts);
    }

    Expected<void> term(TreeScanner& words, Parts& parts) {
        const std::size_t begin = words.position();
        if (!isName(words.peek())) {
            return fail(fmt::format("{} where a condition should stand", wordText(words.peek())),
                        "a measure, a condition, a number, not or (");
        }
        const auto measure = measureNamed(words.take());
        if (!measure) {
            return failHere(measure.error());
        }
        Part part;
        part.kind = Kind::Term;
        part.term.measure = *measure;
        if (auto done = arguments(words, part.term); !done) {
            return done;
        }
        const auto compared = std::ranges::find(kComparisons, words.peek(),
                                                &std::pair<std::string_view, Comparison>::first);
        if (compared != kComparisons.end()) {
            if (auto done = limit(words, part.term, compared->second); !done) {
                return done;
            }
        } else if (!(*measure)->isTruth()) {
            return fail(fmt::format("'{}' by itself is not true or false", (*measure)->name),
                        fmt::format("<, <=, >, >=, = or != and a number in {}", (*measure)->unit));
        }
        part.term.text = words.between(begin, words.position());
        parts.push_back(std::move(part));
        return {};
    }

    Expected<void> arguments(TreeScanner& words, TreeTerm& term) {
        const std::size_t count = term.measure->argumentCount();
        const std::string form =
            count == 0 ? std::string(term.measure->name)
                       : fmt::format("{}({})", term.measure->name, term.measure->arguments);
        if (count == 0) {
            return words.peek() == "("
                       ? fail(fmt::format("'{}' takes nothing in parentheses", term.measure->name),
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
            return fail(fmt::format("'{}' without what it is of", term.measure->name), form);
        }
        return {};
    }

    Expected<void> limit(TreeScanner& words, TreeTerm& term, Comparison comparison) {
        words.take();
        term.comparison = comparison;
        const auto value = number(words);
        if (!value) {
            return fail(fmt::format("a comparison with {}", wordText(words.peek())),
                        fmt::format("a number in {}", term.measure->unit));
        }
        term.limit = *value;
        if (!words.takeIf("~")) {
            return {};
        }
        const auto width = number(words);
        if (!width || *width <= 0.0 || comparison == Comparison::Equal ||
            comparison == Comparison::Unequal) {
            return fail("`~` without a usable width", "after <, <=, > or >=: `~ WIDTH` above 0");
        }
        term.width = *width;
        return {};
    }

    static std::optional<double> number(TreeScanner& words) {
        const auto value = protocol::parseNumber(words.peek());
        if (!value || !std::isfinite(*value)) {
            return std::nullopt;
        }
        words.take();
        return *value;
    }

    Expected<void> atEnd(const TreeScanner& words, std::string expected) const {
        return words.isAtEnd() ? Expected<void>()
                               : fail(fmt::format("{} is too much", wordText(words.peek())),
                                      std::move(expected));
    }

    ConditionTree& m_tree;
    TreeBuilder m_builder;
    int m_line = 0;
    bool m_isInTree = false;
    std::vector<std::size_t> m_indents;
    std::map<std::string, TreeBehavior, std::less<>> m_behaviors;
    std::map<std::string, Parts, std::less<>> m_conditions;
    std::size_t m_conditionParts = 0; ///< of all of them
};

} // namespace

Expected<ConditionTree> readTreeText(std::string_view text, std::string title, std::string file) {
    ConditionTree tree;
    tree.title = std::move(title);
    tree.file = file;
    if (text.size() > kMaxTreeBytes) {
        return tl::unexpected(treeFault(1, "the file is too large",
                                        fmt::format("at most {} KiB", kMaxTreeBytes >> 10U))
                                  .inFile(std::move(file)));
    }
    if (auto done = TreeTextReader(tree).read(text); !done) {
        return tl::unexpected(done.error().inFile(std::move(file)));
    }
    return tree;
}

} // namespace sideline::decision
