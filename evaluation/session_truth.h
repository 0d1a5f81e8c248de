#pragma once

#include <filesystem>
#include <span>

#include "evaluation/agent_stream.h"
#include "evaluation/pose_run.h"
#include "evaluation/truth.h"

namespace sideline::evaluation {

/// Interval of frames in match logs that Sideline records: the step of monitors.
inline constexpr double kSessionFrameS = 0.04;

/// Determines the truth of a session's agent from the match log that was recorded with it.
///
/// The log has a frame every 0.04 s of server time. Arrival times relate a frame to a cycle within
/// some cycles; the best match with a belief decides. (The game clock would be exact, but it is
/// stopped before kick-off.)
/// @param belief run over the whole stream
/// @param matchFrames for each cycle, the index of the newest log frame at its arrival; negative:
/// none
/// @return empty if the log cannot be read or does not match
[[nodiscard]] TruthTrack truthOfSession(const AgentStream& stream, const PoseRun& belief,
                                        std::span<const double> matchFrames,
                                        const std::filesystem::path& log);

} // namespace sideline::evaluation
