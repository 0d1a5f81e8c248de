#pragma once

#include <algorithm>

namespace sideline::math {

/// Smooth transition from 0 to 1 with zero slope at both ends: 3 x^2 - 2 x^3.
/// @param fraction clamped to the range 0 to 1
[[nodiscard]] constexpr double smoothStep(double fraction) {
    const double x = std::clamp(fraction, 0.0, 1.0);
    return x * x * (3.0 - 2.0 * x);
}

} // namespace sideline::math
