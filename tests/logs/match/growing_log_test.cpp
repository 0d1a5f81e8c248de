// Logs that grow while they are read.
#include <algorithm>
#include <fstream>
#include <map>
#include <span>
#include <thread>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "logs/match/match_log.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

void append(const std::filesystem::path& file, std::string_view bytes) {
    std::ofstream out(file, std::ios::binary | std::ios::app);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    ASSERT_TRUE(out.good());
}

std::shared_ptr<MatchLog> follow(const std::filesystem::path& file, RecordTimes times = {}) {
    LogOptions options;
    options.isGrowing = true;
    options.times = std::move(times);
    auto log = MatchLog::open(file, options);
    if (!log) {
        ADD_FAILURE() << log.error().toString();
        return nullptr;
    }
    return *log;
}

void expectSameBits(const LogState& a, const LogState& b, FrameNumber frame) {
    ASSERT_TRUE(a == b) << "frame " << frame;
    ASSERT_TRUE(std::ranges::equal(std::as_bytes(std::span(a.scene->local)),
                                   std::as_bytes(std::span(b.scene->local))))
        << "frame " << frame;
}

// One thread writes the log in pieces of random size, while this one seeks in the written part.
void growAndCompare(const std::string& text, const tests::TempDir& dir) {
    const auto file = dir / "growing.log";
    const std::size_t firstLine = text.find('\n') + 1;
    tests::writeFile(file, text.substr(0, firstLine));
    const auto log = follow(file);
    ASSERT_NE(log, nullptr);
    const auto lines = static_cast<FrameNumber>(std::ranges::count(text, '\n'));
    std::jthread writer([&] {
        base::Rng rng(7);
        std::ofstream out(file, std::ios::binary | std::ios::app);
        for (std::size_t at = firstLine; at < text.size();) {
            const std::size_t piece = std::min<std::size_t>(1 + rng.below(20000), text.size() - at);
            out.write(text.data() + at, static_cast<std::streamsize>(piece)).flush();
            at += piece;
        }
    });
    std::map<FrameNumber, LogState> seen;
    base::Rng rng(8);
    FrameReader reader = log->makeReader();
    while (log->index()->frameCount() < lines) {
        reader.setParts(log->parts());
        const auto frame = static_cast<FrameNumber>(rng.below(reader.parts().index->frameCount()));
        auto state = reader.state(frame);
        ASSERT_TRUE(state) << state.error().toString();
        seen.insert_or_assign(frame, *state);
    }
    writer.join();
    log->finishGrowing();
    log->waitUntilAnalyzed();
    const auto closed = tests::openAnalyzed(file);
    ASSERT_NE(closed, nullptr);
    FrameReader other = closed->makeReader();
    for (const auto& [frame, state] : seen) {
        expectSameBits(state, *other.state(frame), frame);
    }
    const LogIndex& grown = *log->index();
    const LogIndex& whole = *closed->index();
    ASSERT_EQ(grown.frameCount(), whole.frameCount());
    EXPECT_TRUE(grown.isComplete());
    EXPECT_EQ(grown.stepS(), whole.stepS());
    EXPECT_TRUE(std::ranges::equal(grown.fullFrames(), whole.fullFrames()));
    for (FrameNumber n = 0; n < whole.frameCount(); ++n) {
        ASSERT_EQ(grown.recordTimeS(n), whole.recordTimeS(n)) << n;
        ASSERT_EQ(grown.gameTimeS(n), whole.gameTimeS(n)) << n;
        ASSERT_EQ(grown.lineStart(n), whole.lineStart(n)) << n;
    }
    const auto analysis = log->analysis();
    const auto expected = closed->analysis();
    EXPECT_TRUE(analysis->isComplete);
    EXPECT_EQ(analysis->frameCount, expected->frameCount);
    EXPECT_EQ(analysis->players, expected->players);
    ASSERT_EQ(analysis->events.size(), expected->events.size());
    for (std::size_t i = 0; i < expected->events.size(); ++i) {
        EXPECT_EQ(analysis->events[i].frame, expected->events[i].frame);
        EXPECT_EQ(analysis->events[i].text, expected->events[i].text);
    }
    EXPECT_EQ(analysis->issues.size(), expected->issues.size());
    EXPECT_EQ(analysis->damagedFrames, expected->damagedFrames);
}

TEST(GrowingLogTest, ReadsTheSameAsFromTheClosedLog) {
    const tests::TempDir dir;
    growAndCompare(tests::scriptedLog(tests::movingScenes(700, 0.04), 0), dir);
}

TEST(GrowingLogTest, FollowsARecordedMatch) {
    SIDELINE_SHARED_OR_SKIP(recorded, "match/2v2-150s.log.gz");
    const tests::TempDir dir;
    growAndCompare(tests::readUnpacked(recorded), dir);
}

TEST(GrowingLogTest, AHalfWrittenLineIsNoIssueUntilTheEnd) {
    const tests::TempDir dir;
    const std::string text = tests::scriptedLog(tests::movingScenes(4), 0);
    const std::size_t cut = text.size() - 300; // in the last line
    tests::writeFile(dir / "a.log", text.substr(0, cut));
    const auto log = follow(dir / "a.log");
    ASSERT_NE(log, nullptr);
    EXPECT_TRUE(log->waitForFrames(3));
    EXPECT_FALSE(log->index()->isComplete());
    EXPECT_TRUE(log->index()->issues().empty());
    append(dir / "a.log", text.substr(cut, 100));
    append(dir / "a.log", text.substr(cut + 100));
    log->notifyGrown();
    EXPECT_TRUE(log->waitForFrames(4));
    EXPECT_TRUE(log->index()->issues().empty());
    append(dir / "a.log", text.substr(0, 100));
    log->finishGrowing();
    log->waitUntilAnalyzed();
    EXPECT_EQ(log->index()->frameCount(), 4U);
    ASSERT_EQ(log->index()->issues().size(), 1U);
    EXPECT_EQ(log->index()->issues()[0].error.code, base::ErrorCode::Truncated);
    EXPECT_EQ(log->progress().stage, LogProgress::Stage::Done);
}

