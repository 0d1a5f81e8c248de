#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Comes to a halt and stands.
[[nodiscard]] BehaviorInfo stopInfo();
/// Stands and sends a message with values of the belief.
[[nodiscard]] BehaviorInfo sayInfo();
/// Walks to a computed place, and arrives at a given time.
[[nodiscard]] BehaviorInfo goToInfo();
/// Turns to a computed place.
[[nodiscard]] BehaviorInfo faceInfo();
/// Walks around a computed place while facing it.
[[nodiscard]] BehaviorInfo goAroundInfo();

} // namespace sideline::agents
