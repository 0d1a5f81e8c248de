#pragma once

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/game/player_id.h"
#include "simulator/referee/rule_context.h"

namespace sideline::simulator {

/// Moves a player to a position, or to a free one nearby, and records the move.
///
/// A position is free if it is not in or behind a goal, `Rules::agentRadiusM` away from the
/// footprint of every other robot, far enough from the ball, and does not put too many players of
/// its side into its own penalty area (held players do not count). The search proceeds in steps of
/// the agent's radius away from the player's present position; after
/// `Rules::maxSafeRepositionAttempts` unsuccessful steps, and with 0 attempts, the player is moved
/// to `p_S` itself. Source: `MoveAgent`, `GetSafeReposition` of rcssserver3d 0.7.3.
///
/// @param p_S position of the torso, m, frame S; its height is kept
/// @param avoidBall whether `2 * agentRadiusM` and `passModeMinOpponentDistanceM` from the ball are
/// required
void movePlayerSafely(RuleContext& context, const game::PlayerId& player,
                      const Eigen::Vector3d& p_S, bool avoidBall = true);

/// Moves a player to a position regardless of obstacles, and records the move.
void movePlayerUnchecked(RuleContext& context, const game::PlayerId& player,
                         const Eigen::Vector3d& p_S);

/// Waiting position of a penalized player: outside the sideline opposite the ball, in its own half
/// near the halfway line, 0.6 m per number; 1 m high. Numbers above 7 are in the other half.
/// Source: `RepositionOutsidePos`.
[[nodiscard]] Eigen::Vector3d placeOutside_S(const field::FieldDimensions& field,
                                             const game::PlayerId& player,
                                             const Eigen::Vector3d& p_SBall);

} // namespace sideline::simulator
