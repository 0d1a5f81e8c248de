#pragma once

#include <optional>
#include <string_view>

#include <Eigen/Core>

#include "agentcore/behavior/behavior.h"
#include "agentcore/math/pose.h"
#include "agentcore/motion/walk/walk_to.h"
#include "agentcore/planning/path/path_planner.h"

namespace sideline::behavior {

/// A place seen from the robot: x forward, y left, m.
/// @param X_FT of the torso
[[nodiscard]] Eigen::Vector2d fromRobot(const math::Pose& X_FT, const Eigen::Vector2d& p_F);

/// A place on the ground, for drawings.
[[nodiscard]] Eigen::Vector3d onGround_S(const world::AgentFrame& frame,
                                         const Eigen::Vector2d& p_F);

/// A point on a path a little ahead of the robot, put as far away as the path is long: who walks to
/// it goes along the path and does not brake at its bends. Seen from the robot, m.
[[nodiscard]] Eigen::Vector2d aheadOnPath(const planning::Path& path, const math::Pose& X_FT);

/// The command that brings a robot along a path that begins where it is.
/// @param headingRad in which it should stand at its end, F; none: any
/// @return zero when it has arrived
[[nodiscard]] motion::WalkCommand walkAlong(const planning::Path& path, const math::Pose& X_FT,
                                            std::optional<double> headingRad,
                                            const motion::WalkToSettings& settings = {});

/// Draws a path on the ground.
/// @param set at most 15 letters, so that it allocates nothing
void drawPath(const world::AgentFrame& frame, const planning::Path& path, std::string_view set,
              ActionRequest& request);

} // namespace sideline::behavior
