#pragma once

#include <string>

#include "agentcore/robot/robot_model.h"
#include "simulator/mujoco/robot_physics.h"

namespace sideline::simulator::mujoco {

/// Writes a robot as MJCF, MuJoCo's XML: in the axes of the server (x forward, y left, z up), the
/// torso as the first body of the world, three actuators per joint (`he1_tau`, `he1_pos`,
/// `he1_vel`) and the sensors of rcssservermj's robots (`torso_quat`, `q_hj1`, `dq_hj1`, ...).
/// Joints without an effector have no actuators; joints without a perceptor no sensors.
[[nodiscard]] std::string robotMjcf(const robot::RobotModel& model, const RobotPhysics& physics);

} // namespace sideline::simulator::mujoco
