#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Keeps its body between ball and opponent.
[[nodiscard]] BehaviorInfo shieldInfo();
/// Walks around the ball, without touching it, to a given side of it.
[[nodiscard]] BehaviorInfo circleInfo();

} // namespace sideline::agents
