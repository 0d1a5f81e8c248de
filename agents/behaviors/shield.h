#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Keeps its body between ball and opponent.
[[nodiscard]] BehaviorInfo shieldInfo();
/// Walks around the ball to a given side of it, without touching it.
[[nodiscard]] BehaviorInfo circleInfo();

} // namespace sideline::agents
