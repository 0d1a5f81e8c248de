#pragma once

#include <filesystem>
#include <span>

#include "evaluation/agent_stream.h"
#include "evaluation/pose_run.h"
#include "evaluation/truth.h"

namespace sideline::evaluation {

/// What is between two frames of the match logs that we record: the step of monitors.
inline constexpr double kSessionFrameS = 0.04;

/// The truth of a session's agent, from the match log that was recorded beside it.
///
/// The log has a frame every 0.04 s of server time; which cycle a frame belongs to follows from
/// when both came, to within some cycles, and then by what fits a belief best. (The game's clock
/// would be exact, but it stands still before kick-off.)
/// @param belief over all of the stream
/// @param matchFrames for each cycle, the place in the log that was the newest when it came;
/// negative: none
/// @return empty when the log cannot be read or does not fit
[[nodiscard]] TruthTrack truthOfSession(const AgentStream& stream, const PoseRun& belief,
                                        std::span<const double> matchFrames,
                                        const std::filesystem::path& log);

} // namespace sideline::evaluation
