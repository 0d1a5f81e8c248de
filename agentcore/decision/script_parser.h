#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/decision/condition.h"
#include "agentcore/decision/script_tokens.h"

namespace sideline::decision {

/// A part of a script: a value, or an operator with its operands.
struct ScriptPart {
    /// Kind and operands, as far as the text determines them; the entry is resolved later.
    ValueStep step;
    std::string_view text;   ///< text as written; refers to the script
    std::string_view name;   ///< name of an entry, or a literal string without its quotes
    bool isQuoted = false;   ///< whether it is a literal string
    std::size_t height = 1;  ///< height of the stack that it needs
    std::array<int, 3> of{}; ///< indices of its operands; their number depends on its kind
    /// In formulas: the function that is called, such as `sqrt`, or `^`; otherwise empty.
    std::string_view function;
    std::size_t argumentCount = 0; ///< number of arguments of the function
    [[nodiscard]] std::size_t operandCount() const;
};

/// A statement of a script: an assignment, or an expression.
struct ScriptStatement {
    std::string_view name; ///< name of the entry of an assignment; otherwise empty
    /// Index of the part that is evaluated or assigned: for `x += 1`, the sum.
    int value = 0;
    std::string_view text; ///< as written

    [[nodiscard]] bool isAssignment() const { return !name.empty(); }
};

/// Reads the scripts of behavior trees: expressions and assignments with the operators and
/// precedence of BehaviorTree.CPP, and the words and measures of conditions (`and`, `or`, `not`,
/// `ball.x < 3 ~ 0.5`, `self.to(-12, 0)`). Reads formulas with the same operators.
class ScriptParser {
public:
    /// The purpose of a script.
    enum class Use : std::uint8_t {
        Condition, ///< the last statement is a condition, in which a single `=` compares
        Actions,   ///< all statements are assignments
        /// One expression over quantities with names, which may be quoted. It has functions with up
        /// to three arguments, powers (`^`) instead of bitwise operators, and no measures.
        Formula,
    };
    /// @param text must outlive the parser
    /// @param nameLength for formulas, as in `scriptTokens`
    ScriptParser(std::string_view text, Use use, ScriptNameLength nameLength = nullptr)
        : m_text(text), m_use(use), m_nameLength(nameLength) {}

    /// Errors, without file and line: Malformed, LimitExceeded, with the offset in the script.
    [[nodiscard]] base::Expected<std::vector<ScriptStatement>> read();
    [[nodiscard]] const ScriptPart& part(int index) const {
        return m_parts[static_cast<std::size_t>(index)];
    }

private:
    using Token = ScriptToken;
    using Index = base::Expected<int>;

    [[nodiscard]] const Token& next() const { return m_tokens[m_at]; }
    [[nodiscard]] bool isSign(std::string_view sign) const {
        return next().text == sign && next().kind != Token::Kind::Text;
    }
    bool takeIf(std::string_view sign);
    [[nodiscard]] base::Expected<std::vector<ScriptStatement>> statements();
    [[nodiscard]] base::Expected<ScriptStatement> statement();
    [[nodiscard]] char assignmentSign() const;
    [[nodiscard]] Index expression(int minBinding);
    [[nodiscard]] Index operand();
    [[nodiscard]] Index primary();
    [[nodiscard]] Index measure();
    [[nodiscard]] Index call();
    [[nodiscard]] Index comparisons(int first);
    [[nodiscard]] Index choice(int condition);
    [[nodiscard]] base::Expected<double> constant();
    [[nodiscard]] int add(ScriptPart part, const char* begin);
    [[nodiscard]] Index operation(ValueStep::Kind kind, std::array<int, 3> of, const char* begin);
    [[nodiscard]] std::string_view textFrom(const char* begin) const;
    [[nodiscard]] tl::unexpected<base::Error> failHere(std::string expected) const;

    std::string_view m_text;
    Use m_use;
    ScriptNameLength m_nameLength;
    std::vector<Token> m_tokens;
    std::vector<ScriptPart> m_parts;
    std::size_t m_at = 0;
    std::size_t m_depth = 0;
    bool m_equalsCompares = false;
};

} // namespace sideline::decision
