#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Guards its team's goal: blocks and dives.
[[nodiscard]] BehaviorInfo keeperInfo();
/// Stands between its own goal and a computed place.
[[nodiscard]] BehaviorInfo coverGoalInfo();
/// Stands at the near post of its own goal.
[[nodiscard]] BehaviorInfo nearPostInfo();
/// Dives to a side, once.
[[nodiscard]] BehaviorInfo diveInfo();

} // namespace sideline::agents
