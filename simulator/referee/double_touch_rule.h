#pragma once

#include "simulator/referee/set_play.h"

namespace sideline::simulator {

/// The taker of a set play may not touch the ball again before another player: an indirect free
/// kick for the other team. A kick may last 0.1 s.
/// @return whether the rule was broken
bool checkDoubleTouch(SetPlayContext& context);

} // namespace sideline::simulator
