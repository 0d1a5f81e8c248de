#pragma once

#include <span>

#include "agentcore/robot/robot_model.h"
#include "motions/edit/edits.h"

namespace sideline::keyframe {

/// An angle as people write it: degrees, rounded to 0.01.
[[nodiscard]] double roundedDeg(double angleRad);

/// The angles of a robot as a pose: joints that can be moved, rounded to 0.01 degrees.
/// @param anglesRad of the model's joints, in their order; what is missing is omitted
[[nodiscard]] PoseDeg poseDeg(const robot::RobotModel& model, std::span<const double> anglesRad);

} // namespace sideline::keyframe
