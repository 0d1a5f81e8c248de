#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "simulator/simulation/simulation.h"

namespace sideline::series {

/// Settings of the server of a series.
struct ServerChoices {
    bool isExact = false;          ///< ODE's own solver instead of the fast one
    bool hasNoise = true;          ///< noise of vision
    bool sendsGroundTruth = false; ///< whether agents receive ground truth
    bool isRealTime = false;       ///< for programs that do not end their messages with (syn)
    std::filesystem::path rules;   ///< file with changed rules, absolute; empty: none
    std::filesystem::path robots;  ///< a server's data, absolute; empty: built-in robots
    /// Program of an external server with its arguments, see `filledWord`; empty: the built-in one.
    std::vector<std::string> command;
    std::filesystem::path folder; ///< working directory of that program, absolute
    double startS = 60.0;         ///< real time from the start of that program to its first message
    /// Real time without a message of that program after which a game fails; 0: see
    /// `SeriesPlan::silenceLimitS`.
    double silenceS = 0.0;
};

/// Values for the placeholders of a server's command.
struct ServerPlaces {
    std::uint16_t agentPort = 0;
    std::uint16_t monitorPort = 0;
    std::uint64_t seed = 1;
};
/// Replaces `{agent_port}`, `{monitor_port}` and `{seed}` in a word of a command.
[[nodiscard]] std::string filledWord(std::string word, const ServerPlaces& places);

/// The settings of a series of games. A plain value.
struct SeriesSettings {
    std::filesystem::path file; ///< path of the file that was read
    std::string name;
    std::vector<std::filesystem::path> teams; ///< team files, absolute; at least two
    int games = 20; ///< maximum for each pair of teams; an even number if sides are swapped
    std::uint64_t seed =
        1; ///< seed of the first game of each pair of teams; incremented for each further one
    double minutes = 10.0;  ///< game time
    int halves = 2;         ///< 1 or 2
    bool swapsSides = true; ///< whether every other game is played with sides swapped
    bool stopsEarly = true; ///< whether a pair of teams stops when its test is decided
    double confidence = 0.95;
    int parallel = 0; ///< games at a time; 0: one per core
    int repeats = 2;  ///< maximum repetitions of a game that hangs or loses a player
    /// Real time after which a game counts as hung; 0: see `SeriesPlan::wallLimitS`.
    double wallMinutes = 0.0;
    double joinS = 0.0; ///< real time for a team to join; 0: see `launcher::joinLimit`
    bool keepsLogs = true;
    std::filesystem::path start; ///< situation in which games begin, absolute; empty: kick-off
    std::vector<std::string> expectations; ///< conditions, see `Expectation`
    ServerChoices server;
};

/// All faults of a file.
using SettingsErrors = std::vector<base::Error>;

/// Reads a series file (docs/series.md).
/// Errors, all of them at once, each with file and line: Malformed for invalid TOML, unknown keys,
/// wrong types or values out of range; NotFound for files that it names; UnsupportedFormat for
/// another version.
[[nodiscard]] tl::expected<SeriesSettings, SettingsErrors> parseSeries(
    std::string_view text, const std::filesystem::path& file);
/// Reads a series file. Errors: also NotFound, PermissionDenied, Io.
[[nodiscard]] tl::expected<SeriesSettings, SettingsErrors> readSeries(
    const std::filesystem::path& file);

/// The settings as the text of a series file; reading it gives equal settings on this machine.
[[nodiscard]] std::string textOf(const SeriesSettings& settings);

/// The settings of a game's simulation.
/// @param seed of that game
/// Errors: those of the files with rules and start; InvalidArgument for rules that series exclude.
[[nodiscard]] base::Expected<simulator::SimulationSettings> simulationOf(
    const SeriesSettings& settings, std::uint64_t seed);

} // namespace sideline::series
