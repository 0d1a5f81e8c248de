#pragma once

#include <Eigen/Geometry>

#include "agentcore/game/player_id.h"
#include "simulator/referee/rule_context.h"

namespace sideline::simulator {

/// Moves the players of a side that intersect a circle on the field to `distanceM` from its center
/// toward their own goal, or sideways if that would be behind the goal line. Meters, frame S.
/// Players are processed in random order.
void clearCircle(RuleContext& context, const Eigen::Vector3d& center_S, double radiusM,
                 double distanceM, game::Side side);

/// Moves the players of a side that intersect a box to `distanceM` in front of it, toward their
/// own goal.
void clearBox(RuleContext& context, const Eigen::AlignedBox2d& box_S, double distanceM,
              game::Side side);

/// Moves both teams to their halves; the center circle belongs to the side that kicks off. Does
/// nothing if players may start anywhere.
void clearBeforeKickOff(RuleContext& context, game::Side kicking);

/// Moves the players of a side whose torso is within `radiusM` of a point radially to `radiusM +
/// padM`. They may end up above the ball, as on the server.
void repelPlayers(RuleContext& context, const Eigen::Vector2d& center_S, double radiusM,
                  double padM, game::Side side);

/// Moves one player 2.5 m (the rules' free-kick distance) toward its own goal, or to the center if
/// that would be behind the goal line: the trainer command for a selected player.
void moveBack(RuleContext& context, const game::PlayerId& player);

} // namespace sideline::simulator
