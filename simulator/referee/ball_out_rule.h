#pragma once

#include "simulator/referee/set_play.h"

namespace sideline::simulator {

/// Decides what follows when the ball has left the field: goal kick, corner kick or kick-in against
/// the team that touched it last. A ball that nobody has touched stays out. While the ball is on
/// the field, remembers its place for the next set play.
/// @return whether the ball is out
bool checkBallOut(SetPlayContext& context);

} // namespace sideline::simulator
