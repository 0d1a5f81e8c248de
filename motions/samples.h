#pragma once

#include <string>
#include <vector>

#include "motions/resolve.h"

namespace sideline::keyframe {

/// Adds what a robot's joints were at a time; one that is not after the last is ignored.
/// @param anglesRad one per joint of the samples
void addSample(JointSamples& samples, double timeS, std::vector<double> anglesRad);

/// What samples leave open, for display: that they are far apart. Empty if nothing.
[[nodiscard]] std::string gapNote(const JointSamples& samples);

} // namespace sideline::keyframe
