#include "logs/live/server_time.h"

#include <gtest/gtest.h>

namespace sideline::logs {
namespace {

using std::chrono::milliseconds;

TEST(ServerTimeTest, ContinuesWhileTheGameClockStands) {
    ServerTime time;
    EXPECT_EQ(time.advance(0.0), 0.0);
    EXPECT_DOUBLE_EQ(time.advance(0.0), 0.04); // before the kick-off
    EXPECT_FALSE(time.isClockRunning());
    EXPECT_DOUBLE_EQ(time.advance(0.06), 0.10); // several cycles later
    EXPECT_TRUE(time.isClockRunning());
    EXPECT_DOUBLE_EQ(time.advance(std::nullopt), 0.14);
    EXPECT_DOUBLE_EQ(time.advance(300.0), 0.18) << "set by a trainer";
    EXPECT_DOUBLE_EQ(time.advance(0.0), 0.22) << "another half";
    EXPECT_DOUBLE_EQ(time.advance(0.04), 0.26);
    time.forgetClock();
    EXPECT_DOUBLE_EQ(time.advance(0.5), 0.30) << "another server";
}

TEST(SpeedMeterTest, MeasuresTheLastTwoSeconds) {
    SpeedMeter meter;
    SpeedMeter::TimePoint now{std::chrono::hours(1)};
    EXPECT_EQ(meter.speed(now), 0.0);
    double serverTimeS = 0.0;
    for (int i = 0; i < 100; ++i) { // in real time
        now += milliseconds(40);
        serverTimeS += 0.04;
        meter.note(now, serverTimeS);
    }
    EXPECT_NEAR(meter.speed(now), 1.0, 1e-9);
    for (int i = 0; i < 60; ++i) { // at half speed
        now += milliseconds(80);
        serverTimeS += 0.04;
        meter.note(now, serverTimeS);
    }
    EXPECT_NEAR(meter.speed(now), 0.5, 1e-9);
    EXPECT_NEAR(meter.speed(now + milliseconds(500)), 0.5, 1e-9);
    EXPECT_EQ(meter.speed(now + milliseconds(2500)), 0.0) << "it stands";
    meter.reset();
    EXPECT_EQ(meter.speed(now), 0.0);
}

} // namespace
} // namespace sideline::logs
