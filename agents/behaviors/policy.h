#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Runs a trained or fitted network from a file.
[[nodiscard]] BehaviorInfo policyInfo();

} // namespace sideline::agents
