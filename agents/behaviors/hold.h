#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Holds all joints in their current positions.
[[nodiscard]] BehaviorInfo holdPoseInfo();

} // namespace sideline::agents
