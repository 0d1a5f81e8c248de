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

/// Which table of a team file a value stands in.
struct TeamPart {
    enum class Kind : std::uint8_t {
        Team,     ///< the keys above all tables
        Defaults, ///< [defaults]
        Command,  ///< [command]
        Player,   ///< one of [[players]]
    };
    Kind kind = Kind::Team;
    std::size_t player = 0; ///< index in the file; only for `Player`
    [[nodiscard]] bool operator==(const TeamPart&) const = default;
};

/// What a team file says, key by key, as the fields of a form; nothing is filled in or checked.
struct TeamFields {
    /// Values as a form shows them: texts without quotes, `args` as words (see `joinWords`), `beam`
    /// as `x, y, heading`, everything else as it stands in the file.
    using Values = std::map<std::string, std::string, std::less<>>;
    Values team;
    std::optional<Values> defaults; ///< nothing without such a table
    std::optional<Values> command;  ///< the same
    std::vector<Values> players;
    [[nodiscard]] bool operator==(const TeamFields&) const = default;
};

/// What stands on a line of a team file.
struct TeamPlace {
    TeamPart part;
    std::string key; ///< empty where a table begins
    [[nodiscard]] bool operator==(const TeamPlace&) const = default;
};

/// @param line from 1 on; all lines of a value that takes several are the place of its key
/// @return nothing for a line of no value and no table, and for a text that is no TOML
[[nodiscard]] std::optional<TeamPlace> placeOnLine(std::string_view text, std::uint64_t line);

// Edits of a team file's text. Everything else stays as it is written, comments included. Any
// thread.

/// Errors: Malformed for what is no TOML.
[[nodiscard]] base::Expected<TeamFields> readTeamFields(std::string_view text);

/// The text with another value of one key; `parseTeamFile` reports whether it is a good one.
/// @param field as `TeamFields` has it; empty takes the key away
/// Errors: Malformed for what is no TOML, InvalidArgument where the file is written so that this
/// can be done by hand only, as with inline tables.
[[nodiscard]] base::Expected<std::string> withField(std::string_view text, const TeamPart& part,
                                                    std::string_view key, std::string_view field);
/// The text with one more player at its end, with the first number that is free.
/// Errors: as of `withField`; InvalidArgument when all numbers are taken, or one command starts
/// all.
[[nodiscard]] base::Expected<std::string> withNewPlayer(std::string_view text);
/// The text without a player and what belongs to it.
/// Errors: as of `withField`; InvalidArgument for a player that is not there.
[[nodiscard]] base::Expected<std::string> withoutPlayer(std::string_view text, std::size_t player);

/// Words of a command line, and back: blanks part them, quotes hold them together, `\` stands
/// before a quote or another `\`.
[[nodiscard]] std::vector<std::string> splitWords(std::string_view text);
[[nodiscard]] std::string joinWords(const std::vector<std::string>& words);

} // namespace sideline::launcher
