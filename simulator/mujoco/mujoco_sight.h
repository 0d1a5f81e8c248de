#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "simulator/mujoco/mujoco_world.h"

namespace sideline::simulator::mujoco {

/// Determines which objects hide a point from a camera; goals and the ground never do.
enum class Occluders : std::uint8_t {
    None,
    /// The objects that hide points in the server's branch `master` (June 2026). It limits its rays
    /// to a length of -1 m, by which MuJoCo skips all bodies that have a bounding volume, which are
    /// those that collide: only parts that are drawn but do not collide hide points. Our own
    /// descriptions of the robots have no such parts.
    AsServer,
    /// The ball and all robots, except the observing robot's own head.
    All,
};

/// A point that a camera looks at.
struct SightTarget {
    Eigen::Vector3d p_S = Eigen::Vector3d::Zero();
    RobotKey robot = 0;   ///< robot that the point belongs to; 0: none
    std::size_t site = 0; ///< index of the robot's site
    bool isBall = false;
};

/// Casts a ray from a camera to each point.
/// @param observer, camera the observing robot and its site
/// @return for each target whether a body other than its own is more than 5 cm in front of it
[[nodiscard]] std::vector<bool> hiddenTargets(const MujocoWorld& world, RobotKey observer,
                                              std::size_t camera,
                                              std::span<const SightTarget> targets,
                                              Occluders occluders);

} // namespace sideline::simulator::mujoco
