#include "studio/session/live_session.h"

#include <atomic>

#include <gtest/gtest.h>

#include <QSignalSpy>

#include "studio/session/live_head.h"
#include "tests/gui/gui_support.h"
#include "tests/studio/fake_monitor_server.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::studio {
namespace {

using game::PlayerId;
using game::Side;
using monitor::ObjectId;

const PlayerId kLeft1{Side::Left, game::UniformNumber(1)};

class LiveSessionTest : public ::testing::Test {
protected:
    LiveSessionTest() {
        m_settings.agentPort = 0;
        m_settings.monitorPort = 0;
        m_session.setRecordingPlace(m_folder.path(), std::uint64_t{64} << 20U);
    }
    // Records some seconds of a match that continues.
    void startAndRecord() {
        start();
        ASSERT_TRUE(tests::waitUntil(
            [&] { return m_session.recording() && m_session.replay().clock().durationS() > 1.0; }));
    }
    // Starts a simulator without ports, so that tests can run in parallel.
    void start() {
        m_settings.opensPorts = false;
        const auto started = m_session.startSimulator(m_settings);
        ASSERT_TRUE(started) << started.error().toString();
        ASSERT_TRUE(tests::waitUntil([&] { return m_session.shown().exact != nullptr; }));
    }
    // Changes to play-on, because before the kick-off the referee keeps the ball in the middle.
    void playOn() {
        m_session.command(monitor::SetPlayMode{game::PlayMode::PlayOn});
        ASSERT_TRUE(tests::waitUntil(
            [&] { return m_session.shown().exact->game.playModeName() == "PlayOn"; }));
    }
    void pause() {
        m_session.setPaused(true);
        ASSERT_TRUE(tests::waitUntil([&] { return m_session.view().isPaused; }));
    }
    void addRobot() {
        m_session.addRobot({QStringLiteral("Tests"), 1, 0});
        ASSERT_TRUE(tests::waitUntil([&] { return robot() != nullptr && listed() != nullptr; }));
    }
    const monitor::RobotFrame* robot() const {
        return m_session.shown().exact ? m_session.shown().exact->findRobot(kLeft1) : nullptr;
    }
    const widgets::LiveRobotView* listed() const {
        const auto& robots = m_session.view().robots;
        return robots.empty() ? nullptr : &robots.front();
    }
    Eigen::Vector3d ball() const {
        const auto& frame = m_session.shown().exact;
        return frame && frame->ball ? frame->ball->X_SBall.p
                                    : Eigen::Vector3d(Eigen::Vector3d::Constant(1e3));
    }

    tests::TempDir m_folder;
    LiveSettings m_settings;
    LiveSession m_session;
};

TEST(LiveHeadTest, ATrailHasTheConfiguredLength) {
    LiveHead head;
    head.setTrailS(1.0);
    for (int i = 0; i <= 50; ++i) {
        auto frame = std::make_shared<monitor::MatchFrame>();
        frame->recordTimeS = 0.25 * i;
        head.take(frame);
    }
    const auto& trail = head.frame().trail;
    ASSERT_EQ(trail.size(), 5U);
    EXPECT_EQ(trail.front()->recordTimeS, 11.5);
    EXPECT_EQ(trail.back()->recordTimeS, 12.5);
}

// Statuses of a simulator with two agents and one robot without an agent, five per second.
class PaceWatchTest : public ::testing::Test {
protected:
    PaceWatchTest() {
        m_status.robots.resize(3);
        m_status.robots[0].hasAgent = true;
        m_status.robots[1].hasAgent = true;
    }
    // Runs at this speed, with late answers in every status.
    void run(int statuses, double speed, std::uint64_t late = 0) {
        for (int i = 0; i < statuses; ++i) {
            m_now += std::chrono::milliseconds(200);
            m_cycles += speed * 10.0;
            m_status.cycle = static_cast<std::uint64_t>(m_cycles);
            m_status.measuredSpeed = speed;
            m_status.lateAnswers += late;
            m_watch.take(m_status, m_now);
        }
    }

