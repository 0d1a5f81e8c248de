#pragma once

#include <string>

#include "agentcore/robot/robot_model.h"

namespace sideline::robot::rsg {

/// Writes a robot as a single scene file that rcssserver3d and `readRobotScene` load.
///
/// Reading it gives the same bodies, joints, perceptors and surfaces, apart from name, scene path
/// and rounding below 1e-9. Two properties that a model does not have are not in the file: the
/// joints that the server freezes when limbs of the robot overlap, and meshes; bodies are drawn as
/// their shapes. Any thread.
///
/// @param robotType robot type of the server's `AgentState`, 0 and up
[[nodiscard]] std::string sceneText(const RobotModel& model, int robotType = 0);

} // namespace sideline::robot::rsg
