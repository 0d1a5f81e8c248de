#include "logs/match/log_export.h"

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

class LogExportTest : public ::testing::Test {
protected:
    void SetUp() override {
        tests::writeFile(m_dir / "m.log", tests::scriptedLog(tests::movingScenes(60), 25));
        m_log = tests::openAnalysed(m_dir / "m.log");
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

TEST_F(LogExportTest, EventsAreQuotedWhereTheyMust) {
    std::vector<Event> events(1);
    events[0].text = "Goal for \"A, B\", 1:0";
    events[0].kind = EventKind::Goal;
    events[0].estimatedFrame = 0;
    std::ostringstream out;
    ASSERT_TRUE(exportEvents(events, {0, 10}, out));
    EXPECT_EQ(lines(out)[1], "0,0.000,0.000,goal,none,0,-1,\"Goal for \"\"A, B\"\", 1:0\",0");
}

TEST_F(LogExportTest, ACutIsALogWithTheSameFrames) {
    FrameReader reader = m_log->makeReader();
    for (const char* name : {"cut.log", "cut.log.xz"}) {
        ASSERT_TRUE(cutLog(reader, {17, 48}, m_dir / name, {}));
        const auto cut = tests::openAnalysed(m_dir / name);
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
    // A cut that begins with a full scene is a copy of the lines.
    ASSERT_TRUE(cutLog(reader, {25, 30}, m_dir / "copy.log", {}));
    const std::string original = tests::readUnpacked(m_dir / "m.log");
    const LogIndex& index = *m_log->index();
    EXPECT_EQ(tests::readUnpacked(m_dir / "copy.log"),
              original.substr(index.lineStart(25), index.lineStart(31) - index.lineStart(25)));
}

TEST_F(LogExportTest, ACutWithoutASceneIsRefusedAndLeavesNoFile) {
    std::string text = tests::scriptedLog(tests::movingScenes(20), 0);
    text.erase(0, text.find('\n') + 1);
    tests::writeFile(m_dir / "headless.log", text);
    const auto log = tests::openAnalysed(m_dir / "headless.log");
    ASSERT_NE(log, nullptr);
    FrameReader reader = log->makeReader();
    const auto cut = cutLog(reader, {2, 5}, m_dir / "cut.log", {});
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.error().code, base::ErrorCode::InvalidArgument);
    EXPECT_FALSE(std::filesystem::exists(m_dir / "cut.log"));
    EXPECT_FALSE(cutLog(reader, {2, 5}, m_dir / "no" / "such" / "folder.log", {}));
}

TEST_F(LogExportTest, CanBeStopped) {
    FrameReader reader = m_log->makeReader();
    std::ostringstream out;
    const auto stopped = exportPoses(reader, {0, 59}, true, out, [](double) { return false; });
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, base::ErrorCode::Cancelled);
}

TEST_F(LogExportTest, SaysWhenTheDiskIsFull) {
    FrameReader reader = m_log->makeReader();
    std::ostringstream out;
    out.setstate(std::ios::badbit);
    const auto failed = exportPoses(reader, {0, 3}, false, out, {});
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, base::ErrorCode::Io);
}

} // namespace
} // namespace sideline::logs
