#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "simulator/referee/set_play.h"

namespace sideline::simulator {

/// How far from the ball each player was when the referee last looked at a running game; meters on
/// the ground.
using BallDistances = std::vector<std::pair<game::PlayerId, double>>;

/// Whether a player may give its team time to pass: only in play, with a ball that lies still close
/// to the player, that no teammate touches and no opponent is near, and not soon after the last
/// time. Distances must hold both in `distances` and now.
[[nodiscard]] bool canStartPassMode(const SetPlayContext& context, const game::PlayerId& player,
                                    const BallDistances& distances);
/// Gives the ball to a side for the time of the pass mode.
void startPassMode(SetPlayContext& context, game::Side side);

/// During a side's pass mode: opponents stay away from the ball until it is touched or the time is
/// over; otherwise as in play.
void updatePassMode(SetPlayContext& context, game::Side side);
/// In play: lets a team score again once a second of its players has touched the ball after the
/// ball left the circle of its pass mode.
void updatePassPermission(SetPlayContext& context);

/// Whether a side may not score yet because of its pass mode.
[[nodiscard]] bool mustPassFirst(const Game& game, const PassMemory& pass);

} // namespace sideline::simulator
