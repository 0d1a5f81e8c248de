#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::decision {

/// A word or sign of a script of a behavior tree.
struct ScriptToken {
    enum class Kind : std::uint8_t { Sign, Number, Text, Name, Measure, End };
    Kind kind = Kind::End;
    std::string_view text; ///< as written; of a text without its quotes
    double number = 0.0;
};

/// Takes a script apart; the last token is `End`. Tokens refer to the script.
/// Errors, without a place: Malformed, LimitExceeded.
[[nodiscard]] base::Expected<std::vector<ScriptToken>> scriptTokens(std::string_view all);

} // namespace sideline::decision
