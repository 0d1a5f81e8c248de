#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// A network that was trained or fitted, from a file.
[[nodiscard]] BehaviorInfo policyInfo();

} // namespace sideline::agents
