#pragma once

#include "simulator/referee/set_play.h"

namespace sideline::simulator {

/// Counts a goal when the ball has touched a goal box or crossed the goal line between the posts,
/// unless it is disallowed: directly from an indirect kick, an own goal directly from a set play
/// (corner kick), by the kick-off team from the center circle, or from pass mode (goal kick).
/// @return whether the ball is in a goal, allowed or not
bool checkGoal(SetPlayContext& context);

/// After a goal: both teams return to their halves, players may beam, and after the pause the other
/// side kicks off.
void updateAfterGoal(SetPlayContext& context, game::Side scorer);

} // namespace sideline::simulator
