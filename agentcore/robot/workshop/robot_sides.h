#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// Returns whether a robot has a body or a joint with this name.
using NameExists = std::function<bool(std::string_view)>;

/// Returns the name of a body's or joint's counterpart on the other side. Names denote sides by
/// `left` and `right` (`leftthigh`, `Hip_Pitch_Left`), by an initial `l` or `r` (`rthigh`,
/// `r_calf_link`), or by a separate or capital letter (`hip_l`, `AL1`).
/// @return empty if the robot has no such counterpart
[[nodiscard]] std::string otherSideName(std::string_view name, const NameExists& exists);
/// Returns the counterpart of a robot's body, or none.
[[nodiscard]] BodyId otherSide(const RobotModel& model, BodyId body);

/// Returns the right side's name for a pattern: `*thigh`, `Hip_Pitch_*`, `A*1`, where `*`
/// represents the robot's form of `r` or `right`. Empty if no name matches.
[[nodiscard]] std::string rightSideName(std::string_view pattern, const NameExists& exists);

/// Returns a rotation axis mirrored between left and right.
[[nodiscard]] inline Eigen::Vector3d mirroredAxis(const Eigen::Vector3d& axis) {
    return {axis.x(), -axis.y(), -axis.z()};
}

} // namespace sideline::robot
