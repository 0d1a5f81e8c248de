#pragma once

#include <Eigen/Core>

namespace sideline::field {

/// The velocity with which a ball has to leave `p_S` in order to come to rest at `target_S`, as far
/// as the model of `ballFlight` goes.
///
/// @param p_S center of the ball, m
/// @param target_S its height does not matter
/// @param elevationRad of the throw above the ground, 0 (it rolls) to 1.4
/// @return m/s; zero for a target within a centimeter. No throw is faster than `kFastestThrowMps`:
/// a target that is farther away is not reached.
/// Any thread; takes about a millisecond.
[[nodiscard]] Eigen::Vector3d throwVelocity_SMps(const Eigen::Vector3d& p_S,
                                                 const Eigen::Vector3d& target_S,
                                                 double elevationRad);

inline constexpr double kFastestThrowMps = 50.0;

} // namespace sideline::field
