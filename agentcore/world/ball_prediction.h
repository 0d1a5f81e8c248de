#pragma once

#include <optional>

#include <Eigen/Core>

#include "agentcore/world/agent_frame.h"

namespace sideline::world {

/// Predicted state of a ball. Field frame F.
struct BallPrediction {
    Eigen::Vector3d p_F = Eigen::Vector3d::Zero();
    Eigen::Vector3d velocity_FMps = Eigen::Vector3d::Zero();
    /// Covariance of position and velocity: m^2, m^2/s, m^2/s^2.
    Eigen::Matrix<double, 6, 6> covariance = Eigen::Matrix<double, 6, 6>::Zero();
    bool isFlying = false;
};

/// Predicts an untouched ball with the model of `field::ballFlight`: it rolls out, or flies,
/// bounces and rolls out. It comes to rest at `rest_F`.
///
/// @param ball must be known; `rest_F` determines its spin (after a bounce, a ball lands without
/// sliding)
/// @param seconds from now, limited to 0 to 60
/// Any thread; one microsecond for a ball on the ground, a few tens for a flying one.
[[nodiscard]] BallPrediction predictBall(const BallBelief& ball, double seconds);

/// Place and time at which a ball crosses a line on the ground. Field frame F.
struct BallCrossing {
    double inS = 0.0; ///< from now
    Eigen::Vector3d p_F = Eigen::Vector3d::Zero();
    Eigen::Vector3d velocity_FMps = Eigen::Vector3d::Zero();
    double alongSigmaM = 0.0; ///< standard deviation of the place along the line
};
/// Predicts an untouched ball, like `predictBall`, until its center crosses a line.
/// @param ball must be known
/// @param on_F a point on the line
/// @param normal_F unit normal of the line, pointing to the side from which the ball comes
/// @param longestS 0 to 60
/// @return not set if the ball starts beyond the line or does not reach it in time
/// Any thread; one microsecond per step of 20 ms, more for a flying ball.
[[nodiscard]] std::optional<BallCrossing> ballCrossing(const BallBelief& ball,
                                                       const Eigen::Vector2d& on_F,
                                                       const Eigen::Vector2d& normal_F,
                                                       double longestS);

} // namespace sideline::world
