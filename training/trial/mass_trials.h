#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "training/trial/motion_trial.h"

namespace sideline::training {

/// What many trials of one motion came to, each with another seed.
struct TrialSummary {
    std::size_t count = 0;
    std::size_t uprightCount = 0;         ///< upright at the end
    std::size_t fellCount = 0;            ///< lay at some time after beginning upright
    std::size_t finishedCount = 0;        ///< came to the motion's end
    std::optional<double> uprightMedianS; ///< from the motion's begin, of those upright at the end
    std::optional<double> uprightP90S;
    double ballDistanceMedianM = 0.0; ///< 0 without a ball, as all of the ball
    double ballDistanceLeastM = 0.0;
    double ballDirectionMedianRad = 0.0;
    double ballDirectionDeviationRad = 0.0; ///< standard deviation
    double walkedMedianM = 0.0;
    double simulatedS = 0.0;          ///< of all together
    std::vector<TrialResult> results; ///< in the order of the seeds, without samples
};

/// What trials came to; without their `results`.
[[nodiscard]] TrialSummary summaryOf(std::span<const TrialResult* const> results);

/// Tries a motion many times, with the seeds from `settings.seed` on.
///
/// Results are the same for any number of threads; `keepsSamples` does not count.
/// @param count over 0
/// @param threads that share the work, the caller's included; 0 counts as 1
/// @param isCanceled asked by all threads; may be empty
/// Errors: as of `runTrial`. Any thread.
[[nodiscard]] base::Expected<TrialSummary> runTrials(
    const std::shared_ptr<const motion::JointTrajectory>& trajectory, const TrialSettings& settings,
    std::size_t count, unsigned threads = 1, const std::function<bool()>& isCanceled = {});

} // namespace sideline::training
