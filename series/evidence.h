#pragma once

#include <cstddef>
#include <map>
#include <optional>

namespace sideline::series {

/// The verdict of a sequential test on the first of two teams.
enum class Verdict { Open, Better, Worse };

/// A sequential test of whether one team scores more than the other, valid after every result: the
/// probability of a false alarm is at most alpha for any number of looks and any distribution of
/// results.
///
/// A result is a fraction of points between 0 and 1. For every mean m, a gambler bets on more than
/// m with a fraction c of the capital: each result x multiplies the capital by 1 + c (x / m - 1).
/// If the mean given the past is at most m, the capital does not grow on average, and by Ville's
/// inequality (1939) the probability that it ever grows k-fold is at most 1 / k. The capital is
/// spread evenly over all c from 0 to 1, and bets on less are made in the same way. Each side has
/// half of alpha: Better means that bets against 1/2 have grown (2 / alpha)-fold. The interval
/// consists of the means against which no bet has ever succeeded; the probability that it holds at
/// all times is at least 1 - alpha. Source: Waudby-Smith and Ramdas, "Estimating means of bounded
/// random variables by betting", J. R. Stat. Soc. B 86 (2024), sections 3 and 4.
class Evidence {
public:
    /// @param alpha maximum probability of a false alarm, between 0 and 1
    explicit Evidence(double alpha) : m_threshold(2.0 / alpha) {}

    /// @param result 0 to 1; the mean of both games if they were played with sides swapped
    void add(double result);

    [[nodiscard]] std::size_t count() const { return m_count; }
    /// Mean of the results; 1/2 for none.
    [[nodiscard]] double mean() const;
    /// Capital of a bet of 1 on a mean over `m`, between 0 and 1. 1 before the first result.
    [[nodiscard]] double forMoreThan(double m) const;
    /// Capital of a bet of 1 on a mean below `m`.
    [[nodiscard]] double forLessThan(double m) const;
    /// The factor by which bets must grow for a verdict.
    [[nodiscard]] double threshold() const { return m_threshold; }
    /// Lower confidence bound of the mean; 0 without results.
    [[nodiscard]] double least() const { return m_least; }
    /// Upper confidence bound of the mean; 1 without results.
    [[nodiscard]] double most() const { return m_most; }
    /// The verdict so far; final once it is not Open.
    [[nodiscard]] Verdict verdict() const { return m_verdict; }

private:
    std::map<double, std::size_t> m_results; ///< frequency of each distinct result
    std::size_t m_count = 0;
    double m_sum = 0.0;
    double m_threshold;
    double m_least = 0.0;
    double m_most = 1.0;
    Verdict m_verdict = Verdict::Open;
};

/// The difference in Elo points for an expected score: 400 log10(p / (1 - p)).
/// @param score 0 to 1; 0 and 1 yield minus and plus infinity
[[nodiscard]] double eloOf(double score);

} // namespace sideline::series
