#include "agentcore/base/rng.h"

#include <array>

#include <gtest/gtest.h>

namespace sideline::base {
namespace {

TEST(RngTest, SameSeedSameNumbers) {
    Rng a(42);
    Rng b(42);
    Rng c(43);
    int equal = 0;
    for (int i = 0; i < 100; ++i) {
        const std::uint64_t value = a.next();
        EXPECT_EQ(value, b.next());
        equal += value == c.next() ? 1 : 0;
    }
    EXPECT_LT(equal, 2);
}

TEST(RngTest, StaysInRangeAndFillsIt) {
    Rng rng(7);
    std::array<int, 10> counts{};
    for (int i = 0; i < 10000; ++i) {
        ++counts[rng.below(10)];
        const double u = rng.uniform(-2.0, 3.0);
        ASSERT_GE(u, -2.0);
        ASSERT_LT(u, 3.0);
    }
    for (const int count : counts) {
        EXPECT_NEAR(count, 1000, 200);
    }
}

TEST(RngTest, ContinuesFromItsState) {
    Rng a(42);
    a.next();
    Rng b(a.state());
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(a.next(), b.next());
    }
}

TEST(RngTest, NormalNumbersHaveTheGivenDeviation) {
    Rng rng(3);
    double sum = 0.0;
    double squares = 0.0;
    for (int i = 0; i < 20000; ++i) {
        const double value = rng.normal(2.0);
        sum += value;
        squares += value * value;
    }
    EXPECT_NEAR(sum / 20000, 0.0, 0.05);
    EXPECT_NEAR(squares / 20000, 4.0, 0.15);
}

} // namespace
} // namespace sideline::base
