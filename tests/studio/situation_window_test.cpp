// Starting the simulator from a frame of a replay, by keys, menus and files.
#include <algorithm>
#include <filesystem>
#include <vector>

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QApplication>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTest>

#include "agentcore/net/frame_server.h"
#include "simulator/league/league.h"
#include "tests/gui/file_dialog.h"
#include "tests/gui/gui_support.h"
#include "tests/studio/studio_window.h"
#include "tests/support/agent_record.h"

namespace sideline::studio {
namespace {

namespace fs = std::filesystem;

class SituationWindowTest : public tests::StudioWindowTest {
protected:
    void openAt(double gameTimeS) { openAt(m_sample, gameTimeS); }
    void openAt(const fs::path& file, double gameTimeS) {
        m_window->openFile(qt(file));
        MatchPlayer& log = m_window->session();
        ASSERT_TRUE(tests::waitUntil(
            [&] { return log.isOpen() && log.shown().exact && log.log()->index()->isComplete(); }));
        const logs::FrameNumber frame = log.log()->index()->frameAtGameTime(gameTimeS);
        log.seekFrame(frame);
        ASSERT_TRUE(tests::waitUntil([&] { return log.shown().exact->index == frame; }));
        m_logged = log.shown().exact;
        activate();
    }
    // Chooses an entry of the menu Replay with the mouse.
    void chooseInReplayMenu(const char* id) {
        QMenu* replay = nullptr;
        for (QAction* menu : m_window->menuBar()->actions()) {
            if (menu->text().remove(u'&') == QStringLiteral("Replay")) {
                replay = menu->menu();
            }
        }
        ASSERT_NE(replay, nullptr);
        replay->popup(m_window->mapToGlobal(QPoint(100, 40)));
        ASSERT_TRUE(QTest::qWaitForWindowExposed(replay));
        const QRect place = replay->actionGeometry(&action(id));
        ASSERT_FALSE(place.isEmpty());
        QTest::mouseClick(replay, Qt::LeftButton, {}, place.center());
    }
    void clickMessage(const QString& text) {
        QAbstractButton* button = nullptr;
        for (auto* each : m_window->messages().findChildren<QAbstractButton*>()) {
            button = each->text() == text ? each : button;
        }
        ASSERT_NE(button, nullptr) << text.toStdString();
        QTest::mouseClick(button, Qt::LeftButton);
    }
    bool simulates() {
        return tests::waitUntil(
            [&] { return live().isLive() && live().head().exact && live().view().cycle > 0; });
    }

    monitor::MatchFramePtr m_logged;
};

TEST_F(SituationWindowTest, AKeyContinuesFromTheShownFrame) {
    openAt(25.0);
    QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::AltModifier);
    ASSERT_TRUE(simulates());
    EXPECT_TRUE(m_window->showsLive());
    EXPECT_TRUE(showsMessage(QStringLiteral("Waiting for the situation's players")));
    EXPECT_TRUE(live().view().isWaitingToStart);
    const monitor::MatchFrame& head = *live().head().exact;
    ASSERT_EQ(head.robots.size(), m_logged->robots.size());
    for (const monitor::RobotFrame& robot : m_logged->robots) {
        const monitor::RobotFrame* taken = head.findRobot(robot.id);
        ASSERT_NE(taken, nullptr);
        EXPECT_LT((taken->X_STorso().p - robot.X_STorso().p).norm(), 0.002);
    }
    EXPECT_EQ(head.game.teamLeft, m_logged->game.teamLeft);
    EXPECT_NEAR(head.game.timeS, m_logged->game.timeS, 0.01);
    EXPECT_EQ(head.game.playModeName(), "BeforeKickOff");

