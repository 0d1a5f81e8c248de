#pragma once

#include <memory>

#include "agentcore/base/error.h"
#include "training/experiment/experiment.h"
#include "training/farm/trial_server.h"
#include "training/ranks/rank_link.h"

namespace sideline::cli {

/// Returns the link to the processes that `mpirun` or Slurm started together with this one; null if
/// it was started alone.
/// Errors: those of `training::joinRanks`.
[[nodiscard]] base::Expected<std::unique_ptr<training::RankLink>> joinOtherRanks();

/// Creates the farm of a run: the threads of this process and, with a link, those of other ranks.
/// @param link null without other ranks; outlives the farm
/// Errors: those of `training::rankSetup`.
[[nodiscard]] base::Expected<std::unique_ptr<training::Farm>> farmOf(
    const training::Experiment& experiment, training::RankLink* link, unsigned workers);

/// Runs trials for rank 0 until the run is over.
/// @return exit status
[[nodiscard]] int serveRank(training::RankLink& link, const training::TrialsOfSetup& trials,
                            unsigned workers);
/// Returns the trials of experiments, for `serveRank`.
[[nodiscard]] training::TrialsOfSetup experimentTrials();

} // namespace sideline::cli
