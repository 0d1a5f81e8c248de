#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::robot::rsg {

/// The values that scene descriptions ask the server's Ruby for, and the arithmetic they do with
/// them. A value is the text that Ruby prints for it. Copyable; any thread may read.
class RubyValues {
public:
    /// Takes over what a script of the server sets, as `naorobottypes.rb`: tables
    /// `Name = [ { 'key' => value, ... }, ... ]`, `createVariable('Space', 'Name', value)` as
    /// `Space.Name`, `addSoccerVar('Name', value)` as `Soccer.Name`. Anything else is ignored.
    ///
    /// Errors, with their line: LimitExceeded (over 1 MiB), Malformed or Truncated (a table that
    /// begins as one and continues as none).
    [[nodiscard]] base::Expected<void> addScript(std::string_view text);
    /// Sets a variable, such as `Nao.UseTexture`.
    void set(std::string name, std::string value);

    /// What Ruby would make of an expression: numbers with + - * / %, parentheses, `Space.Name`,
    /// `Table[row]['key']`. Whole numbers stay whole, and dividing them rounds down, as in Ruby.
    ///
    /// Errors: LimitExceeded (too long, too deep), Malformed (no such expression), NotFound (a
    /// name, row or key that no script sets), InvalidArgument (arithmetic on text, or without a
    /// result).
    [[nodiscard]] base::Expected<std::string> evaluate(std::string_view expression) const;

    [[nodiscard]] bool hasTable(const std::string& name) const { return m_tables.contains(name); }

private:
    using Row = std::map<std::string, std::string, std::less<>>;
    friend class Evaluation;

    std::map<std::string, std::vector<Row>, std::less<>> m_tables;
    std::map<std::string, std::string, std::less<>> m_variables;
};

/// The number that a text spells out in full, or nothing; never infinite and never NaN.
[[nodiscard]] std::optional<double> parseNumber(std::string_view text);

} // namespace sideline::robot::rsg
