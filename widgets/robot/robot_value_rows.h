#pragma once

#include "agentcore/robot/ids.h"
#include "widgets/robot/robot_value_form.h"

namespace sideline::widgets {

/// Whether a body collides, and properties of its surface.
void addSurfaceRows(RobotValueForm& form, robot::BodyId body);
/// Limits, motor, axis and anchor of a joint.
void addJointRows(RobotValueForm& form, robot::JointId joint);
/// The robot's vision.
void addVisionRows(RobotValueForm& form);

} // namespace sideline::widgets
