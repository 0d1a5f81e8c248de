#pragma once

#include <Eigen/Core>

#include "simulator/referee/set_play.h"

namespace sideline::simulator {

/// Play continues with the ball at `p_S` (frame S), or at the nearest place that is neither in a
/// penalty area nor beyond a sideline; both teams keep the free-kick distance, then anybody may
/// touch it.
void dropBall(SetPlayContext& context, const Eigen::Vector3d& p_S);

} // namespace sideline::simulator