    // The button starts the match without waiting for players.
    ASSERT_NO_FATAL_FAILURE(clickMessage(QStringLiteral("Kick off")));
    EXPECT_TRUE(tests::waitUntil([&] {
        return live().head().exact->game.timeS > m_logged->game.timeS + 0.2;
    })) << "the clock continues";
    EXPECT_EQ(live().head().exact->game.playModeName(), m_logged->game.playModeName());
    EXPECT_TRUE(m_window->messages().texts().filter(QStringLiteral("waits")).isEmpty());
}

TEST_F(SituationWindowTest, FreePortsLetTheSituationWaitForItsPlayers) {
    const auto other = net::FrameServer::listen({});
    ASSERT_TRUE(other);
    changeLiveSettings([&](LiveSettings& settings) { settings.agentPort = other->port(); });
    openWindow();
    openAt(25.0);
    QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::AltModifier);
    ASSERT_TRUE(showsMessage(QStringLiteral("Cannot start the simulator")));
    ASSERT_NO_FATAL_FAILURE(clickMessage(QStringLiteral("Use free ports")));
    ASSERT_TRUE(simulates());
    EXPECT_TRUE(showsMessage(QStringLiteral("Waiting for the situation's players")));
}

// The dock for the simulator belongs to the live match, not to the layout.
TEST_F(SituationWindowTest, TheSimulatorDockLeavesWithTheMatchAndWithTheLayout) {
    m_window->resize(1600, 1000);
    m_window->showLayout(QStringLiteral("Replay"));
    const auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("simulator"));
    ASSERT_NE(dock, nullptr);
    openAt(25.0);
    EXPECT_TRUE(dock->isHidden());
    QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::AltModifier);
    ASSERT_TRUE(simulates());
    ASSERT_FALSE(dock->isHidden());
    action("simulator.show").trigger(); // back to the log
    EXPECT_TRUE(dock->isHidden());
    QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::AltModifier);
    ASSERT_TRUE(simulates());
    ASSERT_FALSE(dock->isHidden());
    action("workspace.train").trigger();
    action("workspace.replay").trigger();
    EXPECT_TRUE(dock->isHidden());
}

TEST_F(SituationWindowTest, AnAgentTakesOverItsRobot) {
    openAt(25.0);
    QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::AltModifier);
    ASSERT_TRUE(simulates());
    ASSERT_TRUE(tests::waitUntil([&] { return live().view().agentPort > 0; }));
    const game::PlayerId id = m_logged->robots.front().id;
    agents::AgentBlueprint blueprint;
    blueprint.settings = m_window->find<studio::LiveWorkspace>().agentControls().nextAgent();
    blueprint.settings.team = "Mine";
    blueprint.settings.unum = id.unum.value();
    m_window->find<studio::LiveWorkspace>().agentControls().startAgent(blueprint);
    ASSERT_TRUE(tests::waitUntil([&] { return live().head().exact->game.teamLeft == "Mine"; }));
    const game::PlayerId left{game::Side::Left, id.unum};
    ASSERT_TRUE(tests::waitUntil([&] {
        return std::ranges::any_of(live().view().robots, [&](const auto& robot) {
            return robot.id == left && robot.hasAgent && !robot.isStandIn;
        });
    }));
    const monitor::RobotFrame* logged = m_logged->findRobot(left);
    ASSERT_NE(logged, nullptr);
    const monitor::RobotFrame* taken = live().head().exact->findRobot(left);
    ASSERT_NE(taken, nullptr);
    EXPECT_LT((taken->X_STorso().p - logged->X_STorso().p).head<2>().norm(), 0.01)
        << "its beam has no effect";
    EXPECT_EQ(live().head().exact->robots.size(), m_logged->robots.size());
}

TEST_F(SituationWindowTest, ASavedSituationCanBeOpened) {
    openAt(25.0);
    const fs::path file = m_folder / "kick.situation";
    tests::answerFileDialog(*m_window, qt(file));
    action("replay.save-situation").trigger();
    EXPECT_TRUE(showsMessage(QStringLiteral("Saved ")));
    ASSERT_TRUE(fs::exists(file));
    m_window->openFile(qt(file));
    ASSERT_TRUE(simulates());
    EXPECT_EQ(live().head().exact->robots.size(), m_logged->robots.size());

    // The running simulation can be saved, too.
    const fs::path later = m_folder / "later.situation";
    tests::answerFileDialog(*m_window, qt(later));
    action("simulator.save-situation").trigger();
    EXPECT_TRUE(tests::waitUntil([&] { return fs::exists(later); }));

    tests::writeFile(m_folder / "bad.situation", "sideline-start = 1\nhalf = 7\n");
    m_window->openFile(qt(m_folder / "bad.situation"));
    EXPECT_TRUE(showsMessage(QStringLiteral("bad.situation:2")));
}

