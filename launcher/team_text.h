#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::launcher {

/// The table of a team file that contains a value.
struct TeamPart {
    enum class Kind : std::uint8_t {
        Team,     ///< keys above all tables
        Defaults, ///< [defaults]
        Command,  ///< [command]
        Player,   ///< one of [[players]]
    };
    Kind kind = Kind::Team;
    std::size_t player = 0; ///< index in the file; only for `Player`
    [[nodiscard]] bool operator==(const TeamPart&) const = default;
};

/// The values of a team file, key by key, as fields of a form; without defaults and unchecked.
struct TeamFields {
    /// Values as a form shows them: text without quotes, `args` as words (see `joinWords`), `beam`
    /// as `x, y, heading`, everything else as written in the file.
    using Values = std::map<std::string, std::string, std::less<>>;
    Values team;
    std::optional<Values> defaults; ///< nullopt if the table is missing
    std::optional<Values> command;  ///< nullopt if the table is missing
    std::vector<Values> players;
    [[nodiscard]] bool operator==(const TeamFields&) const = default;
};

/// The table and key on a line of a team file.
struct TeamPlace {
    TeamPart part;
    std::string key; ///< empty for the first line of a table
    [[nodiscard]] bool operator==(const TeamPlace&) const = default;
};

/// @param line from 1; all lines of a multi-line value belong to its key
/// @return nullopt for a line without a value or table, and for text that is not valid TOML
[[nodiscard]] std::optional<TeamPlace> placeOnLine(std::string_view text, std::uint64_t line);

// Edits of a team file's text. Everything else remains unchanged, including comments. Any
// thread.

/// Reads the fields of a team file. Errors: Malformed for invalid TOML.
[[nodiscard]] base::Expected<TeamFields> readTeamFields(std::string_view text);

/// Returns the text with a new value for one key; `parseTeamFile` checks the value.
/// @param field formatted as in `TeamFields`; empty removes the key
/// Errors: Malformed for invalid TOML, InvalidArgument where the file's structure requires manual
/// editing, as with inline tables.
[[nodiscard]] base::Expected<std::string> withField(std::string_view text, const TeamPart& part,
                                                    std::string_view key, std::string_view field);
/// Returns the text with one more player at its end, using the first free number.
/// Errors: those of `withField`; InvalidArgument when all numbers are taken, or one command starts
/// the whole team.
[[nodiscard]] base::Expected<std::string> withNewPlayer(std::string_view text);
/// Returns the text without a player and the comments that belong to it.
/// Errors: those of `withField`; InvalidArgument for a missing player.
[[nodiscard]] base::Expected<std::string> withoutPlayer(std::string_view text, std::size_t player);

/// Splits and joins the words of a command line: blanks separate words, quotes group them, `\`
/// escapes a quote or another `\`.
[[nodiscard]] std::vector<std::string> splitWords(std::string_view text);
[[nodiscard]] std::string joinWords(const std::vector<std::string>& words);

} // namespace sideline::launcher
