#include "logs/live/live_ring.h"

#include <cerrno>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

constexpr std::int64_t kStepNs = 40'000'000;

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

std::string contentOf(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// A stream of messages, decoded as by a monitor, that is written to a ring.
class LiveRingTest : public ::testing::Test {
protected:
    void open(const RingOptions& requested) {
        RingOptions options = requested;
        options.directory = m_dir.path();
        auto ring = LiveRing::create(options);
        ASSERT_TRUE(ring) << ring.error().toString();
        m_ring = std::move(*ring);
    }
    // Decodes the next message and passes it to the ring unless `isPassedOn` is false.
    void feed(bool isPassedOn = true, std::string_view prefix = {}) {
        const std::string& text = m_lines[m_next];
        const auto report = m_decoder.decode(text, static_cast<std::uint32_t>(m_next));
        ASSERT_TRUE(report) << report.error().toString();
        m_frames.push_back(m_decoder.scene());
        if (isPassedOn) {
            m_ring->append({text, report->kind, static_cast<std::int64_t>(m_next) * kStepNs,
                            0.04 * static_cast<double>(m_next), prefix, &m_decoder.game(),
                            &m_decoder.scene()});
        }
        ++m_next;
    }
    void feedMany(int count) {
        for (int i = 0; i < count; ++i) {
            feed();
        }
    }
    // Expects all poses of a ring frame to equal those of a message.
    void expectSame(const LogState& state, std::size_t message) const {
        ASSERT_EQ(state.scene->local.size(), m_frames[message].local.size());
        for (std::size_t i = 0; i < state.scene->local.size(); ++i) {
            ASSERT_EQ(state.scene->local[i], m_frames[message].local[i])
                << "message " << message << ", node " << i;
        }
        EXPECT_FALSE(state.damaged);
    }
    std::uint64_t bytesOnDisk() const {
        std::uint64_t bytes = 0;
        for (const auto& entry : std::filesystem::directory_iterator(m_dir.path())) {
            struct stat status {};
            EXPECT_EQ(::stat(entry.path().c_str(), &status), 0);
            bytes += static_cast<std::uint64_t>(status.st_blocks) * 512;
        }
        return bytes;
    }

    tests::TempDir m_dir;
    std::vector<std::string> m_lines =
        linesOf(tests::scriptedLog(tests::movingScenes(2000, 0.04), 0));
    std::size_t m_next = 0;
    monitor::MonitorDecoder m_decoder;
    std::vector<monitor::SceneState> m_frames;
    std::shared_ptr<LiveRing> m_ring;
};

TEST_F(LiveRingTest, KeepsMessagesUnchanged) {
    open({});
    EXPECT_EQ(m_ring->recording(), nullptr);
    EXPECT_TRUE(m_ring->needsFullScene());
    feedMany(50);
    const auto log = m_ring->recording();
    ASSERT_NE(log, nullptr);
    ASSERT_TRUE(log->waitForFrames(50));
    std::string expected;
    for (int i = 0; i < 50; ++i) {
        expected += m_lines[static_cast<std::size_t>(i)] + '\n';
    }
    EXPECT_EQ(contentOf(log->path()), expected);
    EXPECT_EQ(log->index()->recordTimeS(49), 0.04 * 49);
    FrameReader reader = log->makeReader();
    expectSame(*reader.state(31), 31);
    const RingState state = m_ring->state();
    EXPECT_EQ(state.frames, 50U);
    EXPECT_EQ(state.keptBytes, expected.size());
    EXPECT_EQ(state.lostMessages, 0U);
    EXPECT_EQ(state.fault, "");
    EXPECT_EQ(m_ring->arrivalNs(7), 7 * kStepNs);
    EXPECT_EQ(m_ring->arrivalNs(50), std::nullopt);
    EXPECT_EQ(m_ring->frameAtArrival(7 * kStepNs + 5), 7U);
}

TEST_F(LiveRingTest, BeginsWithAFullSceneInTheMiddleOfAMatch) {
    open({});
    for (int i = 0; i < 20; ++i) {
        feed(false);
    }
    feedMany(10);
    const auto log = m_ring->recording();
    ASSERT_NE(log, nullptr);
    ASSERT_TRUE(log->waitForFrames(10));
    EXPECT_TRUE(log->index()->isFull(0));
    FrameReader reader = log->makeReader();
    for (FrameNumber n = 0; n < 10; ++n) {
        expectSame(*reader.state(n), 20 + n);
    }
}

TEST_F(LiveRingTest, DifferencesWithoutASceneAreLostAndCounted) {
    open({});
    const std::string difference = "((time 1))(RDS 0 1)((nd))";
    monitor::MonitorDecoder fresh;
    ASSERT_TRUE(fresh.decode(difference, 0));
    m_ring->append(
        {difference, monitor::MessageKind::Difference, 0, 0.0, {}, &fresh.game(), &fresh.scene()});
    EXPECT_EQ(m_ring->state().frames, 0U);
    EXPECT_EQ(m_ring->state().lostMessages, 1U);
    EXPECT_EQ(m_ring->recording(), nullptr);
    feedMany(2);
    EXPECT_EQ(m_ring->state().frames, 2U);
}

TEST_F(LiveRingTest, WritesDrawingsBeforeAMessage) {
    open({});
    feed();
    feed(true, "[0, 0, 97][1, -2]");
    const auto log = m_ring->recording();
    ASSERT_TRUE(log->waitForFrames(2));
    EXPECT_FALSE(log->index()->hasDrawings(0));
    EXPECT_TRUE(log->index()->hasDrawings(1));
    FrameReader reader = log->makeReader();
    expectSame(*reader.state(1), 1);
}

TEST_F(LiveRingTest, DropsTheOldestSegmentsWhenFull) {
    RingOptions options;
    options.intervalBytes = 64 << 10;
    options.maxBytes = 256 << 10;
    open(options);
    for (int i = 0; i < 38; ++i) { // at the log's pace
        feedMany(50);
        const auto log = m_ring->recording();
        ASSERT_TRUE(log->waitForFrames(m_ring->state().frames))
            << (log->index()->issues().empty() ? "" : log->index()->issues()[0].error.toString());
    }
    EXPECT_EQ(m_ring->state().frames, 1900U);
    // Segments are dropped with one of the next messages, after the log has released them.
    const std::uint64_t bound = options.maxBytes + options.intervalBytes;
    for (int i = 0; i < 100 && m_ring->state().keptBytes > bound; ++i) {
        feed();
        ASSERT_TRUE(m_ring->recording()->waitForFrames(m_ring->state().frames));
    }
    const RingState state = m_ring->state();
    EXPECT_GT(state.firstFrame, 0U);
    EXPECT_LE(state.keptBytes, bound);
    EXPECT_LE(bytesOnDisk(), 3 * options.maxBytes) << "of 3.6 MB"; // blocks are preallocated
    const auto log = m_ring->recording();
    ASSERT_TRUE(log->waitForFrames(state.frames));
    FrameReader reader = log->makeReader();
    const FrameNumber first = reader.parts().index->firstFrame();
    EXPECT_GE(first, state.firstFrame);
    EXPECT_TRUE(reader.parts().index->isFull(first));
    EXPECT_FALSE(reader.state(first - 1));
    for (FrameNumber n = first; n < state.frames; n += 37) {
        expectSame(*reader.state(n), n);
    }
    ASSERT_TRUE(m_ring->saveAs(m_dir / "saved.log", {}, {}));
    const auto saved = tests::openAnalyzed(m_dir / "saved.log");
    ASSERT_NE(saved, nullptr);
    EXPECT_EQ(saved->index()->frameCount(), state.frames - first);
    EXPECT_TRUE(saved->index()->isFull(0));
    EXPECT_EQ(saved->analysis()->damagedFrames, 0U);
    FrameReader other = saved->makeReader();
    expectSame(*other.state(0), first);
    expectSame(*other.state(state.frames - 1 - first), state.frames - 1);
}

TEST_F(LiveRingTest, KeepsTheOldestSegmentsOnlyWhileSaving) {
    RingOptions options;
    options.intervalBytes = 64 << 10;
    options.maxBytes = 256 << 10;
    open(options);
    const auto feedSome = [&] {
        feedMany(50);
        return m_ring->recording()->waitForFrames(m_ring->state().frames);
    };
    ASSERT_TRUE(feedSome());
    const auto saved = m_ring->saveAs(m_dir / "saved.log", {}, [&](double) {
        while (m_ring->state().keptBytes < 2 * options.maxBytes) {
            EXPECT_TRUE(feedSome());
        }
        EXPECT_EQ(m_ring->state().firstFrame, 0U);
        return true;
    });
    ASSERT_TRUE(saved) << saved.error().toString();
    while (m_ring->state().firstFrame == 0 && m_next + 50 < m_lines.size()) {
        ASSERT_TRUE(feedSome());
    }
    EXPECT_GT(m_ring->state().firstFrame, 0U);
}

TEST_F(LiveRingTest, RecoversFromAFullDisk) {
    std::uint64_t room = 200'000;
    RingOptions options;
    options.write = [&](int file, const char* bytes, std::size_t count, off_t at) -> ssize_t {
        const auto end = static_cast<std::uint64_t>(at) + count;
        if (end <= room) {
            return ::pwrite(file, bytes, count, at);
        }
        if (static_cast<std::uint64_t>(at) >= room) {
            errno = ENOSPC;
            return -1;
        }
        return ::pwrite(file, bytes, room - static_cast<std::uint64_t>(at), at);
    };
    open(options);
    while (m_ring->state().fault.empty()) {
        feed();
    }
    const RingState full = m_ring->state();
    EXPECT_NE(full.fault.find("No space left"), std::string::npos) << full.fault;
    EXPECT_EQ(full.lostMessages, 1U);
    EXPECT_EQ(contentOf(m_ring->recording()->path()).size(), full.keptBytes)
        << "the cut line was taken back";
    room = 1 << 30;
    feedMany(10);
    EXPECT_EQ(m_ring->state().lostMessages, 11U) << "tried again after a second only";
    feedMany(40);
    const RingState after = m_ring->state();
    EXPECT_EQ(after.fault, "");
    EXPECT_EQ(after.frames + after.lostMessages, m_next);
    const auto log = m_ring->recording();
    log->notifyGrown();
    ASSERT_TRUE(log->waitForFrames(after.frames));
    m_ring->finish();
    log->waitUntilAnalyzed();
    EXPECT_TRUE(log->index()->isFull(full.frames)) << "the lost content is unknown";
    EXPECT_EQ(log->analysis()->damagedFrames, 0U);
    EXPECT_EQ(log->analysis()->outOfSyncFrames, 0U);
    FrameReader reader = log->makeReader();
    expectSame(*reader.state(after.frames - 1), m_next - 1);
}

TEST_F(LiveRingTest, RemovesFilesOfKilledPrograms) {
    tests::writeFile(m_dir / "mine.log", "stays");
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        RingOptions options;
        options.directory = m_dir.path();
        auto ring = LiveRing::create(options);
        ::_exit(ring ? 0 : 1); // exits without cleanup
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_EQ(status, 0);
    const auto count = [&] {
        return std::distance(std::filesystem::directory_iterator(m_dir.path()), {});
    };
    EXPECT_EQ(count(), 2) << "left behind";
    open({});
    EXPECT_EQ(count(), 2) << "ours and mine.log";
    feedMany(3);
    const auto first = m_ring;
    open({});
    EXPECT_EQ(count(), 3) << "a ring that is in use stays";
    EXPECT_TRUE(std::filesystem::exists(first->recording()->path()));
    m_ring.reset();
    EXPECT_EQ(count(), 2) << "a ring takes its file along";
}

TEST_F(LiveRingTest, SavesEverythingOrAnIntervalDuringRecording) {
    open({});
    EXPECT_FALSE(m_ring->saveAs(m_dir / "nothing.log", {}, {}));
    feedMany(100);
    ASSERT_TRUE(m_ring->saveAs(m_dir / "all.log.gz", {}, {}));
    ASSERT_TRUE(m_ring->saveAs(m_dir / "part.log", std::pair(1.0, 2.0), {}));
    const auto whole = tests::openAnalyzed(m_dir / "all.log.gz");
    const auto part = tests::openAnalyzed(m_dir / "part.log");
    EXPECT_EQ(whole->index()->frameCount(), 100U);
    EXPECT_EQ(part->index()->frameCount(), 26U);
    EXPECT_TRUE(part->index()->isFull(0));
    FrameReader reader = part->makeReader();
    expectSame(*reader.state(25), 50);
    const auto onto = m_ring->saveAs(m_ring->recording()->path(), {}, {});
    ASSERT_FALSE(onto);
    EXPECT_EQ(onto.error().code, base::ErrorCode::InvalidArgument);
    EXPECT_FALSE(m_ring->saveAs(m_dir / "no" / "such.log", {}, {}));
    const auto stopped = m_ring->saveAs(m_dir / "stopped.log", {}, [](double) { return false; });
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, base::ErrorCode::Canceled);
    EXPECT_FALSE(std::filesystem::exists(m_dir / "stopped.log"));
}

