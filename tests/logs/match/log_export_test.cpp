#include "logs/match/log_export.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <utility>

#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

base::Expected<void> cut(FrameReader& reader, FrameRange range, const std::filesystem::path& file,
                         ExportOmissions* omissions) {
    auto out = base::OutputFile::create(file, {.mayReplace = true});
    return out ? cutLog(reader, range, std::move(*out), {}, omissions)
               : base::Expected<void>(tl::unexpected(out.error()));
}

class LogExportTest : public ::testing::Test {
protected:
    void SetUp() override {
        tests::writeFile(m_dir / "m.log", tests::scriptedLog(tests::movingScenes(60), 25));
        m_log = tests::openAnalyzed(m_dir / "m.log");
        ASSERT_NE(m_log, nullptr);
    }
    std::vector<std::string> lines(const std::ostringstream& out) {
        std::istringstream in(out.str());
        std::vector<std::string> result;
        for (std::string line; std::getline(in, line);) {
            result.push_back(line);
        }
        return result;
    }
    tests::TempDir m_dir;
    std::shared_ptr<MatchLog> m_log;
};

TEST_F(LogExportTest, CurvesHaveAColumnEachAndGapsWhereTheyBreak) {
    SignalTable table;
    table.frames = {7, 8, 9};
    table.recordTimeS = {1.4, 1.6, 1.8};
    table.gameTimeS = {21.4, 21.6, 21.8};
    const double none = std::nan("");
    std::ostringstream out;
    ASSERT_TRUE(exportCurves(
        table, {{"ball.speed", "m/s", {0.25, none, 1.0 / 3}}, {"game.play_mode", "", {3, 3, 4}}},
        out));
    EXPECT_EQ(out.str(), "frame,record_time_s,game_time_s,ball.speed [m/s],game.play_mode\n"
                         "7,1.400,21.400,0.25,3\n"
                         "8,1.600,21.600,,3\n"
                         "9,1.800,21.800,0.3333333,4\n");
    // The clock of a server that has been running for hours, in hundredths of a second.
    std::ostringstream late;
    ASSERT_TRUE(
        exportCurves(table, {{"left.1 game.serverTimeS", "s", {12345.62, 12345.64, 2e6}}}, late));
    EXPECT_EQ(lines(late)[1], "7,1.400,21.400,12345.62");
    EXPECT_EQ(lines(late)[3], "9,1.800,21.800,2000000");
    std::ostringstream quoted;
    ASSERT_TRUE(exportCurves(table, {{"left.7 debug.a, \"b\"", "m", {1, 2, 3}}}, quoted));
    EXPECT_EQ(lines(quoted).front(),
              "frame,record_time_s,game_time_s,\"left.7 debug.a, \"\"b\"\" [m]\"");
    out.setstate(std::ios::badbit);
    EXPECT_FALSE(exportCurves(table, {}, out));
}

TEST_F(LogExportTest, PosesHaveALinePerFrameAndBody) {
    FrameReader reader = m_log->makeReader();
    std::ostringstream out;
    ASSERT_TRUE(exportPoses(reader, {10, 19}, false, out, {}));
    const auto torsos = lines(out);
    ASSERT_EQ(torsos.size(), 1U + 10 * 3);
    EXPECT_EQ(torsos[0], "frame,record_time_s,game_time_s,side,unum,type,body,x_m,y_m,z_m,qw,qx,"
                         "qy,qz,updated_frame");
    EXPECT_EQ(torsos[2], "10,2.000,2.000,left,1,0,torso,-4.4,0,0.39,1.000000,0.000000,0.000000,"
                         "0.000000,10");
    std::ostringstream all;
    ASSERT_TRUE(exportPoses(reader, {10, 10}, true, all, {}));
    EXPECT_EQ(lines(all).size(), 1U + 1 + 23 + 25);
}

