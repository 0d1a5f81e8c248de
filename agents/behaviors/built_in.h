#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// The behaviors of Sideline itself: see `built_in.cpp`, where a new one takes one line.
[[nodiscard]] BehaviorRegistry builtInBehaviors();

} // namespace sideline::agents
