#include "logs/replay/clock_ticks.h"

#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

// A log with the given game clock, with a frame every 0.2 s.
class ClockTicksTest : public ::testing::Test {
protected:
    void open(const std::vector<double>& clock) {
        std::vector<tests::ScriptedScene> scenes(clock.size());
        for (std::size_t i = 0; i < clock.size(); ++i) {
            scenes[i].timeS = clock[i];
        }
        tests::writeFile(m_dir / "c.log", tests::scriptedLog(scenes, 0));
        m_log = tests::openAnalyzed(m_dir / "c.log");
        ASSERT_NE(m_log, nullptr);
        ASSERT_EQ(m_log->index()->frameCount(), clock.size());
    }
    // Formats the labeled ticks, or all, as `record time=clock`, with `+` for time since the clock
    // stopped.
    std::string ticks(double beginS, double endS, double minStepS, bool onlyMajor = true) {
        std::string text;
        for (const ClockTick& tick : clockTicks(*m_log->index(), beginS, endS, minStepS).ticks) {
            if (tick.isMajor || !onlyMajor) {
                text +=
                    fmt::format("{:.2f}={}{:g} ", tick.recordTimeS, tick.isClockStopped ? "+" : "",
                                std::round(tick.clockS * 100.0) / 100.0);
            }
        }
        return text;
    }
    static std::vector<double> running(double fromS, int count) {
        std::vector<double> clock;
        for (int i = 0; i < count; ++i) {
            clock.push_back(fromS + 0.2 * i);
        }
        return clock;
    }
    tests::TempDir m_dir;
    std::shared_ptr<MatchLog> m_log;
};

// The sample match begins at 20.52 on the clock: ticks are at round values of the clock, not of the
// record time.
TEST_F(ClockTicksTest, AreAtRoundValuesOfTheGameClock) {
    open(running(20.52, 100));
    EXPECT_EQ(ticks(0.0, 19.8, 4.0), "4.48=25 9.48=30 14.48=35 19.48=40 ");
    EXPECT_EQ(ticks(4.0, 8.0, 0.9), "4.48=25 5.48=26 6.48=27 7.48=28 ");
    EXPECT_EQ(ticks(4.4, 5.0, 0.15), "4.48=25 4.68=25.2 4.88=25.4 ");
}

TEST_F(ClockTicksTest, HaveRoundStepsBetweenThem) {
    open(running(20.52, 100));
    EXPECT_EQ(ticks(4.0, 10.0, 4.0, false), "4.48=25 5.48=26 6.48=27 7.48=28 8.48=29 9.48=30 ");
    for (const double minStepS : {0.03, 0.1, 0.2, 0.4, 0.7, 1.5, 3.0, 7.0, 12.0, 20.0, 50.0, 100.0,
                                  200.0, 400.0, 900.0, 2000.0, 5000.0, 20000.0}) {
        const double stepS = clockTicks(*m_log->index(), 0.0, 1.0, minStepS).stepS;
        EXPECT_GE(stepS, minStepS);
        EXPECT_LT(stepS, 4.0 * minStepS) << minStepS;
        EXPECT_TRUE(stepS < 60.0 || std::abs(std::remainder(stepS, 60.0)) < 1e-9) << stepS;
    }
}

TEST_F(ClockTicksTest, CountTimeSinceTheClockStopped) {
    std::vector<double> clock = running(8.0, 21); // to 12.0
    clock.insert(clock.end(), 60, 12.0);          // 12 s of a goal's pause
    const auto more = running(12.2, 20);
    clock.insert(clock.end(), more.begin(), more.end());
    open(clock);
    EXPECT_EQ(ticks(0.0, 20.0, 1.9), "0.00=8 2.00=10 4.00=12 6.00=+2 8.00=+4 10.00=+6 12.00=+8 "
                                     "14.00=+10 16.00=12 18.00=14 20.00=16 ");
    // Also if the interval begins during the pause.
    EXPECT_EQ(ticks(7.0, 11.0, 1.9), "8.00=+4 10.00=+6 ");
}

TEST_F(ClockTicksTest, HaveNoneWhereTheClockIsSet) {
    std::vector<double> clock = running(290.0, 51); // to 300.0, then back
    const auto more = running(0.0, 50);
    clock.insert(clock.end(), more.begin(), more.end());
    open(clock);
    EXPECT_EQ(ticks(0.0, 20.0, 4.0), "0.00=290 5.00=295 10.00=300 15.20=5 ");
    EXPECT_EQ(ticks(11.0, 20.0, 4.0), "15.20=5 ");
}

// A server log lacks the clock of some frames; it is assumed to run on.
TEST_F(ClockTicksTest, ContinueWhereTheLogLacksTheClock) {
    std::vector<double> clock = running(8.0, 30);
    clock[10] = clock[9];
    clock[11] = clock[9];
    open(clock);
    EXPECT_EQ(ticks(0.0, 5.0, 0.9), "0.00=8 1.00=9 2.13=10 3.40=11 4.40=12 ");
}

TEST_F(ClockTicksTest, AreEmptyForAnEmptyInterval) {
    open(running(0.0, 10));
    EXPECT_EQ(ticks(1.0, 1.0, 1.0), "");
    EXPECT_EQ(ticks(5.0, 1.0, 1.0), "");
    EXPECT_EQ(ticks(-3.0, -2.0, 1.0), "");
}

} // namespace
} // namespace sideline::logs
