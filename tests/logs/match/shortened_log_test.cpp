// Logs that are truncated or overwritten while they are indexed, analyzed and read, as by a server
// that restarts with the same path. A memory-mapped file would end the program.
#include <atomic>
#include <chrono>
#include <filesystem>
#include <sstream>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include "agentcore/base/rng.h"
#include "logs/match/drawings.h"
#include "logs/match/log_export.h"
#include "logs/match/match_log.h"
#include "logs/match/signals.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

class ShortenedLogTest : public ::testing::Test {
protected:
    std::shared_ptr<MatchLog> open(bool isGrowing = false) {
        LogOptions options;
        options.spoolDirectory = m_dir.path();
        options.isGrowing = isGrowing;
        auto log = MatchLog::open(m_file, options);
        return log ? *log : nullptr;
    }
    static void expectNamed(const base::Error& error) {
        const std::string text = error.toString();
        EXPECT_TRUE(text.find("truncated at byte ") != std::string::npos ||
                    text.find("rewritten") != std::string::npos ||
                    text.find("is empty") != std::string::npos)
            << text;
        EXPECT_NE(text.find("m.log"), std::string::npos) << text;
    }
    tests::TempDir m_dir;
    std::filesystem::path m_file = m_dir / "m.log";
    std::string m_text = tests::scriptedLog(tests::movingScenes(300), 20);
};

TEST_F(ShortenedLogTest, EveryReaderNamesTheByte) {
    tests::writeFile(m_file, m_text);
    const auto log = tests::openAnalyzed(m_file);
    ASSERT_NE(log, nullptr);
    FrameReader reader = log->makeReader();
    ASSERT_TRUE(reader.frame(290));
    std::filesystem::resize_file(m_file, 100);
    const auto state = reader.state(200);
    ASSERT_FALSE(state);
    EXPECT_EQ(state.error().code, base::ErrorCode::Truncated);
    EXPECT_NE(state.error().toString().find("m.log: the file was truncated at byte 100"),
              std::string::npos)
        << state.error().toString();
    EXPECT_TRUE(reader.frame(290)) << "what was decoded is still there";
    const auto checked = log->check();
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().toString(), state.error().toString());
    const auto table = extractSignals(reader, {}, 100, 120, [] { return true; });
    ASSERT_FALSE(table);
    expectNamed(table.error());
    DrawingReader drawings(log->parts());
    EXPECT_FALSE(drawings.seek(100));
    LogStateReducer folder;
    EXPECT_FALSE(folder.apply(log->parts(), 200));
    EXPECT_FALSE(folder.apply(log->parts(), 299));
}

// No frame of another match is shown as a frame of this one.
TEST_F(ShortenedLogTest, AServerRestartsWithTheSamePath) {
    tests::writeFile(m_file, m_text);
    const auto log = tests::openAnalyzed(m_file);
    ASSERT_NE(log, nullptr);
    FrameReader reader = log->makeReader();
    auto other = tests::movingScenes(400);
    for (auto& scene : other) {
        scene.p_SBall = {7.0, 3.0, 0.042};
    }
    const std::string otherText = tests::scriptedLog(other, 30);
    ASSERT_GT(otherText.size(), m_text.size());
    tests::writeFile(m_file, otherText);
    std::filesystem::last_write_time(m_file, std::filesystem::last_write_time(m_file) +
                                                 std::chrono::seconds(1));
    const auto state = reader.state(100);
    ASSERT_FALSE(state);
    EXPECT_NE(state.error().toString().find("rewritten"), std::string::npos);
    const auto again = tests::openAnalyzed(m_file);
    ASSERT_NE(again, nullptr);
    EXPECT_EQ(again->index()->frameCount(), 400U);
    EXPECT_TRUE(again->makeReader().frame(399));
}

TEST_F(ShortenedLogTest, AReplacedLogStaysReadable) {
    tests::writeFile(m_file, m_text);
    const auto log = tests::openAnalyzed(m_file);
    ASSERT_NE(log, nullptr);
    FrameReader before = log->makeReader();
    tests::writeFile(m_dir / "new.log", tests::scriptedLog(tests::movingScenes(5), 0));
    std::filesystem::rename(m_dir / "new.log", m_file);
    FrameReader after = log->makeReader();
    for (const FrameNumber frame : {FrameNumber{0}, FrameNumber{150}, FrameNumber{299}}) {
        const auto a = before.state(frame);
        const auto b = after.state(frame);
        ASSERT_TRUE(a && b);
        EXPECT_TRUE(*a == *b) << frame;
    }
    EXPECT_TRUE(log->check());
}

TEST_F(ShortenedLogTest, AnExportOfItFailsAndNamesTheByte) {
    tests::writeFile(m_file, m_text);
    const auto log = tests::openAnalyzed(m_file);
    ASSERT_NE(log, nullptr);
    FrameReader reader = log->makeReader();
    // In the middle of the export, after the part already written.
    const auto cutLater = [&](double done) {
        if (done > 0.3) {
            std::filesystem::resize_file(m_file, 1000);
        }
        return true;
    };
    std::ostringstream out;
    const auto poses = exportPoses(reader, {0, 299}, false, out, cutLater);
    ASSERT_FALSE(poses);
    expectNamed(poses.error());
}

// Truncation at any time: no crash, and all returned frames belong to the log.
TEST_F(ShortenedLogTest, ShortenedAtAnyTime) {
    tests::writeFile(m_file, m_text);
    const auto whole = tests::openAnalyzed(m_file);
    ASSERT_NE(whole, nullptr);
    std::vector<LogState> good;
    FrameReader all = whole->makeReader();
    for (FrameNumber n = 0; n < whole->index()->frameCount(); ++n) {
        good.push_back(*all.state(n));
    }
    base::Rng rng(14);
    int failures = 0;
    for (int round = 0; round < 60; ++round) {
        std::filesystem::remove(m_file);
        tests::writeFile(m_file, m_text);
        std::atomic<int> seen = 0;
        const int cutAfter = static_cast<int>(rng.below(40));
        const std::uint64_t cutAt = rng.below(m_text.size());
        std::jthread cutter([&](const std::stop_token& stop) {
            while (seen < cutAfter && !stop.stop_requested()) {
                std::this_thread::yield();
            }
            ASSERT_EQ(::truncate(m_file.c_str(), static_cast<off_t>(cutAt)), 0);
        });
        const auto log = open(round % 3 == 0);
        if (log) {
            FrameReader reader(log->parts(), 1);
            for (int i = 0; i < 60; ++i, ++seen) {
                reader.setParts(log->parts());
                const auto frame =
                    static_cast<FrameNumber>(rng.below(reader.parts().index->frameCount()));
                const auto state = reader.state(frame);
                if (state) {
                    ASSERT_TRUE(*state == good[frame]) << frame;
                } else {
                    expectNamed(state.error());
                    ++failures;
                }
            }
            log->finishGrowing();
            log->waitUntilAnalyzed();
            const auto last = log->check();
            if (!last) {
                expectNamed(last.error());
            }
        }
        cutter.request_stop();
    }
    EXPECT_GT(failures, 0);
}

} // namespace
} // namespace sideline::logs
