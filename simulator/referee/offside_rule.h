#pragma once

#include "simulator/referee/set_play.h"

namespace sideline::simulator {

/// A player is offside if it touches the ball next after a teammate and was nearer to the
/// opponents' goal line than the halfway line, the ball and the second-last opponent at the time of
/// the teammate's touch. There is no offside directly from a goal kick, corner kick or kick-in. The
/// opponents get an offside kick.
///
/// rcssserver3d 0.7.3 is compiled without this rule, so it is off by default
/// (`Rules::usesOffside`).
/// @return whether a player was offside
bool checkOffside(SetPlayContext& context);

} // namespace sideline::simulator
