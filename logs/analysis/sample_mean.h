#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace sideline::logs {

/// The mean of a statistic over several matches, and how far it may be from the mean over
/// infinitely many. Reports of series and the panel *Matches* show mean ± standard error.
struct SampleMean {
    int count = 0;
    double mean = std::numeric_limits<double>::quiet_NaN(); ///< NaN without values
    /// Standard error of the mean: the standard deviation of the values (with n - 1) divided by the
    /// square root of their count. NaN for fewer than two values.
    double error = std::numeric_limits<double>::quiet_NaN();
};

/// Computes the mean of finite values.
[[nodiscard]] inline SampleMean sampleMeanOf(const std::vector<double>& values) {
    SampleMean result;
    result.count = static_cast<int>(values.size());
    if (values.empty()) {
        return result;
    }
    double sum = 0.0;
    for (const double value : values) {
        sum += value;
    }
    result.mean = sum / result.count;
    double squares = 0.0;
    for (const double value : values) {
        squares += (value - result.mean) * (value - result.mean);
    }
    if (result.count > 1) {
        result.error = std::sqrt(squares / (result.count - 1.0) / result.count);
    }
    return result;
}

/// Returns the number of decimals at which the mean is rounded to two digits of its standard error;
/// none if the error is 0, or only due to rounding.
[[nodiscard]] inline std::optional<int> decimalsOf(const SampleMean& mean) {
    constexpr double kRounding = 1e-9; // relative rounding error in the sum of a constant statistic
    if (!std::isfinite(mean.error) || mean.error <= kRounding * (1.0 + std::abs(mean.mean))) {
        return std::nullopt;
    }
    return std::max(0, 1 - static_cast<int>(std::floor(std::log10(mean.error))));
}

} // namespace sideline::logs
