#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// The behaviors of Sideline itself, as `agents/CMakeLists.txt` lists them.
[[nodiscard]] BehaviorRegistry builtInBehaviors();

} // namespace sideline::agents
