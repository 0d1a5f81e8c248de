// Logs of rcssservermj: one message of its monitor stream per line.
#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/math/angles.h"
#include "logs/match/frame_reader.h"
#include "logs/match/log_export.h"
#include "logs/match/monitor_recording.h"
#include "logs/match/signals.h"
#include "logs/session/agent_recording.h"
#include "tests/support/agent_record.h"
#include "tests/support/log_files.h"
#include "tests/support/rsmp_builder.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

const ExportProgress kContinue = [](double) { return true; };

std::vector<Event> rsmpEventsOf(const MatchLog& log, EventKind kind) {
    std::vector<Event> events;
    std::ranges::copy_if(log.analysis()->events, std::back_inserter(events),
                         [&](const Event& event) { return event.kind == kind; });
    return events;
}

void expectExactJumps(const MatchLog& log, int jumps) {
    const LogParts parts = log.parts();
    std::vector<LogState> played;
    LogStateReducer reducer;
    for (FrameNumber n = 0; n < parts.index->frameCount(); ++n) {
        ASSERT_TRUE(reducer.apply(parts, n));
        played.push_back(reducer.state());
    }
    base::Rng rng(21);
    FrameReader reader(parts, 1);
    for (int i = 0; i < jumps; ++i) {
        const auto frame = static_cast<FrameNumber>(rng.below(played.size()));
        const auto state = reader.state(frame);
        ASSERT_TRUE(state) << state.error().toString();
        EXPECT_TRUE(*state == played[frame]) << frame;
    }
}

TEST(RsmpLogTest, PlaysWithTimesGoalAndJoints) {
    const tests::TempDir folder;
    tests::writeFile(folder / "match.log", tests::rsmpLog(tests::rsmpMovingScenes(90), 25));
    const auto log = tests::openAnalyzed(folder / "match.log");
    const auto index = log->index();
    ASSERT_EQ(index->frameCount(), 90U);
    EXPECT_EQ(index->fullFrames().size(), 4U);
    EXPECT_EQ(index->firstActiveFrame(), 0U);
    // The server's clock continues while the game clock is stopped.
    EXPECT_NEAR(index->stepS(), 0.04, 1e-9);
    EXPECT_NEAR(index->durationS(), 89 * 0.04, 1e-6);
    EXPECT_DOUBLE_EQ(index->gameTimeS(20), 0.0);
    EXPECT_TRUE(log->analysis()->issues.empty());
    EXPECT_EQ(log->analysis()->robotName({game::Side::Right, game::UniformNumber(7)}), "T1");
    const std::vector<Event> goals = rsmpEventsOf(*log, EventKind::Goal);
    ASSERT_EQ(goals.size(), 1U);
    EXPECT_EQ(goals[0].frame, 60U);
    EXPECT_EQ(goals[0].text, "Goal for Alpha, 1:0");
    EXPECT_FALSE(goals[0].reportedFrame);
    expectExactJumps(*log, 60);
    FrameReader reader = log->makeReader();
    const auto frame = reader.frame(50);
    ASSERT_TRUE(frame);
    const auto signals = availableSignals(**frame);
    const auto knee = std::ranges::find_if(
        signals, [&](const SignalId& id) { return signalName(id, frame->get()) == "left.1.llj4"; });
    ASSERT_NE(knee, signals.end());
    EXPECT_NEAR(signalValue(*knee, **frame, nullptr), math::degFromRad(0.3 * std::sin(2.0)), 0.4);
}

// A record of a connection: the sender, the length of the message and the message.
std::string recordOf(char sender, std::string_view message) {
    std::string record(1, sender);
    for (int shift = 24; shift >= 0; shift -= 8) {
        record += static_cast<char>(message.size() >> static_cast<unsigned>(shift) & 0xFFU);
    }
    record.append(message);
    return record;
}

