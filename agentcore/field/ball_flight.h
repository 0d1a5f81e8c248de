#pragma once

#include <vector>

#include <Eigen/Core>

namespace sideline::field {

/// Position of a thrown ball at one time.
struct BallPathPoint {
    double timeS = 0.0;
    Eigen::Vector3d p_S = Eigen::Vector3d::Zero(); ///< center of the ball, m
};

/// Path of a thrown ball, sampled every cycle (20 ms) starting with the throw.
struct BallPath {
    std::vector<BallPathPoint> points; ///< empty if an input is not finite
    bool comesToRest = false;          ///< if false, the ball still moves at the last point
    double highestM = 0.0;             ///< highest point of the center
};

/// Height of the center of a resting ball, which sinks into the soft contact, m.
inline constexpr double kBallRestHeightM = 0.04127;
/// Fraction of its speed that a rolling ball keeps in one step (20 ms).
inline constexpr double kBallRollRatio = 0.978983;
/// Fraction of its speed that a flying ball keeps in one step (20 ms).
inline constexpr double kBallFlightRatio = 0.992308;

/// Motion state of a ball in any frame with z upward from the ground.
struct BallMotion {
    Eigen::Vector3d p = Eigen::Vector3d::Zero();    ///< center, m
    Eigen::Vector3d vMps = Eigen::Vector3d::Zero(); ///< velocity of the center
    /// Velocity of the ball's surface at the ground due to spin: `-vMps` for a rolling ball.
    Eigen::Vector2d rimMps = Eigen::Vector2d::Zero();
};

/// Advances a ball by one physics step, 20 ms, with the model of `ballFlight`.
/// @return whether it touched the ground during the step
bool stepBall(BallMotion& ball);

/// Predicts the path of a ball that the trainer places and throws.
///
/// The model of rcssserver3d 0.7.x: gravity, drag on velocity and spin, and ground contact with
/// bounce, sliding and rolling, in the time steps of its engine (ODE). The ground is infinite,
/// without robots, goals or walls; the ball starts without spin. Source: `ball.rsg`, contact
/// parameters of ball and ground, throws measured on the real server.
/// @param p_S center of the ball, m; a point below the ground is raised to the resting height
/// @param velocity_SMps m/s; limited to 200 m/s
/// @param longestS maximum duration of the path if the ball does not come to rest; 0 to 120 s
/// Any thread.
[[nodiscard]] BallPath ballFlight(const Eigen::Vector3d& p_S, const Eigen::Vector3d& velocity_SMps,
                                  double longestS = 30.0);

} // namespace sideline::field
