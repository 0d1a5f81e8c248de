#include "logs/session/session_writer.h"

#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "logs/session/frame_chunk.h"
#include "logs/session/frame_codec.h"
#include "logs/session/session_check.h"
#include "logs/session/session_reader.h"
#include "tests/logs/session/random_frames.h"
#include "tests/logs/session/session_files.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

using base::ErrorCode;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using tests::kBegun;
using tests::openSession;
using tests::plainFrame;
using tests::startSession;

TEST(SessionWriterTest, ReadsBackRecordedFrames) {
    const tests::TempDir dir;
    const auto path = dir / "a.session";
    base::Rng rng(1);
    std::vector<world::AgentFramePtr> frames;
    {
        const auto writer = startSession(path);
        ASSERT_TRUE(writer);
        world::FrameSink& sink = writer->addAgent("odd one");
        for (int i = 0; i < 300; ++i) {
            auto frame = std::make_shared<world::AgentFrame>(tests::randomFrame(rng));
            frame->timing.receivedAt = kBegun + milliseconds(20 * i);
            frames.push_back(frame);
            sink.take(frame);
        }
        sink.take(nullptr); // ignored
    }
    const auto reader = openSession(path);
    ASSERT_TRUE(reader);
    EXPECT_TRUE(reader->isComplete());
    EXPECT_EQ(reader->info().begunAt, "2024-05-01T12:00:00Z");
    EXPECT_EQ(reader->info().begunEpochMs, 1714564800000);
    EXPECT_EQ(reader->info().begunSteady, kBegun);
    EXPECT_EQ(reader->info().program, "session_test 1");
    EXPECT_EQ(reader->info().note, "first try");
    ASSERT_EQ(reader->agents().size(), 1U);
    const AgentTrack& track = reader->agents()[0];
    EXPECT_EQ(track.name, "odd one");
    EXPECT_EQ(track.count, (RecordCount{300, 300, 0}));
    ASSERT_EQ(track.frames, 300U);
    for (std::uint64_t i = 0; i < 300; ++i) {
        const auto frame = reader->frame(track.id, i);
        ASSERT_TRUE(frame) << frame.error().toString();
        world::AgentFrame expected = *frames[i];
        roundToRecorded(expected);
        ASSERT_EQ(tests::difference(*frame->frame, expected), "") << i;
        EXPECT_EQ(frame->at, milliseconds(20) * static_cast<int>(i));
    }
    EXPECT_EQ(tests::faultsOf(*reader), "");
    EXPECT_FALSE(std::filesystem::exists(path.string() + "-wal"));
}

TEST(SessionWriterTest, ReadsBackEverythingBesidesFrames) {
    const tests::TempDir dir;
    tests::writeSession(dir / "a.session", 3, 120);
    const auto reader = openSession(dir / "a.session");
    ASSERT_TRUE(reader);
    const auto all = reader->outputs(nanoseconds::min(), nanoseconds::max());
    ASSERT_TRUE(all);
    ASSERT_EQ(all->size(), 2U);
    EXPECT_EQ((*all)[0], (OutputLine{milliseconds(5), "Testers 1", OutputStream::Out, "hello"}));
    EXPECT_EQ((*all)[1], (OutputLine{milliseconds(15), "Testers 1", OutputStream::Err, "oh"}));
    const auto drawings = reader->drawings(milliseconds(0), milliseconds(30));
    ASSERT_TRUE(drawings);
    ASSERT_EQ(drawings->size(), 1U);
    EXPECT_EQ((*drawings)[0],
              (DrawingDatagram{milliseconds(30), "127.0.0.1:4000", std::string("\0\0set\0", 6)}));
    EXPECT_EQ(reader->beliefs()->at(0), (BeliefDatagram{milliseconds(30), "127.0.0.1:4001",
                                                        "{\"time\": 0.02,\n\"pose\": null}"}));
    EXPECT_EQ(reader->counts()[static_cast<std::size_t>(RecordKind::Belief)],
              (RecordCount{1, 1, 0}));
    EXPECT_EQ(reader->orders()->at(0), (TrainerOrder{milliseconds(31), "panel", "(kickOff Left)"}));
    EXPECT_EQ(reader->processEvents()->at(0),
              (ProcessEvent{milliseconds(32), "Testers 1", "exited", "code 3"}));
    ASSERT_EQ(reader->matchLogs().size(), 1U);
    EXPECT_EQ(reader->matchLogs()[0], (MatchLogEntry{milliseconds(0), "match.log"}));
    EXPECT_EQ(reader->markCount(0), 60U);
    EXPECT_EQ(reader->agents()[2].robot.unum.value(), 3);
    EXPECT_EQ(reader->agents()[2].team, "Testers");
    EXPECT_EQ(reader->agents()[2].model,
              reader->frame(TrackId(2), 0)->frame->identity.model->name());
    EXPECT_EQ(tests::faultsOf(*reader), "");
}

