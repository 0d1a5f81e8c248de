#pragma once

#include <string>
#include <vector>

#include "motions/resolve.h"

namespace sideline::keyframe {

/// Adds a robot's joint angles at the given time; ignores a sample that is not later than the last.
/// @param anglesRad one per joint of the samples
void addSample(JointSamples& samples, double timeS, std::vector<double> anglesRad);

/// Converts samples of all joints of a robot to samples of those that a motion can move: joints
/// with an effector, by their names (`RobotModel::jointName`).
/// @param samples one angle per joint of the model; their names are replaced
[[nodiscard]] JointSamples movableOnly(JointSamples samples, const robot::RobotModel& model);

/// Describes, for display, the joints of a robot that no recording contains because they have no
/// effector. Joints without a name are named after the body that they move. Empty if there are
/// none.
[[nodiscard]] std::string immovableNote(const robot::RobotModel& model);

/// Describes a limitation of samples for display: that they are far apart. Empty if there is none.
[[nodiscard]] std::string gapNote(const JointSamples& samples);

} // namespace sideline::keyframe