// A monitor's side of a recording of these scenes.
std::string recordingOf(const std::vector<tests::RsmpScene>& scenes) {
    std::string recording = recordOf('>', "(init)");
    std::istringstream lines(tests::rsmpLog(scenes, 25));
    for (std::string line; std::getline(lines, line);) {
        recording += recordOf('<', line) + recordOf('>', "(kickOff Left)");
    }
    return recording;
}

TEST(RsmpLogTest, AMonitorsRecordingIsALog) {
    const auto scenes = tests::rsmpMovingScenes(60);
    const tests::TempDir folder;
    tests::writeFile(folder / "match.log", tests::rsmpLog(scenes, 25));
    tests::writeFile(folder / "monitor.rec", recordingOf(scenes));
    const auto lines = tests::openAnalyzed(folder / "match.log");
    const auto log = tests::openAnalyzed(folder / "monitor.rec");
    ASSERT_EQ(log->index()->frameCount(), 60U);
    EXPECT_TRUE(log->analysis()->issues.empty());
    EXPECT_TRUE(std::ranges::equal(log->index()->fullFrames(), lines->index()->fullFrames()));
    FrameReader expected = lines->makeReader();
    FrameReader reader = log->makeReader();
    for (const FrameNumber n : {0U, 17U, 59U}) {
        const auto state = reader.state(n);
        ASSERT_TRUE(state) << state.error().toString();
        EXPECT_TRUE(*state == *expected.state(n)) << n;
    }
    EXPECT_TRUE(isMonitorRecording(folder / "monitor.rec"));
    EXPECT_FALSE(isMonitorRecording(folder / "match.log"));
    EXPECT_FALSE(isMonitorRecording(folder / "none.rec"));
    EXPECT_FALSE(looksLikeMonitorRecording(recordOf('<', "(time (now 4.87))(GS (t 0.0))")));
}

TEST(RsmpLogTest, ADamagedRecordingIsReadUpToTheDamage) {
    std::string recording = recordingOf(tests::rsmpMovingScenes(60));
    const tests::TempDir folder;
    tests::writeFile(folder / "cut.rec", recording.substr(0, recording.size() * 2 / 3));
    const auto cut = tests::openAnalyzed(folder / "cut.rec");
    EXPECT_GT(cut->index()->frameCount(), 30U);
    ASSERT_FALSE(cut->index()->issues().empty());
    const base::Error& truncated = cut->index()->issues().front().error;
    EXPECT_EQ(truncated.code, base::ErrorCode::Truncated);
    EXPECT_NE(truncated.message.find("ends within a record"), std::string::npos);
    EXPECT_TRUE(truncated.byteOffset);
    tests::writeFile(folder / "torn.rec", recording + "nonsense");
    const auto torn = tests::openAnalyzed(folder / "torn.rec");
    EXPECT_GT(torn->index()->frameCount(), 0U);
    ASSERT_FALSE(torn->index()->issues().empty());
    EXPECT_NE(torn->index()->issues().front().error.toString().find("no record of the monitor's"),
              std::string::npos);
}

TEST(RsmpLogTest, SharedMonitorRecordingsOpenAsTheyAre) {
    SIDELINE_SHARED_OR_SKIP(path, "mj/A-1v0-realtime.monitor.rec.xz");
    const auto log = tests::openAnalyzed(path);
    EXPECT_EQ(log->index()->frameCount(), 1518U);
    EXPECT_EQ(log->analysis()->issues.size(), 2U)
        << "the robot joins and leaves between full scenes";
    EXPECT_EQ(log->analysis()->players.size(), 1U);
    EXPECT_TRUE(isMonitorRecording(path));
    SIDELINE_SHARED_OR_SKIP(agent, "mj/A-alpha3.agent.rec.xz");
    EXPECT_FALSE(isMonitorRecording(agent));
}

