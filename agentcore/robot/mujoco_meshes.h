#pragma once

#include <string_view>

#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// Returns whether a robot of rcssservermj shows a mesh mirrored at a body: bodies of the right
/// side use the meshes of the left side, unless these are symmetric.
/// @param mesh its file name, see `mujocoMesh`
[[nodiscard]] bool isMeshMirrored(const RobotModel& model, BodyId body, std::string_view mesh);

} // namespace sideline::robot
