#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "series/game_row.h"

namespace sideline::series {

/// A game as the results of a series have it.
struct ResultRow {
    int game = 0; ///< from 1
    std::string left;
    std::string right;
    bool isSwapped = false; ///< the first team of its pairing played on the right
    std::uint64_t seed = 0;
    int repeats = 0; ///< attempts before it that failed
    GameResult result;
    std::filesystem::path log; ///< its match log; empty if it was not kept
};

/// Whether a path is what `readResults` reads, by its name: the folder of a series, or
/// `results.csv` or `results.sqlite` of one.
[[nodiscard]] bool isResults(const std::filesystem::path& path);

/// The games of a series, also of one that is being played, by number. Any thread.
/// @param path a folder with `results.sqlite` or `results.csv`, or such a file
/// Errors: NotFound for a folder without results; Malformed with file and line for a table that is
/// none; of the database; Io.
[[nodiscard]] base::Expected<std::vector<ResultRow>> readResults(const std::filesystem::path& path);

/// The same from the text of `results.csv`. Columns that are not known are left out; statistics
/// that are not there are unknown.
/// @param file names it in errors; logs are looked for beside it
/// Errors: Malformed with file and line.
[[nodiscard]] base::Expected<std::vector<ResultRow>> resultsFromCsv(
    std::string_view text, const std::filesystem::path& file);

} // namespace sideline::series
