#pragma once

#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// A robot as JSON, whole and exact: bodies, joints, perceptors, traits, in the order of the model
/// and in its units (m, rad, kg, N m). Angles and speeds without a limit are null. Equal models
/// give equal texts. Recorded sessions carry it, so that they can be read where the robot is not
/// known. Any thread.
[[nodiscard]] std::string describe(const RobotModel& model);

/// The robot that `describe` wrote; of a robot that the program knows, the one it has, so that
/// equal robots are one object. Any thread.
/// Errors: Malformed with what is wrong (no JSON, a field that is missing or of another kind, parts
/// that do not fit together), UnsupportedFormat for a newer version, LimitExceeded for more bodies
/// or joints than `kMaxBodies`, `kMaxJoints`.
[[nodiscard]] base::Expected<RobotModelPtr> readDescription(std::string_view text);

} // namespace sideline::robot
