#pragma once

#include <cmath>

namespace sideline::simulator::mujoco {

/// Cuts off decimals, such as all beyond the second for a `factor` of 100.
inline double truncated(double value, double factor = 100.0) {
    return std::trunc(value * factor) / factor;
}

} // namespace sideline::simulator::mujoco
