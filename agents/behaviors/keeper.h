#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Guards its team's goal: blocks and dives.
[[nodiscard]] BehaviorInfo keeperInfo();

} // namespace sideline::agents
