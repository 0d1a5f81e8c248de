#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include <CLI/CLI.hpp>

#include "training/experiment/experiment_folder.h"
#include "training/experiment/experiment_settings.h"

namespace sideline::cli {

/// Adds `train`: experiments that improve motions and programs.
/// @param status receives the exit status
void addTrainCommand(CLI::App& app, int& status);

/// An experiment as stored in its folder.
struct StoredRun {
    training::ExperimentSettings settings;
    training::Checkpoint at;
};
/// Reads a stored experiment. Returns nullopt after printing the error on failure.
[[nodiscard]] std::optional<StoredRun> readRun(const std::filesystem::path& folder);

// Adds a subcommand to `train`.
void addTrainShow(CLI::App& train, int& status);
void addTrainCompare(CLI::App& train, int& status);
void addTrainExport(CLI::App& train, int& status);
void addTrainTry(CLI::App& train, int& status);
void addTrainTree(CLI::App& train, int& status);
void addTrainFit(CLI::App& train, int& status);

} // namespace sideline::cli
