#pragma once

#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/game/rules.h"

namespace sideline::simulator {

/// Reads rules from the text of a JSON file, keyed by the server's names: `{"RuleHalfTime": 300}`.
/// What it omits keeps the default. One key is ours: `UseFouls` for `Rules::usesFouls`.
///
/// @param fileName for errors only
/// Errors: Malformed for text that is no JSON object; InvalidArgument for unknown or repeated keys
/// and for values of a wrong type or outside of their range, all of them listed in one message.
[[nodiscard]] base::Expected<game::Rules> rulesFromJson(std::string_view text,
                                                        const std::string& fileName);

/// Reads rules from a file, such as `rulesFromJson`.
/// Errors: also NotFound, Io, and LimitExceeded for files above 1 MiB.
[[nodiscard]] base::Expected<game::Rules> readRulesFile(const std::string& path);

/// All rules as the text of such a file, one per line in the order of `Rules`.
[[nodiscard]] std::string rulesToJson(const game::Rules& rules);

} // namespace sideline::simulator
