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

/// Writes trials in which an agent moved the robot as a session: what it perceived, believed and
/// decided, with the match log beside it, which has the same name and the ending `.log`. There the
/// field frame of a trial is that of the field: the robot begins in its middle.
/// @param file with the ending `.session`; one that was there before is replaced
/// Errors: InvalidArgument for trials without frames; as of `writeTrialLog` and
/// `logs::SessionWriter`. Any thread.
[[nodiscard]] base::Expected<void> writeTrialSession(std::span<const RecordedTrialPtr> trials,
                                                     std::string_view team,
                                                     const std::filesystem::path& file);

/// Writes trials as the studio shows most of them: as a session if an agent moved the robot, else
/// as a match log.
/// @param stem path of the file without its ending
/// @return the file
[[nodiscard]] base::Expected<std::filesystem::path> writeTrials(
    std::span<const RecordedTrialPtr> trials, std::string_view team,
    const std::filesystem::path& stem);

} // namespace sideline::training
