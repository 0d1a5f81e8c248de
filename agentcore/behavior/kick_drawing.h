#pragma once

#include "agentcore/behavior/action_request.h"
#include "agentcore/behavior/known_kick.h"
#include "agentcore/motion/walk/legged_body.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::behavior {

/// A kick works from where it did in so many of the trials.
inline constexpr double kGoodKickShare = 0.8;

/// Draws the edge between where a robot kicks and where it does not, on the ground around it
/// (`kick.region`). Nothing without a pose.
void drawKickRegion(const world::AgentFrame& frame, const KnownKick& kick,
                    const motion::Footing& footing, motion::Foot foot, ActionRequest& request);

} // namespace sideline::behavior
