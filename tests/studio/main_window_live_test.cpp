#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QCheckBox>
#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

#include "agentcore/net/frame_client.h"
#include "studio/shell/layouts.h"
#include "tests/gui/gui_support.h"
#include "tests/studio/fake_monitor_server.h"
#include "tests/studio/studio_window.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"
#include "widgets/live/agent_panel.h"

namespace sideline::studio {
namespace {

using game::Side;
using monitor::ObjectId;

class MainWindowLiveTest : public tests::StudioWindowTest {
protected:
    void start() {
        action("simulator.start").trigger();
        ASSERT_TRUE(tests::waitUntil([&] { return live().shown().exact && live().view().cycle; }));
    }
};

TEST_F(MainWindowLiveTest, TheAgentIsVisibleInASmallWindow) {
    constexpr int kMinRows = 12;
    constexpr int kMinNamePx = 110;
    m_window->showLayout(QStringLiteral("Live"));
    auto* panel = m_window->findChild<widgets::AgentPanel*>();
    auto* tree = panel->findChild<QTreeView*>();
    ASSERT_TRUE(tests::waitUntil([&] { return !panel->visibleRegion().isEmpty(); }));
    EXPECT_GE(tree->viewport()->height(), kMinRows * (tree->fontMetrics().height() + 2));
    EXPECT_EQ(tree->horizontalScrollBar()->maximum(), 0);
    EXPECT_GE(tree->viewport()->width() - tree->columnWidth(widgets::AgentModel::ValueColumn) -
                  tree->columnWidth(widgets::AgentModel::TruthColumn) -
                  tree->columnWidth(widgets::AgentModel::DifferenceColumn),
              kMinNamePx)
        << "names beside belief, truth and difference";
}

// As after a double click on a node plots its history.
TEST_F(MainWindowLiveTest, PlotsBelowADecisionKeepTheWindowHeight) {
    m_window->showLayout(QStringLiteral("Live"));
    child<QDockWidget>("decision").raise();
    Q_EMIT m_window->find<studio::LiveWorkspace>().agentControls().plotRequested(
        logs::SignalId::ofAgent({Side::Left, game::UniformNumber(1)}, "decision.1.score"));
    ASSERT_TRUE(tests::waitUntil([&] { return child<QDockWidget>("plots").isVisible(); }));
    QTest::qWait(50); // the layout may request more space only later
    EXPECT_TRUE(child<QDockWidget>("field").isVisible());
    EXPECT_LE(m_window->height(), 800);
    // A visible decision needs 60 pixels more than a hidden one.
    EXPECT_LE(m_window->minimumSizeHint().height(), 740);
    EXPECT_LE(child<QDockWidget>("plots").minimumSizeHint().height(), 210);
}

TEST_F(MainWindowLiveTest, OneActionStartsAndStopsTheSimulator) {
    EXPECT_FALSE(action("simulator.pause").isEnabled());
    EXPECT_FALSE(action("camera.top").isEnabled());
    start();
    EXPECT_TRUE(m_window->showsLive());
    EXPECT_TRUE(child<QDockWidget>("simulator").isVisible());
    EXPECT_TRUE(child<QToolBar>("transport").isVisible()) << "the recording can be replayed";
    EXPECT_TRUE(action("simulator.pause").isEnabled());
    EXPECT_TRUE(action("camera.top").isEnabled());
    EXPECT_TRUE(m_window->windowTitle().contains(QStringLiteral("Simulator")));
    EXPECT_EQ(action("simulator.start").text(), QStringLiteral("Stop the simulator"));
    action("simulator.start").trigger();
    EXPECT_FALSE(live().isLive());
    EXPECT_EQ(action("simulator.start").text(), QStringLiteral("Start the simulator"));
    EXPECT_FALSE(action("simulator.pause").isEnabled());
}

// The recording of the last match stays: it is replayed, saved, and closed like a log.
TEST_F(MainWindowLiveTest, AfterTheStopTheRecordingStaysOnTheScreen) {
    start();
    ASSERT_TRUE(tests::waitUntil([&] { return live().head().exact->recordTimeS > 1.5; }));
    m_window->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(m_window.get()));
    QTest::keyClick(m_window.get(), Qt::Key_F5);
    ASSERT_FALSE(live().isLive());
    EXPECT_TRUE(m_window->showsLive());
    ASSERT_NE(m_window->shown().exact, nullptr);
    EXPECT_GT(m_window->shown().exact->recordTimeS, 1.5) << "the end of the match";
    EXPECT_TRUE(m_window->windowTitle().contains(QStringLiteral("Recording of the simulator")));
    EXPECT_TRUE(action("camera.top").isEnabled());
    EXPECT_FALSE(action("live.return").isEnabled());
    const auto& log = live().recording();
    ASSERT_NE(log, nullptr);
    ASSERT_TRUE(
        tests::waitUntil([&] { return log->progress().stage == logs::LogProgress::Stage::Done; }));
    const logs::FrameNumber last = log->index()->frameCount() - 1;
    const auto shows = [&](logs::FrameNumber frame) {
        return tests::waitUntil([&] { return m_window->shown().exact->index == frame; });
    };
    EXPECT_TRUE(shows(last));
    QTest::keyClick(m_window.get(), Qt::Key_Left);
    EXPECT_TRUE(shows(last - 1));
    QTest::keyClick(m_window.get(), Qt::Key_Home);
    EXPECT_TRUE(shows(0));
    QTest::keyClick(m_window.get(), Qt::Key_Right);
    EXPECT_TRUE(shows(1));
    QTest::keyClick(m_window.get(), Qt::Key_End);
    EXPECT_TRUE(shows(last));
    QTest::keyClick(m_window.get(), Qt::Key_R); // plays backward
    EXPECT_TRUE(tests::waitUntil([&] { return m_window->shown().exact->index < last - 5; }));
    QTest::keyClick(m_window.get(), Qt::Key_Space);

