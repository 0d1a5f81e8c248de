#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Walks behind the ball and pushes it with its feet.
[[nodiscard]] BehaviorInfo dribbleInfo();

} // namespace sideline::agents
