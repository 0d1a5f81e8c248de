#pragma once

#include <filesystem>
#include <optional>
#include <span>

#include "agentcore/monitor/match_frame.h"
#include "evaluation/agent_stream.h"
#include "evaluation/truth.h"

namespace sideline::studio {

/// Where a stream's robot, the ball and the others are in a frame of a match; nothing if the robot
/// is not in it.
[[nodiscard]] std::optional<evaluation::TruthInstant> truthIn(
    const monitor::MatchFrame& frame, const evaluation::AgentStream& stream);

/// The truth of a session's agent, from the match log that was recorded beside it.
///
/// The log has a frame every 0.04 s of server time; which cycle a frame belongs to is told by when
/// both came, to within some cycles, and then by what fits our estimator best. (The game's clock
/// would be exact, but it stands still before kick-off.)
/// @param matchFrames for each cycle, the place in the log that was the newest when it came;
/// negative: none
/// @return empty when the log cannot be read or does not fit
[[nodiscard]] evaluation::TruthTrack truthOfSession(const evaluation::AgentStream& stream,
                                                    std::span<const double> matchFrames,
                                                    const std::filesystem::path& log);

} // namespace sideline::studio
