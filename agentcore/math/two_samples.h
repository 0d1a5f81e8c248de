#pragma once

#include <cstddef>
#include <span>

namespace sideline::math {

/// Result of a two-sample test: the probability of a statistic at least as extreme if both samples
/// come from the same distribution.
struct TwoSampleTest {
    double statistic = 0.0;
    double p = 1.0; ///< two-sided, 0 to 1
};

/// Mann-Whitney rank-sum test (Mann and Whitney, 1947): is one sample larger than the other?
///
/// Uses the normal approximation with corrections for ties and continuity, accurate from 8 values
/// per sample. The statistic is U of the first sample, from 0 to the product of both counts; half
/// of that product if there is no difference.
/// @param first finite values in any order
/// @return `p` of 1 if either sample is empty or all values are equal. Any thread.
[[nodiscard]] TwoSampleTest mannWhitney(std::span<const double> first,
                                        std::span<const double> second);

/// Kolmogorov-Smirnov test: do the samples differ in location, spread or shape?
///
/// `p` is exact without ties, by counting the possible orders of values (Hodges, 1958); with ties
/// it is conservative. The statistic is the largest distance between the two empirical distribution
/// functions. Time is proportional to the product of the counts.
/// @param first finite values in any order
/// @return `p` of 1 if either sample is empty. Any thread.
[[nodiscard]] TwoSampleTest kolmogorovSmirnov(std::span<const double> first,
                                              std::span<const double> second);

/// Number of successes in a number of trials.
struct Proportion {
    std::size_t hits = 0;
    std::size_t tries = 0; ///< number of trials, at least `hits`
};

/// Fisher's exact test of two proportions (Fisher, 1922), two-sided: the sum of the probabilities
/// of all tables with the same margins that are at most as likely as the given one. The statistic
/// is the difference of the proportions. Any thread.
[[nodiscard]] TwoSampleTest fisherExact(const Proportion& first, const Proportion& second);

/// The smallest of several `p` values with Bonferroni correction: min(1, n p). A result below 0.05
/// indicates a difference regardless of the number of tests. 1 without values.
[[nodiscard]] double smallestCorrected(std::span<const double> p);

} // namespace sideline::math
