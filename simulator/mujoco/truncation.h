#pragma once

#include <cmath>

#include "agentcore/math/angles.h"

namespace sideline::simulator::mujoco {

/// Converts to degrees as numpy does, to the last bit.
inline double numpyDegrees(double angleRad) {
    return angleRad * (180.0 / math::kPi);
}

/// Cuts off decimals, such as all beyond the second for a `factor` of 100.
inline double truncated(double value, double factor = 100.0) {
    return std::trunc(value * factor) / factor;
}

} // namespace sideline::simulator::mujoco
