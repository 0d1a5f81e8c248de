#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// The built-in behaviors, in the order of `agents/CMakeLists.txt`.
[[nodiscard]] BehaviorRegistry builtInBehaviors();

} // namespace sideline::agents
