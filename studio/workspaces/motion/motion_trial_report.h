#pragma once

#include <cstddef>
#include <vector>

#include <QString>

#include "training/trial/motion_trial.h"
#include "widgets/motion/trial_panel.h"

namespace sideline::studio {

/// Returns the result of a run as a row of the list of runs.
[[nodiscard]] widgets::TrialRun trialRun(const training::TrialSettings& settings,
                                         const training::TrialResult& result);
/// Returns the complete result of a run.
[[nodiscard]] std::vector<widgets::TrialLine> trialLines(const training::TrialSettings& settings,
                                                         const training::TrialResult& one);
/// Returns the result of a series; the last line is a heading for the run that is shown.
[[nodiscard]] std::vector<widgets::TrialLine> seriesLines(
    training::StartPose start, const std::vector<training::TrialResultPtr>& all,
    std::size_t shownRun);

} // namespace sideline::studio
