#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Walks to places or according to velocity commands, looks at the ball, and gets up after a fall.
[[nodiscard]] BehaviorInfo driveInfo();

} // namespace sideline::agents
