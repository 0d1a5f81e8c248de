#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "agentcore/base/error.h"
#include "training/experiment/recorded_trial.h"

namespace sideline::training {

/// Writes trials as a match log of the server, a message for every cycle, one trial after the
/// other: for the studio, RoboViz, and whatever else plays match logs. The robot is number 1 of a
/// left team; where no ball takes part, it lies far away. The file is there once it is whole; one
/// that was there before is replaced.
/// @param team name of that team, such as that of the experiment
/// Errors: as of `simulator::MonitorLogWriter`; Io. Any thread.
[[nodiscard]] base::Expected<void> writeTrialLog(std::span<const RecordedTrialPtr> trials,
                                                 std::string_view team,
                                                 const std::filesystem::path& file);

} // namespace sideline::training
