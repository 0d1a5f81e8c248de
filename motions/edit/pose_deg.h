#pragma once

#include <span>

#include "agentcore/robot/robot_model.h"
#include "motions/edit/edits.h"

namespace sideline::keyframe {

/// Converts an angle to degrees, rounded to 0.01.
[[nodiscard]] double roundedDeg(double angleRad);

/// Converts a robot's angles to a pose: movable joints, rounded to 0.01 degrees.
/// @param anglesRad one per joint of the model; missing ones are omitted
[[nodiscard]] PoseDeg poseDeg(const robot::RobotModel& model, std::span<const double> anglesRad);

} // namespace sideline::keyframe
