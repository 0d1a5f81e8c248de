#pragma once

#include <cstddef>
#include <map>
#include <optional>

namespace sideline::series {

/// What a sequential test says of the first of two teams.
enum class Verdict { Open, Better, Worse };

/// A sequential test of whether one team scores more than the other, to be looked at after every
/// result: it raises a false alarm with a probability of at most alpha however often it is looked
/// at, whatever the distribution of results.
///
/// A result is a share of points between 0 and 1. For every mean m, somebody who bets on more than
/// m with a share c of its capital has after each result x the (1 + c (x / m - 1))-fold of it; if
/// the mean given the past is m or less, that is no gain on the average, and by Ville's inequality
/// (1939) the capital ever grows to the k-fold with a probability of at most 1 / k. Here the
/// capital is spread evenly over all c from 0 to 1, and likewise over bets on less. At half of
/// alpha on either side: better once bets against 1/2 have grown to the 2 / alpha-fold. Means
/// against which no such bet has ever succeeded form the interval; all of them are right at once,
/// with a probability of at least 1 - alpha. Source: Waudby-Smith and Ramdas, "Estimating means of
/// bounded random variables by betting", J. R. Stat. Soc. B 86 (2024), sections 3 and 4.
class Evidence {
public:
    /// @param alpha highest probability of a false alarm, between 0 and 1
    explicit Evidence(double alpha) : m_threshold(2.0 / alpha) {}

    /// @param result 0 to 1; the mean of two games if sides were swapped between them
    void add(double result);

    [[nodiscard]] std::size_t count() const { return m_count; }
    /// Mean of the results; 1/2 for none.
    [[nodiscard]] double mean() const;
    /// Capital of a bet of 1 on a mean over `m`, between 0 and 1. 1 before the first result.
    [[nodiscard]] double forMoreThan(double m) const;
    /// Capital of a bet of 1 on a mean below `m`.
    [[nodiscard]] double forLessThan(double m) const;
    /// By which factor bets have to grow.
    [[nodiscard]] double threshold() const { return m_threshold; }
    /// The mean is not below this; 0 if nothing is known.
    [[nodiscard]] double least() const { return m_least; }
    /// The mean is not above this; 1 if nothing is known.
    [[nodiscard]] double most() const { return m_most; }
    /// Does not change any more once it is not Open.
    [[nodiscard]] Verdict verdict() const { return m_verdict; }

private:
    std::map<double, std::size_t> m_results; ///< how often each came: there are few
    std::size_t m_count = 0;
    double m_sum = 0.0;
    double m_threshold;
    double m_least = 0.0;
    double m_most = 1.0;
    Verdict m_verdict = Verdict::Open;
};

/// Difference in Elo points that an expected score means: 400 log10(p / (1 - p)).
/// @param score 0 to 1, which give minus and plus infinity
[[nodiscard]] double eloOf(double score);

} // namespace sideline::series
