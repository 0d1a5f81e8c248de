#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::robot::rsg {

/// The values that scene descriptions read from the server's Ruby scripts, with arithmetic on them.
/// A value is the text that Ruby prints for it. Copyable; any thread may read.
class RubyValues {
public:
    /// Reads the assignments of a server script such as `naorobottypes.rb`: tables `Name = [ {
    /// 'key' => value, ... }, ... ]`, `createVariable('Space', 'Name', value)` as `Space.Name`,
    /// `addSoccerVar('Name', value)` as `Soccer.Name`. All other lines are ignored.
    ///
    /// Errors, with their line: LimitExceeded (over 1 MiB), Malformed or Truncated (an invalid or
    /// incomplete table).
    [[nodiscard]] base::Expected<void> addScript(std::string_view text);
    /// Sets a variable, such as `Nao.UseTexture`.
    void set(std::string name, std::string value);

    /// Evaluates an expression as Ruby does: numbers with + - * / %, parentheses, `Space.Name`,
    /// `Table[row]['key']`. Integers stay integers, and their division rounds down.
    ///
    /// Errors: LimitExceeded (too long, too deep), Malformed (invalid expression), NotFound (a
    /// name, row or key that no script sets), InvalidArgument (arithmetic on text, or an undefined
    /// result).
    [[nodiscard]] base::Expected<std::string> evaluate(std::string_view expression) const;

    [[nodiscard]] bool hasTable(const std::string& name) const { return m_tables.contains(name); }

private:
    using Row = std::map<std::string, std::string, std::less<>>;
    friend class Evaluation;

    std::map<std::string, std::vector<Row>, std::less<>> m_tables;
    std::map<std::string, std::string, std::less<>> m_variables;
};

/// Parses a string that is entirely a finite number; not set for other strings.
[[nodiscard]] std::optional<double> parseNumber(std::string_view text);

} // namespace sideline::robot::rsg
