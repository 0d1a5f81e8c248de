#include "logs/session/session_check.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "tests/logs/session/random_frames.h"
#include "tests/logs/session/session_files.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

using std::chrono::milliseconds;
using tests::kBegun;
using tests::openSession;
using tests::plainFrame;
using tests::startSession;

constexpr TrackId kTrack(std::int32_t{0});

// Creates a session that commits only when flushed.
std::unique_ptr<SessionWriter> startFlushedSession(const std::filesystem::path& path) {
    SessionWriterOptions options;
    options.look = std::chrono::hours(1);
    options.commit = std::chrono::hours(1);
    return startSession(path, options);
}

// Writes two agents with 400 frames each, one every 20 ms, in chunks of 25; two lines, marks.
void writeEvenChunks(const std::filesystem::path& path, bool hasRobots = true) {
    const auto writer = startFlushedSession(path);
    world::FrameSink* sinks[] = {&writer->addAgent("Testers 1"), &writer->addAgent("Testers 2")};
    writer->beginMatchLog("match.log", kBegun);
    for (std::uint64_t cycle = 0; cycle < 400; ++cycle) {
        const auto at = kBegun + milliseconds(20) * static_cast<int>(cycle);
        for (world::FrameSink* sink : sinks) {
            const auto frame = plainFrame(cycle, at);
            if (!hasRobots) {
                frame->identity.model = nullptr;
            }
            sink->take(frame);
        }
        if (cycle % 200 == 0) {
            writer->add(OutputLine{at, "Testers 1", OutputStream::Out, "hello"});
        }
        if (cycle % 2 == 0) {
            writer->mark(cycle / 2, at);
        }
        if (cycle % 25 == 24) {
            ASSERT_TRUE(writer->flush());
        }
    }
    ASSERT_TRUE(writer->close());
}

TEST(FindMissingTest, ACompleteSessionHasNothingMissing) {
    const tests::TempDir dir;
    tests::writeSession(dir / "a.session", 2, 200);
    const auto reader = openSession(dir / "a.session");
    EXPECT_EQ(tests::missingOf(*reader), "");
    EXPECT_TRUE(reader->agents()[1].isEnded);
    EXPECT_EQ(reader->agents()[1].lastCycle, 199U);
    EXPECT_TRUE(checkSession(*reader).isGood());
}

// Missing rows at any position, and their descriptions.
TEST(FindMissingTest, MissingRowsAreReported) {
    struct Row {
        const char* sql;
        const char* text;
    };
    const Row rows[] = {
        {"DELETE FROM chunk WHERE agent = 1 AND first_cycle BETWEEN 25 AND 300;"
         "DELETE FROM chunk_data WHERE id NOT IN (SELECT id FROM chunk)",
         "Testers 2: 300 frames are missing (between cycles 24 and 325, 0.48 s to 6.50 s)"},
        {"DELETE FROM chunk WHERE agent = 0 AND last_cycle > 374;"
         "DELETE FROM chunk_data WHERE id NOT IN (SELECT id FROM chunk)",
         "Testers 1: 25 frames are missing (after cycle 374 up to 399, 7.48 s to 7.98 s)"},
        {"DELETE FROM chunk WHERE agent = 0 AND first_cycle = 0",
         "Testers 1: 25 frames are missing (before cycle 25, 0.50 s)"},
        {"DELETE FROM chunk WHERE agent = 1",
         "Testers 2: 400 frames are missing (all that were written)"},
        {"DELETE FROM chunk_data WHERE id = 3",
         "frames are missing (their rows of table chunk_data)"},
        {"DELETE FROM output WHERE id = 1", "output line: 1 of 2 written are missing"},
        {"DELETE FROM mark WHERE id > 100", "match mark: 100 of 200 written are missing"},
        {"UPDATE agent SET ended = 0 WHERE id = 1",
         "Testers 2: the end mark of the track is missing"},
        {"DELETE FROM meta WHERE key = 'ended'", "the session was not closed"},
        {"DELETE FROM agent WHERE id = 1", "the end mark of the track is missing"},
    };
    const tests::TempDir dir;
    writeEvenChunks(dir / "whole.session");
    for (const Row& row : rows) {
        const auto path = dir / "a.session";
        std::filesystem::copy_file(dir / "whole.session", path,
                                   std::filesystem::copy_options::overwrite_existing);
        tests::changeSession(path, row.sql);
        const auto reader = openSession(path);
        ASSERT_TRUE(reader);
        const std::string missing = tests::missingOf(*reader);
        EXPECT_NE(missing.find(row.text), std::string::npos) << row.sql << "\n" << missing;
        EXPECT_FALSE(checkSession(*reader).isGood()) << row.sql;
    }
}

TEST(FindMissingTest, AHoleIsOneHole) {
    const tests::TempDir dir;
    writeEvenChunks(dir / "a.session");
    tests::changeSession(dir / "a.session",
                         "DELETE FROM chunk WHERE agent = 1 AND first_cycle BETWEEN 25 AND 300");
    const auto reader = openSession(dir / "a.session");
    const std::vector<FrameHole>& holes = reader->agents().at(1).holes;
    ASSERT_EQ(holes.size(), 1U);
    EXPECT_EQ(holes[0].frames, 300U);
    EXPECT_EQ(holes[0].after, 24U);
    EXPECT_EQ(holes[0].before, 325U);
}

