#include "agentcore/math/two_samples.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "agentcore/base/assert.h"

namespace sideline::math {

namespace {

std::vector<double> sorted(std::span<const double> values) {
    std::vector<double> result(values.begin(), values.end());
    std::ranges::sort(result);
    return result;
}

// Logarithm of the binomial coefficient n over k.
double logChoose(std::size_t n, std::size_t k) {
    const auto logFactorial = [](std::size_t i) {
        return std::lgamma(static_cast<double>(i) + 1.0);
    };
    return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

} // namespace

TwoSampleTest mannWhitney(std::span<const double> first, std::span<const double> second) {
    struct Value {
        double value;
        bool isOfFirst;
    };
    std::vector<Value> values;
    for (const double value : first) {
        values.push_back({value, true});
    }
    for (const double value : second) {
        values.push_back({value, false});
    }
    std::ranges::sort(values, {}, &Value::value);
    double rankSum = 0.0;
    double tied = 0.0;
    for (std::size_t begin = 0; begin < values.size();) {
        std::size_t end = begin;
        while (end < values.size() && values[end].value == values[begin].value) {
            ++end;
        }
        const auto count = static_cast<double>(end - begin);
        const double rank =
            (static_cast<double>(begin + end) + 1.0) / 2.0; // mean rank of the tied values
        for (std::size_t i = begin; i < end; ++i) {
            rankSum += values[i].isOfFirst ? rank : 0.0;
        }
        tied += count * count * count - count;
        begin = end;
    }
    const auto n = static_cast<double>(first.size());
    const auto m = static_cast<double>(second.size());
    const double all = n + m;
    TwoSampleTest test;
    test.statistic = rankSum - n * (n + 1.0) / 2.0;
    if (first.empty() || second.empty()) {
        return test;
    }
    const double variance = n * m / 12.0 * (all + 1.0 - tied / (all * (all - 1.0)));
    if (variance <= 0.0) {
        return test;
    }
    const double distance = std::max(0.0, std::abs(test.statistic - n * m / 2.0) - 0.5);
    test.p = std::min(1.0, std::erfc(distance / std::sqrt(variance) / std::numbers::sqrt2));
    return test;
}

// Orders of n values of one sample and m of the other are lattice paths. Paths that stay closer to
// the diagonal than that of the samples are counted, for the complement of p.
TwoSampleTest kolmogorovSmirnov(std::span<const double> first, std::span<const double> second) {
    const std::vector<double> a = sorted(first);
    const std::vector<double> b = sorted(second);
    const std::size_t n = a.size();
    const std::size_t m = b.size();
    if (n == 0 || m == 0) {
        return {};
    }
    // |i / n - j / m| times n m, in integers and thus without rounding
    const auto diagonalDistance = [&](std::size_t i, std::size_t j) {
        return i * m > j * n ? i * m - j * n : j * n - i * m;
    };
    std::size_t farthest = 0;
    for (std::size_t i = 0, j = 0; i < n && j < m;) {
        const double value = std::min(a[i], b[j]);
        while (i < n && a[i] == value) {
            ++i;
        }
        while (j < m && b[j] == value) {
            ++j;
        }
        farthest = std::max(farthest, diagonalDistance(i, j));
    }
    TwoSampleTest test;
    test.statistic = static_cast<double>(farthest) / static_cast<double>(n * m);
    // fraction[j]: probability of the paths to (i, j) that stay closer
    std::vector<double> fraction(m + 1, 0.0);
    for (std::size_t i = 0; i <= n; ++i) {
        for (std::size_t j = 0; j <= m; ++j) {
            if (i == 0 && j == 0) {
                fraction[0] = farthest > 0 ? 1.0 : 0.0;
            } else if (diagonalDistance(i, j) >= farthest) {
                fraction[j] = 0.0;
            } else {
                const auto steps = static_cast<double>(i + j);
                const double down = i > 0 ? fraction[j] * static_cast<double>(i) / steps : 0.0;
                const double right = j > 0 ? fraction[j - 1] * static_cast<double>(j) / steps : 0.0;
                fraction[j] = down + right;
            }
        }
    }
    test.p = std::clamp(1.0 - fraction[m], 0.0, 1.0);
    return test;
}

TwoSampleTest fisherExact(const Proportion& first, const Proportion& second) {
    SIDELINE_ASSERT(first.hits <= first.tries && second.hits <= second.tries);
    TwoSampleTest test;
    if (first.tries == 0 || second.tries == 0) {
        return test;
    }
    const std::size_t hits = first.hits + second.hits;
    const std::size_t tries = first.tries + second.tries;
    const auto logProbability = [&](std::size_t ofFirst) {
        return logChoose(first.tries, ofFirst) + logChoose(second.tries, hits - ofFirst) -
               logChoose(tries, hits);
    };
    constexpr double kRounding = 1e-7; // relative tolerance for tables of equal probability
    const double observed = logProbability(first.hits);
    double sum = 0.0;
    const std::size_t least = hits > second.tries ? hits - second.tries : 0;
    for (std::size_t k = least; k <= std::min(hits, first.tries); ++k) {
        const double each = logProbability(k);
        sum += each <= observed + kRounding ? std::exp(each) : 0.0;
    }
    test.statistic = static_cast<double>(first.hits) / static_cast<double>(first.tries) -
                     static_cast<double>(second.hits) / static_cast<double>(second.tries);
    test.p = std::min(1.0, sum);
    return test;
}

double smallestCorrected(std::span<const double> p) {
    if (p.empty()) {
        return 1.0;
    }
    return std::min(1.0, *std::ranges::min_element(p) * static_cast<double>(p.size()));
}

} // namespace sideline::math
