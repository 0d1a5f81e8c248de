#pragma once

#include <optional>

#include <Eigen/Core>

#include "agentcore/motion/walk/walk_command.h"

namespace sideline::motion {

/// How a robot approaches a place: when it turns, when it brakes.
struct WalkToSettings {
    double farM = 0.6; ///< from here on it turns to where it goes, and walks straight
    double decelerationMps2 = 0.6;
    double farDecelerationMps2 = 0.0; ///< if that is more, farther away than `brakesWithinM`
    double brakesWithinM = 0.5;
    double turnPerRad = 2.5; ///< turning speed per rad of error, 1/s
    double mostMps = 2.0;    ///< no walk is faster
    double mostTurnRadPerS = 4.0;
    double nearM = 0.03; ///< it has arrived
    double nearRad = 0.06;
};

/// The command that brings a robot towards a place: far from it head first, near it sideways or
/// backward as well while it takes its final heading. Brakes so that it stops there.
/// @param goal_R place of the goal seen from the robot: x forward, y left, m
/// @param headingRad wanted heading seen from the robot, positive to the left; none: any
/// @return zero when it has arrived
[[nodiscard]] WalkCommand walkTo(const Eigen::Vector2d& goal_R, std::optional<double> headingRad,
                                 const WalkToSettings& settings = {});

/// A thing that a robot should not touch on its way: seen from the robot, as the goal.
struct RoundObstacle {
    Eigen::Vector2d center_R = Eigen::Vector2d::Zero();
    double radiusM = 0.0; ///< for the robot's middle
};
/// Where to go first so as to reach a goal around an obstacle: a point on the tangent, on the
/// shorter side; on the circle, if the robot is inside it. The goal itself if nothing is in the
/// way.
[[nodiscard]] Eigen::Vector2d wayAround(const Eigen::Vector2d& goal_R,
                                        const RoundObstacle& obstacle);

/// The command that brings a robot around an obstacle to a place, like `walkTo`: near the obstacle
/// it takes its final heading little by little on the way, so that it need not turn at its end.
/// @param headingRad wanted heading at the goal, seen from the robot
[[nodiscard]] WalkCommand walkAround(const Eigen::Vector2d& goal_R, double headingRad,
                                     const RoundObstacle& obstacle,
                                     const WalkToSettings& settings = {});

} // namespace sideline::motion
