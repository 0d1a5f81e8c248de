#pragma once

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

} // namespace sideline::world