TEST(SessionWriterTest, LinesInFramesBecomeOutputLines) {
    const tests::TempDir dir;
    {
        const auto writer = startSession(dir / "a.session");
        auto frame = plainFrame(0, kBegun + milliseconds(20));
        frame->lines = {"one", "two"};
        writer->addAgent("Testers 1").take(frame);
        // A restarted agent of the same name continues the same track.
        writer->addAgent("Testers 1").take(plainFrame(0, kBegun + milliseconds(60)));
    }
    const auto reader = openSession(dir / "a.session");
    const auto lines = reader->outputs(milliseconds(0), milliseconds(100));
    ASSERT_TRUE(lines);
    ASSERT_EQ(lines->size(), 2U);
    EXPECT_EQ((*lines)[1], (OutputLine{milliseconds(20), "Testers 1", OutputStream::Agent, "two"}));
    EXPECT_EQ(reader->counts()[static_cast<std::size_t>(RecordKind::Output)],
              (RecordCount{2, 2, 0}));
    EXPECT_EQ(reader->agents().size(), 1U);
    EXPECT_EQ(checkSession(*reader).tracks[0].restarts, 1U);
}

TEST(SessionWriterTest, TwentyTwoAgentsAtOnceLoseNothing) {
    const tests::TempDir dir;
    constexpr int kAgents = 22;
    constexpr std::uint64_t kFrames = 300;
    const auto writer = startSession(dir / "a.session");
    std::vector<std::thread> threads;
    for (int i = 0; i < kAgents; ++i) {
        world::FrameSink& sink = writer->addAgent(fmt::format("agent {}", i));
        threads.emplace_back([&sink, &writer, i] {
            for (std::uint64_t n = 0; n < kFrames; ++n) {
                sink.take(plainFrame(n, kBegun + milliseconds(20) * static_cast<int>(n), i));
                if (n % 50 == 0) {
                    writer->add(OutputLine{kBegun, "x", OutputStream::Out, "line"});
                }
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    ASSERT_TRUE(writer->flush());
    const SessionCounters counters = writer->counters();
    EXPECT_EQ(counters.frames.offered, kAgents * kFrames);
    EXPECT_EQ(counters.frames.written + counters.frames.dropped, counters.frames.offered);
    EXPECT_EQ(counters.frames.dropped, 0U);
    ASSERT_EQ(counters.agents.size(), static_cast<std::size_t>(kAgents));
    for (const auto& [name, count] : counters.agents) {
        EXPECT_EQ(count, (RecordCount{kFrames, kFrames, 0})) << name;
    }
    EXPECT_EQ(counters.outputs, (RecordCount{kAgents * 6, kAgents * 6, 0}));
    EXPECT_EQ(counters.heldBytes, 0U);
    EXPECT_GT(counters.frameBytes, 1000U);
    ASSERT_TRUE(writer->close());
    const auto reader = openSession(dir / "a.session");
    EXPECT_EQ(tests::faultsOf(*reader), "");
    for (const TrackCheck& track : checkSession(*reader).tracks) {
        EXPECT_EQ(track.decoded, kFrames);
        EXPECT_TRUE(track.gaps.empty());
    }
}

TEST(SessionWriterTest, DataBeyondTheMemoryLimitIsCountedAsDropped) {
    const tests::TempDir dir;
    SessionWriterOptions options;
    options.memoryBytes = 200'000;
    options.look = std::chrono::hours(1); // works only when flushed
    const auto writer = startSession(dir / "a.session", options);
    world::FrameSink& sink = writer->addAgent("a");
    for (std::uint64_t n = 0; n < 500; ++n) {
        sink.take(plainFrame(n, kBegun + milliseconds(20) * static_cast<int>(n)));
    }
    writer->mark(0, kBegun + milliseconds(7));
    const RecordCount full = writer->counters().frames;
    EXPECT_EQ(full.offered, 500U);
    EXPECT_GT(full.dropped, 300U);
    EXPECT_LE(writer->counters().heldBytes, options.memoryBytes);
    EXPECT_EQ(writer->counters().fault, "");
    ASSERT_TRUE(writer->flush());
    sink.take(plainFrame(500, kBegun + milliseconds(20) * 500)); // there is space again
    ASSERT_TRUE(writer->close());
    sink.take(plainFrame(501, kBegun)); // earlier than the last frame
    EXPECT_EQ(writer->counters().frames.dropped, full.dropped + 1);
    const auto reader = openSession(dir / "a.session");
    EXPECT_EQ(reader->agents()[0].count, (RecordCount{501, 501 - full.dropped, full.dropped}));
    ASSERT_FALSE(reader->drops().empty());
    const DropSpan& drop = reader->drops()[0];
    EXPECT_EQ(drop.kind, RecordKind::Frame);
    EXPECT_EQ(drop.agent, 0);
    EXPECT_EQ(drop.count, full.dropped);
    EXPECT_EQ(drop.last, milliseconds(20) * 499);
    EXPECT_EQ(tests::faultsOf(*reader), "") << "counted drops are no fault of the file";
    const SessionCheck check = checkSession(*reader);
    ASSERT_EQ(check.tracks[0].gaps.size(), 1U);
    EXPECT_EQ(check.tracks[0].gaps[0].missing, full.dropped);
}

TEST(SessionWriterTest, DropsAreCountedOnce) {
    const tests::TempDir dir;
    SessionWriterOptions options;
    options.memoryBytes = 100'000;
    options.look = std::chrono::hours(1);
    const auto writer = startSession(dir / "a.session", options);
    world::FrameSink& sink = writer->addAgent("a");
    std::uint64_t cycle = 0;
    const auto offerTooMuch = [&] {
        const std::uint64_t before = writer->counters().frames.dropped;
        for (int i = 0; i < 200; ++i, ++cycle) {
            sink.take(plainFrame(cycle, kBegun + milliseconds(20) * static_cast<int>(cycle)));
        }
        return writer->counters().frames.dropped - before;
    };
    const std::uint64_t first = offerTooMuch();
    ASSERT_GT(first, 0U);
    ASSERT_TRUE(writer->flush());
    writer->mark(1, kBegun); // something to commit, without further drops
    ASSERT_TRUE(writer->flush());
    const std::uint64_t second = offerTooMuch();
    ASSERT_GT(second, 0U);
    ASSERT_TRUE(writer->close());
    const auto reader = openSession(dir / "a.session");
    ASSERT_EQ(reader->drops().size(), 2U);
    EXPECT_EQ(reader->drops()[0].count, first);
    EXPECT_EQ(reader->drops()[1].count, second);
    EXPECT_EQ(reader->drops()[1].last, milliseconds(20) * static_cast<int>(cycle - 1));
    EXPECT_EQ(reader->agents()[0].count.dropped, first + second);
    EXPECT_EQ(reader->counts()[static_cast<std::size_t>(RecordKind::Frame)].dropped,
              first + second);
}

// Even in a folder that everyone can read.
TEST(SessionWriterTest, OnlyItsOwnerCanReadIt) {
    const tests::TempDir dir;
    const mode_t before = ::umask(0);
    const auto writer = startSession(dir / "a.session");
    writer->addAgent("a").take(plainFrame(0, kBegun));
    ASSERT_TRUE(writer->flush());
    ::umask(before);
    for (const char* name : {"a.session", "a.session-wal", "a.session-shm"}) {
        EXPECT_EQ(std::filesystem::status(dir / name).permissions(),
                  std::filesystem::perms::owner_read | std::filesystem::perms::owner_write)
            << name;
    }
}

TEST(SessionWriterTest, ExcessDrawingsAreCounted) {
    const tests::TempDir dir;
    {
        const auto writer = startSession(dir / "a.session");
        writer->add(DrawingDatagram{kBegun + milliseconds(1), "127.0.0.1:4000", "x"});
        writer->dropDrawing(kBegun + milliseconds(2));
        writer->dropDrawing(kBegun + milliseconds(3));
        EXPECT_EQ(writer->counters().drawings.dropped, 2U);
    }
    const auto reader = openSession(dir / "a.session");
    EXPECT_EQ(reader->counts()[static_cast<std::size_t>(RecordKind::Drawing)],
              (RecordCount{3, 1, 2}));
    ASSERT_EQ(reader->drops().size(), 1U);
    EXPECT_EQ(reader->drops()[0],
              (DropSpan{RecordKind::Drawing, -1, milliseconds(2), milliseconds(3), 2}));
    EXPECT_EQ(tests::faultsOf(*reader), "");
    EXPECT_EQ(tests::missingOf(*reader), "");
}

TEST(SessionWriterTest, AnOversizedFrameIsDroppedAndCounted) {
    const tests::TempDir dir;
    {
        const auto writer = startSession(dir / "a.session");
        world::FrameSink& sink = writer->addAgent("a");
        auto frame = plainFrame(0, kBegun);
        frame->perceptText.assign(kMaxFrameBytes, 'x');
        sink.take(frame);
        sink.take(plainFrame(1, kBegun + milliseconds(20)));
    }
    const auto reader = openSession(dir / "a.session");
    EXPECT_EQ(reader->agents()[0].count, (RecordCount{2, 1, 1}));
    EXPECT_EQ(tests::faultsOf(*reader), "");
}

TEST(SessionWriterTest, ChunksAfterLargeFramesHoldManyAgain) {
    const tests::TempDir dir;
    constexpr std::uint64_t kLarge = 36; // of 1 MiB each: exceeds the limit for a chunk's frames
    constexpr std::uint64_t kSmall = 10;
    {
        SessionWriterOptions options;
        options.look = std::chrono::hours(1); // works only when flushed
        options.commit = std::chrono::hours(1);
        const auto writer = startSession(dir / "a.session", options);
        world::FrameSink& sink = writer->addAgent("a");
        for (std::uint64_t n = 0; n < kLarge + kSmall; ++n) {
            const auto frame = plainFrame(n, kBegun + milliseconds(n));
            if (n < kLarge) {
                frame->perceptText.assign(std::size_t{1} << 20U, 'x');
            }
            if (n == kLarge) {
                ASSERT_TRUE(writer->flush());
            }
            sink.take(frame);
        }
    }
    const auto reader = openSession(dir / "a.session");
    ASSERT_EQ(reader->agents().at(0).frames, kLarge + kSmall);
    for (std::uint64_t n = kLarge; n < kLarge + kSmall; ++n) {
        EXPECT_TRUE(reader->frame(TrackId(0), n));
    }
    EXPECT_EQ(reader->decodedChunks(), 1U);
}

TEST(SessionWriterTest, TakingAFrameAllocatesNothing) {
    const tests::TempDir dir;
    const auto writer = startSession(dir / "a.session");
    world::FrameSink& sink = writer->addAgent("a");
    std::vector<world::AgentFramePtr> frames;
    for (std::uint64_t n = 0; n < 200; ++n) {
        frames.push_back(plainFrame(n, kBegun + milliseconds(20) * static_cast<int>(n)));
    }
    const tests::AllocationGuard guard;
    for (const world::AgentFramePtr& frame : frames) {
        sink.take(frame);
    }
    EXPECT_EQ(guard.count(), 0U);
    ASSERT_TRUE(writer->close());
    for (const world::AgentFramePtr& frame : frames) {
        EXPECT_EQ(frame.use_count(), 1) << "the recorder holds no frame longer than it must";
    }
}

// Returns frames that compress badly.
std::shared_ptr<world::AgentFrame> bulkyFrame(base::Rng& rng, std::uint64_t cycle) {
    auto frame = plainFrame(cycle, kBegun + milliseconds(20) * static_cast<int>(cycle));
    for (int i = 0; i < 4000; ++i) {
        frame->perceptText.push_back(static_cast<char>(rng.below(256)));
    }
    return frame;
}

// Whether the disk is full before 2000 frames are written.
bool fillsUp(SessionWriter& writer, world::FrameSink& sink, base::Rng& rng, std::uint64_t& cycle) {
    while (cycle < 2000) {
        for (int i = 0; i < 20; ++i) {
            sink.take(bulkyFrame(rng, cycle++));
        }
        if (!writer.flush()) {
            return true;
        }
    }
    return false;
}

TEST(SessionWriterTest, RecoversFromAFullDisk) {
    const tests::TempDir dir;
    const auto path = dir / "a.session";
    base::Rng rng(9);
    SessionWriterOptions options;
    options.memoryBytes = 1'000'000;
    options.look = std::chrono::hours(1);
    const auto writer = startSession(path, options);
    world::FrameSink& sink = writer->addAgent("a");
    std::uint64_t cycle = 0;
    tests::FileSizeLimit limit;
    limit.set(600'000);
    ASSERT_TRUE(fillsUp(*writer, sink, rng, cycle)) << "the limit did not work";
    EXPECT_NE(writer->fault(), "");
    EXPECT_NE(writer->fault().find("a.session"), std::string::npos) << writer->fault();
    // New data is kept up to the memory limit, the rest is counted.
    for (int i = 0; i < 400; ++i) {
        sink.take(bulkyFrame(rng, cycle++));
        static_cast<void>(i % 50 == 0 ? writer->flush() : base::Expected<void>());
    }
    const SessionCounters full = writer->counters();
    EXPECT_GT(full.frames.dropped, 0U);
    EXPECT_LE(full.heldBytes, options.memoryBytes);
    EXPECT_EQ(full.frames.offered, cycle);
    { // the file stays readable meanwhile
        const auto reader = openSession(path);
        EXPECT_EQ(reader->agents()[0].frames, full.frames.written);
        EXPECT_EQ(tests::faultsOf(*reader), "");
    }
    limit.lift();
    ASSERT_TRUE(writer->flush());
    EXPECT_EQ(writer->fault(), "");
    sink.take(bulkyFrame(rng, cycle++));
    ASSERT_TRUE(writer->close());
    const auto reader = openSession(path);
    EXPECT_EQ(tests::faultsOf(*reader), "");
    const RecordCount count = reader->agents()[0].count;
    EXPECT_EQ(count.offered, cycle);
    EXPECT_EQ(count.written + count.dropped, cycle);
    EXPECT_EQ(count.dropped, full.frames.dropped);
    EXPECT_EQ(reader->frame(TrackId(0), reader->agents()[0].frames - 1)->frame->cycle, cycle - 1);
}

TEST(SessionWriterTest, PausesBetweenWritesToAFullDisk) {
    const tests::TempDir dir;
    base::Rng rng(9);
    SessionWriterOptions options;
    options.look = milliseconds(1);
    options.commit = milliseconds(1);
    options.firstRetry = options.longestRetry = std::chrono::hours(1);
    const auto writer = startSession(dir / "a.session", options);
    world::FrameSink& sink = writer->addAgent("a");
    std::uint64_t cycle = 0;
    tests::FileSizeLimit limit;
    limit.set(600'000);
    ASSERT_TRUE(fillsUp(*writer, sink, rng, cycle)) << "the limit did not work";
    limit.lift();
    std::this_thread::sleep_for(milliseconds(200));
    EXPECT_NE(writer->fault(), "") << "it was asked again";
    EXPECT_TRUE(writer->flush());
    EXPECT_EQ(writer->fault(), "");
    EXPECT_EQ(writer->counters().frames, (RecordCount{cycle, cycle, 0}));
}

TEST(SessionWriterTest, ClosingOnAFullDiskReportsItAndLeavesAReadableFile) {
    const tests::TempDir dir;
    base::Rng rng(9);
    SessionWriterOptions options;
    options.maxPages = 60;
    const auto writer = startSession(dir / "a.session", options);
    world::FrameSink& sink = writer->addAgent("a");
    for (std::uint64_t cycle = 0; cycle < 200; ++cycle) {
        sink.take(bulkyFrame(rng, cycle));
        if (cycle == 50) {
            ASSERT_TRUE(writer->flush());
        }
    }
    const auto closed = writer->close();
    ASSERT_FALSE(closed);
    EXPECT_EQ(closed.error().code, ErrorCode::LimitExceeded) << closed.error().toString();
    const auto reader = openSession(dir / "a.session");
    EXPECT_FALSE(reader->isComplete());
    EXPECT_GE(reader->agents()[0].frames, 51U);
    EXPECT_EQ(tests::faultsOf(*reader), "");
}

TEST(SessionWriterTest, ReportsFailuresToStart) {
    const tests::TempDir dir;
    tests::writeFile(dir / "there.session", "x");
    const auto exists = SessionWriter::open(dir / "there.session", {});
    ASSERT_FALSE(exists);
    EXPECT_EQ(exists.error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(tests::readUnpacked(dir / "there.session"), "x");
    const auto nowhere = SessionWriter::open(dir / "no" / "a.session", {});
    ASSERT_FALSE(nowhere);
    EXPECT_NE(nowhere.error().toString().find("a.session"), std::string::npos);
    tests::FileSizeLimit limit;
    limit.set(10'000);
    const auto full = SessionWriter::open(dir / "full.session", {});
    limit.lift();
    ASSERT_FALSE(full);
    EXPECT_FALSE(std::filesystem::exists(dir / "full.session"));
}

TEST(SessionWriterTest, AKilledRecorderLosesASecondAtMost) {
    const tests::TempDir dir;
    const auto path = dir / "killed.session";
    const tests::Killed killed = tests::recordAndKill(SIDELINE_KILLED_RECORDER, path, 110);
    ASSERT_TRUE(killed.isKilled);
    ASSERT_GE(killed.lastCycle, 110U);
    const auto check = [&](SessionReader& reader) {
        EXPECT_FALSE(reader.isComplete());
        ASSERT_EQ(reader.agents().size(), 1U);
        const std::uint64_t frames = reader.agents()[0].frames;
        EXPECT_LE(killed.lastCycle + 1 - frames, 50U) << "more than a second is lost";
        EXPECT_EQ(reader.frame(TrackId(0), frames - 1)->frame->cycle, frames - 1);
        EXPECT_EQ(tests::faultsOf(reader), "");
    };
    // On a read-only medium, with the journal left by the recorder.
    const tests::TempDir spool;
    SessionReaderOptions options;
    options.isReadOnly = true;
    options.spoolDirectory = spool.path();
    ASSERT_TRUE(std::filesystem::exists(path.string() + "-wal"));
    {
        const auto reader = openSession(path, options);
        ASSERT_TRUE(reader);
        check(*reader);
        EXPECT_FALSE(std::filesystem::is_empty(spool.path()));
    }
    EXPECT_TRUE(std::filesystem::is_empty(spool.path()));
    // And on a writable one.
    for (int i = 0; i < 2; ++i) {
        const auto reader = openSession(path);
        ASSERT_TRUE(reader);
        check(*reader);
    }
}

} // namespace
} // namespace sideline::logs
