#include "agentcore/robot/mujoco_meshes.h"

#include <algorithm>

namespace sideline::robot {

bool isMeshMirrored(const RobotModel& model, BodyId body, std::string_view mesh) {
    const auto joint = std::ranges::find(model.joints(), body, &Joint::child);
    const bool isRight = joint != model.joints().end() && joint->effector.starts_with('r');
    return isRight && (mesh.starts_with("AL") || mesh.find("eft") != mesh.npos);
}

} // namespace sideline::robot
