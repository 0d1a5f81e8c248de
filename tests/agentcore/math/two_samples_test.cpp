#include "agentcore/math/two_samples.h"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace sideline::math {
namespace {

using Values = std::vector<double>;

// Expected values not counted by hand come from SciPy's functions of the same names.
TEST(TwoSamplesTest, MannWhitneyFindsWhichIsLarger) {
    const TwoSampleTest test = mannWhitney(Values{19, 22, 16, 29, 24}, Values{20, 11, 17, 12});
    EXPECT_DOUBLE_EQ(test.statistic, 17.0);
    EXPECT_NEAR(test.p, 0.11134688653314041, 1e-12);
    const TwoSampleTest turned = mannWhitney(Values{20, 11, 17, 12}, Values{19, 22, 16, 29, 24});
    EXPECT_DOUBLE_EQ(turned.statistic, 3.0);
    EXPECT_DOUBLE_EQ(turned.p, test.p);
}

// Ranks 1.5, 1.5, 4, 4, 4, 6; the variance is 3/4 * (7 - 30 / 30).
TEST(TwoSamplesTest, TiedValuesGetMeanRank) {
    const TwoSampleTest test = mannWhitney(Values{1, 2, 2}, Values{1, 2, 3});
    EXPECT_DOUBLE_EQ(test.statistic, 1.5 + 4.0 + 4.0 - 6.0);
    EXPECT_NEAR(test.p, std::erfc(0.5 / std::sqrt(4.5) / std::sqrt(2.0)), 1e-12);
}

TEST(TwoSamplesTest, NoDifferenceForEqualOrNoValues) {
    const Values fives(10, 5.0);
    EXPECT_EQ(mannWhitney(fives, fives).p, 1.0);
    EXPECT_EQ(kolmogorovSmirnov(fives, fives).p, 1.0);
    EXPECT_EQ(kolmogorovSmirnov(fives, fives).statistic, 0.0);
    EXPECT_EQ(mannWhitney({}, fives).p, 1.0);
    EXPECT_EQ(kolmogorovSmirnov(fives, {}).p, 1.0);
    EXPECT_EQ(fisherExact({0, 0}, {3, 7}).p, 1.0);
}

TEST(TwoSamplesTest, KolmogorovSmirnovCountsOrders) {
    // only 2 of the 252 orders of five and five separate them completely
    const TwoSampleTest apart = kolmogorovSmirnov(Values{1, 2, 3, 4, 5}, Values{6, 7, 8, 9, 10});
    EXPECT_DOUBLE_EQ(apart.statistic, 1.0);
    EXPECT_NEAR(apart.p, 2.0 / 252.0, 1e-12);
    // 12 of the 20 orders of three and three reach a distance of two thirds
    const TwoSampleTest shifted = kolmogorovSmirnov(Values{1, 2, 4}, Values{3, 5, 6});
    EXPECT_DOUBLE_EQ(shifted.statistic, 2.0 / 3.0);
    EXPECT_NEAR(shifted.p, 12.0 / 20.0, 1e-12);
    // of three values and one, the single one is at an end in half of the orders
    const TwoSampleTest uneven = kolmogorovSmirnov(Values{1, 2, 3}, Values{4});
    EXPECT_DOUBLE_EQ(uneven.statistic, 1.0);
    EXPECT_NEAR(uneven.p, 0.5, 1e-12);
}

TEST(TwoSamplesTest, KolmogorovSmirnovDetectsDifferentSpread) {
    Values narrow;
    Values wide;
    for (int i = -20; i <= 20; ++i) {
        narrow.push_back(0.01 * i + 0.001);
        wide.push_back(1.0 * i);
    }
    EXPECT_GT(mannWhitney(narrow, wide).p, 0.5);
    EXPECT_LT(kolmogorovSmirnov(narrow, wide).p, 0.001);
}

TEST(TwoSamplesTest, FisherSumsTablesOfLowerProbability) {
    EXPECT_NEAR(fisherExact({8, 10}, {1, 6}).p, 0.034965034965034975, 1e-9);
    EXPECT_NEAR(fisherExact({8, 10}, {1, 6}).statistic, 0.8 - 1.0 / 6.0, 1e-12);
    EXPECT_NEAR(fisherExact({1, 30}, {0, 30}).p, 1.0, 1e-9);
    EXPECT_NEAR(fisherExact({0, 3}, {3, 3}).p, 0.1, 1e-9);
    EXPECT_NEAR(fisherExact({30, 30}, {0, 30}).p, 2.0 / 1.1826458156486e17, 1e-22);
}

TEST(TwoSamplesTest, ManyTestsRequireSmallerP) {
    EXPECT_DOUBLE_EQ(smallestCorrected(std::array{0.3, 0.01, 0.5}), 0.03);
    EXPECT_DOUBLE_EQ(smallestCorrected(std::array{0.9, 0.8}), 1.0);
    EXPECT_DOUBLE_EQ(smallestCorrected({}), 1.0);
}

} // namespace
} // namespace sideline::math
