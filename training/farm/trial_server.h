#pragma once

#include <functional>
#include <string>

#include "training/farm/farm.h"
#include "training/ranks/rank_link.h"
#include "training/ranks/rank_timeouts.h"

namespace sideline::training {

/// Creates trials from the setup that rank 0 has sent.
using TrialsOfSetup = std::function<base::Expected<TrialFunctionFactory>(const std::string& setup)>;

/// Runs trials for the `RankFarm` of rank 0 until the run is over, and leaves the link.
/// @param threads number of threads that run trials, at least 1
/// Errors: those of `trialsOfSetup`, which are also sent to rank 0; Io if rank 0 is lost.
[[nodiscard]] base::Expected<void> serveTrials(RankLink& link, const TrialsOfSetup& trialsOfSetup,
                                               unsigned threads, const RankTimeouts& timeouts = {});

} // namespace sideline::training
