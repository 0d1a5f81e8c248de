#pragma once

#include "agentcore/monitor/match_frame.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::evaluation {

/// What an agent believes, as a match: itself with the joints that it feels, ball and players where
/// it thinks they are. For views that show a match when no monitor reports the truth.
///
/// Players stand upright, as nothing is known of their joints; those without a number or with one
/// that is taken are omitted. The robot itself stands at the field's center while its pose is not
/// valid.
/// @param index number of the frame
/// @param recordTimeS time since the first frame
[[nodiscard]] monitor::MatchFramePtr makeBeliefFrame(const world::AgentFrame& agent,
                                                     std::uint32_t index, double recordTimeS);

/// The robot alone, as it feels itself, at the place it believes in.
[[nodiscard]] monitor::RobotFrame makeBelievedRobot(const world::AgentFrame& agent);

} // namespace sideline::evaluation
