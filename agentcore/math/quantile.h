#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace sideline::math {

/// The value that a share of all, 0 to 1, does not exceed: the nearest one, without interpolation;
/// NaN if there is none.
/// @param sorted in ascending order
[[nodiscard]] inline double quantileOf(std::span<const double> sorted, double share) {
    return sorted.empty() ? std::numeric_limits<double>::quiet_NaN()
                          : sorted[static_cast<std::size_t>(
                                std::lround(share * static_cast<double>(sorted.size() - 1)))];
}

/// The value in the middle; the upper one of two.
/// @param values in any order, not empty
[[nodiscard]] inline double medianOf(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

} // namespace sideline::math
