// Detection of repositioned objects, in recordings of the real server.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "logs/match/signals.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

using game::Side;
using monitor::ObjectId;

SignalTable wholeTable(const MatchLog& log, std::vector<SignalId> ids) {
    FrameReader reader = log.makeReader();
    auto table = extractSignals(reader, std::move(ids), 0, log.index()->frameCount() - 1,
                                [] { return true; });
    EXPECT_TRUE(table);
    return table ? std::move(*table) : SignalTable{};
}

std::vector<ObjectId> objectsOf(const MatchLog& log) {
    FrameReader reader = log.makeReader();
    const auto frame = *reader.frame(log.index()->frameCount() - 1);
    std::vector<ObjectId> objects = {ObjectId::ball()};
    for (const monitor::RobotFrame& robot : frame->robots) {
        objects.push_back(ObjectId::ofRobot(robot.id));
    }
    return objects;
}

SignalTable speedsOf(const MatchLog& log, const ObjectId& object) {
    return wholeTable(log, {{Quantity::SpeedMps, object, -1}});
}

std::vector<FrameNumber> teleportsOf(const SignalTable& table) {
    std::vector<FrameNumber> frames;
    for (std::size_t row = 0; row < table.frames.size(); ++row) {
        if (table.breaks[0][row] != 0) {
            EXPECT_TRUE(std::isnan(table.values[0][row])) << "frame " << table.frames[row];
            frames.push_back(table.frames[row]);
        }
    }
    return frames;
}

struct Recording {
    const char* file;
    double fastestRobotMps;
    FrameNumber standsFrom; // before that, agents beam in every cycle, with noise
};

class TeleportTest : public ::testing::TestWithParam<Recording> {};

// A robot moves at up to 1.5 m/s here, and falls slightly faster. Steps of a few centimeters
// between beams, of a robot that topples between them, are indistinguishable from its own motion at
// 50 Hz.
TEST_P(TeleportTest, SpeedsExcludePlacedObjects) {
    const Recording recording = GetParam();
    SIDELINE_SHARED_OR_SKIP(file, recording.file);
    const auto log = tests::openAnalyzed(file);
    ASSERT_NE(log, nullptr);
    for (const ObjectId& object : objectsOf(*log)) {
        const double fastestMps =
            object.kind == ObjectId::Kind::Ball ? 10.0 : recording.fastestRobotMps;
        const SignalTable table = speedsOf(*log, object);
        for (std::size_t row = 0; row < table.frames.size(); ++row) {
            if (std::isfinite(table.values[0][row])) {
                EXPECT_LT(table.values[0][row], fastestMps)
                    << signalName(table.signals[0], nullptr) << " in frame " << table.frames[row];
            }
        }
        // Teleports are rare: no ordinary motion is classified as one.
        EXPECT_LT(std::ranges::count_if(teleportsOf(table),
                                        [&](FrameNumber f) { return f >= recording.standsFrom; }),
                  12)
            << signalName(table.signals[0], nullptr);
    }
}

INSTANTIATE_TEST_SUITE_P(Recordings, TeleportTest,
                         ::testing::Values(Recording{"match/2v2-150s.log.gz", 3.0, 0},
                                           Recording{"match/11v11-60s.tar.bz2", 3.0, 0},
                                           Recording{"agent/ut-fine.monitor.log.xz", 4.5, 557}));

// A charging robot is lifted, held for half a second, and put beside the field.
TEST(TeleportFramesTest, AreDetectedForBeamsAndFouls) {
    SIDELINE_SHARED_OR_SKIP(file, "match/2v2-150s.log.gz");
    const auto log = tests::openAnalyzed(file);
    ASSERT_NE(log, nullptr);
    const auto frames = [&](Side side, int unum) {
        return teleportsOf(speedsOf(*log, ObjectId::ofRobot({side, game::UniformNumber(unum)})));
    };
    EXPECT_EQ(frames(Side::Left, 1), (std::vector<FrameNumber>{13184, 13187}));
    EXPECT_EQ(frames(Side::Left, 2), (std::vector<FrameNumber>{10932, 12305, 12308}));
    EXPECT_EQ(frames(Side::Right, 1), (std::vector<FrameNumber>{12437, 12440}));
    EXPECT_EQ(frames(Side::Right, 2), (std::vector<FrameNumber>{12580, 12583}));
}

// The trainer moves the ball to (0, 3) six times and throws it.
TEST(TeleportFramesTest, OfTheTrainerInterruptTheBallsSpeed) {
    SIDELINE_SHARED_OR_SKIP(file, "sim/ball-t0.monitor.log.gz");
    const auto log = tests::openAnalyzed(file);
    ASSERT_NE(log, nullptr);
    const SignalTable table = speedsOf(*log, ObjectId::ball());
    EXPECT_GE(teleportsOf(table).size(), 4U);
    double fastestMps = 0.0;
    for (const double speedMps : table.values[0]) {
        fastestMps = std::isfinite(speedMps) ? std::max(fastestMps, speedMps) : fastestMps;
    }
    EXPECT_GT(fastestMps, 5.0); // thrown at up to 8.9 m/s
    EXPECT_LT(fastestMps, 10.0);
}

} // namespace
} // namespace sideline::logs
