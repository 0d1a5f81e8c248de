#pragma once

#include <array>
#include <span>

#include "agentcore/robot/mujoco_robots.h"

namespace sideline::robot {

/// The mass distribution of a body in the server's MuJoCo model: x forward, y left, z
/// up.
struct MujocoInertia {
    std::array<double, 3> p_BodyComM;  ///< center of mass in the body's frame
    std::array<double, 4> turn;        ///< orientation of the principal axes, quaternion w, x, y, z
    std::array<double, 3> momentsKgM2; ///< moments about the principal axes
};

/// Returns a row per body of `mujocoRobotModel(robot)`.
///
/// Values: the models of the server's packages 0.1 to 0.2.1 (`body_ipos`, `body_iquat`,
/// `body_inertia` as compiled by MuJoCo), which are identical.
[[nodiscard]] std::span<const MujocoInertia> mujocoInertias(MujocoRobot robot);

} // namespace sideline::robot
