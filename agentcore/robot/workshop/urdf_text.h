#pragma once

#include <string>

#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// A robot in the Unified Robot Description Format, for ROS, MuJoCo, PyBullet and the like. Links
/// are the bodies, in their frames turned so that x points forward, y to the left, z up, as those
/// programs expect; masses, inertias and shapes as ours. Capsules, which URDF lacks, become a
/// cylinder and two spheres. A universal joint becomes two joints with a massless link between
/// them. Stops that are missing make a joint continuous. Effort is the motor's torque, velocity its
/// highest speed. Any thread.
[[nodiscard]] std::string urdfText(const RobotModel& model);

} // namespace sideline::robot
