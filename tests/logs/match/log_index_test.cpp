#include "logs/match/log_index.h"

#include <gtest/gtest.h>

#include "tests/support/log_files.h"

namespace sideline::logs {
namespace {

std::shared_ptr<const LogIndex> indexOf(std::string_view text) {
    IndexBuilder builder("test.log");
    builder.feed(text);
    builder.finish(text.substr(builder.indexedBytes()));
    return builder.snapshot();
}

std::string line(double timeS) {
    return "((time " + std::to_string(timeS) + "))(RDS 0 1)((nd))\n";
}

TEST(LogIndexTest, FindsLinesTimesAndFullScenes) {
    const std::string text = tests::scriptedLog(tests::movingScenes(40), 15);
    const auto index = indexOf(text);
    EXPECT_EQ(index->frameCount(), 40U);
    EXPECT_TRUE(index->isComplete());
    EXPECT_EQ(index->byteCount(), text.size());
    ASSERT_EQ(index->fullFrames().size(), 3U);
    EXPECT_EQ(index->fullFrames()[2], 30U);
    EXPECT_TRUE(index->isFull(15));
    EXPECT_FALSE(index->isFull(16));
    EXPECT_NEAR(index->gameTimeS(39), 7.8, 1e-5);
    EXPECT_DOUBLE_EQ(index->stepS(), 0.2);
    EXPECT_NEAR(index->durationS(), 39 * 0.2, 1e-9);
    EXPECT_EQ(index->lineNumber(20), 21U);
    EXPECT_EQ(text.substr(index->lineStart(1), 7), "((time ");
    EXPECT_EQ(index->fullFrameBefore(29), 15U);
    EXPECT_EQ(index->fullFrameBefore(30), 30U);
}

TEST(LogIndexTest, RecordTimeContinuesWhileTheClockStands) {
    std::string text;
    for (const double timeS :
         {0.0, 0.0, 0.0, 0.04, 0.08, 0.12, 0.24, 0.28, 300.0, 300.04, 5.0, 5.04, 5.04}) {
        text += line(timeS);
    }
    const auto index = indexOf(text);
    EXPECT_DOUBLE_EQ(index->stepS(), 0.04);
    // Twelve steps, of which two between 0.12 and 0.24 were not recorded.
    EXPECT_NEAR(index->durationS(), 12 * 0.04 + 2 * 0.04, 1e-6);
    for (FrameNumber n = 1; n < index->frameCount(); ++n) {
        EXPECT_GT(index->recordTimeS(n), index->recordTimeS(n - 1));
    }
    EXPECT_EQ(index->frameAtRecordTime(0.081), 2U);
    EXPECT_EQ(index->frameAtRecordTime(-1.0), 0U);
    EXPECT_EQ(index->frameAtRecordTime(1e9), 12U);
    EXPECT_EQ(index->frameAtGameTime(0.08), 4U);
    EXPECT_EQ(index->frameAtGameTime(299.0), 8U);
    EXPECT_EQ(index->frameAtGameTime(1e9), 12U);
}

TEST(LogIndexTest, AStandingClockUsesTheWritersStep) {
    const std::string text = line(0.0) + line(0.0) + line(0.0);
    EXPECT_NEAR(indexOf(text)->durationS(), 2 * 0.2, 1e-9) << "as servers write logs";
    IndexBuilder builder("test.log", RecordTimes{.timeS = {}, .stepS = 0.04});
    builder.feed(text);
    EXPECT_NEAR(builder.snapshot()->durationS(), 2 * 0.04, 1e-9);
    builder.feed(line(0.5) + line(0.7) + line(0.9)); // now with clock values
    EXPECT_NEAR(builder.snapshot()->stepS(), 0.2, 1e-9);
}

TEST(LogIndexTest, ABetterStepUpdatesEarlierTimes) {
    IndexBuilder builder("test.log", RecordTimes{.timeS = {}, .stepS = 0.04});
    builder.feed(line(0.0) + line(0.0) + line(0.0));
    const auto before = builder.snapshot();
    builder.feed(line(0.2) + line(0.4)); // now with a measurable step
    const auto after = builder.snapshot();
    EXPECT_NEAR(after->recordTimeS(2), 2 * 0.2, 1e-6);
    EXPECT_NEAR(after->durationS(), 4 * 0.2, 1e-6);
    EXPECT_NEAR(before->durationS(), 2 * 0.04, 1e-6) << "earlier snapshots keep their times";
}

TEST(LogIndexTest, CountsBlankLinesWithoutFrames) {
    const auto index = indexOf("\n" + line(0) + "\r\n \t\n" + line(0.2) + line(0.4));
    EXPECT_EQ(index->frameCount(), 3U);
    EXPECT_EQ(index->lineNumber(0), 2U);
    EXPECT_EQ(index->lineNumber(1), 5U);
    EXPECT_EQ(index->lineNumber(2), 6U);
}

TEST(LogIndexTest, DatagramsBeforeALineAreNotPartOfTheMessage) {
    EXPECT_EQ(messageOffset("((time 0))"), 0U);
    EXPECT_EQ(messageOffset("[0, 0, -97][1]((time 0))"), 14U);
    EXPECT_EQ(messageOffset("[0, 0, 97"), 9U);
    const auto index = indexOf("[1, 2, -3][]" + line(0.4) + line(0.44));
    EXPECT_EQ(index->frameCount(), 2U);
    EXPECT_TRUE(index->hasDrawings(0));
    EXPECT_FALSE(index->hasDrawings(1));
    EXPECT_TRUE(index->hasHeader(0));
    EXPECT_EQ(index->drawingLineCount(), 1U);
}

TEST(LogIndexTest, ACompleteLastLineWithoutABreakIsAFrame) {
    const std::string text = tests::scriptedLog(tests::movingScenes(5), 0);
    const auto index = indexOf(std::string_view(text).substr(0, text.size() - 1));
    EXPECT_EQ(index->frameCount(), 5U);
    EXPECT_TRUE(index->issues().empty());
}

TEST(LogIndexTest, ATruncatedLastLineIsAnIssueWithoutAFrame) {
    const std::string text = tests::scriptedLog(tests::movingScenes(5), 0);
    const auto index = indexOf(std::string_view(text).substr(0, text.size() - 40));
    EXPECT_EQ(index->frameCount(), 4U);
    ASSERT_EQ(index->issues().size(), 1U);
    const base::Error& error = index->issues()[0].error;
    EXPECT_EQ(error.line, 5U);
    EXPECT_EQ(error.file, "test.log");
    EXPECT_NE(error.message.find("ends within a message"), std::string::npos);
    EXPECT_EQ(error.expected, "')'");
}

TEST(LogIndexTest, AnInvalidLineIsAFrameWithoutHeader) {
    const auto index = indexOf(line(0.2) + "hello world\n" + line(0.6));
    EXPECT_EQ(index->frameCount(), 3U);
    EXPECT_FALSE(index->hasHeader(1));
    EXPECT_NEAR(index->gameTimeS(1), 0.2, 1e-6); // the preceding time
}

TEST(LogIndexTest, GrowsInAnyPortions) {
    const std::string text = tests::scriptedLog(tests::movingScenes(30), 7);
    IndexBuilder builder("test.log");
    for (std::size_t length = 0; length <= text.size(); length += 997) {
        builder.feed(
            std::string_view(text).substr(builder.indexedBytes(), length - builder.indexedBytes()));
    }
    builder.feed(std::string_view(text).substr(builder.indexedBytes()));
    builder.finish({});
    const auto grown = builder.snapshot();
    const auto whole = indexOf(text);
    ASSERT_EQ(grown->frameCount(), whole->frameCount());
    for (FrameNumber n = 0; n < whole->frameCount(); ++n) {
        EXPECT_EQ(grown->lineStart(n), whole->lineStart(n));
        EXPECT_EQ(grown->recordTimeS(n), whole->recordTimeS(n));
    }
}

TEST(LogIndexTest, FindsTheFirstFrameWithRobots) {
    std::vector<tests::ScriptedScene> scenes(20);
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        scenes[i].timeS = 0.0;
        if (i >= 12) {
            scenes[i].robots = {tests::scriptedRobot(game::Side::Left, 1)};
        }
    }
    EXPECT_EQ(indexOf(tests::scriptedLog(scenes, 5))->firstActiveFrame(), 12U);
    scenes.resize(10);
    EXPECT_FALSE(indexOf(tests::scriptedLog(scenes, 5))->firstActiveFrame());
}

} // namespace
} // namespace sideline::logs
