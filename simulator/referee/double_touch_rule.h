#pragma once

#include "simulator/referee/set_play.h"

namespace sideline::simulator {

/// The taker of a set play must not touch the ball again before another player does; otherwise the
/// other team gets an indirect free kick. A kick may last 0.1 s.
/// @return whether the rule was broken
bool checkDoubleTouch(SetPlayContext& context);

} // namespace sideline::simulator
