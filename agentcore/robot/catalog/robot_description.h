#pragma once

#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// Describes a robot completely and exactly as JSON: bodies, joints, perceptors, traits, in the
/// order of the model and in its units (m, rad, kg, N m). Angles and speeds without a limit are
/// null. Equal models give equal text. Recorded sessions contain the description, so that they can
/// be read without the robot's files. Any thread.
[[nodiscard]] std::string describe(const RobotModel& model);

/// Reads a robot written by `describe`; for a built-in robot, returns the existing object, so that
/// equal robots are identical. Any thread.
/// Errors: Malformed with the fault (invalid JSON, a missing field or one of the wrong type,
/// inconsistent parts), UnsupportedFormat for a newer version, LimitExceeded for more bodies or
/// joints than `kMaxBodies`, `kMaxJoints`.
[[nodiscard]] base::Expected<RobotModelPtr> readDescription(std::string_view text);

} // namespace sideline::robot
