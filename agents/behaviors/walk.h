#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Walks with the gait shipped for the robot's type; each of its numbers can be overridden.
[[nodiscard]] BehaviorInfo walkInfo();

} // namespace sideline::agents
