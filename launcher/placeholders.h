#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "launcher/team_file.h"

namespace sideline::launcher {

/// Names that are replaced in arguments when in braces: `{host}`, `{port}`, `{monitor_port}`,
/// `{number}`, `{type}`, `{team}`. Other text in braces is unchanged; `{{host}}` becomes `{host}`.
[[nodiscard]] const std::vector<std::string_view>& placeholderNames();

/// Returns the names in a string that look like placeholders, defined or not: lower-case letters
/// and
/// `_` in single braces.
[[nodiscard]] std::vector<std::string_view> placeholdersIn(std::string_view text);

/// Whether a program receives this value in its path, arguments or environment.
/// @param name such as `port`
[[nodiscard]] bool usesPlaceholder(const PlayerSpec& player, std::string_view name);

/// Replaces the placeholders in a string with the values of a player.
[[nodiscard]] std::string fillPlaceholders(std::string_view text, const TeamFile& team,
                                           const PlayerSpec& player);

} // namespace sideline::launcher
