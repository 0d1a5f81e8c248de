#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/argument/argument.h"

namespace sideline::argument {

/// Translates the text of an argument into steps; checks types and units.
class ArgumentParser {
public:
    explicit ArgumentParser(std::string_view text);

    /// The steps of the whole text. Errors: those of `Argument::parse`.
    [[nodiscard]] base::Expected<std::vector<Argument::Step>> parse(const Requirement& requirement);

private:
    /// Type of a part and, of a number, its unit.
    struct Part {
        Type type = Type::Number;
        Unit unit = {};
    };
    using Parsed = base::Expected<Part>;

    void advance();
    bool takeIf(std::string_view token);
    [[nodiscard]] tl::unexpected<base::Error> fail(std::size_t at, std::string message,
                                                   std::string expected) const;
    [[nodiscard]] std::string tokenText() const;

    [[nodiscard]] Parsed sum(std::size_t depth);
    [[nodiscard]] Parsed product(std::size_t depth);
    [[nodiscard]] Parsed factor(std::size_t depth);
    [[nodiscard]] Parsed literal();
    [[nodiscard]] Parsed word(std::size_t depth);
    [[nodiscard]] Parsed call(const Function& function, std::size_t at, std::size_t depth);
    [[nodiscard]] Parsed call(const Measure& measure, std::size_t at, std::size_t depth);
    /// Reads the inputs in parentheses, if there are any.
    /// @param form of the whole call, for errors @param at offset of the name
    /// @return the unit of the inputs of the kind `any`
    [[nodiscard]] base::Expected<Unit> inputsOf(std::string_view name, const std::string& form,
                                                std::span<const Input> inputs, std::size_t at,
                                                std::size_t depth);
    /// Reads one input. @param any unit of the previous `any` input; updated
    [[nodiscard]] base::Expected<void> input(std::string_view kind, std::string_view name,
                                             Unit& any, std::size_t depth);
    [[nodiscard]] Parsed add(const Part& a, const Part& b, std::size_t at, bool isSum);
    [[nodiscard]] Parsed multiply(const Part& a, const Part& b, std::size_t at, bool isProduct);
    void push(Argument::Step step);
    [[nodiscard]] Part asPlace(const Part& part);

    std::string_view m_text;
    std::string_view m_token; ///< the next one; empty at the end
    std::size_t m_at = 0;     ///< offset of `m_token`
    std::vector<Argument::Step> m_steps;
};

} // namespace sideline::argument
