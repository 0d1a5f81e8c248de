#include "agentcore/game/rules.h"
#include "simulator/monitor/monitor_log_writer.h"

#include <array>
#include <cerrno>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

#include <gtest/gtest.h>

#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/nao.h"
#include "simulator/monitor/scene_writer.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::simulator {
namespace {

using game::PlayerId;
using game::Side;
using game::UniformNumber;

std::vector<std::string> linesOf(const std::filesystem::path& file) {
    std::vector<std::string> lines;
    const std::string text = tests::readUnpacked(file);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        EXPECT_NE(end, std::string::npos) << "the last line is not complete";
        lines.push_back(text.substr(at, end - at));
        at = end == std::string::npos ? text.size() : end + 1;
    }
    return lines;
}

bool isFull(const std::string& line) {
    return line.find("(RSG 0 1)") != std::string::npos;
}

// Lines (from 1) among the first `count` that are full because of the interval.
std::vector<int> fullLines(double periodS, int count) {
    MonitorLogCadence cadence({.periodS = periodS});
    std::vector<int> full;
    for (int line = 0; line < count;) {
        if (!cadence.isDueAfterCycle()) {
            continue;
        }
        if (++line == 1 || cadence.isFullDue()) {
            cadence.noteFullWritten();
            full.push_back(line);
        }
    }
    return full;
}

TEST(MonitorLogCadenceTest, KeepsItsRateForDays) {
    MonitorLogCadence cadence;
    int count = 0;
    for (int cycle = 0; cycle < 27'000'000; ++cycle) { // single precision fails on day 6
        count += cadence.isDueAfterCycle() ? 1 : 0;
    }
    EXPECT_NEAR(count, 2'700'000, 1000);
}

TEST(MonitorLogCadenceTest, MatchesTheRealServer) {
    EXPECT_EQ(fullLines(0.2, 110), (std::vector{1, 17, 33, 48, 63, 78, 93, 108}));
    EXPECT_EQ(fullLines(0.02, 700), (std::vector{1, 152, 303, 453, 603}));
    MonitorLogCadence cadence;
    int cycles = 1;
    while (!cadence.isDueAfterCycle()) {
        ++cycles;
    }
    EXPECT_EQ(cycles, 10);
}

// Full messages of a recorded match occur where the cadence requires them and where robots were
// added or removed.
TEST(MonitorLogCadenceTest, MatchesTheLinesOfARecordedMatch) {
    SIDELINE_SHARED_OR_SKIP(recorded, "match/2v2-150s.log.gz");
    const std::vector<std::string> lines = linesOf(recorded);
    const std::vector<int> expected = fullLines(0.2, static_cast<int>(lines.size()));
    std::vector<int> found;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (isFull(lines[i])) {
            found.push_back(static_cast<int>(i) + 1);
        }
    }
    EXPECT_GE(found.size(), expected.size());
    EXPECT_LE(found.size(), expected.size() + 2);
    for (const int line : expected) {
        EXPECT_TRUE(isFull(lines[static_cast<std::size_t>(line) - 1])) << line;
    }
}

// A ball and robots with scripted motion; one robot is added and one joins a team.
class Match {
public:
    void cycle() {
        ++m_cycle;
        m_game.timeS = 0.02 * m_cycle;
        if (m_cycle == 200) {
            ++m_game.scoreLeft;
            m_game.teamRight = "Guests";
            m_game.fouls.push_back({1, 6, {Side::Left, UniformNumber(1)}});
        }
        m_robots.clear();
        addRobot({Side::Left, UniformNumber(1)}, robot::NaoType::LongLegsWideHip, 0);
        if (m_cycle >= 105) {
            addRobot(m_cycle >= 155 ? PlayerId{Side::Right, UniformNumber(11)} : PlayerId{},
                     robot::NaoType::Toes, 1);
        }
        m_scene.update(math::Pose::translation({0.01 * m_cycle, 0, 0.042}), m_robots);
    }
    [[nodiscard]] const monitor::GameState& game() const { return m_game; }
    [[nodiscard]] const monitor::SceneState& scene() const { return m_scene.state(); }

private:
    void addRobot(PlayerId id, robot::NaoType type, std::size_t place) {
        const robot::RobotModel& model = robot::naoModel(type);
        m_poses[place].resize(model.bodies().size());
        robot::forwardKinematics(
            model,
            math::Pose::translation({-2.0 * static_cast<double>(place), 0.004 * m_cycle, 0.4}),
            std::vector<double>(model.joints().size(), 0.0), m_poses[place]);
        m_robots.push_back(
            {id, static_cast<int>(type), model.shared(), m_poses[place], m_cycle > 250});
    }

    static monitor::GameState makeGame() {
        monitor::GameState game;
        game.environment = std::make_shared<const monitor::Environment>(
            makeEnvironment(field::newestField().dimensions, game::Rules{}));
        game.half = 1;
        game.playMode = 3;
        game.teamLeft = "Hosts";
        return game;
    }

    int m_cycle = 0;
    monitor::GameState m_game = makeGame();
    MonitorScene m_scene{field::newestField().dimensions};
    std::array<std::vector<math::Pose>, 2> m_poses;
    std::vector<SceneRobotInput> m_robots;
};

