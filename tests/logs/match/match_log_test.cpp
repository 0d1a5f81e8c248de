#include "logs/match/match_log.h"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "logs/match/log_export.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

TEST(MatchLogTest, OpensPlainAndPackedAlike) {
    const tests::TempDir dir;
    const std::string text = tests::scriptedLog(tests::movingScenes(120), 15);
    tests::writeFile(dir / "plain.log", text);
    const auto plain = tests::openAnalyzed(dir / "plain.log");
    ASSERT_NE(plain, nullptr);
    EXPECT_EQ(plain->packing(), "");
    FrameReader reader = plain->makeReader();
    for (const char* name : {"p.gz", "p.bz2", "p.xz", "p.zst"}) {
        ASSERT_TRUE(cutLog(reader, {0, 119}, *base::OutputFile::create(dir / name), {}));
        const auto packed = tests::openAnalyzed(dir / name);
        ASSERT_NE(packed, nullptr) << name;
        EXPECT_NE(packed->packing(), "") << name;
        EXPECT_EQ(packed->index()->frameCount(), 120U);
        FrameReader other = packed->makeReader();
        EXPECT_TRUE(*other.state(77) == *reader.state(77)) << name;
        EXPECT_EQ(packed->analysis()->events.size(), plain->analysis()->events.size());
    }
}

// A small file can expand to a very large one: the part within the limit is readable, the rest is
// reported.
TEST(MatchLogTest, UnpackingRespectsTheLimit) {
    const tests::TempDir dir;
    const std::string text = tests::scriptedLog(tests::movingScenes(400), 15);
    tests::writeFile(dir / "m.log", text);
    ASSERT_EQ(std::system(("gzip -1 " + (dir / "m.log").string()).c_str()), 0);
    ASSERT_GT(text.size(), 1'000'000U);
    std::uint64_t looks = 0;
    LogOptions small;
    small.maxUnpackedBytes = 600'000;
    LogOptions fullDisk;
    fullDisk.freeBytes = [&looks]() -> base::Expected<std::uint64_t> {
        return ++looks < 3 ? 1'000'000 : 50'000;
    };
    struct Row {
        LogOptions options;
        const char* text;
    };
    for (Row& row : std::vector<Row>{{small, "longer than 600000 bytes"},
                                     {fullDisk, "only 50000 bytes are free in "}}) {
        row.options.spoolDirectory = dir.path();
        const auto log = MatchLog::open(dir / "m.log.gz", row.options);
        ASSERT_TRUE(log) << log.error().toString();
        (*log)->waitUntilAnalyzed();
        const LogIndex& index = *(*log)->index();
        EXPECT_TRUE(index.isComplete());
        EXPECT_LT(index.byteCount(), text.size());
        EXPECT_GT(index.frameCount(), 50U);
        EXPECT_TRUE((*log)->makeReader().frame(index.frameCount() - 1));
        ASSERT_FALSE(index.issues().empty());
        const base::Error& error = index.issues().front().error;
        EXPECT_EQ(error.code, base::ErrorCode::LimitExceeded);
        EXPECT_NE(error.toString().find(row.text), std::string::npos) << error.toString();
    }
    LogOptions enough;
    enough.spoolDirectory = dir.path();
    enough.maxUnpackedBytes = text.size();
    enough.freeBytes = [] { return base::Expected<std::uint64_t>(10'000'000); };
    const auto whole = MatchLog::open(dir / "m.log.gz", enough);
    ASSERT_TRUE(whole);
    (*whole)->waitUntilAnalyzed();
    EXPECT_EQ((*whole)->index()->frameCount(), 400U);
    EXPECT_TRUE((*whole)->index()->issues().empty());
}