TEST(FindMissingTest, AMissingEndIsReportedOnceThroughChangesOfTheFile) {
    const tests::TempDir dir;
    const auto writer = startFlushedSession(dir / "a.session");
    world::FrameSink& sink = writer->addAgent("a");
    for (std::uint64_t cycle = 0; cycle < 50; ++cycle) {
        sink.take(plainFrame(cycle, kBegun + milliseconds(20) * static_cast<int>(cycle)));
        if (cycle % 25 == 24) {
            ASSERT_TRUE(writer->flush());
        }
    }
    tests::changeSession(dir / "a.session", "DELETE FROM chunk WHERE last_cycle > 24");
    const auto reader = openSession(dir / "a.session");
    for (std::uint64_t i = 0; i < 3; ++i) {
        ASSERT_EQ(reader->agents().at(0).holes.size(), 1U);
        EXPECT_EQ(reader->agents()[0].holes[0].frames, 25U);
        writer->mark(i, kBegun);
        ASSERT_TRUE(writer->flush());
        const auto isNew = reader->refresh();
        ASSERT_TRUE(isNew && *isNew);
    }
}

// A recorder was killed, and its file was moved without the journal.
TEST(FindMissingTest, AMissingJournalLosesASecondAndIsReported) {
    const tests::TempDir dir;
    const auto path = dir / "killed.session";
    const tests::Killed killed = tests::recordAndKill(SIDELINE_KILLED_RECORDER, path, 110);
    ASSERT_TRUE(killed.isKilled);
    {
        const auto reader = openSession(path);
        EXPECT_TRUE(reader->hasJournal());
        EXPECT_NE(tests::missingOf(*reader).find("killed.session: the session was not closed: its "
                                                 "recorder is still running, or was killed"),
                  std::string::npos)
            << tests::missingOf(*reader);
        EXPECT_FALSE(checkSession(*reader).isGood());
    }
    ASSERT_TRUE(std::filesystem::remove(path.string() + "-wal"));
    const auto reader = openSession(path);
    ASSERT_TRUE(reader);
    EXPECT_FALSE(reader->hasJournal());
    EXPECT_NE(
        tests::missingOf(*reader).find("its journal killed.session-wal is missing: the end of "
                                       "the recording is lost (up to a second)"),
        std::string::npos)
        << tests::missingOf(*reader);
    ASSERT_EQ(reader->agents().size(), 1U);
    const std::uint64_t frames = reader->agents()[0].frames;
    EXPECT_LE(killed.lastCycle + 1 - frames, 50U) << "more than a second is not in the file alone";
    EXPECT_EQ(reader->frame(kTrack, frames - 1)->frame->cycle, frames - 1);
    EXPECT_EQ(tests::faultsOf(*reader), "") << "what is there is whole";
    EXPECT_FALSE(checkSession(*reader).isGood());
}

TEST(FindMissingTest, TheFileAloneHoldsWhatWasCommitted) {
    const tests::TempDir dir;
    const auto writer = startFlushedSession(dir / "a.session");
    world::FrameSink& sink = writer->addAgent("a");
    std::uint64_t cycle = 0;
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 40; ++i, ++cycle) {
            sink.take(plainFrame(cycle, kBegun + milliseconds(20) * static_cast<int>(cycle)));
        }
        ASSERT_TRUE(writer->flush());
        const auto alone = dir / ("alone" + std::to_string(round) + ".session");
        std::filesystem::copy_file(dir / "a.session", alone);
        const auto reader = openSession(alone);
        ASSERT_TRUE(reader);
        EXPECT_EQ(reader->agents().at(0).frames, cycle);
        EXPECT_FALSE(reader->isComplete());
        EXPECT_FALSE(reader->agents()[0].isEnded);
    }
}

TEST(FindMissingTest, UnwrittenEntriesAreReported) {
    const tests::TempDir dir;
    tests::writeSession(dir / "a.session", 1, 100);
    tests::changeSession(dir / "a.session", "DELETE FROM meta WHERE key = 'ended';"
                                            "UPDATE count SET offered = 130 WHERE kind = 'frame'");
    const auto reader = openSession(dir / "a.session");
    EXPECT_NE(tests::missingOf(*reader).find("frame: 30 of 130 offered are not yet written"),
              std::string::npos)
        << tests::missingOf(*reader);
}

// Converts the tables to those of the first version. Their chunks are of this version: those of the
// first are read in FrameChunkTest.
void makeFirstVersion(const std::filesystem::path& path) {
    tests::changeSession(path, "ALTER TABLE chunk DROP COLUMN position;"
                               "ALTER TABLE agent DROP COLUMN last_cycle;"
                               "ALTER TABLE agent DROP COLUMN last_ns;"
                               "ALTER TABLE agent DROP COLUMN ended;"
                               "DROP TABLE belief; DROP TABLE robot;"
                               "PRAGMA user_version = 1");
}

TEST(FindMissingTest, SessionsOfTheFirstVersionAreRead) {
    const tests::TempDir dir;
    const auto path = dir / "a.session";
    writeEvenChunks(path, false); // the first version has no table of robots
    makeFirstVersion(path);
    {
        const auto reader = openSession(path);
        ASSERT_TRUE(reader);
        EXPECT_EQ(reader->version(), 1);
        EXPECT_EQ(reader->agents().at(1).frames, 400U);
        EXPECT_EQ(reader->frame(kTrack, 399)->frame->cycle, 399U);
        EXPECT_EQ(tests::missingOf(*reader), "");
        EXPECT_TRUE(reader->beliefs()->empty());
        EXPECT_TRUE(checkSession(*reader).isGood());
    }
    tests::changeSession(path, "DELETE FROM chunk WHERE agent = 1 AND first_cycle = 0;"
                               "DELETE FROM meta WHERE key = 'ended'");
    const auto reader = openSession(path);
    const std::string missing = tests::missingOf(*reader);
    EXPECT_NE(missing.find("Testers 2: 25 frames are missing (anywhere)"), std::string::npos)
        << missing;
    EXPECT_NE(missing.find("up to 4 MiB of it"), std::string::npos) << missing;
}

} // namespace
} // namespace sideline::logs
