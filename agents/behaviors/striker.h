#pragma once

#include "agentcore/behavior/striker.h"
#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Plays the ball: alone to the opponent's goal, among others where it helps most.
[[nodiscard]] BehaviorInfo strikerInfo();

/// A striker with the shipped kicks that walks and looks as `onFeetParameters` say.
/// Errors: those of `gaitSettingsOf`, `getUpFor`, `lookAimOf` and `shippedKicks`; NotFound if there
/// are no kicks for the robot.
[[nodiscard]] base::Expected<behavior::Striker> strikerFor(const Parameters& parameters,
                                                           const BuildContext& context);

} // namespace sideline::agents