TEST_F(LiveRingTest, WritesACopy) {
    open({});
    feedMany(10);
    ASSERT_TRUE(m_ring->startCopy(m_dir / "session.log"));
    EXPECT_TRUE(m_ring->needsFullScene());
    feedMany(20);
    m_ring->endCopy(m_dir / "session.log");
    feedMany(5);
    const auto copy = tests::openAnalyzed(m_dir / "session.log");
    ASSERT_NE(copy, nullptr);
    EXPECT_EQ(copy->index()->frameCount(), 20U);
    FrameReader reader = copy->makeReader();
    expectSame(*reader.state(0), 10);
    expectSame(*reader.state(19), 29);
    EXPECT_FALSE(m_ring->startCopy(m_dir / "no" / "session.log"));
}

// The program may be killed at any time: what was packed until then is a complete file.
TEST_F(LiveRingTest, APackedCopyIsReadableWhileItGrows) {
    open({});
    feedMany(10);
    ASSERT_TRUE(m_ring->startCopy(m_dir / "session.log.zst"));
    ASSERT_TRUE(m_ring->startCopy(m_dir / "plain.log"));
    feedMany(60); // 2.4 s
    std::filesystem::copy_file(m_dir / "session.log.zst", m_dir / "killed.log.zst");
    const auto killed = tests::openAnalyzed(m_dir / "killed.log.zst");
    ASSERT_NE(killed, nullptr);
    EXPECT_GE(killed->index()->frameCount(), 40U) << "at most a second is missing";
    FrameReader early = killed->makeReader();
    expectSame(*early.state(39), 49);
    m_ring->endCopy(m_dir / "session.log.zst");
    m_ring->endCopy(m_dir / "plain.log");
    const auto copy = tests::openAnalyzed(m_dir / "session.log.zst");
    ASSERT_NE(copy, nullptr);
    EXPECT_EQ(copy->index()->frameCount(), 60U);
    FrameReader reader = copy->makeReader();
    expectSame(*reader.state(0), 10);
    expectSame(*reader.state(59), 69);
    EXPECT_LT(3 * std::filesystem::file_size(m_dir / "session.log.zst"),
              std::filesystem::file_size(m_dir / "plain.log"));
}

