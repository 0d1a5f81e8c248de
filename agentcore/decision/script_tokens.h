#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::decision {

/// A word or symbol in a script of a behavior tree or in a formula.
struct ScriptToken {
    enum class Kind : std::uint8_t { Sign, Number, Text, Name, Measure, End };
    Kind kind = Kind::End;
    std::string_view text; ///< text as written; that of a string without its quotes
    double number = 0.0;
};

/// Returns the length of the name at the beginning of a string, at least 1. It begins with a
/// letter or `_`.
using ScriptNameLength = std::size_t (*)(std::string_view rest);

/// Splits a script into tokens; the last one is `End`. Tokens refer to the script.
/// @param nameLength for formulas, whose names have their own form; if null, names are those of
///     entries and measures
/// Errors, without file and line: Malformed, LimitExceeded, with the offset in the script.
[[nodiscard]] base::Expected<std::vector<ScriptToken>> scriptTokens(
    std::string_view all, ScriptNameLength nameLength = nullptr);

} // namespace sideline::decision
