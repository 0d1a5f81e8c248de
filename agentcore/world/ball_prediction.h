#pragma once

#include <optional>

#include <Eigen/Core>

#include "agentcore/world/agent_frame.h"

namespace sideline::world {

/// Where a ball will be. Field frame F.
struct BallPrediction {
    Eigen::Vector3d p_F = Eigen::Vector3d::Zero();
    Eigen::Vector3d velocity_FMps = Eigen::Vector3d::Zero();
    /// Of position, then velocity: m^2, m^2/s, m^2/s^2.
    Eigen::Matrix<double, 6, 6> covariance = Eigen::Matrix<double, 6, 6>::Zero();
    bool isFlying = false;
};

/// Where a ball will be that nobody touches, by the model of `field::ballFlight`: it rolls out, or
/// flies, bounces and then rolls out. In the end it lies still at `rest_F`.
///
/// @param ball known; `rest_F` reports whether it spins (a ball that has bounced lands without
/// sliding)
/// @param seconds from now, 0 to 60; beyond that it is where it is then
/// Any thread; a microsecond for a ball on the ground, some tens for one that flies.
[[nodiscard]] BallPrediction predictBall(const BallBelief& ball, double seconds);

/// Where and when a ball crosses a line on the ground. Field frame F.
struct BallCrossing {
    double inS = 0.0; ///< from now
    Eigen::Vector3d p_F = Eigen::Vector3d::Zero();
    Eigen::Vector3d velocity_FMps = Eigen::Vector3d::Zero();
    double alongSigmaM = 0.0; ///< one standard deviation of the place, along the line
};
/// Follows a ball that nobody touches, as `predictBall`, until its center crosses a line.
/// @param ball known
/// @param on_F a point of the line @param normal_F unit vector across it; the ball comes from the
///     side to which it points
/// @param longestS 0 to 60
/// @return nothing if it begins beyond the line, or does not come to it in time
/// Any thread; a microsecond per step of 20 ms, some more for a ball that flies.
[[nodiscard]] std::optional<BallCrossing> ballCrossing(const BallBelief& ball,
                                                       const Eigen::Vector2d& on_F,
                                                       const Eigen::Vector2d& normal_F,
                                                       double longestS);

} // namespace sideline::world
