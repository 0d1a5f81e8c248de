#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "training/trial/motion_trial.h"

namespace sideline::training {

/// Summary of many trials of one motion, each with a different seed.
struct TrialSummary {
    std::size_t count = 0;
    std::size_t uprightCount = 0;  ///< upright at the end
    std::size_t fellCount = 0;     ///< began upright and fell
    std::size_t finishedCount = 0; ///< reached the end of the motion
    /// Quantiles of the time from the beginning of the motion to the final upright interval, over
    /// the trials upright at the end.
    std::optional<double> uprightMedianS;
    std::optional<double> uprightP90S;
    double ballDistanceMedianM = 0.0; ///< 0 without a ball, like the other ball values
    double ballDistanceMinM = 0.0;
    double ballDirectionMedianRad = 0.0;
    double ballDirectionDeviationRad = 0.0; ///< standard deviation
    double walkedMedianM = 0.0;
    double simulatedS = 0.0;          ///< total of all trials
    std::vector<TrialResult> results; ///< results in the order of the seeds, without samples
};

/// Summarizes trials; `TrialSummary::results` stays empty.
[[nodiscard]] TrialSummary summaryOf(std::span<const TrialResult* const> results);

/// Runs trials of a motion, with the seeds from `settings.seed` on.
///
/// The results are the same for any number of threads; `keepsSamples` is ignored.
/// @param count greater than 0
/// @param threads number of threads, including the caller's; 0 counts as 1
/// @param isCanceled polled by all threads; may be empty
/// Errors: those of `runTrial`. Any thread.
[[nodiscard]] base::Expected<TrialSummary> runTrials(
    const std::shared_ptr<const motion::JointTrajectory>& trajectory, const TrialSettings& settings,
    std::size_t count, unsigned threads = 1, const std::function<bool()>& isCanceled = {});

} // namespace sideline::training