TEST_F(LogExportTest, JointsHaveAColumnPerJointOfAnyRobot) {
    FrameReader reader = m_log->makeReader();
    std::ostringstream out;
    ASSERT_TRUE(exportJoints(reader, {3, 4}, out, {}));
    const auto rows = lines(out);
    ASSERT_EQ(rows.size(), 5U);
    EXPECT_NE(rows[0].find(",rlj7_deg"), std::string::npos); // of the robot with toes
    const auto columns = [](const std::string& row) { return std::ranges::count(row, ','); };
    for (const std::string& row : rows) {
        EXPECT_EQ(columns(row), 5 + 24);
    }
    EXPECT_NE(rows[1].find(",,"), std::string::npos); // the other has no toes
}

TEST_F(LogExportTest, QuotesEventTextsWhereNecessary) {
    std::vector<Event> events(1);
    events[0].text = "Goal for \"A, B\", 1:0";
    events[0].kind = EventKind::Goal;
    events[0].reportedFrame = 3;
    std::ostringstream out;
    ASSERT_TRUE(exportEvents(events, {0, 10}, out));
    EXPECT_EQ(lines(out)[1], "0,0.000,0.000,goal,none,0,-1,\"Goal for \"\"A, B\"\", 1:0\",3");
}

TEST_F(LogExportTest, AClipIsALogWithTheSameFrames) {
    FrameReader reader = m_log->makeReader();
    for (const char* name : {"cut.log", "cut.log.xz"}) {
        ASSERT_TRUE(cutLog(reader, {17, 48}, *base::OutputFile::create(m_dir / name), {}));
        const auto cut = tests::openAnalyzed(m_dir / name);
        ASSERT_NE(cut, nullptr);
        EXPECT_EQ(cut->index()->frameCount(), 32U);
        EXPECT_TRUE(cut->index()->isFull(0));
        FrameReader other = cut->makeReader();
        for (FrameNumber n = 0; n < 32; ++n) {
            const auto a = *reader.state(17 + n);
            const auto b = *other.state(n);
            EXPECT_EQ(a.scene->local, b.scene->local) << n;
            EXPECT_EQ(a.game, b.game) << n;
        }
    }
    // A clip that begins with a full scene is a copy of the lines.
    ASSERT_TRUE(cutLog(reader, {25, 30}, *base::OutputFile::create(m_dir / "copy.log"), {}));
    const std::string original = tests::readUnpacked(m_dir / "m.log");
    const LogIndex& index = *m_log->index();
    EXPECT_EQ(tests::readUnpacked(m_dir / "copy.log"),
              original.substr(index.lineStart(25), index.lineStart(31) - index.lineStart(25)));
}

TEST_F(LogExportTest, AClipWithoutASceneIsRejectedAndLeavesNoFile) {
    std::string text = tests::scriptedLog(tests::movingScenes(20), 0);
    text.erase(0, text.find('\n') + 1);
    tests::writeFile(m_dir / "headless.log", text);
    const auto log = tests::openAnalyzed(m_dir / "headless.log");
    ASSERT_NE(log, nullptr);
    FrameReader reader = log->makeReader();
    const auto cut = cutLog(reader, {2, 5}, *base::OutputFile::create(m_dir / "cut.log"), {});
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.error().code, base::ErrorCode::InvalidArgument);
    EXPECT_FALSE(std::filesystem::exists(m_dir / "cut.log"));
}

TEST_F(LogExportTest, CanBeStopped) {
    FrameReader reader = m_log->makeReader();
    std::ostringstream out;
    const auto stopped = exportPoses(reader, {0, 59}, true, out, [](double) { return false; });
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, base::ErrorCode::Canceled);
}

