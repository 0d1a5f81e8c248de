#pragma once

#include <CLI/CLI.hpp>

namespace sideline::cli {

/// Adds `team` with all its subcommands; their callbacks store the exit status.
void addTeamCommand(CLI::App& app, int& status);

void addTeamCheck(CLI::App& team, int& status);
void addTeamStart(CLI::App& team, int& status);
void addTeamMatch(CLI::App& team, int& status);

} // namespace sideline::cli
