#pragma once

#include "agentcore/behavior/action_request.h"
#include "agentcore/behavior/known_kick.h"
#include "agentcore/motion/walk/legged_body.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::behavior {

/// Draws the outline of the ball positions from which it kicks, on the ground (`kick.region`).
/// Draws nothing without a pose.
/// @param goodRatio success rate of the cells from which it kicks
void drawKickRegion(const world::AgentFrame& frame, const KnownKick& kick,
                    const motion::Footing& footing, motion::Foot foot, double goodRatio,
                    ActionRequest& request);

} // namespace sideline::behavior
