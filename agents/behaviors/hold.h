#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Holds all joints where they are.
[[nodiscard]] BehaviorInfo holdPoseInfo();

} // namespace sideline::agents
