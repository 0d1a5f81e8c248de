#pragma once

#include <optional>
#include <string_view>

#include <Eigen/Core>

#include "agentcore/behavior/behavior.h"
#include "agentcore/math/pose.h"
#include "agentcore/motion/walk/walk_to.h"
#include "agentcore/planning/path/path_planner.h"

namespace sideline::behavior {

/// Returns the position of a place relative to the robot: x forward, y left, m.
/// @param X_FT of the torso
[[nodiscard]] Eigen::Vector2d fromRobot(const math::Pose& X_FT, const Eigen::Vector2d& p_F);

/// A place on the ground, for drawings.
[[nodiscard]] Eigen::Vector3d onGround_S(const world::AgentFrame& frame,
                                         const Eigen::Vector2d& p_F);

/// A point in the direction of the path ahead of the robot, at a distance equal to the length of
/// the path: walking to it follows the path without braking at bends. Relative to the robot, m.
/// @param lookAheadM the direction is that to the point at this distance along the path; above 0
[[nodiscard]] Eigen::Vector2d aheadOnPath(const planning::Path& path, const math::Pose& X_FT,
                                          double lookAheadM);

/// The walk command for following a path that starts at the robot.
/// @param headingRad heading at the end of the path, F; if not set, any
/// @param lookAheadM as for `aheadOnPath`
/// @return zero when the robot has arrived
[[nodiscard]] motion::WalkCommand walkAlong(const planning::Path& path, const math::Pose& X_FT,
                                            std::optional<double> headingRad,
                                            const motion::WalkToSettings& settings,
                                            double lookAheadM);

/// Draws a path on the ground.
/// @param set at most 15 letters, so that it allocates nothing
void drawPath(const world::AgentFrame& frame, const planning::Path& path, std::string_view set,
              ActionRequest& request);

} // namespace sideline::behavior
