#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// Says whether a robot has a body or a joint of this name.
using NameExists = std::function<bool(std::string_view)>;

/// What the counterpart of a body or joint on the robot's other side is called. Names tell sides
/// with `left` and `right` (`leftthigh`, `Hip_Pitch_Left`), with a first `l` or `r` (`rthigh`,
/// `r_calf_link`), or with a letter that stands alone or is a capital (`hip_l`, `AL1`).
/// @return empty where the robot has no such counterpart
[[nodiscard]] std::string otherSideName(std::string_view name, const NameExists& exists);
/// The same for a body of a robot; none without a counterpart.
[[nodiscard]] BodyId otherSide(const RobotModel& model, BodyId body);

/// The name of the right side that a pattern means: `*thigh`, `Hip_Pitch_*`, `A*1`, where `*`
/// stands for `r` or `right` as the robot writes it. Empty if it has none that fits.
[[nodiscard]] std::string rightSideName(std::string_view pattern, const NameExists& exists);

/// A direction about which something turns, seen in a mirror between left and right.
[[nodiscard]] inline Eigen::Vector3d mirroredAxis(const Eigen::Vector3d& axis) {
    return {axis.x(), -axis.y(), -axis.z()};
}

} // namespace sideline::robot
