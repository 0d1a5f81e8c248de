#pragma once

#include "agentcore/behavior/action_request.h"
#include "agentcore/behavior/known_kick.h"
#include "agentcore/motion/walk/legged_body.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::behavior {

/// Draws, on the ground, the outline of the ball positions from which the robot kicks
/// (`kick.region`). Draws nothing without a pose.
/// @param goodRatio minimum success rate of the cells from which the robot kicks
void drawKickRegion(const world::AgentFrame& frame, const KnownKick& kick,
                    const motion::Footing& footing, motion::Foot foot, double goodRatio,
                    ActionRequest& request);

} // namespace sideline::behavior
