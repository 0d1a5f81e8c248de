#pragma once

#include <string>

#include "agentcore/robot/robot_model.h"

namespace sideline::robot::rsg {

/// A robot as one scene file that rcssserver3d and `readRobotScene` load, without files to import.
///
/// Read back it is the same robot but for its name, its scene path, and rounding below 1e-9:
/// bodies, joints, perceptors, surfaces. Two things a model does not hold are not in the file:
/// which joints the server freezes when limbs of the robot overlap, and pictures (meshes); bodies
/// are drawn as their shapes. Any thread.
///
/// @param robotType what the server's `AgentState` says of the robot's type, 0 and up
[[nodiscard]] std::string sceneText(const RobotModel& model, int robotType = 0);

} // namespace sideline::robot::rsg
