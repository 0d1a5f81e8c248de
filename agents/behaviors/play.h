#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Plays a motion of the library or of a file, then holds its last pose.
[[nodiscard]] BehaviorInfo playMotionInfo();

} // namespace sideline::agents
