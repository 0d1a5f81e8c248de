#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Keeps its place in a formation, and plays the ball when it is the first to reach it.
[[nodiscard]] BehaviorInfo formationInfo();

} // namespace sideline::agents
