#pragma once

#include <string>

#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// Writes a robot in the Unified Robot Description Format for ROS, MuJoCo, PyBullet and similar
/// programs. Links are the bodies, with frames rotated so that x points forward, y left, z up, as
/// those programs expect; masses, inertias and shapes are unchanged. Capsules, which URDF lacks,
/// become a cylinder and two spheres. A universal joint becomes two joints with a massless link in
/// between. Joints without limits become continuous. `effort` is the motor's torque, `velocity` its
/// maximum speed. Any thread.
[[nodiscard]] std::string urdfText(const RobotModel& model);

} // namespace sideline::robot