TEST_F(LiveRingTest, APackedCopyIsCompleteWhenTheRecordingEnds) {
    open({});
    ASSERT_TRUE(m_ring->startCopy(m_dir / "session.log.zst"));
    feedMany(10); // 0.4 s: less than a block
    m_ring->finish();
    const auto copy = tests::openAnalyzed(m_dir / "session.log.zst");
    ASSERT_NE(copy, nullptr);
    EXPECT_EQ(copy->index()->frameCount(), 10U);
    m_ring->endCopy(m_dir / "session.log.zst"); // as the studio does afterwards
    EXPECT_TRUE(tests::openAnalyzed(m_dir / "session.log.zst"));
}

TEST_F(LiveRingTest, OnlyItsOwnerCanReadIt) {
    tests::writeFile(m_dir / "old.log", "x"); // replaced files do not stay readable for others
    std::filesystem::permissions(m_dir / "old.log", std::filesystem::perms(0644));
    const mode_t before = ::umask(0);
    open({});
    feedMany(3);
    ASSERT_TRUE(m_ring->startCopy(m_dir / "session.log"));
    ASSERT_TRUE(m_ring->startCopy(m_dir / "old.log"));
    ::umask(before);
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(m_dir.path())) {
        EXPECT_EQ(entry.status().permissions(), std::filesystem::perms(0600)) << entry.path();
        ++files;
    }
    EXPECT_EQ(files, 3);
}

TEST_F(LiveRingTest, StaysReadableWithoutTheRing) {
    open({});
    feedMany(30);
    const auto log = m_ring->recording();
    m_ring.reset();
    EXPECT_FALSE(std::filesystem::exists(log->path()));
    log->waitUntilAnalyzed();
    EXPECT_EQ(log->index()->frameCount(), 30U);
    FrameReader reader = log->makeReader();
    expectSame(*reader.state(29), 29);
}

TEST_F(LiveRingTest, ReportsAnUnwritableFolder) {
    tests::writeFile(m_dir / "file", "x");
    RingOptions options;
    options.directory = m_dir / "file";
    const auto ring = LiveRing::create(options);
    ASSERT_FALSE(ring);
    EXPECT_NE(ring.error().toString().find("file"), std::string::npos);
}

} // namespace
} // namespace sideline::logs
