// Starting the simulator from a frame of a replay, by keys, menus and files.
#include <algorithm>
#include <filesystem>
#include <vector>

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QApplication>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QTest>

#include "agentcore/net/frame_server.h"
#include "tests/gui/file_dialog.h"
#include "tests/gui/gui_support.h"
#include "tests/studio/studio_window.h"

namespace sideline::studio {
namespace {

namespace fs = std::filesystem;

class SituationWindowTest : public tests::StudioWindowTest {
protected:
    void openAt(double gameTimeS) {
        m_window->openFile(qt(m_sample));
        MatchPlayer& log = m_window->session();
        ASSERT_TRUE(tests::waitUntil(
            [&] { return log.isOpen() && log.shown().exact && log.log()->index()->isComplete(); }));
        const logs::FrameNumber frame = log.log()->index()->frameAtGameTime(gameTimeS);
        log.seekFrame(frame);
        ASSERT_TRUE(tests::waitUntil([&] { return log.shown().exact->index == frame; }));
        m_logged = log.shown().exact;
        activate();
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
    QAbstractButton* kickOff = nullptr;
    for (auto* each : m_window->messages().findChildren<QAbstractButton*>()) {
        kickOff = each->text() == QStringLiteral("Kick off") ? each : kickOff;
    }
    ASSERT_NE(kickOff, nullptr);
    QTest::mouseClick(kickOff, Qt::LeftButton);
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
    for (auto* each : m_window->messages().findChildren<QAbstractButton*>()) {
        if (each->text() == QStringLiteral("Use free ports")) {
            QTest::mouseClick(each, Qt::LeftButton);
            break;
        }
    }
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
    QMenu* replay = nullptr;
    for (QAction* menu : m_window->menuBar()->actions()) {
        if (menu->text().remove(u'&') == QStringLiteral("Replay")) {
            replay = menu->menu();
        }
    }
    ASSERT_NE(replay, nullptr);
    replay->popup(m_window->mapToGlobal(QPoint(100, 40)));
    ASSERT_TRUE(QTest::qWaitForWindowExposed(replay));
    const QRect place = replay->actionGeometry(&action("replay.play-on"));
    ASSERT_FALSE(place.isEmpty());
    QTest::mouseClick(replay, Qt::LeftButton, {}, place.center());
    EXPECT_TRUE(simulates());
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
