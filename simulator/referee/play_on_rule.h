#pragma once

#include "simulator/referee/set_play.h"

namespace sideline::simulator {

/// While the ball is in play, in the server's order: leave to score after a pass mode, double
/// touches, goals, balls that left the field, offside. The first that decides something ends it.
void updatePlayOn(SetPlayContext& context);

} // namespace sideline::simulator
