#pragma once

#include <algorithm>

namespace sideline::math {

/// From 0 to 1 without a jerk at either end: 3 x^2 - 2 x^3.
/// @param share is held between 0 and 1
[[nodiscard]] constexpr double smoothStep(double share) {
    const double x = std::clamp(share, 0.0, 1.0);
    return x * x * (3.0 - 2.0 * x);
}

} // namespace sideline::math
