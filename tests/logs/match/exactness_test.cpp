// The state at a frame is the same, bit for bit, whatever the way to it.
#include <algorithm>
#include <cstddef>
#include <span>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "logs/match/frame_reader.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

// Expects equal content, and equal bits of every transform.
void expectSame(const LogState& a, const LogState& b, FrameNumber frame, const char* how) {
    ASSERT_TRUE(a == b) << "frame " << frame << ' ' << how;
    ASSERT_TRUE(std::ranges::equal(std::as_bytes(std::span(a.scene->local)),
                                   std::as_bytes(std::span(b.scene->local))))
        << "frame " << frame << ' ' << how;
}

// Plays the whole log once, then seeks random frames in all possible ways.
void expectExact(const MatchLog& log, int jumps) {
    const LogParts parts = log.parts();
    const FrameNumber count = parts.index->frameCount();
    std::vector<LogState> played;
    LogStateReducer folder;
    const FrameNumber first = parts.index->firstActiveFrame().value_or(0);
    const FrameNumber from = first > 40 ? first - 40 : 0;
    for (FrameNumber n = 0; n < count; ++n) {
        ASSERT_TRUE(folder.apply(parts, n));
        if (n >= from) {
            played.push_back(folder.state());
        }
    }
    base::Rng rng(2026);
    FrameReader jumper(parts);
    FrameReader uncached(parts, 1);
    LogParts bare = parts;
    bare.checkpoints = nullptr;
    FrameReader withoutCheckpoints(bare, 1);
    for (int i = 0; i < jumps; ++i) {
        const auto frame = from + static_cast<FrameNumber>(rng.below(count - from));
        const LogState& expected = played[frame - from];
        for (const auto& [reader, how] :
             {std::pair{&jumper, "with a cache"}, std::pair{&uncached, "without a cache"}}) {
            const auto state = reader->state(frame);
            ASSERT_TRUE(state) << state.error().toString();
            expectSame(*state, expected, frame, how);
        }
        if (i % 10 == 0) {
            expectSame(*withoutCheckpoints.state(frame), expected, frame, "without checkpoints");
        }
        // From there, steps backward and forward.
        const auto length = static_cast<FrameNumber>(rng.below(6));
        for (FrameNumber k = 1; k <= length && frame >= from + k; ++k) {
            expectSame(*jumper.state(frame - k), played[frame - k - from], frame - k, "backward");
        }
        for (FrameNumber k = 1; k <= length && frame + k < count; ++k) {
            expectSame(*jumper.state(frame + k), played[frame + k - from], frame + k, "forward");
        }
    }
}

TEST(ExactnessTest, ScriptedLogWithRareFullScenes) {
    const tests::TempDir dir;
    tests::writeFile(dir / "a.log", tests::scriptedLog(tests::movingScenes(700, 0.04), 0));
    const auto log = tests::openAnalyzed(dir / "a.log");
    ASSERT_NE(log, nullptr);
    EXPECT_GT(log->analysis()->checkpoints->count(), 10U);
    expectExact(*log, 300);
}

TEST(ExactnessTest, IsExactWithVeryLittleMemory) {
    const tests::TempDir dir;
    tests::writeFile(dir / "a.log", tests::scriptedLog(tests::movingScenes(700, 0.04), 0));
    const auto log = tests::openAnalyzed(dir / "a.log", {}, 20000);
    ASSERT_NE(log, nullptr);
    EXPECT_LE(log->analysis()->checkpoints->byteSize(), 10000U);
    expectExact(*log, 100);
}

TEST(ExactnessTest, DamagedLinesAndDamagedFullScenes) {
    const tests::TempDir dir;
    std::string text = tests::scriptedLog(tests::movingScenes(200), 10);
    base::Rng rng(4);
    for (int i = 0; i < 60; ++i) { // bit flips except in line breaks
        char& byte = text[rng.below(text.size())];
        if (byte != '\n') {
            byte = static_cast<char>(byte ^ 0x55);
            byte = byte == '\n' ? 'x' : byte;
        }
    }
    tests::writeFile(dir / "a.log", text);
    const auto log = tests::openAnalyzed(dir / "a.log");
    ASSERT_NE(log, nullptr);
    EXPECT_GT(log->analysis()->damagedFrames, 10U);
    EXPECT_LT(log->analysis()->damagedFrames, 61U);
    expectExact(*log, 200);
}

TEST(ExactnessTest, TheSampleMatch) {
    const auto log = tests::openAnalyzed(tests::sampleLog());
    ASSERT_NE(log, nullptr);
    expectExact(*log, 100);
}

class ExactnessSharedTest : public ::testing::TestWithParam<const char*> {};

TEST_P(ExactnessSharedTest, FiveHundredRandomFrames) {
    SIDELINE_SHARED_OR_SKIP(file, GetParam());
    const auto log = tests::openAnalyzed(file);
    ASSERT_NE(log, nullptr);
    EXPECT_EQ(log->analysis()->damagedFrames, 0U);
    expectExact(*log, 500);
}

INSTANTIATE_TEST_SUITE_P(Matches, ExactnessSharedTest,
                         ::testing::Values("match/2v2-150s.log.gz", "match/11v11-60s.tar.bz2"));

} // namespace
} // namespace sideline::logs
