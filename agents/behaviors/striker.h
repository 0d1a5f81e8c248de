#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Scores alone: searches for the ball, goes to it, kicks it to the opponent's goal.
[[nodiscard]] BehaviorInfo strikerInfo();

} // namespace sideline::agents
