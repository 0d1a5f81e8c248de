#pragma once

#include "agentcore/behavior/striker.h"
#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Plays the ball: toward the opponents' goal when alone; among other robots, to where it helps
/// most.
[[nodiscard]] BehaviorInfo strikerInfo();

/// The prefix of the parameters of `planning::SpeedTable`, among those of a striker.
inline constexpr std::string_view kPlayers = "player";

/// The numbers of `behavior::StrikerSettings`, without those of `onFeetParameters`.
[[nodiscard]] std::vector<ParameterInfo> strikerParameters();
/// Creates a ball player with the shipped kicks from `onFeetParameters` and `strikerParameters`.
/// Errors: those of `gaitSettingsOf`, `getUpFor` and `shippedKicks`; NotFound if there are no kicks
/// for the robot.
[[nodiscard]] base::Expected<behavior::BallPlayer> ballPlayerFor(const Parameters& parameters,
                                                                 const BuildContext& context);
/// Creates a striker in the same way, with the same errors.
[[nodiscard]] base::Expected<behavior::Striker> strikerFor(const Parameters& parameters,
                                                           const BuildContext& context);

} // namespace sideline::agents
