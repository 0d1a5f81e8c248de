#pragma once

#include <cmath>
#include <numbers>

namespace sideline::math {

inline constexpr double kPi = std::numbers::pi;

/// Degrees to radians.
[[nodiscard]] constexpr double radFromDeg(double angleDeg) {
    return angleDeg * (kPi / 180.0);
}

/// Radians to degrees.
[[nodiscard]] constexpr double degFromRad(double angleRad) {
    return angleRad * (180.0 / kPi);
}

/// The equivalent angle in the range (-pi, pi].
[[nodiscard]] inline double wrapRad(double angleRad) {
    if (angleRad > -kPi && angleRad < kPi) {
        return angleRad;
    }
    const double wrapped = std::remainder(angleRad, 2.0 * kPi);
    return wrapped <= -kPi ? wrapped + 2.0 * kPi : wrapped;
}

[[nodiscard]] constexpr double square(double x) {
    return x * x;
}

} // namespace sideline::math
