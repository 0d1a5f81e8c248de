#pragma once

#include "agentcore/behavior/action_request.h"
#include "agentcore/motion/walk/walk_engine.h"
#include "agentcore/motion/walk/walk_meter.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::behavior {

/// Publishes the plan of a walk: debug values `walk.*`, and with a valid pose the drawings
/// `walk.feet` and `walk.landing`. docs/walk.md lists all of them.
void publishPlan(const motion::WalkEngine& engine, const motion::WalkMeasure& measure,
                 const world::AgentFrame& frame, ActionRequest& request);

/// Publishes the measurements of a walk or a run: debug values `walk.*`, and with a valid pose the
/// drawings `walk.soles`, `walk.support`, `walk.zmp`, `walk.capture` and `walk.com`.
void publishMeasured(const motion::WalkMeasure& measure, const world::AgentFrame& frame,
                     ActionRequest& request);

} // namespace sideline::behavior