TEST(RsmpLogTest, AClipIsALogOfTheSameServer) {
    const tests::TempDir folder;
    tests::writeFile(folder / "match.log", tests::rsmpLog(tests::rsmpMovingScenes(90), 25));
    const auto log = tests::openAnalyzed(folder / "match.log");
    FrameReader reader = log->makeReader();
    auto file = base::OutputFile::create(folder / "cut.log.xz");
    ASSERT_TRUE(file);
    ASSERT_TRUE(cutLog(reader, {33, 80}, std::move(*file), kContinue));
    const auto cut = tests::openAnalyzed(folder / "cut.log.xz");
    ASSERT_EQ(cut->index()->frameCount(), 48U);
    EXPECT_TRUE(cut->analysis()->issues.empty());
    FrameReader cutReader = cut->makeReader();
    for (const FrameNumber n : {0U, 10U, 47U}) {
        const auto expected = reader.frame(33 + n);
        const auto got = cutReader.frame(n);
        ASSERT_TRUE(expected && got);
        EXPECT_TRUE((*got)->game == (*expected)->game) << n;
        EXPECT_LT(((*got)->ball->X_SBall.p - (*expected)->ball->X_SBall.p).norm(), 1e-6);
        EXPECT_LT(((*got)->robots[0].X_STorso().p - (*expected)->robots[0].X_STorso().p).norm(),
                  1e-6);
    }
}

TEST(RsmpLogTest, AJoiningRobotIsOneNoteUntilTheNextFullScene) {
    std::vector<tests::RsmpScene> scenes = tests::rsmpMovingScenes(30);
    std::string text;
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        if (i < 10) {
            scenes[i].robots.pop_back();
        }
        text +=
            (i % 20 == 0 ? tests::rsmpFull(scenes[i]) : tests::rsmpDiff(scenes[i - 1], scenes[i])) +
            "\n";
    }
    const tests::TempDir folder;
    tests::writeFile(folder / "joined.log", text);
    const auto log = tests::openAnalyzed(folder / "joined.log");
    EXPECT_EQ(log->analysis()->outOfSyncFrames, 10U);
    EXPECT_EQ(log->analysis()->damagedFrames, 0U);
    ASSERT_EQ(log->analysis()->issues.size(), 1U);
    EXPECT_EQ(log->analysis()->issues[0].severity, LogIssue::Severity::Note);
    EXPECT_EQ(log->analysis()->issues[0].frame, 10U);
    const auto joins = rsmpEventsOf(*log, EventKind::Join);
    ASSERT_EQ(joins.size(), 1U);
    EXPECT_EQ(joins[0].frame, 20U);
    expectExactJumps(*log, 30);
}

TEST(RsmpLogTest, ThreeAgainstThreeWithItsGoal) {
    SIDELINE_SHARED_OR_SKIP(file, "mj/B-3v3-sync.monitor.rec.xz");
    const tests::TempDir folder;
    tests::writeFile(folder / "b.log", tests::matchLogOf(file));
    const auto log = tests::openAnalyzed(folder / "b.log");
    EXPECT_EQ(log->index()->frameCount(), 1133U);
    EXPECT_NEAR(log->index()->durationS(), 45.28, 0.01);
    EXPECT_EQ(log->analysis()->damagedFrames, 0U);
    EXPECT_EQ(log->analysis()->remarkCount, 0U);
    const auto goals = rsmpEventsOf(*log, EventKind::Goal);
    ASSERT_EQ(goals.size(), 1U);
    EXPECT_EQ(goals[0].text, "Goal for Beta, 0:1");
    EXPECT_NEAR(goals[0].gameTimeS, 25.38, 0.01);
    ASSERT_EQ(log->analysis()->players.size(), 6U);
    for (const auto& [id, type] : log->analysis()->players) {
        EXPECT_EQ(log->analysis()->robotName(id), "T1");
    }
    expectExactJumps(*log, 60);
}

