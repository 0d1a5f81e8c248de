#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include <CLI/CLI.hpp>

#include "training/experiment/experiment_folder.h"
#include "training/experiment/experiment_settings.h"

namespace sideline::cli {

/// `sideline train`: experiments that improve motions and programs.
/// @param status becomes the program's exit status
void addTrainCommand(CLI::App& app, int& status);

/// An experiment as its folder has it.
struct StoredRun {
    training::ExperimentSettings settings;
    training::Checkpoint at;
};
/// Reads it; nothing when that fails, which has been printed then.
[[nodiscard]] std::optional<StoredRun> readRun(const std::filesystem::path& folder);

// Its subcommands.
void addTrainShow(CLI::App& train, int& status);
void addTrainCompare(CLI::App& train, int& status);
void addTrainExport(CLI::App& train, int& status);
void addTrainTry(CLI::App& train, int& status);
void addTrainTree(CLI::App& train, int& status);
void addTrainBench(CLI::App& train, int& status);
void addTrainFit(CLI::App& train, int& status);

} // namespace sideline::cli
