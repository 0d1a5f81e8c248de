#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// A behavior that is not in the tree's list, as users add one of their own.
[[nodiscard]] BehaviorInfo exampleInfo();

} // namespace sideline::agents
