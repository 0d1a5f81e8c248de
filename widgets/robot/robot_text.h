#pragma once

#include <QString>

#include "agentcore/robot/robot_model.h"

namespace sideline::widgets {

/// Describes a sensor in words.
[[nodiscard]] QString sensorText(robot::PerceptorKind kind);
/// The limits of a joint: `-45 to 25°`; `from -45°`; `no limits`.
[[nodiscard]] QString rangeText(const robot::Joint& joint);
/// Describes a body in a few lines: mass, shape, inertia.
[[nodiscard]] QString bodySummary(const robot::RobotModel& model, robot::BodyId id);
/// Describes a joint in a few lines: the body it moves, range, speed, torque.
[[nodiscard]] QString jointSummary(const robot::RobotModel& model, robot::JointId id);
/// Number of bodies and joints of a robot, and its mass.
[[nodiscard]] QString robotSummary(const robot::RobotModel& model);

} // namespace sideline::widgets
