#include "logs/session/session_reader.h"

#include <fstream>

#include <gtest/gtest.h>

#include "logs/session/match_marks.h"
#include "logs/session/recording_kind.h"
#include "logs/session/session_check.h"
#include "tests/logs/session/random_frames.h"
#include "tests/logs/session/session_files.h"
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

constexpr TrackId kFirstTrack(std::int32_t{0});

TEST(SessionReaderTest, FindsTheFrameAtATime) {
    const tests::TempDir dir;
    tests::writeSession(dir / "a.session", 2, 200);
    const auto reader = openSession(dir / "a.session");
    ASSERT_EQ(reader->agents().size(), 2U);
    EXPECT_EQ(reader->findAgent("Testers 2"), TrackId(std::int32_t{1}));
    EXPECT_FALSE(reader->findAgent("nobody"));
    EXPECT_EQ(reader->begin(), milliseconds(0));
    EXPECT_EQ(reader->end(), milliseconds(199 * 20));
    for (const auto& [at, cycle] :
         {std::pair(0, 0), {19, 0}, {20, 1}, {999, 49}, {1000, 50}, {3980, 199}, {99999, 199}}) {
        const auto frame = reader->frameAt(kFirstTrack, milliseconds(at));
        ASSERT_TRUE(frame && *frame) << at;
        EXPECT_EQ((*frame)->frame->cycle, static_cast<std::uint64_t>(cycle)) << at;
        EXPECT_EQ((*frame)->position, static_cast<std::uint64_t>(cycle));
        EXPECT_EQ((*frame)->at, milliseconds(20 * cycle));
    }
    EXPECT_FALSE(*reader->frameAt(kFirstTrack, nanoseconds(-1)));
    EXPECT_EQ(reader->frame(kFirstTrack, 200).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(reader->frame(TrackId(std::int32_t{9}), 0).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(reader->frameAt(TrackId(), nanoseconds(0)).error().code, ErrorCode::InvalidArgument);
}

TEST(SessionReaderTest, ASessionIsRecognizedByItsContent) {
    const tests::TempDir dir;
    tests::writeSession(dir / "a.session", 1, 10);
    std::filesystem::rename(dir / "a.session", dir / "copy.log");
    tests::writeFile(dir / "text.log", "((FieldLength 30))");
    EXPECT_TRUE(isSession(dir / "copy.log"));
    EXPECT_EQ(recordingKind(dir / "copy.log"), RecordingKind::Session);
    EXPECT_EQ(plainRecordingKind(dir / "copy.log"), RecordingKind::Session);
    EXPECT_FALSE(isSession(dir / "text.log"));
    EXPECT_FALSE(isSession(dir / "missing.log"));
    EXPECT_TRUE(isSession(dir / "missing.session"));
}

TEST(SessionReaderTest, SteppingBackDecodesNoMoreThanSteppingForward) {
    const tests::TempDir dir;
    tests::writeSession(dir / "a.session", 22, 200);
    const auto step = [&](bool isBackward) {
        const auto reader = openSession(dir / "a.session");
        for (int i = 0; i < 200; ++i) {
            const auto position = static_cast<std::uint64_t>(isBackward ? 199 - i : i);
            for (const AgentTrack& track : reader->agents()) {
                EXPECT_EQ(reader->frame(track.id, position)->frame->cycle, position);
            }
        }
        return reader->decodedChunks();
    };
    const std::uint64_t forward = step(false);
    EXPECT_EQ(step(true), forward);
    EXPECT_LE(forward, 22U * 20U);
    // A very small cache still returns the correct frames.
    SessionReaderOptions small;
    small.cacheBytes = 1;
    const auto reader = openSession(dir / "a.session", small);
    for (const std::uint64_t position : {150U, 3U, 150U, 151U}) {
        EXPECT_EQ(reader->frame(kFirstTrack, position)->frame->cycle, position);
    }
}

TEST(SessionReaderTest, DecodedChunksAreHeldWithinTheirMemoryOnly) {
    const tests::TempDir dir;
    tests::writeSession(dir / "a.session", 1, 200);
    SessionReaderOptions small;
    small.cacheBytes = 1;
    const auto reader = openSession(dir / "a.session", small);
    for (const std::uint64_t position : {150U, 3U, 150U, 3U}) {
        EXPECT_TRUE(reader->frame(kFirstTrack, position));
    }
    EXPECT_EQ(reader->decodedChunks(), 4U);
}

TEST(SessionReaderTest, ReturnsLinesAroundACursor) {
    const tests::TempDir dir;
    {
        const auto writer = startSession(dir / "a.session");
        for (int i = 0; i < 100; ++i) {
            writer->add(
                OutputLine{kBegun + milliseconds(i), "p", OutputStream::Out, std::to_string(i)});
        }
        writer->add(OutputLine{kBegun + milliseconds(50), "q", OutputStream::Tool, "late"});
    }
    const auto reader = openSession(dir / "a.session");
    const auto some = reader->outputs(milliseconds(49), milliseconds(51));
    ASSERT_EQ(some->size(), 4U);
    EXPECT_EQ((*some)[2].text, "late");
    EXPECT_EQ((*some)[2].stream, OutputStream::Tool);
    EXPECT_EQ(reader->outputs(milliseconds(0), milliseconds(99), 10)->size(), 10U);
    const auto last = reader->outputsBefore(milliseconds(10), 3);
    ASSERT_EQ(last->size(), 3U);
    EXPECT_EQ(last->front().text, "8");
    EXPECT_EQ(last->back().text, "10");
    EXPECT_EQ(reader->begin(), milliseconds(0));
    EXPECT_EQ(reader->end(), milliseconds(99));
}

TEST(SessionReaderTest, FindsTheMatchPositionOfATime) {
    const tests::TempDir dir;
    {
        const auto writer = startSession(dir / "a.session");
        writer->mark(5, kBegun); // before any log: counted, but useless
        writer->beginMatchLog("one.log", kBegun + milliseconds(100));
        writer->mark(0, kBegun + milliseconds(100));
        writer->mark(10, kBegun + milliseconds(300));
        writer->beginMatchLog("two.log", kBegun + milliseconds(1000));
        writer->mark(0, kBegun + milliseconds(1010));
        writer->mark(1, kBegun + milliseconds(1050));
    }
    const auto reader = openSession(dir / "a.session");
    ASSERT_EQ(reader->matchLogs().size(), 2U);
    EXPECT_EQ(reader->matchLogs()[1].name, "two.log");
    EXPECT_TRUE(reader->matchLogFile().empty()) << "it is missing";
    tests::writeFile(dir / "one.log", "");
    EXPECT_TRUE(reader->matchLogFile().empty()) << "nothing has been written to it yet";
    tests::writeFile(dir / "one.log", "((time 0))");
    EXPECT_EQ(reader->matchLogFile(), dir / "one.log");
    EXPECT_EQ(reader->timeOfMatchFrame(0, 5.0), milliseconds(200));
    EXPECT_EQ(reader->timeOfMatchFrame(0, 99.0), milliseconds(300));
    EXPECT_EQ(reader->timeOfMatchFrame(1, 0.5), milliseconds(1030));
    EXPECT_FALSE(reader->timeOfMatchFrame(2, 0.0));
    const auto middle = reader->matchPlaceAt(milliseconds(150));
    ASSERT_TRUE(middle);
    EXPECT_EQ(middle->log, 0U);
    EXPECT_DOUBLE_EQ(middle->frame, 2.5);
    EXPECT_EQ(reader->matchPlaceAt(milliseconds(0))->frame, 0.0);
    EXPECT_EQ(reader->matchPlaceAt(milliseconds(1050))->log, 1U);
    EXPECT_DOUBLE_EQ(reader->matchPlaceAt(milliseconds(5000))->frame, 1.0);
    EXPECT_EQ(tests::faultsOf(*reader), "");
}

TEST(MatchMarksTest, IgnoresMarksThatDoNotAdvance) {
    MatchMarks marks;
    EXPECT_FALSE(marks.timeOf(0.0));
    EXPECT_FALSE(marks.frameAt(nanoseconds(0)));
    marks.add(3, milliseconds(10));
    marks.add(3, milliseconds(20));
    marks.add(2, milliseconds(30));
    marks.add(5, milliseconds(5));
    EXPECT_EQ(marks.count(), 1U);
    EXPECT_EQ(marks.timeOf(0.0), milliseconds(10));
    EXPECT_FALSE(marks.timeOf(std::numeric_limits<double>::quiet_NaN()));
    marks.add(4, milliseconds(10));
    EXPECT_EQ(marks.frameAt(milliseconds(10)), 4.0);
}

TEST(SessionReaderTest, FollowsASessionThatGrows) {
    const tests::TempDir dir;
    const auto writer = startSession(dir / "a.session");
    const auto reader = openSession(dir / "a.session");
    ASSERT_TRUE(reader);
    EXPECT_TRUE(reader->agents().empty());
    world::FrameSink& sink = writer->addAgent("late one");
    for (std::uint64_t round = 1; round <= 5; ++round) {
        for (std::uint64_t i = 0; i < 30; ++i) {
            const std::uint64_t cycle = (round - 1) * 30 + i;
            sink.take(plainFrame(cycle, kBegun + milliseconds(20) * static_cast<int>(cycle)));
        }
        writer->mark(round, kBegun);
        writer->beginMatchLog("log", kBegun);
        ASSERT_TRUE(writer->flush());
        const auto isNew = reader->refresh();
        ASSERT_TRUE(isNew && *isNew) << round;
        EXPECT_FALSE(*reader->refresh()) << "nothing more";
        ASSERT_EQ(reader->agents().size(), 1U);
        EXPECT_EQ(reader->agents()[0].frames, round * 30);
        EXPECT_EQ(reader->agents()[0].count.written, round * 30);
        EXPECT_EQ(reader->frame(kFirstTrack, round * 30 - 1)->frame->cycle, round * 30 - 1);
        EXPECT_EQ(reader->matchLogs().size(), round);
        EXPECT_FALSE(reader->isComplete());
    }
    ASSERT_TRUE(writer->close());
    EXPECT_TRUE(*reader->refresh());
    EXPECT_TRUE(reader->isComplete());
    EXPECT_EQ(tests::faultsOf(*reader), "");
    EXPECT_TRUE(reader->damage().empty());
}

// Each row extends the session by an entry with its own time.
TEST(SessionReaderTest, BeginsAndEndsWithTimedEntries) {
    struct Row {
        const char* name;
        void (*add)(SessionWriter& writer, nanoseconds at);
    };
    const Row rows[] = {
        {"process event",
         [](SessionWriter& writer, nanoseconds at) {
             writer.add(ProcessEvent{at, "Testers 1", "started", ""});
         }},
        {"output line",
         [](SessionWriter& writer, nanoseconds at) {
             writer.add(OutputLine{at, "Testers 1", OutputStream::Out, "hello"});
         }},
        {"drawing",
         [](SessionWriter& writer, nanoseconds at) {
             writer.add(DrawingDatagram{at, "127.0.0.1:4000", "x"});
         }},
        {"trainer command",
         [](SessionWriter& writer, nanoseconds at) {
             writer.add(TrainerOrder{at, "panel", "(kickOff Left)"});
         }},
    };
    for (const Row& row : rows) {
        for (const bool isFirst : {true, false}) {
            const tests::TempDir dir;
            const auto writer = startSession(dir / "a.session");
            writer->addAgent("Testers 1").take(plainFrame(0, kBegun + milliseconds(100)));
            row.add(*writer, kBegun + milliseconds(isFirst ? 7 : 900));
            ASSERT_TRUE(writer->close());
            const auto reader = openSession(dir / "a.session");
            EXPECT_EQ(reader->begin(), milliseconds(isFirst ? 7 : 100)) << row.name;
            EXPECT_EQ(reader->end(), milliseconds(isFirst ? 100 : 900)) << row.name;
        }
    }
}

TEST(SessionReaderTest, LeavesNoOtherFiles) {
    const tests::TempDir dir;
    tests::writeSession(dir / "a.session", 1, 20);
    { EXPECT_EQ(tests::faultsOf(*openSession(dir / "a.session")), ""); }
    const auto files = std::filesystem::directory_iterator(dir.path());
    EXPECT_EQ(std::distance(begin(files), end(files)), 1);
    // A name with special characters of URIs.
    std::filesystem::rename(dir / "a.session", dir / "50% a?b#c.session");
    EXPECT_EQ(openSession(dir / "50% a?b#c.session")->agents()[0].frames, 20U);
}

TEST(SessionReaderTest, RejectsOtherFiles) {
    const tests::TempDir dir;
    tests::writeFile(dir / "empty.session", "");
    tests::writeFile(dir / "text.session", std::string(500, 'x'));
    tests::changeSession(dir / "other.db", "CREATE TABLE t(a)");
    tests::writeSession(dir / "newer.session", 1, 20);
    tests::changeSession(dir / "newer.session", "PRAGMA user_version = 5");
    tests::writeSession(dir / "head.session", 1, 20);
    std::filesystem::resize_file(dir / "head.session", 100);
    tests::writeSession(dir / "page.session", 1, 20);
    {
        std::fstream page(dir / "page.session", std::ios::in | std::ios::out | std::ios::binary);
        page.seekp(100);
        page << std::string(8092, '\xee');
    }
    struct Row {
        const char* name;
        ErrorCode code;
        const char* text;
    };
    for (const Row& row :
         {Row{"nowhere.session", ErrorCode::NotFound, "no such file"},
          Row{"empty.session", ErrorCode::UnsupportedFormat, "not a session"},
          Row{"text.session", ErrorCode::UnsupportedFormat, "not a session"},
          Row{"other.db", ErrorCode::UnsupportedFormat, "this SQLite file is not a session"},
          Row{"newer.session", ErrorCode::UnsupportedFormat, "written by a newer Sideline"},
          Row{"head.session", ErrorCode::UnsupportedFormat, ""},
          Row{"page.session", ErrorCode::Malformed, "malformed"}}) {
        const auto reader = SessionReader::open(dir / row.name);
        ASSERT_FALSE(reader) << row.name;
        const std::string text = reader.error().toString();
        EXPECT_NE(text.find(row.text), std::string::npos) << text;
        EXPECT_NE(text.find(row.name), std::string::npos) << text;
        if (*row.text != '\0') {
            EXPECT_EQ(reader.error().code, row.code) << text;
        }
    }
}

TEST(SessionReaderTest, ReadsTheIntactPartOfATruncatedFile) {
    const tests::TempDir dir;
    tests::writeSession(dir / "a.session", 8, 2000);
    const auto whole = std::filesystem::file_size(dir / "a.session");
    std::filesystem::resize_file(dir / "a.session", whole * 2 / 3);
    const auto reader = openSession(dir / "a.session");
    ASSERT_TRUE(reader);
    EXPECT_FALSE(reader->damage().empty());
    ASSERT_EQ(reader->agents().size(), 8U);
    EXPECT_EQ(reader->agents()[0].name, "Testers 1");
    const SessionCheck check = checkSession(*reader);
    EXPECT_FALSE(check.isGood());
    EXPECT_GT(check.tracks[0].decoded, 0U);
    EXPECT_LT(check.tracks[0].decoded, 2000U);
}

TEST(SessionReaderTest, NamesTheDamagedChunkAndReadsTheOthers) {
    const tests::TempDir dir;
    tests::writeSession(dir / "a.session", 1, 400);
    tests::changeSession(
        dir / "a.session",
        "UPDATE chunk_data SET blob = substr(blob, 1, 60) || x'00112233' || substr(blob, 65) "
        "WHERE id = 3; DELETE FROM chunk_data WHERE id = 5;"
        "UPDATE chunk_data SET blob = (SELECT blob FROM chunk_data WHERE id = 1) WHERE id = 6;"
        "UPDATE chunk SET agent = -4 WHERE id = 8");
    const auto reader = openSession(dir / "a.session");
    ASSERT_TRUE(reader);
    const SessionCheck check = checkSession(*reader);
    std::string text;
    for (const std::string& fault : check.faults) {
        text += fault + '\n';
    }
    for (const char* expected :
         {"table chunk_data, row 3 (Testers 1, frames ", "row 5", "its frames are missing",
          "table chunk, row 8: agent -4", "frames readable, but 400 were written"}) {
        EXPECT_NE(text.find(expected), std::string::npos) << expected << " in\n" << text;
    }
    EXPECT_GT(check.tracks[0].decoded, 250U);
    EXPECT_LT(check.tracks[0].decoded, 400U);
    EXPECT_EQ(reader->frame(kFirstTrack, 0)->frame->cycle, 0U);
}

TEST(SessionReaderTest, ReportsRepeatedDamageOnce) {
    const tests::TempDir dir;
    tests::writeSession(dir / "a.session", 1, 100);
    tests::changeSession(dir / "a.session", "DELETE FROM chunk_data WHERE id = 1");
    const auto reader = openSession(dir / "a.session");
    EXPECT_TRUE(reader->damage().empty());
    for (int i = 0; i < 3; ++i) {
        EXPECT_FALSE(reader->frame(kFirstTrack, 0));
        EXPECT_EQ(reader->damage().size(), 1U);
    }
}

TEST(SessionReaderTest, RejectsNewerFramesInAnOldFile) {
    const tests::TempDir dir;
    tests::writeSession(dir / "a.session", 1, 50);
    tests::changeSession(dir / "a.session",
                         "UPDATE chunk_data SET blob = x'09' || substr(blob, 2)");
    const auto reader = openSession(dir / "a.session");
    const auto frame = reader->frame(kFirstTrack, 0);
    ASSERT_FALSE(frame);
    EXPECT_EQ(frame.error().code, ErrorCode::UnsupportedFormat);
    EXPECT_NE(frame.error().toString().find("format 9"), std::string::npos);
}

// Random bytes anywhere in the file: an error or a result, never a crash.
TEST(SessionReaderTest, RandomDamageNeverCrashes) {
    const tests::TempDir dir;
    tests::writeSession(dir / "good.session", 2, 100);
    const std::string good = tests::readUnpacked(dir / "good.session");
    base::Rng rng(4);
    int opened = 0;
    for (int i = 0; i < 60; ++i) {
        std::string bad = good;
        for (int n = 0; n < 20; ++n) {
            bad[100 + rng.below(bad.size() - 100)] = static_cast<char>(rng.below(256));
        }
        tests::writeFile(dir / "bad.session", bad);
        if (auto reader = SessionReader::open(dir / "bad.session")) {
            ++opened;
            static_cast<void>(checkSession(**reader));
        }
    }
    EXPECT_GT(opened, 10);
}

} // namespace
} // namespace sideline::logs
