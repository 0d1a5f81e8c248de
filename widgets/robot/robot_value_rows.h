#pragma once

#include "agentcore/robot/ids.h"
#include "widgets/robot/robot_value_form.h"

namespace sideline::widgets {

/// Whether a body collides, and what its surface does where it does.
void addSurfaceRows(RobotValueForm& form, robot::BodyId body);
/// Stops, motor, axis and anchor of a joint.
void addJointRows(RobotValueForm& form, robot::JointId joint);
/// How the robot sees.
void addVisionRows(RobotValueForm& form);

} // namespace sideline::widgets
