#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "series/game_row.h"

namespace sideline::series {

/// A game in the results of a series.
struct ResultRow {
    int game = 0; ///< from 1
    std::string left;
    std::string right;
    bool isSwapped = false; ///< the first team of its pairing played on the right
    std::uint64_t seed = 0;
    int repeats = 0; ///< failed attempts before it
    GameResult result;
    std::filesystem::path log; ///< path of its match log; empty if it was not kept
};

/// An attempt to play a game that failed.
struct FailedAttempt {
    int game = 0;   ///< from 1
    int number = 0; ///< number of the attempt at the game, from 1
    std::string reason;
    std::filesystem::path log;              ///< path of its match log; empty if there is none
    std::optional<game::PlayerId> player{}; ///< the player whose loss made it fail, if any
};

/// Whether `readResults` accepts a path, by its name: the folder of a series, or its `results.csv`
/// or `results.sqlite`.
[[nodiscard]] bool isResults(const std::filesystem::path& path);

/// Reads the games of a series by number, even while it is being played. Any thread.
/// @param path a folder with `results.sqlite` or `results.csv`, or such a file
/// Errors: NotFound for a folder without results; Malformed with file and line for an invalid
/// table; those of the database; Io.
[[nodiscard]] base::Expected<std::vector<ResultRow>> readResults(const std::filesystem::path& path);

/// Reads the attempts that failed, in their order, from the same paths. Tables without them, such
/// as `results.csv`, have none. Any thread. Errors: as for `readResults`.
[[nodiscard]] base::Expected<std::vector<FailedAttempt>> readFailedAttempts(
    const std::filesystem::path& path);

/// Reads the games of a series from the text of `results.csv`. Unknown columns are ignored; missing
/// statistics are unknown.
/// @param file named in errors; logs are searched for next to it
/// Errors: Malformed with file and line.
[[nodiscard]] base::Expected<std::vector<ResultRow>> resultsFromCsv(
    std::string_view text, const std::filesystem::path& file);

} // namespace sideline::series
