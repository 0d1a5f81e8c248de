#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Walks with the shipped gait of the robot's type, any number of which may be set.
[[nodiscard]] BehaviorInfo walkInfo();

} // namespace sideline::agents
