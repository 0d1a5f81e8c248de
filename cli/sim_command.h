#pragma once

#include <CLI/CLI.hpp>

namespace sideline::cli {

/// Adds `sim` with all its subcommands; their callbacks store the exit status.
void addSimCommand(CLI::App& app, int& status);
/// Adds `server`.
void addServerCommand(CLI::App& app, int& status);

void addSimReplay(CLI::App& sim, int& status);
void addSimRerun(CLI::App& sim, int& status);
void addSimBench(CLI::App& sim, int& status);
void addSimCompare(CLI::App& sim, int& status);
void addSimSoak(CLI::App& sim, int& status);
void addSimTakeover(CLI::App& sim, int& status);

} // namespace sideline::cli