TEST_F(LogExportTest, AClipOnAFullDiskLeavesNoFile) {
    FrameReader reader = m_log->makeReader();
    for (const char* name : {"cut.log", "cut.log.gz"}) {
        std::size_t room = 1000;
        base::OutputOptions options;
        options.write = [&room](int file, const char* bytes, std::size_t count, off_t at) {
            const std::size_t taken = std::min(room, count);
            room -= taken;
            errno = ENOSPC;
            return taken > 0 ? ::pwrite(file, bytes, taken, at) : ssize_t{-1};
        };
        const auto cut =
            cutLog(reader, {0, 48}, *base::OutputFile::create(m_dir / name, options), {});
        ASSERT_FALSE(cut) << name;
        EXPECT_EQ(cut.error().code, base::ErrorCode::LimitExceeded);
        EXPECT_NE(cut.error().toString().find("the disk is full"), std::string::npos)
            << cut.error().toString();
        EXPECT_FALSE(std::filesystem::exists(m_dir / name));
    }
}

TEST_F(LogExportTest, ReportsAFullDisk) {
    FrameReader reader = m_log->makeReader();
    std::ostringstream out;
    out.setstate(std::ios::badbit);
    const auto failed = exportPoses(reader, {0, 3}, false, out, {});
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, base::ErrorCode::Io);
}

// Sixty frames, with damaged lines at 23, 40 and 41.
class DamagedExportTest : public LogExportTest {
protected:
    void SetUp() override {
        std::string text = tests::scriptedLog(tests::movingScenes(60), 25);
        std::size_t at = 0;
        for (FrameNumber line = 0; line < 60; ++line) {
            if (line == 23 || line == 40 || line == 41) {
                text[text.find("SLT", at) + 1] = '\x07';
            }
            at = text.find('\n', at) + 1;
        }
        tests::writeFile(m_dir / "bad.log", text);
        m_log = tests::openAnalyzed(m_dir / "bad.log");
        ASSERT_NE(m_log, nullptr);
    }
    std::vector<FrameNumber> framesOf(const std::ostringstream& out) {
        std::vector<FrameNumber> frames;
        for (const std::string& line : lines(out)) {
            if (line.starts_with("frame")) {
                continue;
            }
            const auto frame = static_cast<FrameNumber>(std::stoul(line));
            if (frames.empty() || frames.back() != frame) {
                frames.push_back(frame);
            }
        }
        return frames;
    }
};

TEST_F(DamagedExportTest, TablesReportMissingFrames) {
    FrameReader reader = m_log->makeReader();
    ExportOmissions omissions;
    for (const bool isPoses : {true, false}) {
        std::ostringstream out;
        ASSERT_TRUE(isPoses ? exportPoses(reader, {20, 45}, false, out, {}, &omissions)
                            : exportJoints(reader, {20, 45}, out, {}, &omissions));
        EXPECT_EQ(framesOf(out),
                  (std::vector<FrameNumber>{20, 21, 22, 24, 25, 26, 27, 28, 29, 30, 31, 32,
                                            33, 34, 35, 36, 37, 38, 39, 42, 43, 44, 45}));
    }
    EXPECT_EQ(omissions.frames, 3U) << "each frame counts once";
    ASSERT_EQ(omissions.causes.size(), 3U);
    EXPECT_EQ(omissions.causes[0].line, 24U);
    EXPECT_EQ(omissions.causes[0].file, (m_dir / "bad.log").string());
    EXPECT_EQ(omissions.summary(), "3 damaged frames omitted");
    ExportOmissions none;
    std::ostringstream out;
    ASSERT_TRUE(exportPoses(reader, {24, 39}, false, out, {}, &none));
    EXPECT_TRUE(none.isNothing());
    EXPECT_EQ(none.summary(), "");
    // An interval that begins with a damaged frame.
    ASSERT_TRUE(exportPoses(reader, {41, 43}, false, out, {}, &none));
    EXPECT_EQ(none.frames, 1U);
}

TEST_F(DamagedExportTest, ValidFramesEqualThoseOfTheReplay) {
    FrameReader reader = m_log->makeReader();
    std::ostringstream once;
    ASSERT_TRUE(exportPoses(reader, {0, 59}, true, once, {}));
    std::ostringstream pieces;
    for (FrameNumber n = 0; n < 60; ++n) {
        std::ostringstream piece;
        ASSERT_TRUE(exportPoses(reader, {n, n}, true, piece, {}));
        pieces << (n == 0 ? piece.str() : piece.str().substr(piece.str().find('\n') + 1));
    }
    EXPECT_EQ(once.str(), pieces.str());
}

