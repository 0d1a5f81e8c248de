#pragma once

#include <functional>
#include <string>

#include "training/farm/rank_farm.h"

namespace sideline::training {

/// Makes trials of what rank 0 has sent.
using TrialsOfSetup = std::function<base::Expected<TrialFunctionFactory>(const std::string& setup)>;

/// Runs trials for the `RankFarm` of rank 0 until it says that all is done, and leaves the link.
/// @param threads that run trials, at least 1
/// Errors: of `trialsOfSetup`, which rank 0 hears, too; Io when rank 0 is gone.
[[nodiscard]] base::Expected<void> serveTrials(RankLink& link, const TrialsOfSetup& trialsOfSetup,
                                               unsigned threads, const RankPatience& patience = {});

/// Answers rank 0's Finish: says farewell and leaves the link, with all others if they do so too.
void takeLeave(RankLink& link, const RankPatience& patience = {});

} // namespace sideline::training
