#pragma once

#include "agentcore/behavior/action_request.h"
#include "agentcore/motion/walk/walk_engine.h"
#include "agentcore/motion/walk/walk_meter.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::behavior {

/// Shows what a walk plans: debug values `walk.*`, and drawings `walk.feet`, `walk.landing` of a
/// robot that knows where it is. docs/walk.md has all of them.
void publishPlan(const motion::WalkEngine& engine, const motion::WalkMeasure& measure,
                 const world::AgentFrame& frame, ActionRequest& request);

/// Shows what is measured of a walk or a run: debug values `walk.*`, and drawings `walk.soles`,
/// `walk.support`, `walk.zmp`, `walk.capture`, `walk.com` of a robot that knows where it is.
void publishMeasured(const motion::WalkMeasure& measure, const world::AgentFrame& frame,
                     ActionRequest& request);

} // namespace sideline::behavior
