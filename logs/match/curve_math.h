#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sideline::logs {

/// Averages values and then differentiates them by time, in place. Neither averages nor derivatives
/// cross a break or a value that is NaN. The average is the mean of all values within half a width
/// before or after a time; the derivative is the central difference, one-sided at the ends of a
/// piece.
/// @param timesS ascending, one for each value
/// @param breaks 1 where a value does not continue the preceding one
/// @param averageS width of the window in seconds; 0: no average
/// @param derivative number of differentiations
/// @param isDirection angles in degrees, which are unwrapped at 180 degrees, and wrapped again
///     unless they are differentiated
void deriveCurve(std::span<const double> timesS, std::span<const std::uint8_t> breaks,
                 std::span<double> values, double averageS, int derivative, bool isDirection);

/// Returns the unit of a derivative, such as `m/s` for `m`.
/// @param times number of differentiations
[[nodiscard]] std::string derivedUnit(std::string_view unit, int times);

} // namespace sideline::logs