    EXPECT_TRUE(action("live.save").isEnabled());
    ASSERT_TRUE(live().saveRecording(qt(m_folder / "saved.log")));
    EXPECT_TRUE(showsMessage(QStringLiteral("Saved")));
    EXPECT_EQ(tests::openAnalyzed(m_folder / "saved.log")->index()->frameCount(), last + 1);

    QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
    EXPECT_FALSE(m_window->showsLive());
    EXPECT_EQ(live().recording(), nullptr);
    EXPECT_EQ(m_window->windowTitle(), QStringLiteral("Sideline"));
    EXPECT_FALSE(action("camera.top").isEnabled());
    EXPECT_FALSE(action("simulator.show").isEnabled());
}

TEST_F(MainWindowLiveTest, TheNextMatchReplacesTheRecording) {
    start();
    ASSERT_TRUE(tests::waitUntil([&] { return live().recording() != nullptr; }));
    const auto first = live().recording();
    action("simulator.start").trigger();
    EXPECT_EQ(live().recording(), first);
    start();
    EXPECT_TRUE(tests::waitUntil(
        [&] { return live().recording() != nullptr && live().recording() != first; }));
    EXPECT_TRUE(live().isAtHead());
    EXPECT_TRUE(m_window->windowTitle().startsWith(QStringLiteral("Simulator")));
}

TEST_F(MainWindowLiveTest, RecordedSessionsAreAmongTheRecentFiles) {
    start();
    ASSERT_TRUE(tests::waitUntil([&] { return live().recording() != nullptr; }));
    live().addRobot({QStringLiteral("Reds"), 3, 0});
    ASSERT_TRUE(tests::waitUntil([&] { return live().head().exact->game.teamLeft == "Reds"; }));
    const double knownS = live().head().exact->recordTimeS;
    ASSERT_TRUE(
        tests::waitUntil([&] { return live().recording()->index()->durationS() > knownS + 0.1; }));
    action("simulator.start").trigger();
    const auto session = qt(m_window->find<studio::LiveWorkspace>().recorder().file());
    ASSERT_EQ(recentFiles(m_store), QStringList{session});
    auto* file = m_window->menuBar()->actions().front()->menu();
    QMenu* recent = nullptr;
    for (const QAction* entry : file->actions()) {
        recent = entry->text() == QStringLiteral("Open recent") ? entry->menu() : recent;
    }
    ASSERT_NE(recent, nullptr);
    EXPECT_TRUE(tests::waitUntil([&] {
        return recent->actions().size() == 1 &&
               recent->actions().front()->text().contains(QStringLiteral("Reds"));
    })) << recent->actions().front()->text().toStdString();
    EXPECT_TRUE(recent->actions().front()->text().contains(QStringLiteral("sessions")))
        << "the folder";
    action("file.close").trigger();
    file->popup(m_window->mapToGlobal(QPoint(2, 30)));
    ASSERT_TRUE(QTest::qWaitForWindowExposed(file));
    file->setActiveAction(recent->menuAction());
    QTest::keyClick(file, Qt::Key_Right);
    ASSERT_TRUE(QTest::qWaitForWindowExposed(recent));
    QTest::mouseClick(recent, Qt::LeftButton, {},
                      recent->actionGeometry(recent->actions().front()).center());
    EXPECT_TRUE(tests::waitUntil([&] { return m_window->session().isOpen(); }));
    EXPECT_FALSE(m_window->showsLive());
}

TEST_F(MainWindowLiveTest, RecordingsAreSavedInTheChosenFolder) {
    AppSettings settings = m_window->settings();
    settings.spoolDirectory = qt(m_folder / "chosen");
    m_window->applySettings(settings);
    start();
    ASSERT_TRUE(tests::waitUntil([&] { return live().recording() != nullptr; }));
    EXPECT_EQ(live().recording()->path().parent_path(), m_folder / "chosen" / "live");
}

TEST_F(MainWindowLiveTest, ASilentServerShowsNothingOfTheLastLog) {
    m_window->openFile(qt(m_sample));
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->session().shown().exact != nullptr; }));
    EXPECT_GT(m_window->view3d().triangleCount(), 0U);
    tests::FakeMonitorServer server; // not polled, so it does not answer
    m_window->find<studio::LiveWorkspace>().controls().connectTo({"127.0.0.1", server.port()});
    EXPECT_TRUE(m_window->showsLive());
    EXPECT_EQ(m_window->view3d().triangleCount(), 0U) << "no robots, no ball";
}

