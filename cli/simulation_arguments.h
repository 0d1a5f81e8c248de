#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "simulator/league/league.h"
#include "simulator/simulation/simulation.h"

namespace sideline::cli {

/// Folders that contain `rsg/`, in the order in which they are searched.
using RobotFolders = std::vector<std::string>;

/// Adds `--robots`, a server data folder from which robots are read; may be repeated.
void addRobotsOption(CLI::App& command, RobotFolders& folders);
/// Returns the same folders as paths.
[[nodiscard]] std::vector<std::filesystem::path> pathsOf(const RobotFolders& folders);

/// The arguments of all commands that simulate; of these, `seed` and `startFile` apply to either
/// server family, the others to SimSpark's.
struct SimulationArguments {
    std::uint64_t seed = 1;
    std::string rulesFile;
    RobotFolders robotFolders;
    bool hasNoNoise = false;
    bool sendsGroundTruth = false;
    bool isExact = false;
    int threads = 1;
    std::string startFile; ///< see `addStartOption`; empty: an empty field
};

/// Adds `--start`, the situation in which the match begins.
void addStartOption(CLI::App& command, SimulationArguments& arguments);

void addSimulationArguments(CLI::App& command, SimulationArguments& arguments);

/// Adds the options of rcssservermj's family.
/// @return these options
std::vector<CLI::Option*> addLeagueOptions(CLI::App& command,
                                           simulator::LeagueArguments& arguments);

/// Returns why options of a command do not apply to a match of rcssservermj's or of SimSpark's
/// family; empty if all do.
/// @param leagueOptions those of `addLeagueOptions`
[[nodiscard]] std::string familyFault(const CLI::App& command,
                                      const std::vector<CLI::Option*>& leagueOptions,
                                      bool isLeague);

/// Returns a function that creates the match of rcssservermj's family with these arguments;
/// nullopt, after an error message, if a name or a file is invalid.
/// @param league receives seed and start situation
[[nodiscard]] std::optional<simulator::MatchMaker> makeLeague(const SimulationArguments& arguments,
                                                              simulator::LeagueArguments& league);

/// Returns the settings of the arguments; nullopt, after an error message, if a file is invalid.
[[nodiscard]] std::optional<simulator::SimulationSettings> makeSettings(
    const SimulationArguments& arguments);

} // namespace sideline::cli