TEST(MonitorLogWriterTest, IsReadWithoutErrors) {
    const tests::TempDir folder;
    const auto path = folder / "sparkmonitor.log";
    Match match;
    {
        auto writer = MonitorLogWriter::create(path);
        ASSERT_TRUE(writer) << writer.error().toString();
        for (int cycle = 0; cycle < 500; ++cycle) {
            match.cycle();
            if (writer->isDueAfterCycle()) {
                ASSERT_TRUE(writer->write(match.game(), match.scene()));
                // All lines are written immediately.
                ASSERT_TRUE(tests::readUnpacked(path).ends_with('\n'));
            }
        }
        EXPECT_EQ(writer->lineCount(), 50U);
    }
    const std::vector<std::string> lines = linesOf(path);
    ASSERT_EQ(lines.size(), 50U);
    std::vector<int> full;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (isFull(lines[i])) {
            full.push_back(static_cast<int>(i) + 1);
        }
    }
    // A robot is added in line 11 and gets its name in line 16.
    EXPECT_EQ(full, (std::vector{1, 11, 16, 32, 47}));
    const auto log = tests::openAnalyzed(path);
    const auto analysis = log->analysis();
    EXPECT_EQ(analysis->frameCount, 50U);
    EXPECT_EQ(analysis->damagedFrames, 0U);
    EXPECT_EQ(analysis->outOfSyncFrames, 0U);
    EXPECT_EQ(analysis->remarkCount, 0U);
    EXPECT_TRUE(analysis->issues.empty());
    EXPECT_EQ(analysis->players.size(), 2U);
    logs::FrameReader reader = log->makeReader();
    const auto last = reader.state(49);
    ASSERT_TRUE(last);
    EXPECT_EQ(last->game.scoreLeft, 1);
    EXPECT_EQ(last->game.teamRight, "Guests");
    // Jumping to a line gives the same result as reading up to it.
    logs::LogStateReducer player;
    for (logs::FrameNumber frame = 0; frame < 50; ++frame) {
        player.apply(log->parts(), frame);
        ASSERT_TRUE(reader.state(frame * 7 % 50)); // from another position
        const auto jumped = reader.state(frame);
        ASSERT_TRUE(jumped);
        EXPECT_EQ(player.state(), *jumped) << frame;
    }
    EXPECT_TRUE(*last->scene->structure == *match.scene().structure);
    EXPECT_EQ(last->scene->visible, match.scene().visible);
}

TEST(MonitorLogWriterTest, ReportsWhyItCannotCreateTheFile) {
    const tests::TempDir folder;
    const auto missing = MonitorLogWriter::create(folder / "no" / "such.log");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, base::ErrorCode::NotFound);
    EXPECT_NE(missing.error().file.find("such.log"), std::string::npos);
    EXPECT_FALSE(MonitorLogWriter::create(folder.path()));
}

TEST(MonitorLogWriterTest, KeepsExistingFile) {
    const tests::TempDir folder;
    tests::writeFile(folder / "match.log", "yesterday");
    const auto refused = MonitorLogWriter::create(folder / "match.log");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, base::ErrorCode::InvalidArgument);
    EXPECT_TRUE(MonitorLogWriter::create(folder / "match.log", {}, {.mayReplace = true}));
    EXPECT_EQ(tests::readUnpacked(folder / "match.log"), "yesterday");
}

// A temporarily full disk: losses are counted, and the log continues with a full message that
// includes the fouls of the gap.
TEST(MonitorLogWriterTest, ContinuesAfterDiskWasFull) {
    const tests::TempDir folder;
    const auto path = folder / "sparkmonitor.log";
    bool hasRoom = true;
    base::OutputOptions output;
    output.write = [&hasRoom](int file, const char* bytes, std::size_t count, off_t at) {
        errno = ENOSPC;
        return hasRoom ? ::pwrite(file, bytes, count, at) : ssize_t{-1};
    };
    auto writer = MonitorLogWriter::create(path, {}, output);
    ASSERT_TRUE(writer);
    Match match;
    for (int line = 0; line < 45; ++line) {
        match.cycle();
        hasRoom = line < 18 || line >= 25;
        const auto written = writer->write(match.game(), match.scene());
        EXPECT_EQ(written.has_value(), hasRoom) << line;
        if (!written) {
            EXPECT_EQ(written.error().code, base::ErrorCode::LimitExceeded);
            EXPECT_EQ(written.error().file, path.string());
        }
    }
    EXPECT_EQ(writer->lineCount(), 38U);
    EXPECT_EQ(writer->lostCount(), 7U);
    const std::vector<std::string> lines = linesOf(path);
    ASSERT_EQ(lines.size(), 38U);
    EXPECT_TRUE(isFull(lines[18])) << "the first one after the gap";
    const auto log = tests::openAnalyzed(path);
    EXPECT_EQ(log->analysis()->damagedFrames, 0U);
    EXPECT_EQ(log->analysis()->outOfSyncFrames, 0U);
}

TEST(MonitorLogWriterTest, FullDeviceIsReportedEveryTime) {
    if (!std::filesystem::exists("/dev/full")) {
        GTEST_SKIP() << "needs /dev/full";
    }
    auto writer = MonitorLogWriter::create("/dev/full");
    ASSERT_TRUE(writer);
    Match match;
    match.cycle();
    for (std::uint64_t attempt = 1; attempt <= 2; ++attempt) {
        const auto written = writer->write(match.game(), match.scene());
        ASSERT_FALSE(written);
        EXPECT_EQ(written.error().code, base::ErrorCode::LimitExceeded);
        EXPECT_EQ(written.error().file, "/dev/full");
        EXPECT_EQ(writer->lostCount(), attempt);
    }
    EXPECT_EQ(writer->lineCount(), 0U);
}

} // namespace
} // namespace sideline::simulator
