#pragma once

#include <string>
#include <vector>

#include "motions/resolve.h"

namespace sideline::keyframe {

/// Adds a robot's joint angles at a time; ignores a sample that is not later than the last.
/// @param anglesRad one per joint of the samples
void addSample(JointSamples& samples, double timeS, std::vector<double> anglesRad);

/// Describes a limitation of samples for display: that they are far apart. Empty if there is none.
[[nodiscard]] std::string gapNote(const JointSamples& samples);

} // namespace sideline::keyframe
