#pragma once

#include "simulator/referee/set_play.h"

namespace sideline::simulator {

/// Rules during play, in the server's order: permission to score after pass mode, double touches,
/// goals, ball out, offside. Stops at the first one that applies.
void updatePlayOn(SetPlayContext& context);

} // namespace sideline::simulator
