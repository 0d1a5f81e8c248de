#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Goes where it is told, looks at the ball, and gets up when it falls.
[[nodiscard]] BehaviorInfo driveInfo();

} // namespace sideline::agents
