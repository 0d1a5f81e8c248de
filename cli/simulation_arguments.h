#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "simulator/simulation/simulation.h"

namespace sideline::cli {

/// Adds `--robots`, the folder of a server's data from which robots are read.
void addRobotsOption(CLI::App& command, std::string& folder);

/// What every command that simulates lets the user choose.
struct SimulationArguments {
    std::uint64_t seed = 1;
    std::string rulesFile;
    std::string robotsFolder;
    bool hasNoNoise = false;
    bool tellsGroundTruth = false;
    bool isExact = false;
    int threads = 1;
    std::string startFile; ///< see `addStartOption`; empty: an empty field
};

/// Adds `--start`, a situation in which the match begins.
void addStartOption(CLI::App& command, SimulationArguments& arguments);

void addSimulationArguments(CLI::App& command, SimulationArguments& arguments);

/// The settings that the arguments ask for; nothing, after an error message, if a file is wrong.
[[nodiscard]] std::optional<simulator::SimulationSettings> makeSettings(
    const SimulationArguments& arguments);

} // namespace sideline::cli
