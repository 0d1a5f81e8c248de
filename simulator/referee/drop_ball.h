#pragma once

#include <Eigen/Core>

#include "simulator/referee/set_play.h"

namespace sideline::simulator {

/// Continues play with the ball at `p_S` (frame S), or at the nearest position that is neither in a
/// penalty area nor beyond a sideline; both teams are moved to the free-kick distance, then every
/// player may touch it.
void dropBall(SetPlayContext& context, const Eigen::Vector3d& p_S);

} // namespace sideline::simulator
