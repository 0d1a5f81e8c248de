#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Kicks the ball to a computed place, once.
[[nodiscard]] BehaviorInfo kickToInfo();
/// Kicks the ball to a player, once.
[[nodiscard]] BehaviorInfo passInfo();
/// Kicks the ball to where a running player can get it, once.
[[nodiscard]] BehaviorInfo passIntoRunInfo();
/// Kicks the ball at the goal, once.
[[nodiscard]] BehaviorInfo shootInfo();
/// Kicks the ball away from the robot's own goal, once.
[[nodiscard]] BehaviorInfo clearInfo();
/// Takes a restart of its own team.
[[nodiscard]] BehaviorInfo kickInInfo();
/// Takes a goal kick of its own team.
[[nodiscard]] BehaviorInfo goalKickInfo();
/// Intercepts a rolling ball.
[[nodiscard]] BehaviorInfo interceptInfo();
/// Pushes the ball to a computed place.
[[nodiscard]] BehaviorInfo dribbleToInfo();

} // namespace sideline::agents
