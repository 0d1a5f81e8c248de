#pragma once

#include <cstddef>
#include <vector>

#include <QString>

#include "training/trial/motion_trial.h"
#include "widgets/motion/trial_panel.h"

namespace sideline::studio {

/// What came of a run, in a line of the list of tries.
[[nodiscard]] widgets::TrialRun trialRun(const training::TrialSettings& settings,
                                         const training::TrialResult& result);
/// What came of a run, in full.
[[nodiscard]] std::vector<widgets::TrialLine> trialLines(const training::TrialSettings& settings,
                                                         const training::TrialResult& one);
/// What came of a series; its last line is a heading for the try that is shown.
[[nodiscard]] std::vector<widgets::TrialLine> seriesLines(
    training::StartPose start, const std::vector<training::TrialResultPtr>& all,
    std::size_t shownRun);

} // namespace sideline::studio
