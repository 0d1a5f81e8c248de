#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::decision {

/// A word or symbol in a script of a behavior tree.
struct ScriptToken {
    enum class Kind : std::uint8_t { Sign, Number, Text, Name, Measure, End };
    Kind kind = Kind::End;
    std::string_view text; ///< as written; a text without its quotes
    double number = 0.0;
};

/// Splits a script into tokens; the last one is `End`. Tokens refer to the script.
/// Errors, without file and line: Malformed, LimitExceeded.
[[nodiscard]] base::Expected<std::vector<ScriptToken>> scriptTokens(std::string_view all);

} // namespace sideline::decision
