#pragma once

#include <optional>
#include <span>

#include <Eigen/Core>

#include "agentcore/base/number_info.h"
#include "agentcore/motion/walk/walk_command.h"

namespace sideline::motion {

/// How a robot approaches a place: when it turns, when it brakes.
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

    /// Their parameters: name, unit, range and meaning of each.
    [[nodiscard]] static std::span<const base::NumberInfo<WalkToSettings>> numbers();
};

/// The command that brings a robot towards a place: far from it head first, near it sideways or
/// backward as well while it takes its final heading. Brakes so that it stops there.
/// @param goal_R place of the goal seen from the robot: x forward, y left, m
/// @param headingRad final heading relative to the robot, positive to the left; none: any
/// @return zero when it has arrived
[[nodiscard]] WalkCommand walkTo(const Eigen::Vector2d& goal_R, std::optional<double> headingRad,
                                 const WalkToSettings& settings = {});

/// An obstacle on its way, relative to the robot like the goal.
struct RoundObstacle {
    Eigen::Vector2d center_R = Eigen::Vector2d::Zero();
    double radiusM = 0.0; ///< for the robot's middle
};
/// The next point on the way to a goal around an obstacle: on the tangent of the shorter side, or
/// on the circle if the robot is inside it. The goal itself if the obstacle is not in the way.
[[nodiscard]] Eigen::Vector2d wayAround(const Eigen::Vector2d& goal_R,
                                        const RoundObstacle& obstacle);

/// The command that brings a robot around an obstacle to a place, like `walkTo`: near the obstacle
/// it turns to its final heading gradually on the way, so that it need not turn at the end.
/// @param headingRad final heading relative to the robot
[[nodiscard]] WalkCommand walkAround(const Eigen::Vector2d& goal_R, double headingRad,
                                     const RoundObstacle& obstacle,
                                     const WalkToSettings& settings = {});

} // namespace sideline::motion
