#pragma once

#include <QString>

#include "agentcore/robot/robot_model.h"

namespace sideline::widgets {

/// What a sensor is, in words.
[[nodiscard]] QString sensorText(robot::PerceptorKind kind);
/// The stops of a joint: `-45 to 25°`; `from -45°`; `no stops`.
[[nodiscard]] QString rangeText(const robot::Joint& joint);
/// A body in some lines: mass, shape, inertia.
[[nodiscard]] QString bodySummary(const robot::RobotModel& model, robot::BodyId id);
/// A joint in some lines: what it turns, range, speed, torque.
[[nodiscard]] QString jointSummary(const robot::RobotModel& model, robot::JointId id);
/// How many bodies and joints a robot has, and its mass.
[[nodiscard]] QString robotSummary(const robot::RobotModel& model);

} // namespace sideline::widgets