    simulator::SimulatorStatus m_status;
    PaceWatch m_watch;

private:
    PaceWatch::Time m_now;
    double m_cycles = 0.0;
};

TEST_F(PaceWatchTest, ASlowMachineIsSlowAllTheTime) {
    run(25, 0.6);
    EXPECT_FALSE(m_watch.pace().isSlow) << "not for five seconds yet";
    run(1, 0.6);
    EXPECT_TRUE(m_watch.pace().isSlow);
    EXPECT_NEAR(m_watch.pace().speed, 0.6, 1e-9);
    EXPECT_EQ(m_watch.pace().lateRatio, 0.0);
    run(10, 0.6);
    run(1, 1.0);
    run(14, 0.6);
    EXPECT_FALSE(m_watch.pace().isSlow);
    m_status.isPaused = true;
    run(30, 0.0);
    EXPECT_EQ(m_watch.pace().speed, 0.0);
    EXPECT_FALSE(m_watch.pace().isSlow) << "it stands on request";
}

TEST_F(PaceWatchTest, TheRequestedSpeedCounts) {
    for (const auto& [requested, reached, isSlow] :
         {std::tuple(0.5, 0.5, false), {0.5, 0.4, true}, {5.0, 2.0, false}, {0.0, 0.7, true}}) {
        m_status.speed = requested;
        run(26, reached);
        EXPECT_EQ(m_watch.pace().isSlow, isSlow) << requested;
        EXPECT_NEAR(m_watch.pace().speed, reached, 1e-9);
    }
}

TEST_F(PaceWatchTest, LateAnswersAreARatioOfAll) {
    run(26, 1.0, 2); // 10 cycles of two agents each
    EXPECT_NEAR(m_watch.pace().lateRatio, 0.1, 1e-9);
    EXPECT_FALSE(m_watch.pace().isSlow);
    run(25, 1.0);
    EXPECT_EQ(m_watch.pace().lateRatio, 0.0);
}

TEST_F(LiveSessionTest, StartsWithPortsAndStops) {
    QSignalSpy sources(&m_session, &LiveSession::sourceChanged);
    EXPECT_FALSE(m_session.isLive());
    const auto started = m_session.startSimulator(m_settings);
    ASSERT_TRUE(started) << started.error().toString();
    EXPECT_TRUE(tests::waitUntil([&] {
        return m_session.view().agentPort > 0 && m_session.view().monitorPort > 0 &&
               m_session.shown().exact && m_session.view().cycle > 10;
    }));
    EXPECT_TRUE(m_session.shown().exact->ball);
    EXPECT_TRUE(m_session.shown().exact->game.environment);
    m_session.stop();
    EXPECT_FALSE(m_session.isLive());
    EXPECT_EQ(sources.count(), 2);
}

TEST_F(LiveSessionTest, ReportsThePortInUse) {
    const tests::FakeMonitorServer other;
    m_settings.agentPort = other.port();
    const auto started = m_session.startSimulator(m_settings);
    ASSERT_FALSE(started);
    EXPECT_NE(started.error().toString().find(std::to_string(other.port())), std::string::npos)
        << started.error().toString();
    EXPECT_FALSE(m_session.isLive());
}

TEST_F(LiveSessionTest, AStepIsOneCycle) {
    start();
    pause();
    for (int i = 0; i < 3; ++i) {
        const std::uint64_t before = m_session.view().cycle;
        m_session.step();
        EXPECT_TRUE(tests::waitUntil([&] { return m_session.view().cycle > before; }));
        EXPECT_EQ(m_session.view().cycle, before + 1);
        EXPECT_TRUE(m_session.view().isPaused);
    }
    m_session.setPaused(false);
    const std::uint64_t before = m_session.view().cycle;
    EXPECT_TRUE(tests::waitUntil([&] { return m_session.view().cycle > before + 10; }));
}

TEST_F(LiveSessionTest, AddsHoldsAndRemovesARobot) {
    start();
    addRobot();
    EXPECT_EQ(listed()->id, kLeft1);
    EXPECT_EQ(listed()->team, QStringLiteral("Tests"));
    EXPECT_FALSE(listed()->hasAgent);
    const math::Pose expected = startPose(true, 1);
    EXPECT_LT((robot()->X_STorso().p - expected.p).head<2>().norm(), 0.3);
    m_session.hold(kLeft1, true);
    EXPECT_TRUE(tests::waitUntil([&] { return listed()->isHeld; }));
    m_session.hold(kLeft1, false);
    EXPECT_TRUE(tests::waitUntil([&] { return !listed()->isHeld; }));
    m_session.removeRobot(kLeft1);
    EXPECT_TRUE(tests::waitUntil([&] { return robot() == nullptr && listed() == nullptr; }));
}

TEST_F(LiveSessionTest, PushesRobotAndBall) {
    start();
    playOn();
    addRobot();
    pause();
    const double before = robot()->X_STorso().p.x();
    m_session.push(ObjectId::ofRobot(kLeft1), robot()->X_STorso().p, {12.0, 0.0, 0.0});
    m_session.step(10);
    EXPECT_TRUE(
        tests::waitUntil([&] { return robot() && robot()->X_STorso().p.x() > before + 0.05; }));
    const Eigen::Vector3d rest = ball();
    m_session.push(ObjectId::ball(), rest, {0.0, 0.026 * 4.0, 0.0});
    m_session.setPaused(false);
    EXPECT_TRUE(tests::waitUntil([&] { return ball().y() > rest.y() + 0.5; }));
}

TEST_F(LiveSessionTest, PullsTheBallUntilItIsReleased) {
    start();
    playOn();
    m_session.pull(ObjectId::ball(), Eigen::Vector3d::Zero(), {0.0, 0.0, 1.0});
    EXPECT_TRUE(tests::waitUntil([&] { return ball().z() > 0.5 && ball().z() < 2.0; }));
    m_session.letGo();
    EXPECT_TRUE(tests::waitUntil([&] { return ball().z() < 0.2; }));
}

TEST_F(LiveSessionTest, ANewSimulatorRestartsSnapshotNumbersAndHasNoRobots) {
    start();
    addRobot();
    const auto saved = [&] {
        m_session.saveSnapshot();
        EXPECT_TRUE(tests::waitUntil([&] { return m_session.view().snapshots.size() == 1; }));
        return m_session.view().snapshots.value(0);
    };
    const QString first = saved();
    m_session.stop();
    EXPECT_TRUE(m_session.view().robots.empty());
    EXPECT_TRUE(m_session.view().snapshots.isEmpty());
    EXPECT_EQ(m_session.view().cycle, 0U);
    start();
    EXPECT_TRUE(m_session.view().robots.empty());
    EXPECT_TRUE(first.startsWith(QStringLiteral("1:"))) << qPrintable(first);
    EXPECT_TRUE(saved().startsWith(QStringLiteral("1:")));
}

TEST_F(LiveSessionTest, RestoresASnapshot) {
    m_session.setTrailS(1000.0);
    start();
    addRobot();
    pause();
    const Eigen::Vector3d before = robot()->X_STorso().p;
    m_session.saveSnapshot();
    ASSERT_TRUE(tests::waitUntil([&] { return m_session.view().snapshots.size() == 1; }));
    m_session.push(ObjectId::ofRobot(kLeft1), before, {20.0, 0.0, 0.0});
    m_session.step(15);
    ASSERT_TRUE(tests::waitUntil(
        [&] { return robot() && (robot()->X_STorso().p - before).norm() > 0.05; }));
    m_session.restoreSnapshot({});
    EXPECT_TRUE(tests::waitUntil(
        [&] { return robot() && (robot()->X_STorso().p - before).norm() < 1e-6; }));
    ASSERT_FALSE(m_session.head().trail.empty());
    for (const monitor::MatchFramePtr& frame : m_session.head().trail) {
        const monitor::RobotFrame* then = frame->findRobot(kLeft1);
        EXPECT_TRUE(then && (then->X_STorso().p - before).norm() < 1e-6)
            << "frames after the snapshot are discarded";
    }
    m_session.dropSnapshot(m_session.view().snapshots.front());
    EXPECT_TRUE(tests::waitUntil([&] { return m_session.view().snapshots.isEmpty(); }));
}

TEST_F(LiveSessionTest, PlacesRobotsAndBall) {
    start();
    playOn();
    addRobot();
    const double heading = robot()->headingRad();
    m_session.command(*m_session.placeCommand(ObjectId::ball(), 3.0, -2.0));
    m_session.command(*m_session.placeCommand(ObjectId::ofRobot(kLeft1), -5.0, 4.0));
    EXPECT_TRUE(tests::waitUntil([&] {
        return (ball().head<2>() - Eigen::Vector2d(3.0, -2.0)).norm() < 0.05 && robot() &&
               (robot()->X_STorso().p.head<2>() - Eigen::Vector2d(-5.0, 4.0)).norm() < 0.1;
    }));
    EXPECT_NEAR(robot()->headingRad(), heading, 0.1);
}

TEST_F(LiveSessionTest, ReportsPhysicsOnRequest) {
    std::shared_ptr<const viewer3d::PhysicsOverlay> last;
    int count = 0;
    QObject::connect(&m_session, &LiveSession::physicsShown, &m_session, [&](const auto& overlay) {
        last = overlay;
        ++count;
    });
    start();
    addRobot();
    EXPECT_EQ(last, nullptr);
    m_session.showPhysics({true, true, true, true});
    EXPECT_TRUE(tests::waitUntil([&] { return last && !last->forces.empty(); }));
    EXPECT_FALSE(last->colliders.empty());
    EXPECT_FALSE(last->torques.empty());
    EXPECT_EQ(std::ranges::count_if(last->masses, [](const auto& mass) { return mass.isCenter; }),
              1);
    m_session.showPhysics({false, false, false, false});
    EXPECT_EQ(last, nullptr);
}

TEST_F(LiveSessionTest, HidesUnchosenPhysics) {
    simulator::PhysicsDetails details;
    details.contacts = {{{1, 2, 0}, {0, 0, 5}}};
    details.masses = {{{0, 0, 1}, 1.0}, {{0, 0, 2}, 0.5}, {{0, 0, 1.3}, 1.5, true}};
    const auto overlay = makeOverlay(details, {false, false, true, false});
    EXPECT_TRUE(overlay.forces.empty());
    ASSERT_EQ(overlay.masses.size(), 3U);
    EXPECT_FALSE(overlay.masses[1].isCenter);
    EXPECT_TRUE(overlay.masses[2].isCenter);
    EXPECT_EQ(makeOverlay(details, {true, false, false, false}).forces.size(), 1U);
}

TEST_F(LiveSessionTest, WatchesAServerAndSendsItCommands) {
    tests::FakeMonitorServer server;
    QSignalSpy connections(&m_session, &LiveSession::connected);
    m_session.connectTo({"127.0.0.1", server.port()});
    EXPECT_EQ(m_session.source(), LiveSession::Source::Server);
    EXPECT_TRUE(tests::waitUntil([&] {
        server.poll();
        return m_session.view().isConnected && robot() != nullptr;
    }));
    EXPECT_EQ(connections.count(), 1);
    ASSERT_NE(listed(), nullptr);
    EXPECT_EQ(listed()->id, kLeft1);
    m_session.command(monitor::DropBall{});
    m_session.command(*m_session.placeCommand(ObjectId::ball(), 1.5, 2.0));
    m_session.removeRobot(kLeft1);
    EXPECT_TRUE(tests::waitUntil([&] {
        server.poll();
        return server.commands.size() >= 3;
    }));
    EXPECT_EQ(server.commands[0], "(dropBall)");
    EXPECT_EQ(server.commands[1].rfind("(ball(pos 1.5 2 ", 0), 0U) << server.commands[1];
    EXPECT_EQ(server.commands[2].rfind("(kill", 0), 0U) << server.commands[2];
    server.scene.p_SBall = {4.0, 0.0, 0.042};
    server.sendToAll();
    EXPECT_TRUE(tests::waitUntil([&] {
        server.poll();
        return std::abs(ball().x() - 4.0) < 1e-6;
    }));
}

TEST_F(LiveSessionTest, ScrubsBackDuringTheMatch) {
    QSignalSpy heads(&m_session, &LiveSession::atHeadChanged);
    startAndRecord();
    EXPECT_TRUE(m_session.isAtHead());
    EXPECT_EQ(m_session.shown().exact, m_session.head().exact);
    EXPECT_EQ(m_session.replay().clock().timeS(), m_session.replay().clock().durationS());

    m_session.pauseView();
    EXPECT_FALSE(m_session.isAtHead());
    const double pausedS = m_session.replay().clock().timeS();
    ASSERT_TRUE(tests::waitUntil([&] { return m_session.replay().shown().exact != nullptr; }));
    EXPECT_NEAR(m_session.shown().exact->recordTimeS, pausedS, 1e-9);
    const double headS = m_session.head().exact->recordTimeS;
    int shown = 0;
    QObject::connect(&m_session, &LiveSession::frameShown, &m_session, [&] { ++shown; });
    EXPECT_TRUE(
        tests::waitUntil([&] { return m_session.head().exact->recordTimeS > headS + 0.3; }));
    EXPECT_EQ(shown, 0) << "the shown frame does not change";
    EXPECT_NEAR(m_session.shown().exact->recordTimeS, pausedS, 1e-9);
    EXPECT_GT(m_session.replay().clock().durationS(), pausedS + 0.1) << "the ruler grows";

    const logs::FrameNumber before = m_session.shown().exact->index;
    m_session.replay().step(-3);
    EXPECT_TRUE(tests::waitUntil([&] { return m_session.shown().exact->index == before - 3; }));
    m_session.replay().seekTime(0.5);
    EXPECT_TRUE(tests::waitUntil(
        [&] { return std::abs(m_session.shown().exact->recordTimeS - 0.5) < 0.05; }));
    m_session.replay().jump(0.2);
    EXPECT_TRUE(tests::waitUntil(
        [&] { return std::abs(m_session.shown().exact->recordTimeS - 0.7) < 0.05; }));
    ASSERT_TRUE(m_session.shown().before);
    EXPECT_LT(m_session.shown().before->recordTimeS, m_session.shown().exact->recordTimeS);

    m_session.returnToLive();
    EXPECT_TRUE(m_session.isAtHead());
    EXPECT_EQ(m_session.shown().exact, m_session.head().exact);
    EXPECT_EQ(heads.count(), 3) << "started, left, returned";
    EXPECT_TRUE(tests::waitUntil([&] { return shown > 20; }));
}

TEST_F(LiveSessionTest, PlaysUntilItReachesTheHead) {
    startAndRecord();
    m_session.replay().seekTime(0.2);
    m_session.replay().setSpeed(8.0);
    m_session.replay().setPlaying(true);
    EXPECT_FALSE(m_session.isAtHead());
    EXPECT_TRUE(tests::waitUntil([&] { return m_session.isAtHead(); }));
    m_session.pauseView();
    m_session.replay().setPlaying(true); // near the end of the recording, which has grown
    EXPECT_TRUE(tests::waitUntil([&] { return m_session.isAtHead(); }));
}

TEST_F(LiveSessionTest, ShowsPhysicsAtTheHeadOnly) {
    int overlays = 0;
    std::shared_ptr<const viewer3d::PhysicsOverlay> last;
    QObject::connect(&m_session, &LiveSession::physicsShown, &m_session, [&](const auto& overlay) {
        last = overlay;
        overlays += overlay ? 1 : 0;
    });
    startAndRecord();
    m_session.showPhysics({true, true, true, true});
    ASSERT_TRUE(tests::waitUntil([&] { return last != nullptr; }));
    m_session.replay().seekTime(0.2);
    EXPECT_EQ(last, nullptr);
    const int before = overlays;
    const double headS = m_session.head().exact->recordTimeS;
    EXPECT_TRUE(
        tests::waitUntil([&] { return m_session.head().exact->recordTimeS > headS + 0.2; }));
    EXPECT_EQ(overlays, before);
    m_session.returnToLive();
    EXPECT_TRUE(tests::waitUntil([&] { return last != nullptr; }));
}

TEST_F(LiveSessionTest, SavesTheRecordingAndAMatchLog) {
    startAndRecord();
    QSignalSpy saved(&m_session, &LiveSession::recordingSaved);
    const auto file = QString::fromStdString((m_folder / "saved.log.gz").string());
    const auto beside = QString::fromStdString((m_folder / "match.log").string());
    ASSERT_TRUE(m_session.startMatchLog(beside));
    EXPECT_FALSE(m_session.startMatchLog(QStringLiteral("/no/such/folder/match.log")));
    ASSERT_TRUE(m_session.saveRecording(file));
    EXPECT_FALSE(m_session.saveRecording(file)) << "one at a time";
    ASSERT_TRUE(tests::waitUntil([&] { return saved.count() == 1; }));
    EXPECT_EQ(saved[0][1].toString(), QString());
    const auto log = tests::openAnalyzed(m_folder / "saved.log.gz");
    ASSERT_NE(log, nullptr);
    EXPECT_GT(log->index()->frameCount(), 24U);
    EXPECT_EQ(log->analysis()->damagedFrames, 0U);
    const logs::FrameNumber frames = m_session.recording()->index()->frameCount();
    EXPECT_TRUE(tests::waitUntil(
        [&] { return m_session.recording()->index()->frameCount() > frames + 10; }));
    m_session.stop();
    const auto match = tests::openAnalyzed(m_folder / "match.log");
    ASSERT_NE(match, nullptr);
    EXPECT_GT(match->index()->frameCount(), 9U);
    EXPECT_EQ(match->analysis()->outOfSyncFrames, 0U);
    EXPECT_NE(m_session.recording(), nullptr);
    EXPECT_TRUE(m_session.saveRecording(file)) << "also after the end of the match";
    EXPECT_TRUE(tests::waitUntil([&] { return saved.count() == 2; }));
    EXPECT_EQ(saved[1][1].toString(), QString());
}

TEST_F(LiveSessionTest, BookmarksOfALiveMatchAreCopiedToItsLogs) {
    startAndRecord();
    const auto savedLog = m_folder / "saved.log";
    const auto matchLog = m_folder / "match.log";
    const auto bookmarksOf = [](const std::filesystem::path& log) {
        return logs::Bookmarks::load(logs::Bookmarks::fileFor(log)).value().entries();
    };
    m_session.replay().setBookmark({3, 0.0, "before"});
    const auto first = m_session.startMatchLog(QString::fromStdString(matchLog.string()));
    ASSERT_TRUE(first);
    const logs::FrameNumber number = *first + 5;
    const auto frames = [&] { return m_session.recording()->index()->frameCount(); };
    ASSERT_TRUE(tests::waitUntil([&] { return frames() > number + 10; }));
    const double gameTimeS = m_session.recording()->index()->gameTimeS(number);
    m_session.replay().setBookmark({number, gameTimeS, "here"});
    EXPECT_EQ(bookmarksOf(matchLog), (std::vector<logs::Bookmark>{{5, gameTimeS, "here"}}));

    QSignalSpy saved(&m_session, &LiveSession::recordingSaved);
    ASSERT_TRUE(m_session.saveRecording(QString::fromStdString(savedLog.string())));
    ASSERT_TRUE(tests::waitUntil([&] { return saved.count() == 1; }));
    EXPECT_EQ(bookmarksOf(savedLog).size(), 2U);
    logs::Bookmarks others; // as if another program had opened the saved log
    for (const logs::Bookmark& bookmark : bookmarksOf(savedLog)) {
        others.set(bookmark);
    }
    others.set({7, 0.0, "theirs"});
    ASSERT_TRUE(others.save(logs::Bookmarks::fileFor(savedLog)));
    m_session.replay().removeBookmark(3);
    EXPECT_EQ(bookmarksOf(savedLog),
              (std::vector<logs::Bookmark>{{7, 0.0, "theirs"}, {number, gameTimeS, "here"}}));

    m_session.endMatchLog(QString::fromStdString(matchLog.string()));
    const logs::FrameNumber behind = frames() + 20;
    ASSERT_TRUE(tests::waitUntil([&] { return frames() > behind; }));
    m_session.replay().setBookmark({behind, 0.0, "later"});
    EXPECT_EQ(bookmarksOf(matchLog).size(), 1U);
    EXPECT_EQ(bookmarksOf(savedLog).size(), 3U);
    m_session.stop();
    const auto match = tests::openAnalyzed(matchLog);
    ASSERT_NE(match, nullptr);
    EXPECT_NEAR(match->index()->gameTimeS(5), gameTimeS, 1e-6) << "the same instant";
    start(); // the next match has its own bookmarks
    EXPECT_EQ(bookmarksOf(matchLog).size(), 1U);
    EXPECT_EQ(bookmarksOf(savedLog).size(), 3U);
}

TEST_F(LiveSessionTest, BookmarksThatCannotBeWrittenAreReported) {
    startAndRecord();
    const auto log = m_folder / "match.log";
    tests::writeFile(logs::Bookmarks::fileFor(log), "not JSON");
    ASSERT_TRUE(m_session.startMatchLog(QString::fromStdString(log.string())));
    QSignalSpy notes(&m_session, &LiveSession::notesReceived);
    m_session.replay().setBookmark({m_session.recording()->index()->frameCount() + 5, 0.0, "x"});
    ASSERT_EQ(notes.count(), 1);
    EXPECT_TRUE(notes[0][0].toStringList().front().contains(QStringLiteral("not valid JSON")));
    EXPECT_EQ(tests::readUnpacked(logs::Bookmarks::fileFor(log)), "not JSON")
        << "it belongs to the user";
}

TEST_F(LiveSessionTest, AMatchCanBeWatchedWithoutARecording) {
    tests::writeFile(m_folder / "file", "x");
    m_session.setRecordingPlace(m_folder / "file", 1 << 20);
    start();
    EXPECT_FALSE(m_session.link().recordingFault.isEmpty());
    EXPECT_TRUE(m_session.isAtHead());
    EXPECT_FALSE(m_session.saveRecording(QStringLiteral("x.log")));
    EXPECT_FALSE(m_session.startMatchLog(QStringLiteral("x.log")));
    EXPECT_TRUE(tests::waitUntil([&] { return m_session.view().cycle > 20; }));
}

TEST_F(LiveSessionTest, AFullDiskIsReportedWithTheConnection) {
    start();
    EXPECT_EQ(m_session.link().recordingFault, QString());
    m_session.record(QStringLiteral("/dev/full"));
    ASSERT_TRUE(tests::waitUntil([&] { return !m_session.link().recordingFault.isEmpty(); }));
    EXPECT_TRUE(m_session.link().recordingFault.contains(QStringLiteral("the disk is full")));
    EXPECT_TRUE(tests::waitUntil([&] { return m_session.link().lostMessages > 2; }))
        << "writing is retried, and lost messages are counted";
    m_session.record(QString());
    EXPECT_TRUE(tests::waitUntil([&] { return m_session.link().recordingFault.isEmpty(); }));
}

TEST_F(LiveSessionTest, SwitchesGravityOff) {
    start();
    playOn();
    m_session.setGravity(false);
    EXPECT_TRUE(tests::waitUntil([&] { return !m_session.hasGravity(); }));
    m_session.command(
        monitor::BallCommand{Eigen::Vector3d(1.0, 0.0, 1.0), Eigen::Vector3d::Zero()});
    const std::uint64_t cycle = m_session.view().cycle;
    ASSERT_TRUE(tests::waitUntil([&] { return m_session.view().cycle > cycle + 40; }));
    EXPECT_NEAR(ball().z(), 1.0, 0.02);
    m_session.setGravity(true);
    EXPECT_TRUE(tests::waitUntil([&] { return ball().z() < 0.2; }));
}

TEST_F(LiveSessionTest, TheRecordingOfAServerCanBeScrubbed) {
    tests::FakeMonitorServer server;
    QSignalSpy recordings(&m_session, &LiveSession::recordingChanged);
    std::atomic<int> observed = 0;
    m_session.setMessageHooks({[&](const logs::LinkMessage&) { ++observed; }, {}});
    m_session.connectTo({"127.0.0.1", server.port()});
    const auto until = [&](const auto& isSo) {
        return tests::waitUntil([&] {
            server.poll();
            return isSo();
        });
    };
    ASSERT_TRUE(until([&] { return m_session.recording() && m_session.link().isInSync; }));
    EXPECT_EQ(recordings.count(), 1);
    for (int i = 1; i < 20; ++i) { // the game clock is stopped
        server.scene.p_SBall = {0.1 * i, 0.0, 0.042};
        server.sendToAll();
    }
    ASSERT_TRUE(until([&] { return m_session.recording()->index()->frameCount() == 20; }));
    ASSERT_TRUE(until([&] { return std::abs(ball().x() - 1.9) < 1e-6; }));
    EXPECT_NEAR(m_session.recording()->index()->durationS(), 19 * 0.04, 1e-9);
    m_session.replay().seekTime(5 * 0.04 + 0.01);
    EXPECT_TRUE(until([&] { return std::abs(ball().x() - 0.5) < 1e-6; }));
    server.scene.p_SBall = {4.0, 0.0, 0.042};
    server.sendToAll();
    ASSERT_TRUE(until([&] { return m_session.head().exact->index == 20; }));
    EXPECT_NEAR(ball().x(), 0.5, 1e-6);
    m_session.returnToLive();
    EXPECT_NEAR(ball().x(), 4.0, 1e-6);
    EXPECT_EQ(observed.load(), 21);
    EXPECT_TRUE(until([&] { return m_session.link().messages == 21; }));
    EXPECT_EQ(m_session.link().recording.frames, 21U);
    m_session.stop();
    EXPECT_FALSE(m_session.link().isConnected);
    EXPECT_TRUE(until([&] { return !m_session.replay().isGrowing(); }));
    EXPECT_TRUE(until([&] { return m_session.shown().exact->index == 20; })) << "its last frame";
}

TEST_F(LiveSessionTest, TheRecordingStaysAfterTheMatch) {
    startAndRecord();
    m_session.replay().seekTime(0.5);
    ASSERT_TRUE(tests::waitUntil(
        [&] { return std::abs(m_session.shown().exact->recordTimeS - 0.5) < 0.05; }));
    m_session.stop();
    EXPECT_TRUE(m_session.hasMatch());
    EXPECT_FALSE(m_session.isAtHead());
    ASSERT_TRUE(tests::waitUntil([&] { return !m_session.replay().isGrowing(); }));
    EXPECT_NEAR(m_session.shown().exact->recordTimeS, 0.5, 0.05) << "the view does not move";
    m_session.replay().setBookmark({3, 0.0, "here"});
    for (const auto& entry : std::filesystem::directory_iterator(m_folder.path())) {
        EXPECT_EQ(entry.path().extension(), ".log")
            << "bookmarks of a deleted recording are not kept";
    }
    QSignalSpy sources(&m_session, &LiveSession::sourceChanged);
    m_session.closeRecording();
    EXPECT_FALSE(m_session.hasMatch());
    EXPECT_EQ(m_session.shown().exact, nullptr);
    EXPECT_EQ(sources.count(), 1);
    EXPECT_TRUE(std::filesystem::is_empty(m_folder.path()));
}

TEST_F(LiveSessionTest, AFailedStartKeepsTheRecording) {
    startAndRecord();
    m_session.stop();
    const auto recording = m_session.recording();
    const tests::FakeMonitorServer other;
    m_settings.opensPorts = true;
    m_settings.agentPort = other.port();
    ASSERT_FALSE(m_session.startSimulator(m_settings));
    EXPECT_EQ(m_session.recording(), recording);
    QSignalSpy saved(&m_session, &LiveSession::recordingSaved);
    const auto file = QString::fromStdString((m_folder / "saved.log").string());
    ASSERT_TRUE(m_session.saveRecording(file));
    ASSERT_TRUE(tests::waitUntil([&] { return saved.count() == 1; }));
    EXPECT_EQ(saved[0][1].toString(), QString());
}

TEST_F(LiveSessionTest, FindsFramesByTheirArrivalTime) {
    startAndRecord();
    const auto first = m_session.arrivalOf(0.0);
    const auto second = m_session.arrivalOf(1.0);
    ASSERT_TRUE(first && second);
    EXPECT_LT(*first, *second);
    EXPECT_NEAR(static_cast<double>(m_session.arrivalOf(0.5)->count()),
                0.5 * static_cast<double>((*first + *second).count()), 1e3);
    EXPECT_FALSE(m_session.arrivalOf(1e6));
    m_session.seekArrival(*m_session.arrivalOf(10.0));
    EXPECT_TRUE(tests::waitUntil([&] { return m_session.shown().exact->index == 10; }));
}

TEST_F(LiveSessionTest, ReconnectsToAServer) {
    m_session.setTrailS(1000.0);
    auto server = std::make_unique<tests::FakeMonitorServer>();
    const std::uint16_t port = server->port();
    QSignalSpy connections(&m_session, &LiveSession::connected);
    QSignalSpy losses(&m_session, &LiveSession::connectionLost);
    m_session.connectTo({"127.0.0.1", port});
    ASSERT_TRUE(tests::waitUntil([&] {
        server->poll();
        return robot() != nullptr;
    }));
    server.reset();
    ASSERT_TRUE(tests::waitUntil([&] { return losses.count() == 1; }));
    EXPECT_FALSE(m_session.view().isConnected);
    EXPECT_NE(robot(), nullptr) << "the last frame stays on the screen";
    server = std::make_unique<tests::FakeMonitorServer>(port);
    server->scene.robots = {tests::scriptedRobot(Side::Left, 1, 5.0, 1.0)};
    EXPECT_TRUE(tests::waitUntil([&] {
        server->poll();
        return connections.count() == 2 && m_session.view().isConnected &&
               robot()->X_STorso().p.x() > 4.0;
    }));
    for (const monitor::MatchFramePtr& frame : m_session.head().trail) {
        EXPECT_GT(frame->findRobot(kLeft1)->X_STorso().p.x(), 4.0) << "may be another match";
    }
    EXPECT_EQ(losses.count(), 1) << "reported once despite many attempts";
}

TEST_F(LiveSessionTest, ReportsAMissingServerOnce) {
    std::uint16_t port = 0;
    {
        const tests::FakeMonitorServer gone;
        port = gone.port();
    }
    QSignalSpy losses(&m_session, &LiveSession::connectionLost);
    m_session.connectTo({"127.0.0.1", port});
    ASSERT_TRUE(tests::waitUntil([&] { return losses.count() == 1; }));
    EXPECT_TRUE(losses[0][0].toString().contains(QString::number(port)));
    m_session.stop();
    EXPECT_FALSE(m_session.isLive());
}

TEST_F(LiveSessionTest, RobotsStartSeparatedInTheirOwnHalf) {
    for (const bool left : {true, false}) {
        for (int a = 1; a <= 11; ++a) {
            const math::Pose pose = startPose(left, a);
            EXPECT_LT(left ? pose.p.x() : -pose.p.x(), -2.0);
            EXPECT_NEAR((pose.R * Eigen::Vector3d::UnitY()).x(), left ? 1.0 : -1.0, 1e-12)
                << "faces the other goal";
            for (int b = 1; b < a; ++b) {
                EXPECT_GT((startPose(left, b).p - pose.p).norm(), 1.5);
            }
        }
    }
}

} // namespace
} // namespace sideline::studio
