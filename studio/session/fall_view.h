#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <QString>

#include "training/experiment/recorded_trial.h"
#include "widgets/common/fall_report.h"

namespace sideline::studio {

/// Returns the events before a fall for display. @param first index of the first cause
[[nodiscard]] std::vector<widgets::FallLine> fallLines(const robot::RobotModel& model,
                                                       std::span<const training::FallCause> events,
                                                       std::size_t first);
/// Returns why a trial failed; empty if it did not.
[[nodiscard]] widgets::FallView failureView(const training::RecordedTrial& trial);
/// Returns a failure in words with its time, such as `Fell forward at 0.88 s`.
[[nodiscard]] QString failureLine(const training::TrialFailure& failure);

} // namespace sideline::studio
