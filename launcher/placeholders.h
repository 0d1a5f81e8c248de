#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "launcher/team_file.h"

namespace sideline::launcher {

/// Names that stand in braces in arguments: `{host}`, `{port}`, `{monitor_port}`, `{number}`,
/// `{type}`, `{team}`. Any other text in braces stays as it is, `{{host}}` becomes `{host}`.
[[nodiscard]] const std::vector<std::string_view>& placeholderNames();

/// The names of a text that look like placeholders, known or not: lower-case letters and `_` in
/// single braces.
[[nodiscard]] std::vector<std::string_view> placeholdersIn(std::string_view text);

/// Whether a program is told this value: in its path, arguments or environment.
/// @param name as `port`
[[nodiscard]] bool usesPlaceholder(const PlayerSpec& player, std::string_view name);

/// The text with the values of a player.
[[nodiscard]] std::string fillPlaceholders(std::string_view text, const TeamFile& team,
                                           const PlayerSpec& player);

} // namespace sideline::launcher
