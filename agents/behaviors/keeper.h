#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Keeps the own goal: blocks and dives.
[[nodiscard]] BehaviorInfo keeperInfo();

} // namespace sideline::agents
