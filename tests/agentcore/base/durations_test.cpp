#include "agentcore/base/durations.h"

#include <gtest/gtest.h>

namespace sideline::base {
namespace {

using std::chrono::microseconds;

TEST(DurationsTest, QuantilesBoundTheirRatio) {
    Durations durations;
    EXPECT_EQ(durations.quantileMs(0.5), 0.0) << "no durations";
    for (int i = 100; i >= 1; --i) {
        durations.add(microseconds(100 * i));
    }
    EXPECT_EQ(durations.count(), 100U);
    EXPECT_NEAR(durations.quantileMs(0.5), 5.0, 0.002);
    EXPECT_NEAR(durations.quantileMs(0.99), 9.9, 0.002);
    EXPECT_DOUBLE_EQ(durations.quantileMs(1.0), 10.0) << "none more than was measured";
    EXPECT_DOUBLE_EQ(durations.largestMs(), 10.0) << "though it came first";
}

TEST(DurationsTest, ReportsLargestValueBeyondTheLastBin) {
    Durations durations;
    durations.add(microseconds(1));
    durations.add(microseconds(700'000));
    durations.add(microseconds(-5)); // a clock that was set back
    EXPECT_NEAR(durations.quantileMs(0.5), 0.002, 0.001);
    EXPECT_DOUBLE_EQ(durations.quantileMs(1.0), 700.0);
}

TEST(DurationsTest, AddsUpSeveralAgents) {
    Durations one;
    one.add(microseconds(1000));
    Durations other;
    other.add(microseconds(3000));
    other.add(microseconds(2000));
    one.add(other);
    EXPECT_EQ(one.count(), 3U);
    EXPECT_NEAR(one.quantileMs(0.6), 2.0, 0.002);
    EXPECT_DOUBLE_EQ(one.largestMs(), 3.0);
}

} // namespace
} // namespace sideline::base
