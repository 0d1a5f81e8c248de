#pragma once

#include <vector>

#include <Eigen/Core>

namespace sideline::field {

/// Where a ball is at a moment after it was thrown.
struct BallPathPoint {
    double timeS = 0.0;
    Eigen::Vector3d p_S = Eigen::Vector3d::Zero(); ///< center of the ball, m
};

/// The way of a thrown ball. The points are a cycle (20 ms) apart and begin with the throw.
struct BallPath {
    std::vector<BallPathPoint> points; ///< empty if the throw has a number that is not finite
    bool comesToRest = false;          ///< false: it still moves at the last point
    double highestM = 0.0;             ///< highest point of the center
};

/// Center of a ball that lies still: its contact is a soft one, it sinks in a little. m
inline constexpr double kBallRestHeightM = 0.04127;
/// What a rolling ball keeps of its speed in a step of 20 ms.
inline constexpr double kBallRollShare = 0.978983;
/// What a flying ball keeps of its speed in a step of 20 ms.
inline constexpr double kBallFlightShare = 0.992308;

/// How a ball moves, in any frame with z upwards from the ground.
struct BallMotion {
    Eigen::Vector3d p = Eigen::Vector3d::Zero();    ///< center, m
    Eigen::Vector3d vMps = Eigen::Vector3d::Zero(); ///< of the center
    /// Speed of the surface at the ground due to spin: `-vMps` for a ball that rolls.
    Eigen::Vector2d rimMps = Eigen::Vector2d::Zero();
};

/// Lets a ball move for one step of the engine, 20 ms, by the model of `ballFlight`.
/// @return whether it touched the ground in it
bool stepBall(BallMotion& ball);

/// Where a ball goes that the trainer places and throws.
///
/// The model of rcssserver3d 0.7.x: gravity, drag on speed and spin, and the contact of ball and
/// ground with bounce, sliding and rolling, in the steps of its engine (ODE). The ground is
/// endless: no robot, goal or wall is in the way, and the ball begins without spin.
/// Source: `ball.rsg`, contact parameters of ball and ground, measured throws on the real server.
/// @param p_S center of the ball, m; below the ground it counts as lying on it
/// @param velocity_SMps m/s; of more than 200 m/s the rest is cut off
/// @param longestS the path ends then, if the ball is not at rest before; 0 to 120 s
/// Any thread.
[[nodiscard]] BallPath ballFlight(const Eigen::Vector3d& p_S, const Eigen::Vector3d& velocity_SMps,
                                  double longestS = 30.0);

} // namespace sideline::field
