#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "simulator/referee/set_play.h"

namespace sideline::simulator {

/// Distance of each player from the ball in the referee's last update of a running game; meters on
/// the ground.
using BallDistances = std::vector<std::pair<game::PlayerId, double>>;

/// Whether a player may start pass mode: only during play, with a ball at rest close to the player,
/// no teammate touching it and no opponent near, and not too soon after its team's last pass mode.
/// Both the distances in `distances` and the present ones must satisfy the limits.
[[nodiscard]] bool canStartPassMode(const SetPlayContext& context, const game::PlayerId& player,
                                    const BallDistances& distances);
/// Gives the ball to a side for the duration of pass mode.
void startPassMode(SetPlayContext& context, game::Side side);

/// During pass mode: opponents must stay away from the ball until it is touched or the time is
/// over; otherwise as in play.
void updatePassMode(SetPlayContext& context, game::Side side);
/// During play: allows a team to score again once a second one of its players has touched the ball
/// after the ball left the circle of its pass mode.
void updatePassPermission(SetPlayContext& context);

/// Whether a side must not score yet because of its pass mode.
[[nodiscard]] bool mustPassFirst(const Game& game, const PassMemory& pass);

} // namespace sideline::simulator
