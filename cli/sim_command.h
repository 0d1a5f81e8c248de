#pragma once

#include <CLI/CLI.hpp>

namespace sideline::cli {

/// Adds `sim` and its subcommands; their callbacks store the exit status.
void addSimCommand(CLI::App& app, int& status);
/// Adds `server`.
void addServerCommand(CLI::App& app, int& status);

void addSimRerun(CLI::App& sim, int& status);

} // namespace sideline::cli
