#pragma once

#include <optional>
#include <span>

#include <Eigen/Core>

#include "agentcore/base/number_info.h"
#include "agentcore/motion/walk/walk_command.h"

namespace sideline::motion {

/// Parameters for approaching a point: turning and braking.
struct WalkToSettings {
    double farM = 0.6;
    double decelerationMps2 = 0.6;
    double farDecelerationMps2 = 0.0;
    double brakesWithinM = 0.5;
    double turnPerRad = 2.5;
    double maxMps = 2.0;
    double maxTurnRadPerS = 4.0;
    double nearM = 0.03;
    double nearRad = 0.06;
    double aroundMps2 = 1.0;
    double lookBackRad = 2.1;

    /// Name, unit, range and meaning of each parameter.
    [[nodiscard]] static std::span<const base::NumberInfo<WalkToSettings>> numbers();
};

/// The command that moves a robot toward a goal: far from the goal, the robot faces it; near the
/// goal, it also walks sideways or backward while it turns to the final heading. It brakes in order
/// to stop at the goal.
/// @param goal_R goal in the robot's frame: x forward, y left, m
/// @param headingRad final heading relative to the robot, positive to the left; if not set, any
/// @return zero velocity after arrival
[[nodiscard]] WalkCommand walkTo(const Eigen::Vector2d& goal_R, std::optional<double> headingRad,
                                 const WalkToSettings& settings = {});

/// An obstacle to avoid, in the robot's frame like the goal.
struct RoundObstacle {
    Eigen::Vector2d center_R = Eigen::Vector2d::Zero();
    double radiusM = 0.0; ///< clearance for the robot's center
};
/// The next point on the way to a goal around an obstacle: a point on the tangent on the shorter
/// side, or on the circle if the robot is inside it; the goal itself if the path is free.
[[nodiscard]] Eigen::Vector2d detourPoint(const Eigen::Vector2d& goal_R,
                                          const RoundObstacle& obstacle);

/// The command that moves a robot to a goal around an obstacle, like `walkTo`: near the obstacle
/// the robot gradually turns to the final heading, so that it does not need to turn at the end.
/// @param headingRad final heading at the goal, relative to the robot
[[nodiscard]] WalkCommand walkAround(const Eigen::Vector2d& goal_R, double headingRad,
                                     const RoundObstacle& obstacle,
                                     const WalkToSettings& settings = {});

} // namespace sideline::motion
