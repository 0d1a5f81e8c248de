#include "series/evidence.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sideline::series {

namespace {

constexpr int kBets = 40;     // c = 1/80, 3/80, ..., 79/80
constexpr int kHalvings = 30; // bisection steps for a bound
constexpr double kMinMean = 1e-9;

// @param results frequency of each result
template <typename Of>
double capital(const std::map<double, std::size_t>& results, double m, const Of& of) {
    double sum = 0.0;
    for (int i = 0; i < kBets; ++i) {
        const double c = (i + 0.5) / kBets;
        double logarithm = 0.0;
        for (const auto& [result, count] : results) {
            logarithm += static_cast<double>(count) * std::log1p(c * (of(result) / m - 1.0));
        }
        sum += std::exp(logarithm);
    }
    return sum / kBets;
}

// Returns the m above `least` at which a decreasing function crosses a threshold, rounded down.
template <typename Falling>
double crossing(const Falling& falling, double threshold, double least) {
    if (falling(std::max(least, kMinMean)) < threshold) {
        return least;
    }
    double low = least;
    double high = 1.0;
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = 0.5 * (low + high);
        (falling(middle) >= threshold ? low : high) = middle;
    }
    return low;
}

} // namespace

double Evidence::forMoreThan(double m) const {
    return capital(m_results, m, [](double result) { return result; });
}

double Evidence::forLessThan(double m) const {
    return capital(m_results, 1.0 - m, [](double result) { return 1.0 - result; });
}

double Evidence::mean() const {
    return m_count == 0 ? 0.5 : m_sum / static_cast<double>(m_count);
}

void Evidence::add(double result) {
    ++m_results[result];
    ++m_count;
    m_sum += result;
    m_least = crossing([this](double m) { return forMoreThan(m); }, m_threshold, m_least);
    m_most = 1.0 -
             crossing([this](double m) { return forLessThan(1.0 - m); }, m_threshold, 1.0 - m_most);
    if (m_verdict == Verdict::Open) {
        m_verdict = forMoreThan(0.5) >= m_threshold   ? Verdict::Better
                    : forLessThan(0.5) >= m_threshold ? Verdict::Worse
                                                      : Verdict::Open;
    }
}

double eloOf(double score) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return score <= 0.0   ? -kInfinity
           : score >= 1.0 ? kInfinity
                          : 400.0 * std::log10(score / (1.0 - score));
}

} // namespace sideline::series
