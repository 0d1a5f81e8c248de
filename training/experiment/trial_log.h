#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "agentcore/base/error.h"
#include "training/experiment/recorded_trial.h"

namespace sideline::training {

/// Writes consecutive trials as a match log with a message per cycle, for the studio, RoboViz, and
/// other players of match logs. The robot is number 1 of a left team; a ball that is not part of
/// the trial is far away. The complete file replaces an existing one.
/// @param team team name, such as that of the experiment
/// Errors: those of `simulator::MonitorLogWriter`; Io. Any thread.
[[nodiscard]] base::Expected<void> writeTrialLog(std::span<const RecordedTrialPtr> trials,
                                                 std::string_view team,
                                                 const std::filesystem::path& file);

/// Writes trials with an agent as a session of its percepts, beliefs and decisions, together with a
/// match log of the same name with the extension `.log`. The trial's field frame is that of the
/// field: the robot starts at its center.
/// @param file name with the extension `.session`; replaces an existing file
/// Errors: InvalidArgument for trials without frames; those of `writeTrialLog` and
/// `logs::SessionWriter`. Any thread.
[[nodiscard]] base::Expected<void> writeTrialSession(std::span<const RecordedTrialPtr> trials,
                                                     std::string_view team,
                                                     const std::filesystem::path& file);

/// Writes trials in the most detailed format: as a session if an agent moved the robot, otherwise
/// as a match log.
/// @param stem file path without extension
/// @return path of the file
[[nodiscard]] base::Expected<std::filesystem::path> writeTrials(
    std::span<const RecordedTrialPtr> trials, std::string_view team,
    const std::filesystem::path& stem);

} // namespace sideline::training
