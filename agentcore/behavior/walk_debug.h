#pragma once

#include "agentcore/behavior/action_request.h"
#include "agentcore/motion/walk/walk_engine.h"
#include "agentcore/motion/walk/walk_meter.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::behavior {

/// Shows what a walk plans and what is measured of it: debug values `walk.*`, and drawings
/// `walk.feet`, `walk.landing`, `walk.soles`, `walk.support`, `walk.zmp`, `walk.capture`,
/// `walk.com` of a robot that knows where it is. docs/walk.md has all of them.
void publishWalk(const motion::WalkEngine& engine, const motion::WalkMeasure& measure,
                 const world::AgentFrame& frame, ActionRequest& request);

} // namespace sideline::behavior
