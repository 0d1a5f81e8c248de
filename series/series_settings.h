#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "simulator/simulation/simulation.h"

namespace sideline::series {

/// How the server of a series plays.
struct ServerChoices {
    bool isExact = false;          ///< ODE's own solver instead of the fast one
    bool hasNoise = true;          ///< of vision
    bool tellsGroundTruth = false; ///< to agents
    bool isRealTime = false;       ///< for programs that do not end their messages with (syn)
    std::filesystem::path rules;   ///< file with changed rules, absolute; empty: none
    std::filesystem::path robots;  ///< a server's data, absolute; empty: robots known here
    /// Another server's program with its arguments, see `filledWord`; empty: the built-in one.
    std::vector<std::string> command;
    std::filesystem::path folder; ///< in which that is started, absolute
};

/// What the command of a server is filled with.
struct ServerPlaces {
    std::uint16_t agentPort = 0;
    std::uint16_t monitorPort = 0;
    std::uint64_t seed = 1;
};
/// A word of a command with its `{agent_port}`, `{monitor_port}` and `{seed}`.
[[nodiscard]] std::string filledWord(std::string word, const ServerPlaces& places);

/// What a series of games is, as its file says it. A value.
struct SeriesSettings {
    std::filesystem::path file; ///< where it was read
    std::string name;
    std::vector<std::filesystem::path> teams; ///< team files, absolute; at least two
    int games = 20;         ///< of each pair of teams, at most; even if sides are swapped
    std::uint64_t seed = 1; ///< of the first game of each pair of teams; the next has the next one
    double minutes = 10.0;  ///< game time
    int halves = 2;         ///< 1 or 2
    bool swapsSides = true; ///< every other game is played with sides swapped
    bool stopsEarly = true; ///< when the test of a pair of teams is decided
    double confidence = 0.95;
    int parallel = 0;         ///< games at a time; 0: one per core
    int repeats = 2;          ///< of a game that hangs or loses a player, at most
    double wallMinutes = 0.0; ///< a game that takes longer hangs; 0: `wallLimitS` chooses
    bool keepsLogs = true;
    std::filesystem::path start; ///< situation in which games begin, absolute; empty: kick-off
    std::vector<std::string> expectations; ///< conditions, see `Expectation`
    ServerChoices server;

    /// How long a game may take, in seconds of real time.
    [[nodiscard]] double wallLimitS() const;
};

/// Everything that is wrong with a file.
using SettingsErrors = std::vector<base::Error>;

/// Reads a series file (docs/series.md).
/// Errors, all of them at once, each with file and line: Malformed for what is no TOML, unknown
/// keys, wrong types or ranges; NotFound for files that it names; UnsupportedFormat for another
/// version.
[[nodiscard]] tl::expected<SeriesSettings, SettingsErrors> parseSeries(
    std::string_view text, const std::filesystem::path& file);
/// Errors: also NotFound, PermissionDenied, Io.
[[nodiscard]] tl::expected<SeriesSettings, SettingsErrors> readSeries(
    const std::filesystem::path& file);

/// The same settings as a series file, which reads back as the same anywhere on this machine.
[[nodiscard]] std::string textOf(const SeriesSettings& settings);

/// What the simulation of a game is made with.
/// @param seed of that game
/// Errors: of the files with rules and start; InvalidArgument for rules that a series cannot have.
[[nodiscard]] base::Expected<simulator::SimulationSettings> simulationOf(
    const SeriesSettings& settings, std::uint64_t seed);

} // namespace sideline::series