TEST_F(DamagedExportTest, AClipIsAValidLogWithoutThem) {
    FrameReader reader = m_log->makeReader();
    for (const FrameRange range : {FrameRange{10, 59}, FrameRange{23, 59}}) {
        ExportOmissions omissions;
        ASSERT_TRUE(cut(reader, range, m_dir / "cut.log", &omissions));
        EXPECT_EQ(omissions.frames, 3U);
        const auto log = tests::openAnalyzed(m_dir / "cut.log");
        ASSERT_NE(log, nullptr);
        EXPECT_EQ(log->index()->frameCount(), range.last - range.first + 1 - 3);
        EXPECT_TRUE(log->analysis()->issues.empty());
        EXPECT_EQ((*log->makeReader().state(log->index()->frameCount() - 1)).scene->local,
                  (*reader.state(59)).scene->local);
    }
    const auto nothing = cut(reader, {40, 41}, m_dir / "nothing.log", nullptr);
    ASSERT_FALSE(nothing);
    EXPECT_EQ(nothing.error().message, "no frame of the interval can be read");
    EXPECT_FALSE(std::filesystem::exists(m_dir / "nothing.log"));
}

TEST_F(DamagedExportTest, EventsAndSignalsReportToo) {
    ExportOmissions omissions;
    addUnreadable(*m_log->analysis(), {20, 30}, omissions);
    ASSERT_EQ(omissions.causes.size(), 1U);
    EXPECT_EQ(omissions.causes[0].line, 24U);
    EXPECT_EQ(omissions.summary(), "the log is damaged; unreadable parts are omitted");
    FrameReader reader = m_log->makeReader();
    const SignalId ball{Quantity::XM, monitor::ObjectId::ball(), -1};
    const SignalId speed{Quantity::SpeedMps, monitor::ObjectId::ball(), -1};
    const auto table = extractSignals(reader, {ball, speed}, 22, 25, [] { return true; });
    ASSERT_TRUE(table);
    EXPECT_EQ(table->unreadableFrames, 1U);
    EXPECT_FALSE(std::isnan(table->values[0][0]));
    EXPECT_TRUE(std::isnan(table->values[0][1]));
    EXPECT_FALSE(std::isnan(table->values[0][2]));
    EXPECT_TRUE(std::isnan(table->values[1][2])) << "no speed from a frame that is not known";
    EXPECT_FALSE(std::isnan(table->values[1][3]));
}

// Tables omit differences that match no scene; a clip keeps them, as their game state is valid.
TEST_F(LogExportTest, TablesOmitFramesOutOfSync) {
    auto scenes = tests::movingScenes(30);
    for (std::size_t i = 12; i < 30; ++i) {
        scenes[i].robots.push_back(tests::scriptedRobot(game::Side::Right, 3));
    }
    std::string text = tests::scriptedLog(scenes, 20);
    std::size_t lost = 0;
    for (int line = 0; line < 12; ++line) {
        lost = text.find('\n', lost) + 1;
    }
    text.erase(lost, text.find('\n', lost) + 1 - lost); // the scene with the new robot
    tests::writeFile(m_dir / "lost.log", text);
    const auto log = tests::openAnalyzed(m_dir / "lost.log");
    ASSERT_NE(log, nullptr);
    FrameReader reader = log->makeReader();
    std::ostringstream out;
    ExportOmissions omissions;
    ASSERT_TRUE(exportPoses(reader, {0, 28}, false, out, {}, &omissions));
    EXPECT_EQ(omissions.frames, 7U);
    EXPECT_EQ(omissions.causes.size(), 1U);
    ExportOmissions ofCut;
    ASSERT_TRUE(cut(reader, {0, 28}, m_dir / "cut.log", &ofCut));
    EXPECT_TRUE(ofCut.isNothing());
}

} // namespace
} // namespace sideline::logs
