#pragma once

#include "simulator/referee/set_play.h"

namespace sideline::simulator {

/// Awards a goal kick, corner kick or kick-in against the team that last touched the ball when it
/// has left the field. A ball that was not touched stays out. While the ball is on the field,
/// stores its position for the next set play.
/// @return whether the ball is out
bool checkBallOut(SetPlayContext& context);

} // namespace sideline::simulator
