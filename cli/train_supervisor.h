#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sideline::cli {

/// A run on several ranks that is to come to its end.
struct SupervisedRun {
    int ranks = 2;
    std::vector<std::string> mpirun;    ///< words for `mpirun`, such as `--hostfile hosts`
    std::vector<std::string> arguments; ///< of `sideline train`, but for `--resume`
    bool resume = false;
    std::filesystem::path folder; ///< of the experiment
};

/// Starts `mpirun` with the ranks, and again with `--resume` when they die: a lost rank is made up
/// for by the others, a lost rank 0 or a lost mpirun by this. Gives up after three starts without
/// a finished trial. SIGINT, SIGTERM and SIGUSR1 end the run after its generation.
/// @return exit status of rank 0
[[nodiscard]] int superviseRanks(const SupervisedRun& run);

/// Where rank 0 stores its exit status for the supervisor: mpirun tells nothing about ranks that it
/// is to go on without.
[[nodiscard]] std::filesystem::path statusFileOf(const std::filesystem::path& folder);

} // namespace sideline::cli
