#pragma once

#include <vector>

#include "motions/resolve.h"

namespace sideline::motions {

/// Adds what a robot's joints were at a time; one that is not after the last is passed over.
/// @param anglesRad one per joint of the samples
void addSample(JointSamples& samples, double timeS, std::vector<double> anglesRad);

} // namespace sideline::motions
