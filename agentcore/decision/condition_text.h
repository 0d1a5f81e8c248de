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

/// Whether a word can be a user-defined name: neither a symbol nor a keyword.
[[nodiscard]] bool isName(std::string_view word);
/// Whether a string is a single word, including keywords.
[[nodiscard]] bool isWord(std::string_view word);
/// For messages: why a word cannot be a name, for example `the behavior has no name`, or that it is
/// a keyword of the form.
/// @param what the thing to be named, such as `behavior`
[[nodiscard]] std::string nameFault(std::string_view what, std::string_view word);
/// For messages: the word in quotes, or `the end of the line`.
[[nodiscard]] std::string wordText(std::string_view word);

/// Length of the first setting `KEY=VALUE` in a string: up to a blank outside of parentheses.
[[nodiscard]] std::size_t settingLength(std::string_view text);

/// The form of decisions that a string declares.
struct DecisionForm {
    std::string_view kind; ///< one of the constants of decider.h; empty: none declared
    int line = 1;          ///< line of the declaration, from 1
};
[[nodiscard]] DecisionForm formOf(std::string_view text);

/// The common part of all text forms of decisions: lines of words, named behaviors and conditions,
/// and the language of conditions (docs/decisions.md).
class ConditionText {
public:
    using Parts = std::vector<ConditionPart>;

    /// @param file name of the file, stored with the behaviors that it requests
    explicit ConditionText(std::string file) : m_file(std::move(file)) {}

    /// Passes all non-empty lines to `take`; stops at the first line that it rejects.
    /// Errors: a line that is too long; those of `take`.
    [[nodiscard]] base::Expected<void> forLines(
        std::string_view text, const std::function<base::Expected<void>(TreeScanner&)>& take);
    /// The current line, from 1.
    [[nodiscard]] int line() const { return m_line; }
    /// An error in the current line.
    [[nodiscard]] tl::unexpected<base::Error> fail(std::string message, std::string expected) const;

    /// The level of the current line: deeper indentation opens a level, shallower indentation
    /// closes levels. Errors: a tab; an indentation that matches no line above.
    [[nodiscard]] base::Expected<int> depthOf(const TreeScanner& words);

    /// Reads the rest of a line that defines a behavior or a condition: `NAME = ...`.
    /// @param what first word of the line: `behavior`; any other word defines a condition
    [[nodiscard]] base::Expected<void> define(std::string_view what, TreeScanner& words);
    [[nodiscard]] base::Expected<void> expression(TreeScanner& words, Parts& parts);
    /// Adds an expression to a set.
    /// @param title of the whole text, for messages
    [[nodiscard]] base::Expected<Expression> add(Parts& parts, ConditionSet& set,
                                                 std::string_view title) const;
    /// A behavior that is defined above, or a registered one with its defaults.
    [[nodiscard]] TreeBehavior behaviorNamed(std::string_view name) const;
    [[nodiscard]] static std::optional<double> number(TreeScanner& words);
    /// Reads a number within limits. @param what the word before it, for errors
    [[nodiscard]] base::Expected<void> bounded(TreeScanner& words, std::string_view what,
                                               double least, double most, double& into) const;
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
    base::Expected<void> computed(TreeScanner& words, TreeTerm& term) const;
    base::Expected<void> arguments(TreeScanner& words, TreeTerm& term) const;
    base::Expected<void> limit(TreeScanner& words, TreeTerm& term, Comparison comparison) const;

    std::string m_file;
    int m_line = 0;
    std::vector<std::size_t> m_indents; ///< indentation of the open levels
    std::map<std::string, TreeBehavior, std::less<>> m_behaviors;
    std::map<std::string, Parts, std::less<>> m_conditions;
    std::size_t m_conditionParts = 0; ///< total number of parts of all conditions
};

} // namespace sideline::decision
