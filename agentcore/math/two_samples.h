#pragma once

#include <cstddef>
#include <span>

namespace sideline::math {

/// What a test of two samples says: how likely a statistic as far out as this one is if both
/// samples come from one distribution.
struct TwoSampleTest {
    double statistic = 0.0;
    double p = 1.0; ///< two-sided, 0 to 1
};

/// Mann-Whitney's rank-sum test (Mann and Whitney, 1947): is one sample larger than the other?
///
/// By the normal approximation with correction for ties and for continuity, good from 8 values a
/// side on. The statistic is U of the first sample, from 0 to the product of both counts; half of
/// that when nothing speaks for a difference.
/// @param first finite values in any order
/// @return `p` of 1 if either sample is empty or all values are equal. Any thread.
[[nodiscard]] TwoSampleTest mannWhitney(std::span<const double> first,
                                        std::span<const double> second);

/// Kolmogorov and Smirnov's test: do the samples differ in any way, place, spread or shape?
///
/// `p` is exact without ties, from counting the orders in which the values can come (Hodges, 1958);
/// with ties it is too large rather than too small. The statistic is the largest distance of the
/// two empirical distribution functions. Time in proportion to the product of the counts.
/// @param first finite values in any order
/// @return `p` of 1 if either sample is empty. Any thread.
[[nodiscard]] TwoSampleTest kolmogorovSmirnov(std::span<const double> first,
                                              std::span<const double> second);

/// How often something happened in a number of tries.
struct Share {
    std::size_t hits = 0;
    std::size_t tries = 0; ///< at least `hits`
};

/// Fisher's exact test of two shares (Fisher, 1922), two-sided: the sum of the probabilities of all
/// tables with these sums that are no likelier than this one. The statistic is the difference of
/// the shares. Any thread.
[[nodiscard]] TwoSampleTest fisherExact(const Share& first, const Share& second);

/// The smallest of several `p`, corrected for how many were looked at (Bonferroni): min(1, n p).
/// Below 0.05 something speaks for a difference, however many tests there were. 1 for none.
[[nodiscard]] double smallestCorrected(std::span<const double> p);

} // namespace sideline::math
