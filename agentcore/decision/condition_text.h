#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/decision/condition.h"
#include "agentcore/decision/decider.h"
#include "agentcore/decision/tree_scanner.h"

namespace sideline::decision {

/// A part of an expression: a term or a step.
struct ConditionPart {
    TreeStep::Kind kind = TreeStep::Kind::Number;
    TreeTerm term;
    double number = 0.0;
};

/// Whether a word can be a name that somebody gives: no sign, no word of the language.
[[nodiscard]] bool isName(std::string_view word);
/// Whether it is one word, also of the language.
[[nodiscard]] bool isWord(std::string_view word);
/// For messages: the word in quotes, or `the end of the line`.
[[nodiscard]] std::string wordText(std::string_view word);

/// The form that a text says it has.
struct DecisionForm {
    std::string_view kind; ///< one of the constants of decider.h; empty: it does not say
    int line = 1;          ///< that says so, from 1
};
[[nodiscard]] DecisionForm formOf(std::string_view text);

/// Names that conditions may use beside measures: entries of a blackboard.
class ConditionNames {
public:
    virtual ~ConditionNames() = default;
    /// Index of the entry of this name.
    [[nodiscard]] virtual int entry(std::string_view name) = 0;
    /// Index of a text, which stands in single quotes.
    [[nodiscard]] virtual int text(std::string_view quoted) = 0;
};

/// What all forms of decisions in text have in common: lines of words, behaviors and conditions
/// that are defined by name, and the language of conditions (docs/decisions.md).
class ConditionText {
public:
    using Parts = std::vector<ConditionPart>;

    /// @param file for behaviors that are asked for
    /// @param names null: none
    explicit ConditionText(std::string file, ConditionNames* names = nullptr)
        : m_file(std::move(file)), m_names(names) {}

    /// Hands all lines that say something to `take`, up to the first that it refuses.
    /// Errors: a line that is too long; those of `take`.
    [[nodiscard]] base::Expected<void> forLines(
        std::string_view text, const std::function<base::Expected<void>(TreeScanner&)>& take);
    /// Of the line at work, from 1.
    [[nodiscard]] int line() const { return m_line; }
    /// For forms that are not read line by line.
    void setLine(int line) { m_line = line; }
    /// A fault of the line at work.
    [[nodiscard]] tl::unexpected<base::Error> fail(std::string message, std::string expected) const;

    /// How deep the line at work lies below those before it: indentation opens levels; where one
    /// ends, an outer one goes on. Errors: a tab; an indentation that no line above has.
    [[nodiscard]] base::Expected<int> depthOf(const TreeScanner& words);

    /// The rest of a line that defines a behavior or a condition: `NAME = ...`.
    /// @param what its first word: `behavior`; any other defines a condition
    [[nodiscard]] base::Expected<void> define(std::string_view what, TreeScanner& words);
    [[nodiscard]] base::Expected<void> expression(TreeScanner& words, Parts& parts);
    /// Adds an expression to a set. @param title of the whole, for messages
    [[nodiscard]] base::Expected<Expression> add(Parts& parts, ConditionSet& set,
                                                 std::string_view title) const;
    /// One that is defined above, or one that is registered, as it is usually set.
    [[nodiscard]] TreeBehavior behaviorNamed(std::string_view name) const;
    [[nodiscard]] static std::optional<double> number(TreeScanner& words);
    [[nodiscard]] base::Expected<void> atEnd(const TreeScanner& words, std::string expected) const;

private:
    using Rule = base::Expected<void> (ConditionText::*)(TreeScanner&, Parts&, std::size_t);

    base::Expected<void> behavior(std::string name, TreeScanner& words);
    base::Expected<void> condition(std::string name, TreeScanner& words);
    base::Expected<void> disjunction(TreeScanner& words, Parts& parts, std::size_t depth);
    base::Expected<void> conjunction(TreeScanner& words, Parts& parts, std::size_t depth);
    base::Expected<void> product(TreeScanner& words, Parts& parts, std::size_t depth);
    base::Expected<void> chain(TreeScanner& words, Parts& parts, std::size_t depth,
                               std::string_view sign, TreeStep::Kind kind, Rule inner);
    base::Expected<void> factor(TreeScanner& words, Parts& parts, std::size_t depth);
    base::Expected<void> term(TreeScanner& words, Parts& parts);
    base::Expected<void> arguments(TreeScanner& words, TreeTerm& term) const;
    base::Expected<void> limit(TreeScanner& words, TreeTerm& term, Comparison comparison) const;

    std::string m_file;
    ConditionNames* m_names;
    int m_line = 0;
    std::vector<std::size_t> m_indents; ///< of the levels that are open
    std::map<std::string, TreeBehavior, std::less<>> m_behaviors;
    std::map<std::string, Parts, std::less<>> m_conditions;
    std::size_t m_conditionParts = 0; ///< of all of them
};

} // namespace sideline::decision
