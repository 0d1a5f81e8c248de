#include "agentcore/runtime/missed_cycles.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace sideline::runtime {
namespace {

// As on the server: accumulated in single precision, reported in hundredths.
class ServerClock {
public:
    explicit ServerClock(float beginS) : m_timeS(beginS) {}
    double next() {
        m_timeS += 0.02F;
        return std::round(static_cast<double>(m_timeS) * 100.0) / 100.0;
    }

private:
    float m_timeS;
};

TEST(MissedCyclesTest, ClockRoundingIsNoMissedCycle) {
    for (const float begin : {0.0F, 585.5F, 1321.47F}) {
        ServerClock clock(begin);
        MissedCycles missed;
        std::uint64_t count = 0;
        bool hasLongStep = false;
        double before = 0.0;
        for (int i = 0; i < 30000; ++i) {
            const double now = clock.next();
            hasLongStep = hasLongStep || (i > 0 && now - before > 0.025);
            before = now;
            count += missed.note(now);
        }
        EXPECT_EQ(count, 0U) << begin;
        EXPECT_TRUE(hasLongStep || begin < 100.0F) << "the test tests nothing";
    }
}

TEST(MissedCyclesTest, EveryMissingCycleCounts) {
    ServerClock clock(585.5F);
    MissedCycles missed;
    std::uint64_t count = 0;
    std::uint64_t leftOut = 0;
    for (int i = 0; i < 20000; ++i) {
        const double now = clock.next();
        const bool isLeftOut = i % 37 == 5 || (i > 400 && i < 410);
        leftOut += isLeftOut ? 1 : 0;
        count += isLeftOut ? 0 : missed.note(now);
    }
    EXPECT_EQ(count, leftOut);
}

TEST(MissedCyclesTest, TimeJumpIsNoGap) {
    MissedCycles missed;
    EXPECT_EQ(missed.note(1000.0), 0U);
    EXPECT_EQ(missed.note(1000.02), 0U);
    EXPECT_EQ(missed.note(0.02), 0U) << "the server was restarted";
    EXPECT_EQ(missed.note(0.04), 0U);
    EXPECT_EQ(missed.note(5000.0), 0U) << "nor is this the same game";
    EXPECT_EQ(missed.note(5000.04), 1U);
    EXPECT_EQ(missed.note(std::numeric_limits<double>::quiet_NaN()), 0U);
    EXPECT_EQ(missed.note(5000.06), 0U);
}

} // namespace
} // namespace sideline::runtime
