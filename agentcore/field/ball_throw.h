#pragma once

#include <Eigen/Core>

namespace sideline::field {

/// The velocity with which a ball must leave `p_S` to come to rest at `target_S`, according to the
/// model of `ballFlight`.
///
/// @param p_S center of the ball, m
/// @param target_S target, m; its height is ignored
/// @param elevationRad elevation of the throw, 0 (rolling) to 1.4
/// @return m/s; zero for a target within one centimeter. Limited to `kMaxThrowMps`, so more distant
/// targets are not reached.
/// Any thread; takes about a millisecond.
[[nodiscard]] Eigen::Vector3d throwVelocity_SMps(const Eigen::Vector3d& p_S,
                                                 const Eigen::Vector3d& target_S,
                                                 double elevationRad);

inline constexpr double kMaxThrowMps = 50.0;

} // namespace sideline::field
