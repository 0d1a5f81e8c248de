#pragma once

#include <filesystem>
#include <memory>

#include "agentcore/base/error.h"
#include "training/ranks/rank_link.h"

namespace sideline::training {

/// Whether this process was started as one of several by `mpirun` or Slurm's `srun --mpi=pmix`.
[[nodiscard]] bool isStartedByMpi();

/// Joins the processes that were started together. MPI is a plugin, so that programs that do not
/// use it start quickly, even where it is not installed. Once per process.
/// @param programFolder folder of the running program
/// Errors: NotFound without the plugin or without Open MPI, Io if MPI cannot be initialized.
[[nodiscard]] base::Expected<std::unique_ptr<RankLink>> joinRanks(
    const std::filesystem::path& programFolder);

} // namespace sideline::training
