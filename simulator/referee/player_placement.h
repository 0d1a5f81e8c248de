#pragma once

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/game/player_id.h"
#include "simulator/referee/rule_context.h"

namespace sideline::simulator {

/// Puts a player at a place, or at a free one near it, and notes that it was moved.
///
/// A place is free if it is not in or behind a goal, `Rules::agentRadiusM` away from the footprint
/// of every other robot, far enough from the ball, and does not give the player's side too many in
/// its own penalty area (players that hang in the air for a foul do not count). The search goes in
/// steps of the agent's radius away from where the player is now; after
/// `Rules::maxSafeRepositionAttempts` steps without success the player is put at `p_S` itself, as
/// it is with 0 attempts. Source: `MoveAgent`, `GetSafeReposition` of rcssserver3d 0.7.3.
///
/// @param p_S of the torso, m, frame S; its height is kept
/// @param avoidBall whether the ball must be `2 * agentRadiusM` and
///        `passModeMinOpponentDistanceM` away
void movePlayerSafely(RuleContext& context, const game::PlayerId& player,
                      const Eigen::Vector3d& p_S, bool avoidBall = true);

/// Puts a player at a place whatever is there, and notes that it was moved.
void movePlayerAnyway(RuleContext& context, const game::PlayerId& player,
                      const Eigen::Vector3d& p_S);

/// Where a penalized player waits: outside of the sideline across the field from the ball, in its
/// own half by the halfway line, 0.6 m from the next number; 1 m high. Numbers above 7 stand in the
/// other half. Source: `RepositionOutsidePos`.
[[nodiscard]] Eigen::Vector3d placeOutside_S(const field::FieldDimensions& field,
                                             const game::PlayerId& player,
                                             const Eigen::Vector3d& p_SBall);

} // namespace sideline::simulator
