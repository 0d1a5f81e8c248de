#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "launcher/team_runner.h"

namespace sideline::cli {

/// Prints the output and the events of players, one line each.
class ConsoleSink : public launcher::OutputSink {
public:
    /// @param namesTeam also prefixes each line with the team's name
    /// @param isQuiet prints only faults
    ConsoleSink(bool namesTeam, bool isQuiet) : m_namesTeam(namesTeam), m_isQuiet(isQuiet) {}

    void takeLine(const launcher::PlayerRef& player, const launcher::OutputLine& line) override;
    void takePhase(const launcher::PlayerRef& player, launcher::PlayerPhase phase,
                   const std::string& reason, launcher::Clock::time_point at) override;

private:
    void printLine(const std::string& line);

    bool m_namesTeam;
    bool m_isQuiet;
    std::atomic<bool> m_isFaultReported = false; // atomic: players have their own threads
};

/// Reads a team file. Returns nullopt after printing the errors to standard error.
[[nodiscard]] std::optional<launcher::TeamFile> loadTeam(const std::string& file);

/// Returns the settings of a runner; nullopt, after an error message, if a part is missing.
/// @param recordings folder for players with `record = true`
[[nodiscard]] std::optional<launcher::TeamRunnerSettings> runnerSettings(
    launcher::OutputSink& sink, const std::string& recordings);

/// Adds `--recordings`.
void addRecordingsOption(CLI::App& command, std::string& folder);

/// Prints how the run of each player ended.
void printSummary(const std::string& team, const launcher::TeamStatus& status);

} // namespace sideline::cli