TEST(GrowingLogTest, ContainsEverythingWrittenBeforeTheEnd) {
    const tests::TempDir dir;
    const std::string text = tests::scriptedLog(tests::movingScenes(300, 0.04), 50);
    const std::size_t first = text.find('\n') + 1;
    tests::writeFile(dir / "a.log", text.substr(0, first));
    const auto log = follow(dir / "a.log");
    ASSERT_NE(log, nullptr);
    append(dir / "a.log", text.substr(first));
    log->finishGrowing();
    log->waitUntilAnalyzed();
    EXPECT_EQ(log->index()->frameCount(), 300U);
    EXPECT_EQ(log->analysis()->frameCount, 300U);
    EXPECT_FALSE(log->waitForFrames(301)) << "no more will come";
}

TEST(GrowingLogTest, UsesRecordTimesOfTheWriter) {
    const tests::TempDir dir;
    std::vector<tests::ScriptedScene> scenes = tests::movingScenes(60);
    for (auto& scene : scenes) {
        scene.timeS = 0.0; // before the kick-off
    }
    tests::writeFile(dir / "a.log", tests::scriptedLog(scenes, 0));
    const auto log = follow(dir / "a.log", {[](FrameNumber frame) { return 0.04 * frame; }, 0.04});
    ASSERT_NE(log, nullptr);
    ASSERT_TRUE(log->waitForFrames(60));
    const auto index = log->index();
    EXPECT_EQ(index->stepS(), 0.04);
    EXPECT_EQ(index->recordTimeS(59), 0.04 * 59);
    EXPECT_EQ(index->frameAtRecordTime(1.0 + 1e-9), 25U);
}

TEST(GrowingLogTest, TheBeginningMayBeDropped) {
    const tests::TempDir dir;
    const std::string text = tests::scriptedLog(tests::movingScenes(90, 0.04), 30);
    tests::writeFile(dir / "a.log", text);
    const auto closed = tests::openAnalyzed(dir / "a.log");
    const auto log = follow(dir / "a.log");
    ASSERT_NE(log, nullptr);
    ASSERT_TRUE(log->waitForFrames(90));
    log->dropBefore(60);
    append(dir / "a.log", text.substr(0, text.find('\n') + 1));
    ASSERT_TRUE(log->waitForFrames(91));
    EXPECT_EQ(log->index()->firstFrame(), 60U);
    FrameReader reader = log->makeReader();
    const auto gone = reader.state(59);
    ASSERT_FALSE(gone);
    EXPECT_EQ(gone.error().code, base::ErrorCode::InvalidArgument);
    EXPECT_NE(gone.error().toString().find("60 or later"), std::string::npos);
    FrameReader other = closed->makeReader();
    for (const FrameNumber frame : {FrameNumber{60}, FrameNumber{75}, FrameNumber{89}}) {
        expectSameBits(*reader.state(frame), *other.state(frame), frame);
    }
}

TEST(GrowingLogTest, ReportsTruncation) {
    const tests::TempDir dir;
    const std::string text = tests::scriptedLog(tests::movingScenes(50), 0);
    tests::writeFile(dir / "a.log", text);
    const auto log = follow(dir / "a.log");
    ASSERT_NE(log, nullptr);
    ASSERT_TRUE(log->waitForFrames(50));
    while (log->analysis()->frameCount < 50) { // no longer read
        std::this_thread::yield();
    }
    std::filesystem::resize_file(dir / "a.log", 10);
    log->waitUntilIndexed();
    ASSERT_FALSE(log->index()->issues().empty());
    EXPECT_NE(log->index()->issues()[0].error.toString().find("truncated at byte 10"),
              std::string::npos);
}

TEST(GrowingLogTest, NeedsAPlainLogWithALine) {
    const tests::TempDir dir;
    LogOptions options;
    options.isGrowing = true;
    tests::writeFile(dir / "empty.log", "");
    EXPECT_FALSE(MatchLog::open(dir / "empty.log", options));
    tests::writeFile(dir / "half.log", "((time 0)(half 1");
    const auto half = MatchLog::open(dir / "half.log", options);
    ASSERT_FALSE(half);
    EXPECT_EQ(half.error().code, base::ErrorCode::Truncated);
    const auto packed = MatchLog::open(tests::sampleLog(), options);
    ASSERT_FALSE(packed);
    EXPECT_EQ(packed.error().code, base::ErrorCode::UnsupportedFormat);
}

TEST(GrowingColumnTest, CopiesKeepTheirLength) {
    GrowingColumn<int> column;
    for (int i = 0; i < 5000; ++i) {
        column.push_back(2 * i);
    }
    const GrowingColumn<int> copy = column;
    for (int i = 5000; i < 10000; ++i) {
        column.push_back(2 * i);
    }
    EXPECT_EQ(copy.size(), 5000U);
    EXPECT_EQ(copy.back(), 9998);
    EXPECT_EQ(column[9999], 19998);
    EXPECT_EQ(column.upperBound(-1), 0U);
    EXPECT_EQ(column.upperBound(0), 1U);
    EXPECT_EQ(column.upperBound(9001), 4501U);
    EXPECT_EQ(column.upperBound(99999), 10000U);
}

} // namespace
} // namespace sideline::logs
