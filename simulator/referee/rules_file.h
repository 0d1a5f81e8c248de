#pragma once

#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/game/rules.h"

namespace sideline::simulator {

/// Reads rules from a JSON text with the server's names as keys: `{"RuleHalfTime": 300}`. Omitted
/// rules keep their defaults. One key is an extension: `UseFouls` for `Rules::usesFouls`.
///
/// @param fileName for errors only
/// Errors: Malformed for text that is not a JSON object; InvalidArgument for unknown or repeated
/// keys and for values of a wrong type or out of range, all listed in one message.
[[nodiscard]] base::Expected<game::Rules> rulesFromJson(std::string_view text,
                                                        const std::string& fileName);

/// Reads rules from a file, like `rulesFromJson`.
/// Errors: also NotFound, Io, and LimitExceeded for files above 1 MiB.
[[nodiscard]] base::Expected<game::Rules> readRulesFile(const std::string& path);

/// All rules as the text of a rules file, one per line in the order of `Rules`.
[[nodiscard]] std::string rulesToJson(const game::Rules& rules);

} // namespace sideline::simulator
