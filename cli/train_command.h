#pragma once

#include <CLI/CLI.hpp>

namespace sideline::cli {

/// `sideline train`: experiments that improve motions and programs.
/// @param status becomes the program's exit status
void addTrainCommand(CLI::App& app, int& status);

// Its subcommands.
void addTrainShow(CLI::App& train, int& status);
void addTrainCompare(CLI::App& train, int& status);
void addTrainExport(CLI::App& train, int& status);
void addTrainTry(CLI::App& train, int& status);
void addTrainTree(CLI::App& train, int& status);
void addTrainBench(CLI::App& train, int& status);
void addTrainFit(CLI::App& train, int& status);

} // namespace sideline::cli