TEST_F(MainWindowLiveTest, PauseStepAndSnapshotsHaveKeys) {
    start();
    action("replay.play").trigger(); // the replay key also pauses the simulator
    ASSERT_TRUE(tests::waitUntil([&] { return action("simulator.pause").isChecked(); }));
    const std::uint64_t before = live().view().cycle;
    action("simulator.step").trigger();
    EXPECT_TRUE(tests::waitUntil([&] { return live().view().cycle == before + 1; }));
    EXPECT_FALSE(action("simulator.restore-snapshot").isEnabled());
    action("simulator.save-snapshot").trigger();
    EXPECT_TRUE(tests::waitUntil([&] { return action("simulator.restore-snapshot").isEnabled(); }));
    action("simulator.pause").trigger();
    EXPECT_TRUE(tests::waitUntil([&] { return !live().view().isPaused; }));
    action("simulator.slower").trigger();
    EXPECT_TRUE(tests::waitUntil([&] { return live().view().speed == 0.5; }));
    EXPECT_EQ(readLiveSettings(m_store).speed, 0.5) << "remembered";
}

TEST_F(MainWindowLiveTest, TheRefereeIsInTheMenu) {
    start();
    action("referee.enable").trigger();
    action("simulator.kick-off-right").trigger();
    EXPECT_TRUE(tests::waitUntil(
        [&] { return live().shown().exact->game.playModeName() == "KickOff_Right"; }));
}

