#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Stands, searches the ball with the head and follows it.
[[nodiscard]] BehaviorInfo standAndLookInfo();

} // namespace sideline::agents
