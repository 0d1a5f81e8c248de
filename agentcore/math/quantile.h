#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace sideline::math {

/// A quantile by the nearest value, without interpolation; NaN if there are no values.
/// @param sorted in ascending order
[[nodiscard]] inline double quantileOf(std::span<const double> sorted, double fraction) {
    return sorted.empty() ? std::numeric_limits<double>::quiet_NaN()
                          : sorted[static_cast<std::size_t>(
                                std::lround(fraction * static_cast<double>(sorted.size() - 1)))];
}

/// The median; the upper of the two middle values if their number is even.
/// @param values in any order; not empty
[[nodiscard]] inline double medianOf(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

} // namespace sideline::math
