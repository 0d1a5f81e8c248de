#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Walks a path of legs.
[[nodiscard]] BehaviorInfo pathInfo();
/// Beams to a computed place.
[[nodiscard]] BehaviorInfo beamInfo();

} // namespace sideline::agents
