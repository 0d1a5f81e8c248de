#pragma once

#include "simulator/referee/set_play.h"

namespace sideline::simulator {

/// A player is offside who touches the ball next after a teammate, and who was nearer to the
/// opponent's goal line than the halfway line, the ball and the second-last opponent when the
/// teammate touched it. Not straight from goal kicks, corner kicks and kick-ins. The opponents get
/// an offside kick.
///
/// rcssserver3d 0.7.3 has the rule compiled out, so it is off by default (`Rules::usesOffside`).
/// @return whether somebody was offside
bool checkOffside(SetPlayContext& context);

} // namespace sideline::simulator
