#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "launcher/team_runner.h"

namespace sideline::cli {

/// Prints what players write and what becomes of them, one line each.
class ConsoleSink : public launcher::OutputSink {
public:
    /// @param namesTeam puts the team's name in front of each line, too
    /// @param isQuiet only reports faults
    ConsoleSink(bool namesTeam, bool isQuiet) : m_namesTeam(namesTeam), m_isQuiet(isQuiet) {}

    void takeLine(const launcher::PlayerRef& player, const launcher::OutputLine& line) override;
    void takePhase(const launcher::PlayerRef& player, launcher::PlayerPhase phase,
                   const std::string& reason, launcher::Clock::time_point at) override;

private:
    void printLine(const std::string& line);

    bool m_namesTeam;
    bool m_isQuiet;
    std::atomic<bool> m_isFaultReported = false; // players have threads of their own
};

/// Reads a team file. The errors have been printed to stderr if nothing is returned.
[[nodiscard]] std::optional<launcher::TeamFile> loadTeam(const std::string& file);

/// What a runner needs in this program; nothing, after an error message, if it is not complete.
/// @param recordings folder for players with `record = true`
[[nodiscard]] std::optional<launcher::TeamRunnerSettings> runnerSettings(
    launcher::OutputSink& sink, const std::string& recordings);

/// Adds `--recordings`.
void addRecordingsOption(CLI::App& command, std::string& folder);

/// Prints what became of each player.
void printSummary(const std::string& team, const launcher::TeamStatus& status);

} // namespace sideline::cli