TEST(RsmpLogTest, TrainerCommandsShowAtTheirTimes) {
    SIDELINE_SHARED_OR_SKIP(file, "mj/A-1v0-realtime.monitor.rec.xz");
    const tests::TempDir folder;
    tests::writeFile(folder / "a.log", tests::matchLogOf(file));
    const auto log = tests::openAnalyzed(folder / "a.log");
    // (kickOff Left) after 6.0 s, (ball (pos -4 2 0.11) (vel 3 0.5 2)) after 25.0 s
    const auto modes = rsmpEventsOf(*log, EventKind::PlayMode);
    ASSERT_GE(modes.size(), 2U);
    EXPECT_EQ(modes[1].text, "KickOff_Left");
    EXPECT_NEAR(modes[1].recordTimeS, 5.4, 0.2);
    const auto placed = rsmpEventsOf(*log, EventKind::BallMoved);
    ASSERT_FALSE(placed.empty());
    EXPECT_EQ(placed[0].text, "Ball placed at (-4.0, 2.0)");
}

// Compares the robots' measurements with the monitor stream, by server time.
void expectJointsOf(const std::filesystem::path& monitorFile,
                    const std::filesystem::path& agentFile, const game::PlayerId& id) {
    std::map<long, std::map<std::string, double>> measuredDeg; // by hundredths of a second
    const auto agent = AgentRecording::read(agentFile);
    ASSERT_TRUE(agent);
    constexpr std::string_view kJoint = "(HJ (n q_";
    for (const RecordedMessage& message : agent->messages()) {
        const std::string text(message.text);
        if (message.speaker != Speaker::Server || !text.starts_with("(time (now ")) {
            continue;
        }
        auto& joints = measuredDeg[std::lround(100.0 * std::stod(text.substr(11)))];
        for (std::size_t at = text.find(kJoint); at != std::string::npos;
             at = text.find(kJoint, at + 1)) {
            const std::size_t name = at + kJoint.size();
            const std::size_t close = text.find(')', name);
            joints[text.substr(name, close - name)] = std::stod(text.substr(close + 5));
        }
    }
    measuredDeg.erase(std::prev(measuredDeg.end())); // the agent was being removed
    const tests::TempDir folder;
    tests::writeFile(folder / "match.log", tests::matchLogOf(monitorFile));
    const auto log = tests::openAnalyzed(folder / "match.log");
    FrameReader reader = log->makeReader();
    double worstDeg = 0.0;
    double squares = 0.0;
    int count = 0;
    for (FrameNumber n = 0; n < log->index()->frameCount(); ++n) {
        const auto frame = reader.frame(n);
        ASSERT_TRUE(frame);
        const monitor::RobotFrame* robot = (*frame)->findRobot(id);
        const auto measured = measuredDeg.find(std::lround(100.0 * *(*frame)->game.serverTimeS));
        if (robot == nullptr || !(*frame)->health.good() || measured == measuredDeg.end()) {
            continue;
        }
        for (const auto& [name, angleDeg] : measured->second) {
            const robot::JointId joint = robot->model->findJoint(name);
            ASSERT_TRUE(joint.isValid()) << name;
            const double errorDeg =
                math::degFromRad(robot->jointAnglesRad[joint.index()]) - angleDeg;
            worstDeg = std::max(worstDeg, std::abs(errorDeg));
            squares += errorDeg * errorDeg;
            ++count;
        }
    }
    ASSERT_GT(count, 10000);
    EXPECT_LT(std::sqrt(squares / count), 0.12);
    EXPECT_LT(worstDeg, 0.4);
}

TEST(RsmpLogTest, StreamedJointsMatchMeasurements) {
    SIDELINE_SHARED_OR_SKIP(monitorFile, "mj/A-1v0-realtime.monitor.rec.xz");
    SIDELINE_SHARED_OR_SKIP(agentFile, "mj/A-alpha3.agent.rec.xz");
    expectJointsOf(monitorFile, agentFile, {game::Side::Left, game::UniformNumber(3)});
}

TEST(RsmpLogTest, StreamedJointsMatchAmongOtherRobots) {
    SIDELINE_SHARED_OR_SKIP(monitorFile, "mj/B-3v3-sync.monitor.rec.xz");
    SIDELINE_SHARED_OR_SKIP(agentFile, "mj/B-Alpha2.agent.rec.xz");
    expectJointsOf(monitorFile, agentFile, {game::Side::Left, game::UniformNumber(2)});
}

} // namespace
} // namespace sideline::logs
