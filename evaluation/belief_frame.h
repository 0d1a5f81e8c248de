#pragma once

#include "agentcore/monitor/match_frame.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::evaluation {

/// Creates a match frame of an agent's belief: the agent with its measured joints, ball and players
/// at their believed positions. For views of a match without a monitor.
///
/// Players stand upright, since their joints are unknown; those without a number, or with one
/// already used, are omitted. The robot itself stands at the field's center while its pose is not
/// valid.
/// @param index index of the frame
/// @param recordTimeS time since the first frame
[[nodiscard]] monitor::MatchFramePtr makeBeliefFrame(const world::AgentFrame& agent,
                                                     std::uint32_t index, double recordTimeS);

/// Creates the agent's robot alone, with its measured joints, at its believed pose.
[[nodiscard]] monitor::RobotFrame makeBelievedRobot(const world::AgentFrame& agent);

} // namespace sideline::evaluation
