#include "logs/replay/replay_clock.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "logs/match/events.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

ReplayClock playing(double durationS, double speed) {
    ReplayClock clock;
    clock.setDurationS(durationS);
    clock.setSpeed(speed);
    clock.setPlaying(true);
    return clock;
}

TEST(ReplayClockTest, RunsForwardAndBackwardAtItsSpeed) {
    ReplayClock clock = playing(100, 4);
    EXPECT_TRUE(clock.advance(0.5));
    EXPECT_DOUBLE_EQ(clock.timeS(), 2.0);
    clock.setSpeed(-16);
    clock.setTimeS(50);
    clock.advance(1.0);
    EXPECT_DOUBLE_EQ(clock.timeS(), 34.0);
    clock.setPlaying(false);
    EXPECT_FALSE(clock.advance(1.0));
    EXPECT_DOUBLE_EQ(clock.timeS(), 34.0);
}

TEST(ReplayClockTest, StopsAtBothEnds) {
    ReplayClock clock = playing(10, 16);
    clock.advance(1.0);
    EXPECT_DOUBLE_EQ(clock.timeS(), 10.0);
    EXPECT_FALSE(clock.isPlaying());
    clock.setSpeed(-16);
    clock.setPlaying(true);
    clock.advance(5.0);
    EXPECT_DOUBLE_EQ(clock.timeS(), 0.0);
    EXPECT_FALSE(clock.isPlaying());
}

TEST(ReplayClockTest, ClampsToTheRange) {
    ReplayClock clock = playing(10, 1000);
    EXPECT_DOUBLE_EQ(clock.speed(), 16.0);
    clock.setSpeed(-1000);
    EXPECT_DOUBLE_EQ(clock.speed(), -16.0);
    clock.setSpeed(std::numeric_limits<double>::quiet_NaN());
    EXPECT_DOUBLE_EQ(clock.speed(), -16.0);
    clock.setTimeS(99);
    EXPECT_DOUBLE_EQ(clock.timeS(), 10.0);
    clock.setTimeS(std::numeric_limits<double>::infinity());
    EXPECT_DOUBLE_EQ(clock.timeS(), 10.0);
    clock.setDurationS(4);
    EXPECT_DOUBLE_EQ(clock.timeS(), 4.0);
}

TEST(ReplayClockTest, LoopsInBothDirections) {
    ReplayClock clock = playing(100, 1);
    clock.setLoop(LoopRange{20, 10}); // reversed bounds are swapped
    EXPECT_DOUBLE_EQ(clock.loop()->beginS, 10.0);
    clock.setTimeS(19);
    clock.advance(3.0);
    EXPECT_NEAR(clock.timeS(), 12.0, 1e-12);
    clock.setSpeed(-1);
    clock.advance(5.0);
    EXPECT_NEAR(clock.timeS(), 17.0, 1e-12);
    clock.setSpeed(16);
    clock.advance(100.0); // many passes in one step
    EXPECT_GE(clock.timeS(), 10.0);
    EXPECT_LE(clock.timeS(), 20.0);
    EXPECT_TRUE(clock.isPlaying());
}

TEST(ReplayClockTest, ALoopResumesWhenEnteredFromOutside) {
    ReplayClock clock = playing(100, 1);
    clock.setLoop(LoopRange{10, 20});
    clock.setTimeS(5);
    clock.advance(4.0);
    EXPECT_DOUBLE_EQ(clock.timeS(), 9.0);
    clock.setTimeS(50);
    clock.advance(1.0);
    EXPECT_DOUBLE_EQ(clock.timeS(), 51.0); // outside the loop, it plays normally
    clock.setLoop(LoopRange{3, 3});
    EXPECT_FALSE(clock.loop());
}

// Playback at 16 times real time, forward and backward: every event lies in exactly one of the
// steps between pictures, so none is missed or reported twice.
TEST(ReplayClockTest, NoEventIsDroppedAtSixteenTimes) {
    const tests::TempDir dir;
    auto scenes = tests::movingScenes(500);
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        scenes[i].playMode = 3 + static_cast<int>(i / 7 % 5);
    }
    tests::writeFile(dir / "m.log", tests::scriptedLog(scenes, 15));
    const auto log = tests::openAnalyzed(dir / "m.log");
    ASSERT_NE(log, nullptr);
    const auto index = log->index();
    const auto analysis = log->analysis();
    ASSERT_GT(analysis->events.size(), 70U);
    for (const double speed : {16.0, -16.0}) {
        ReplayClock clock = playing(index->durationS(), speed);
        clock.setTimeS(speed > 0 ? 0.0 : index->durationS());
        std::vector<FrameNumber> reported;
        FrameNumber shown = index->frameAtRecordTime(clock.timeS());
        if (speed > 0) {
            reported.push_back(0); // shown before the first step
        }
        while (clock.advance(1.0 / 60.0)) {
            const FrameNumber next = index->frameAtRecordTime(clock.timeS() + 1e-9);
            for (const Event& event : analysis->events) {
                const bool passed = speed > 0 ? event.frame > shown && event.frame <= next
                                              : event.frame <= shown && event.frame > next;
                if (passed) {
                    reported.push_back(event.frame);
                }
            }
            shown = next;
        }
        const std::size_t expected = analysis->events.size() - (speed > 0 ? 0 : 1);
        EXPECT_EQ(reported.size(), expected) << speed; // backward, playback stops at frame 0
    }
}

} // namespace
} // namespace sideline::logs