TEST(MatchLogTest, ReportsProgressAndStops) {
    const tests::TempDir dir;
    tests::writeFile(dir / "a.log", tests::scriptedLog(tests::movingScenes(3000, 0.04), 0));
    std::atomic<int> calls = 0;
    LogOptions options;
    auto log = MatchLog::open(dir / "a.log", options, [&] { ++calls; });
    ASSERT_TRUE(log) << log.error().toString();
    EXPECT_GE((*log)->index()->frameCount(), 1U); // the first frame is available immediately
    (*log)->cancel();
    (*log)->waitUntilAnalyzed();
    const LogProgress progress = (*log)->progress();
    EXPECT_TRUE(progress.stage == LogProgress::Stage::Canceled ||
                progress.stage == LogProgress::Stage::Done);
    EXPECT_GE(calls.load(), 1);
    // The available part is readable.
    FrameReader reader = (*log)->makeReader();
    EXPECT_TRUE(reader.frame((*log)->index()->frameCount() - 1));
}

TEST(MatchLogTest, ClosesDuringBackgroundWork) {
    const tests::TempDir dir;
    tests::writeFile(dir / "a.log", tests::scriptedLog(tests::movingScenes(3000, 0.04), 0));
    for (int i = 0; i < 5; ++i) {
        auto log = MatchLog::open(dir / "a.log", {});
        ASSERT_TRUE(log);
    }
}

TEST(MatchLogTest, RejectsAnEntryOfAPlainFile) {
    const tests::TempDir dir;
    tests::writeFile(dir / "a.log", tests::scriptedLog(tests::movingScenes(3), 0));
    LogOptions options;
    options.entry = "sparkmonitor.log";
    const auto log = MatchLog::open(dir / "a.log", options);
    ASSERT_FALSE(log);
    EXPECT_NE(log.error().message.find("not an archive"), std::string::npos);
}

TEST(MatchLogTest, APackedLogNeedsNoSpoolFolder) {
    const auto log = MatchLog::open(tests::sampleLog(), {});
    ASSERT_TRUE(log) << log.error().toString();
    (*log)->waitUntilIndexed();
    EXPECT_GT((*log)->index()->frameCount(), 40U);
}

TEST(MatchLogTest, ReportsAnUnusableSpoolFolder) {
    LogOptions options;
    options.spoolDirectory = tests::sampleLog(); // a file instead of a folder
    const auto log = MatchLog::open(tests::sampleLog(), options);
    ASSERT_FALSE(log);
    EXPECT_NE(log.error().message.find("cannot create a file to unpack the log into"),
              std::string::npos);
}

TEST(MatchLogTest, AReaderRespectsItsMemoryLimit) {
    const tests::TempDir dir;
    tests::writeFile(dir / "a.log", tests::scriptedLog(tests::movingScenes(100), 1));
    const auto log = tests::openAnalyzed(dir / "a.log");
    ASSERT_NE(log, nullptr);
    const std::size_t stateBytes = log->makeReader().state(0)->byteSize();
    FrameReader reader(log->parts(), 10 * stateBytes);
    for (FrameNumber n = 0; n < 100; ++n) {
        ASSERT_TRUE(reader.state(n));
    }
    EXPECT_EQ(reader.decodedLineCount(), 100U);
    for (FrameNumber n = 90; n < 100; ++n) {
        ASSERT_TRUE(reader.state(n));
    }
    EXPECT_EQ(reader.decodedLineCount(), 100U) << "the last ten are kept";
    ASSERT_TRUE(reader.state(89));
    EXPECT_EQ(reader.decodedLineCount(), 101U) << "and no others";
}

TEST(MatchLogTest, OneReaderPerThreadOnOneLog) {
    const tests::TempDir dir;
    tests::writeFile(dir / "a.log", tests::scriptedLog(tests::movingScenes(400, 0.04), 0));
    const auto log = tests::openAnalyzed(dir / "a.log");
    ASSERT_NE(log, nullptr);
    FrameReader reader = log->makeReader();
    std::vector<LogState> expected;
    for (FrameNumber n = 0; n < 400; n += 37) {
        expected.push_back(*reader.state(n));
    }
    std::atomic<int> wrong = 0;
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([&] {
                FrameReader own = log->makeReader();
                for (FrameNumber n = 0; n < 400; n += 37) {
                    wrong += *own.state(n) == expected[n / 37] ? 0 : 1;
                }
            });
        }
    }
    EXPECT_EQ(wrong.load(), 0);
}

} // namespace
} // namespace sideline::logs
