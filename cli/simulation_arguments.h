#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "simulator/simulation/simulation.h"

namespace sideline::cli {

/// Adds `--robots`, the server data folder from which robots are read.
void addRobotsOption(CLI::App& command, std::string& folder);

/// The arguments of all commands that simulate.
struct SimulationArguments {
    std::uint64_t seed = 1;
    std::string rulesFile;
    std::string robotsFolder;
    bool hasNoNoise = false;
    bool sendsGroundTruth = false;
    bool isExact = false;
    int threads = 1;
    std::string startFile; ///< see `addStartOption`; empty: an empty field
};

/// Adds `--start`, the situation in which the match begins.
void addStartOption(CLI::App& command, SimulationArguments& arguments);

void addSimulationArguments(CLI::App& command, SimulationArguments& arguments);

/// Returns the settings of the arguments; nothing, after an error message, if a file is invalid.
[[nodiscard]] std::optional<simulator::SimulationSettings> makeSettings(
    const SimulationArguments& arguments);

} // namespace sideline::cli
