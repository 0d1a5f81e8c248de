#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Stands, searches for the ball with the head and tracks it.
[[nodiscard]] BehaviorInfo standAndLookInfo();

} // namespace sideline::agents
