#pragma once

#include "agentcore/behavior/action_request.h"
#include "agentcore/behavior/known_kick.h"
#include "agentcore/motion/walk/legged_body.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::behavior {

/// Draws the edge between where a robot kicks and where it does not, on the ground around it
/// (`kick.region`). Nothing without a pose.
/// @param goodRatio success rate of the cells from which it kicks
void drawKickRegion(const world::AgentFrame& frame, const KnownKick& kick,
                    const motion::Footing& footing, motion::Foot foot, double goodRatio,
                    ActionRequest& request);

} // namespace sideline::behavior