TEST_F(SituationWindowTest, IsInTheMenu) {
    openAt(25.0);
    ASSERT_NO_FATAL_FAILURE(chooseInReplayMenu("replay.play-on"));
    EXPECT_TRUE(simulates());
}

// A match of the real server continues in the simulator, with a team of ours against itself.
TEST_F(SituationWindowTest, ARecordedMatchOfTheLeagueIsPlayedOnByATeam) {
    if (simulator::mujocoVersion().empty()) {
        GTEST_SKIP() << simulator::mujocoMissing();
    }
    SIDELINE_SHARED_OR_SKIP(recorded, "mj/B-3v3-sync.monitor.rec.xz");
    const fs::path file = m_folder / "b.log";
    tests::writeFile(file, tests::matchLogOf(recorded));
    constexpr int kMatchTimeoutMs = 60'000;
    openAt(file, 20.0);
    ASSERT_EQ(m_logged->robots.size(), 6U);
    ASSERT_NO_FATAL_FAILURE(chooseInReplayMenu("replay.play-on"));
    ASSERT_TRUE(simulates()) << m_window->messages().texts().join(u'\n').toStdString();
    EXPECT_TRUE(showsMessage(QStringLiteral("Waiting for the situation's players")));
    EXPECT_EQ(live().view().serverKind, game::ServerKind::Rcssservermj);
    const monitor::MatchFrame& head = *live().head().exact;
    ASSERT_EQ(head.robots.size(), 6U);
    for (const monitor::RobotFrame& robot : m_logged->robots) {
        const monitor::RobotFrame* taken = head.findRobot(robot.id);
        ASSERT_NE(taken, nullptr);
        EXPECT_EQ(taken->model, robot.model);
        EXPECT_LT((taken->X_STorso().p - robot.X_STorso().p).norm(), 0.02);
    }
    EXPECT_NEAR(head.game.timeS, m_logged->game.timeS, 0.01);

    m_window->openFile(qt(tests::exampleFile("teams/t1.toml")));
    auto& match =
        *m_window->find<studio::LiveWorkspace>().teamControls().panel()->findChild<QPushButton*>(
            QStringLiteral("match"));
    ASSERT_TRUE(tests::waitUntil([&] { return match.isVisible() && match.isEnabled(); }));
    QTest::mouseClick(&match, Qt::LeftButton);
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return !live().view().isWaitingToStart &&
                   live().head().exact->game.timeS > m_logged->game.timeS + 0.1;
        },
        kMatchTimeoutMs))
        << m_window->messages().texts().join(u'\n').toStdString();
    EXPECT_EQ(live().head().exact->game.teamLeft, "Boosters");
    EXPECT_EQ(live().head().exact->game.teamRight, "Boosters_2");
    EXPECT_EQ(live().head().exact->robots.size(), 6U);
    for (const auto& robot : live().view().robots) {
        EXPECT_TRUE(robot.hasAgent && !robot.isStandIn) << robot.id.unum.value();
    }

    // The running match can be saved and opened again.
    const fs::path later = m_folder / "later.situation";
    tests::answerFileDialog(*m_window, qt(later));
    action("simulator.save-situation").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return fs::exists(later); }));
    m_window->openFile(qt(later));
    ASSERT_TRUE(simulates());
    EXPECT_TRUE(tests::waitUntil([&] {
        return live().view().isWaitingToStart && live().head().exact->robots.size() == 6U;
    }));
    EXPECT_EQ(live().view().serverKind, game::ServerKind::Rcssservermj);
}