TEST_F(MainWindowLiveTest, SwitchesReachTheSimulator) {
    EXPECT_TRUE(live().rules().usesFouls);
    child<QCheckBox>("rules.fouls").click();
    EXPECT_FALSE(live().rules().usesFouls);
    child<QCheckBox>("sensors.truth").click();
    EXPECT_TRUE(live().sensors().groundTruth);
    start();
    child<QCheckBox>("rules.fouls").click();
    EXPECT_TRUE(live().rules().usesFouls);
}

TEST_F(MainWindowLiveTest, SwitchesBetweenALogAndTheLiveMatch) {
    start();
    m_window->openFile(qt(m_sample));
    ASSERT_TRUE(tests::waitUntil(
        [&] { return m_window->session().isOpen() && m_window->session().shown().exact; }));
    EXPECT_FALSE(m_window->showsLive());
    EXPECT_TRUE(showsMessage(QStringLiteral("keeps running")));
    EXPECT_TRUE(child<QToolBar>("transport").isVisible());
    EXPECT_EQ(m_window->shown().exact, m_window->session().shown().exact);
    EXPECT_TRUE(live().isLive());
    action("simulator.show").trigger();
    EXPECT_TRUE(m_window->showsLive());
    EXPECT_EQ(m_window->shown().exact, live().shown().exact);
    EXPECT_NE(&live().replay(), &m_window->session());
    action("simulator.show").trigger(); // back to the log
    EXPECT_FALSE(m_window->showsLive());
    EXPECT_TRUE(action("replay.bookmark").isEnabled());
    action("simulator.show").trigger();
    action("simulator.start").trigger(); // stops the simulator: the recording stays in front
    EXPECT_TRUE(m_window->showsLive());
    action("simulator.show").trigger(); // the log is still open
    EXPECT_FALSE(m_window->showsLive());
    EXPECT_TRUE(action("simulator.show").isEnabled());
    EXPECT_EQ(m_window->shown().exact, m_window->session().shown().exact);
    action("file.close").trigger();
    EXPECT_FALSE(m_window->session().isOpen());
}

TEST_F(MainWindowLiveTest, SelectsRobotsOfTheLiveMatch) {
    start();
    live().addRobot({QStringLiteral("Tests"), 3, 0});
    const game::PlayerId id{Side::Left, game::UniformNumber(3)};
    ASSERT_TRUE(tests::waitUntil([&] { return live().shown().exact->findRobot(id) != nullptr; }));
    action("select.left3").trigger();
    EXPECT_EQ(m_window->session().selection(), ObjectId::ofRobot(id));
    action("camera.third-person").trigger();
    EXPECT_EQ(m_window->view3d().cameraMode(), viewer3d::CameraMode::ThirdPerson);
}

TEST_F(MainWindowLiveTest, ReportsALostAndARestoredConnection) {
    auto server = std::make_unique<tests::FakeMonitorServer>();
    const std::uint16_t port = server->port();
    m_window->find<studio::LiveWorkspace>().controls().connectTo({"127.0.0.1", port});
    ASSERT_TRUE(tests::waitUntil([&] {
        server->poll();
        return m_window->shown().exact != nullptr;
    }));
    EXPECT_TRUE(m_window->showsLive());
    EXPECT_FALSE(action("simulator.pause").isEnabled());
    action("simulator.drop-ball").trigger();
    EXPECT_TRUE(showsMessage(QStringLiteral("Enable referee commands")));
    action("referee.enable").trigger();
    EXPECT_TRUE(m_window->messages().texts().isEmpty());
    EXPECT_EQ(readLiveSettings(m_store).port, port) << "remembered";
    server.reset();
    EXPECT_TRUE(showsMessage(QStringLiteral("No connection to")));
    EXPECT_EQ(m_window->messages().texts().join(u' ').count(QString::number(port)), 1)
        << "the server is named once";
    EXPECT_FALSE(action("simulator.drop-ball").isEnabled());
    server = std::make_unique<tests::FakeMonitorServer>(port);
    EXPECT_TRUE(tests::waitUntil([&] {
        server->poll();
        return m_window->messages().texts().isEmpty();
    }));
    action("simulator.disconnect").trigger();
    EXPECT_FALSE(live().isLive());
    EXPECT_TRUE(m_window->windowTitle().contains(QStringLiteral("Recording of 127.0.0.1")));
}

