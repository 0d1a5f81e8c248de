#pragma once

#include "simulator/referee/set_play.h"

namespace sideline::simulator {

/// Counts a goal when the ball has touched a goal box or has crossed the goal line between the
/// posts, unless it may not count: straight from an indirect kick, an own goal straight from a set
/// play (corner kick), by the kick-off team from the center circle, or out of a pass mode (goal
/// kick).
/// @return whether the ball is in a goal, counted or not
bool checkGoal(SetPlayContext& context);

/// After a goal of a side: both teams go back to their halves, players may beam, and after the
/// pause the other side kicks off.
void updateAfterGoal(SetPlayContext& context, game::Side scorer);

} // namespace sideline::simulator