// The rest of the recorded match beside two futures in which a team of ours plays both sides.
TEST_F(SituationWindowTest, WhatIfContinuesARecordedMatchOfTheLeague) {
    if (simulator::mujocoVersion().empty()) {
        GTEST_SKIP() << simulator::mujocoMissing();
    }
    SIDELINE_SHARED_OR_SKIP(recorded, "mj/B-3v3-sync.monitor.rec.xz");
    const fs::path file = m_folder / "b.log";
    tests::writeFile(file, tests::matchLogOf(recorded));
    constexpr int kPlayedMs = 60'000;
    openAt(file, 20.0);
    m_window->showLayout(QStringLiteral("Decide"));
    auto& whatIf = m_window->find<studio::DecideWorkspace>().whatIf();
    const QString team = qt(tests::exampleFile("teams/t1.toml"));
    whatIf.choose(true, team);
    whatIf.choose(false, team);
    Q_EMIT m_window->find<studio::DecideWorkspace>().panelRequested(
        QStringLiteral("decide-what-if"));
    auto* panel = whatIf.panel();
    ASSERT_TRUE(tests::waitUntil([&] { return panel->isVisible(); }));
    panel->findChild<QDoubleSpinBox*>(QStringLiteral("whatIfLength"))->setValue(1.0);
    panel->findChild<QDoubleSpinBox*>(QStringLiteral("whatIfRuns"))->setValue(2.0);
    QTest::mouseClick(&child<QPushButton>("whatIfRun"), Qt::LeftButton);
    ASSERT_TRUE(tests::waitUntil([&] { return panel->view() != nullptr; }, kPlayedMs))
        << child<QLabel>("whatIfProblem").text().toStdString();
    ASSERT_EQ(panel->view()->played.size(), 2U);
    for (const widgets::WhatIfFuture& future : panel->view()->played) {
        ASSERT_EQ(future.frames.size(), 11U);
        const monitor::MatchFrame& first = *future.frames.front();
        ASSERT_EQ(first.robots.size(), 6U);
        EXPECT_EQ(first.game.teamRight, "Boosters_2");
        EXPECT_LT((first.ball->X_SBall.p - m_logged->ball->X_SBall.p).norm(), 0.02);
        for (const monitor::RobotFrame& robot : m_logged->robots) {
            ASSERT_NE(first.findRobot(robot.id), nullptr);
            EXPECT_LT((first.findRobot(robot.id)->X_STorso().p - robot.X_STorso().p).norm(), 0.03);
        }
        EXPECT_TRUE(fs::exists(future.log.toStdString()));
    }
    // A team of the other server is refused with the reason.
    const fs::path naos = m_folder / "naos.toml";
    tests::writeFile(naos, "name = \"Naos\"\n[[players]]\nnumber = 1\nembedded = true\n");
    whatIf.choose(true, qt(naos));
    QTest::mouseClick(&child<QPushButton>("whatIfRun"), Qt::LeftButton);
    EXPECT_TRUE(tests::waitUntil([&] {
        return child<QLabel>("whatIfProblem")
            .text()
            .contains(QStringLiteral("Naos is a team for rcssserver3d, but the match is on "
                                     "rcssservermj"));
    })) << child<QLabel>("whatIfProblem").text().toStdString();
}

// In the smallest supported window.
TEST_F(SituationWindowTest, EveryMenuFitsOnTheScreen) {
    constexpr int kRoomPx = 800 - 40; // without the title and the menu bar
    std::vector<QMenu*> menus;
    for (const QAction* action : m_window->menuBar()->actions()) {
        menus.push_back(action->menu());
    }
    for (std::size_t i = 0; i < menus.size(); ++i) {
        ASSERT_NE(menus[i], nullptr);
        EXPECT_LE(menus[i]->sizeHint().height(), kRoomPx) << qPrintable(menus[i]->title());
        for (const QAction* action : menus[i]->actions()) {
            if (action->menu() != nullptr) {
                menus.push_back(action->menu());
            }
        }
    }
    EXPECT_GT(menus.size(), 12U);
}

// Two actions with the same name could not be distinguished in the list of keys.
TEST_F(SituationWindowTest, SaveActionsHaveDifferentNames) {
    EXPECT_NE(action("replay.save-situation").text(), action("simulator.save-situation").text());
}

} // namespace
} // namespace sideline::studio
