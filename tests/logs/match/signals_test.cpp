#include "logs/match/signals.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

using monitor::ObjectId;
using monitor::Side;

TEST(SignalsTest, EveryAvailableSignalHasANameAndAValue) {
    const auto log = tests::openAnalysed(tests::sampleLog());
    ASSERT_NE(log, nullptr);
    FrameReader reader = log->makeReader();
    const auto before = *reader.frame(9);
    const auto frame = *reader.frame(10);
    const auto ids = availableSignals(*frame);
    EXPECT_GT(ids.size(), 22U * 29);
    std::vector<std::string> names;
    for (const SignalId& id : ids) {
        names.push_back(signalName(id, frame.get()));
        EXPECT_TRUE(std::isfinite(signalValue(id, *frame, before.get()))) << names.back();
    }
    for (const char* name : {"game.time", "ball.speed", "left.7.rlj4", "right.11.heading",
                             "left.5.llj7", "right.2.ball_distance"}) {
        EXPECT_NE(std::ranges::find(names, name), names.end()) << name;
    }
    std::ranges::sort(names);
    EXPECT_EQ(std::ranges::adjacent_find(names), names.end()); // no name twice
}

TEST(SignalsTest, WhatIsNotThereIsNotANumber) {
    const monitor::MatchFrame empty;
    EXPECT_TRUE(std::isnan(signalValue({Quantity::XM, ObjectId::ball(), -1}, empty, nullptr)));
    const ObjectId robot = ObjectId::ofRobot({Side::Left, monitor::UniformNumber(4)});
    EXPECT_TRUE(std::isnan(signalValue({Quantity::JointDeg, robot, 3}, empty, nullptr)));
    EXPECT_EQ(signalName({Quantity::JointDeg, robot, 3}, nullptr), "left.4.joint3");
}

TEST(SignalsTest, ExtractsColumnsOverFrames) {
    const tests::TempDir dir;
    tests::writeFile(dir / "m.log", tests::scriptedLog(tests::movingScenes(80), 20));
    const auto log = tests::openAnalysed(dir / "m.log");
    ASSERT_NE(log, nullptr);
    FrameReader reader = log->makeReader();
    const ObjectId left = ObjectId::ofRobot({Side::Left, monitor::UniformNumber(1)});
    const auto table = extractSignals(
        reader,
        {{Quantity::GameTimeS, {}, -1}, {Quantity::XM, left, -1}, {Quantity::SpeedMps, left, -1}},
        10, 69, [] { return true; });
    ASSERT_TRUE(table) << table.error().toString();
    ASSERT_EQ(table->frames.size(), 60U);
    EXPECT_EQ(table->frames.front(), 10U);
    EXPECT_NEAR(table->values[0][5], 3.0, 1e-5);
    EXPECT_NEAR(table->values[1][5], -5 + 0.3 * 3.0, 0.006);
    EXPECT_NEAR(table->values[2][5], 0.3, 0.03);
    int asked = 0;
    const auto stopped =
        extractSignals(reader, {{Quantity::GameTimeS, {}, -1}}, 0, 79, [&] { return ++asked < 2; });
    ASSERT_TRUE(stopped);
    EXPECT_LT(stopped->frames.size(), 80U);
}

} // namespace
} // namespace sideline::logs
