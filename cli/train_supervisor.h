#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sideline::cli {

/// A run on several ranks that is restarted until it is complete.
struct SupervisedRun {
    int ranks = 2;
    std::vector<std::string> mpirun;    ///< words for `mpirun`, such as `--hostfile hosts`
    std::vector<std::string> arguments; ///< arguments of `sideline train`, except `--resume`
    bool resume = false;
    std::filesystem::path folder; ///< folder of the experiment
};

/// Starts `mpirun` with the ranks and restarts it with `--resume` when rank 0 or mpirun dies; the
/// other ranks compensate for a lost one. Gives up after three starts without a finished trial.
/// SIGINT, SIGTERM and SIGUSR1 end the run after its generation.
/// @return exit status of rank 0
[[nodiscard]] int superviseRanks(const SupervisedRun& run);

/// Returns where rank 0 stores its exit status for the supervisor, since mpirun does not report the
/// status of ranks that may be lost.
[[nodiscard]] std::filesystem::path statusFileOf(const std::filesystem::path& folder);

} // namespace sideline::cli