// An agent that does not end its messages with (syn), and answers every other message.
TEST_F(MainWindowLiveTest, LateAgentsAreReportedOnceWithAButtonThatSlowsDown) {
    start();
    ASSERT_TRUE(tests::waitUntil([&] { return live().view().agentPort > 0; }));
    auto agent =
        net::FrameClient::connect("127.0.0.1", static_cast<std::uint16_t>(live().view().agentPort));
    ASSERT_TRUE(agent) << agent.error().toString();
    ASSERT_TRUE(agent->send("(scene rsg/agent/nao/nao_hetero.rsg 0)"));
    int heard = 0;
    const auto answersUntil = [&](const auto& done) {
        return tests::waitUntil([&] {
            for (auto message = agent->tryReceive(); message && *message;
                 message = agent->tryReceive()) {
                if (++heard % 2 == 0) {
                    static_cast<void>(
                        agent->send(heard == 2 ? "(init (unum 1)(teamname Slow))" : "(he1 0)"));
                }
            }
            return done();
        });
    };
    QSignalSpy shown(&m_window->messages(), &widgets::MessageBar::shown);
    const QString part = QStringLiteral("come after their cycle");
    const auto reports = [&] {
        return std::ranges::count_if(
            shown, [&](const auto& message) { return message[1].toString().contains(part); });
    };
    ASSERT_TRUE(answersUntil([&] { return reports() > 0; }));
    const QString lamp = child<QLabel>("liveLamp").text();
    EXPECT_TRUE(lamp.contains(QStringLiteral("answers late"))) << lamp.toStdString();
    EXPECT_TRUE(child<QLabel>("liveLamp").toolTip().contains(QStringLiteral("Late agent answers")));

    QAbstractButton* slower = nullptr;
    for (auto* each : m_window->messages().findChildren<QAbstractButton*>()) {
        slower = each->text().startsWith(QStringLiteral("Slow down to")) ? each : slower;
    }
    ASSERT_NE(slower, nullptr);
    QTest::mouseClick(slower, Qt::LeftButton);
    ASSERT_TRUE(answersUntil([&] { return live().view().speed < 1.0; }));
    EXPECT_TRUE(m_window->messages().texts().filter(part).isEmpty());
    ASSERT_TRUE(answersUntil([&] { return live().link().pace.speed == 0.0; }));
    ASSERT_TRUE(answersUntil([&] { return live().link().pace.lateRatio > 0.0; }));
    EXPECT_EQ(reports(), 1) << "once in a match";
}

TEST_F(MainWindowLiveTest, OffersFreePortsWhenPortsAreInUse) {
    const tests::FakeMonitorServer other;
    LiveSettings settings;
    settings.agentPort = other.port();
    settings.monitorPort = 0;
    writeLiveSettings(m_store, settings);
    MainWindow window(m_store, qt(m_sample), makeWorkspaces);
    window.show();
    auto& live = window.find<studio::LiveWorkspace>();
    EXPECT_FALSE(live.controls().startSimulator(LiveControls::Agents::One));
    ASSERT_EQ(window.messages().texts().size(), 1);
    EXPECT_TRUE(window.messages().texts()[0].contains(QString::number(other.port())));
    for (auto* button : window.messages().findChildren<QAbstractButton*>()) {
        if (button->text() == QStringLiteral("Use free ports")) {
            QTest::mouseClick(button, Qt::LeftButton);
            break;
        }
    }
    EXPECT_TRUE(window.messages().texts().isEmpty());
    EXPECT_TRUE(tests::waitUntil([&] { return live.agents().agents().size() == 1; }))
        << "with its robot";
}

} // namespace
} // namespace sideline::studio
