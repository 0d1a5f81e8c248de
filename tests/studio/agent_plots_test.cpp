// Plotting the values of agents with a double click in an agent's panel, live and in replay.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <vector>

#include <gtest/gtest.h>

#include <QApplication>
#include <QDockWidget>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

#include "logs/session/session_signals.h"
#include "studio/shell/layouts.h"
#include "tests/gui/file_dialog.h"
#include "tests/gui/gui_support.h"
#include "tests/studio/studio_window.h"
#include "widgets/common/message_bar.h"
#include "widgets/match/statistics_table.h"

namespace sideline::studio {
namespace {

using logs::SignalId;
using widgets::AgentModel;

constexpr int kLong = 20'000; // ms

class AgentPlotsTest : public tests::StudioWindowTest {
protected:
    AgentPlotsTest() {
        changeLiveSettings([](LiveSettings& settings) { settings.startsWithAgent = true; });
    }
    LiveWorkspace& workspace() { return m_window->find<studio::LiveWorkspace>(); }
    const world::AgentFramePtr& agent() { return workspace().agentControls().shown(); }
    widgets::PlotPanel& plots() { return *m_window->find<studio::ReplayWorkspace>().view().plots; }
    bool startWithAgent() {
        action("simulator.start").trigger();
        return tests::waitUntil(
            [&] {
                return agent() && agent()->body.pose.isValid && live().head().exact &&
                       live().replay().isOpen();
            },
            kLong);
    }
    // Double-clicks a row of the panel with the mouse.
    void doubleClick(AgentModel::Group group, const char* name) {
        auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("agent"));
        dock->show();
        dock->raise();
        auto* tree = workspace().agentControls().agentPanel()->findChild<QTreeView*>();
        ASSERT_TRUE(tests::waitUntil([&] { return tree->isVisible(); }));
        const QAbstractItemModel& model = *tree->model();
        const QModelIndex parent = model.index(group, 0);
        tree->expand(parent);
        for (int row = 0; row < model.rowCount(parent); ++row) {
            const QModelIndex index = model.index(row, AgentModel::ValueColumn, parent);
            if (index.siblingAtColumn(0).data().toString() == QLatin1String(name)) {
                tree->scrollTo(index, QAbstractItemView::PositionAtCenter);
                const QPoint at = tree->visualRect(index).center();
                ASSERT_TRUE(tree->viewport()->rect().contains(at));
                QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, at);
                QTest::mouseDClick(tree->viewport(), Qt::LeftButton, {}, at);
                return;
            }
        }
        FAIL() << "no row " << name;
    }
    // Finds a button of the plots by a part of its tool tip.
    QToolButton* plotButton(const char* tip) {
        for (auto* button : plots().findChildren<QToolButton*>()) {
            if (button->toolTip().contains(QLatin1String(tip))) {
                return button;
            }
        }
        return nullptr;
    }
    SignalId signal(const char* path) const { return SignalId::ofAgent(m_robot, path); }
    // Returns the plotted value at a time; NaN if there is none.
    double plotted(const SignalId& id, double timeS) {
        const auto value = plots().valueAt(id, timeS);
        return value && timeS - value->second < 0.5 ? value->first
                                                    : std::numeric_limits<double>::quiet_NaN();
    }
    // Plays live for some seconds. @return the session recorded meanwhile
    std::filesystem::path recordSession() {
        EXPECT_TRUE(startWithAgent());
        m_robot = agent()->identity.robot;
        const std::uint64_t first = agent()->cycle;
        EXPECT_TRUE(tests::waitUntil([&] { return agent()->cycle > first + 150; }, kLong));
        action("simulator.start").trigger();
        return workspace().recorder().file();
    }
    // @param log the session's match log; empty: the one with the same name
    void openSession(const std::filesystem::path& file, const std::filesystem::path& log = {}) {
        openMatch(file, (log.empty() ? file : log).stem().string());
    }
    // Opens a session whose match is built from what its agent perceived.
    void openStream(const std::filesystem::path& file) { openMatch(file, "stream-"); }
    void openMatch(const std::filesystem::path& file, const std::string& logName) {
        m_window->openFile(qt(file));
        ASSERT_TRUE(tests::waitUntil(
            [&] {
                const auto& log = m_window->session().log();
                return log && log->path().stem().string().starts_with(logName) &&
                       log->progress().stage == logs::LogProgress::Stage::Done;
            },
            kLong));
        m_window->session().select(monitor::ObjectId::ofRobot(m_robot));
    }
    bool goTo(logs::FrameNumber frame) {
        m_window->session().seekFrame(frame);
        return tests::waitUntil(
            [&] {
                return m_window->shown().exact && m_window->shown().exact->index == frame &&
                       agent() && !workspace().agentControls().isAsking();
            },
            kLong);
    }
    // Checks that the plotted position of the agent equals the recorded one at the same instants.
    void expectExported(const std::filesystem::path& session, double fromS, double toS) {
        const auto reader = logs::SessionReader::open(session);
        ASSERT_TRUE(reader) << reader.error().toString();
        const auto table = logs::readAgentSignals(**reader, {(*reader)->agents().front().id},
                                                  {"cycle", "game.serverTimeS", "body.p_F.x"});
        ASSERT_TRUE(table) << table.error().toString();
        int compared = 0;
        for (double timeS = fromS; timeS <= toS; timeS += 0.1) {
            const double cycle = plotted(signal("cycle"), timeS);
            const auto row = std::ranges::find(table->values[0], cycle);
            if (row == table->values[0].end()) {
                continue;
            }
            const auto place = static_cast<std::size_t>(row - table->values[0].begin());
            EXPECT_EQ(plotted(signal("body.p_F.x"), timeS), table->values[2][place]) << timeS;
            EXPECT_EQ(plotted(signal("game.serverTimeS"), timeS), table->values[1][place]) << timeS;
            ++compared;
        }
        EXPECT_GT(compared, 10);
    }
    game::PlayerId m_robot;
};

TEST_F(AgentPlotsTest, AValueOfALiveAgentGrowsWithTheMatch) {
    ASSERT_TRUE(startWithAgent());
    m_robot = agent()->identity.robot;
    const double joinedS = live().head().exact->recordTimeS; // may be late on a busy machine
    ASSERT_TRUE(
        tests::waitUntil([&] { return live().head().exact->recordTimeS > joinedS + 1.0; }, kLong));
    doubleClick(AgentModel::PoseGroup, "x");
    ASSERT_EQ(plots().chosen().curves.size(), 1U);
    EXPECT_EQ(plots().chosen().curves[0].nameWithUnit(), QStringLiteral("left.1 body.p_F.x [m]"));
    EXPECT_TRUE(m_window->findChild<QDockWidget*>(QStringLiteral("plots"))->isVisible());
    doubleClick(AgentModel::DecisionGroup, "Behavior"); // a text
    ASSERT_EQ(plots().chosen().curves.size(), 1U);
    doubleClick(AgentModel::GameGroup, "Server time");
    doubleClick(AgentModel::TimingGroup, "Cycle");
    ASSERT_EQ(plots().chosen().curves.size(), 3U);
    const auto isPlotted = [&](double timeS) {
        return std::isfinite(plotted(signal("body.p_F.x"), timeS)) &&
               std::isfinite(plotted(signal("cycle"), timeS)) &&
               std::isfinite(plotted(signal("game.serverTimeS"), timeS));
    };
    EXPECT_TRUE(tests::waitUntil([&] { return isPlotted(joinedS + 0.5); }, kLong))
        << "including values before the double click";
    const double nowS = live().head().exact->recordTimeS;
    EXPECT_TRUE(tests::waitUntil([&] { return isPlotted(nowS + 2.0); }, kLong));
    // The simulator's clock is both the match's and the agent's.
    for (double timeS = joinedS + 0.5; timeS < nowS; timeS += 0.1) {
        const auto value = plots().valueAt(signal("game.serverTimeS"), timeS);
        ASSERT_TRUE(value);
        EXPECT_NEAR(value->first, value->second, 0.011);
    }
    expectExported(workspace().recorder().file(), joinedS, nowS + 1.0);
    action("simulator.start").trigger(); // the plot remains after the end of the match
    EXPECT_TRUE(tests::waitUntil(
        [&] { return !m_window->find<studio::ReplayWorkspace>().isLoadingPlots(); }, kLong));
    EXPECT_TRUE(isPlotted(nowS));
}

TEST_F(AgentPlotsTest, WithoutARecordingValuesAreTakenFromTheAgents) {
    action("session.record").trigger();
    ASSERT_FALSE(action("session.record").isChecked());
    ASSERT_TRUE(startWithAgent());
    ASSERT_FALSE(workspace().recorder().isRecording());
    m_robot = agent()->identity.robot;
    doubleClick(AgentModel::GameGroup, "Server time");
    double firstS = 0.0; // begin of the curve, however late the double click took effect
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            const double headS = live().head().exact->recordTimeS;
            const auto value = plots().valueAt(signal("game.serverTimeS"), headS);
            firstS = value ? value->second : headS;
            return value.has_value();
        },
        kLong));
    EXPECT_TRUE(tests::waitUntil(
        [&] { return std::isfinite(plotted(signal("game.serverTimeS"), firstS + 1.0)); }, kLong));
    doubleClick(AgentModel::TimingGroup, "Cycle"); // must not interrupt the first curve
    const double secondS = live().head().exact->recordTimeS;
    EXPECT_TRUE(tests::waitUntil(
        [&] { return std::isfinite(plotted(signal("cycle"), secondS + 2.0)); }, kLong));
    for (double timeS = firstS; timeS < secondS + 1.0; timeS += 0.04) {
        const auto value = plots().valueAt(signal("game.serverTimeS"), timeS);
        ASSERT_TRUE(value);
        EXPECT_NEAR(value->first, value->second, 0.011);
        EXPECT_LT(timeS - value->second, 0.05) << "no gap at " << timeS;
    }
    action("session.record").trigger(); // from now on, values come from the session
    ASSERT_TRUE(workspace().recorder().isRecording());
    const double thirdS = live().head().exact->recordTimeS;
    EXPECT_TRUE(tests::waitUntil(
        [&] { return std::isfinite(plotted(signal("cycle"), thirdS + 1.0)); }, kLong));
    EXPECT_TRUE(std::isfinite(plotted(signal("cycle"), secondS + 0.5)))
        << "existing values are kept";
}

TEST_F(AgentPlotsTest, AValueOfAReplayedSessionCoversTheRecordingAndStays) {
    const auto session = recordSession();
    openSession(session);
    const auto index = m_window->session().log()->index();
    const logs::FrameNumber last = index->frameCount() - 1;
    ASSERT_TRUE(goTo(last - 10));
    ASSERT_TRUE(tests::waitUntil([&] { return agent() && agent()->body.pose.isValid; }, kLong));
    doubleClick(AgentModel::PoseGroup, "x");
    doubleClick(AgentModel::TimingGroup, "Cycle");
    doubleClick(AgentModel::GameGroup, "Server time");
    ASSERT_EQ(plots().chosen().curves.size(), 3U);
    EXPECT_TRUE(m_window->findChild<QDockWidget*>(QStringLiteral("plots"))->isVisible());
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return !m_window->find<studio::ReplayWorkspace>().isLoadingPlots() &&
                   std::isfinite(plotted(signal("cycle"), index->recordTimeS(last)));
        },
        kLong));
    expectExported(session, 1.0, index->recordTimeS(last));
    if (qEnvironmentVariableIsSet("SIDELINE_PICTURES")) { // for visual inspection
        m_window->grab().save(qEnvironmentVariable("SIDELINE_PICTURES") +
                              QStringLiteral("/agent-plots.png"));
    }
    for (const logs::FrameNumber frame : {last, last - 40, last - 15}) {
        ASSERT_TRUE(goTo(frame));
        ASSERT_TRUE(tests::waitUntil(
            [&] {
                return plotted(signal("cycle"), index->recordTimeS(frame)) ==
                       static_cast<double>(agent()->cycle);
            },
            kLong))
            << "as in the panel: " << agent()->cycle << ", not "
            << plotted(signal("cycle"), index->recordTimeS(frame));
    }
    // In a match without these agents, the chosen signals remain without values.
    m_window->openFile(qt(m_sample));
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return m_window->session().isOpen() && m_window->session().log()->path() == m_sample &&
                   m_window->shown().exact &&
                   !m_window->find<studio::ReplayWorkspace>().isLoadingPlots();
        },
        kLong));
    EXPECT_EQ(plots().chosen().curves.size(), 3U);
    EXPECT_FALSE(plots().valueAt(signal("cycle"), 9.0));
    // The session is opened again.
    openSession(session);
    EXPECT_TRUE(tests::waitUntil(
        [&] {
            return !m_window->find<studio::ReplayWorkspace>().isLoadingPlots() &&
                   std::isfinite(plotted(signal("cycle"), index->recordTimeS(last)));
        },
        kLong));
}

// The match is built from what the agent perceived; the session also has what it believed.
TEST_F(AgentPlotsTest, ASessionWithoutAMatchLogShowsItsAgent) {
    const auto recorded = recordSession();
    const auto session = m_folder / "alone.session";
    std::filesystem::copy_file(recorded, session);
    openStream(session);
    const auto index = m_window->session().log()->index();
    const logs::FrameNumber last = index->frameCount() - 1;
    ASSERT_TRUE(goTo(last));
    ASSERT_TRUE(tests::waitUntil([&] { return agent() != nullptr; }, kLong));
    EXPECT_EQ(agent()->identity.robot, m_robot);
    EXPECT_TRUE(showsMessage(QStringLiteral("alone.session has no match log next to it")));
    doubleClick(AgentModel::TimingGroup, "Cycle");
    doubleClick(AgentModel::PoseGroup, "x");
    doubleClick(AgentModel::GameGroup, "Server time");
    ASSERT_EQ(plots().chosen().curves.size(), 3U);
    for (const logs::FrameNumber frame : {last, last - 100, last - 33}) {
        ASSERT_TRUE(goTo(frame));
        ASSERT_TRUE(tests::waitUntil(
            [&] {
                return plotted(signal("cycle"), index->recordTimeS(frame)) ==
                       static_cast<double>(agent()->cycle);
            },
            kLong))
            << "as in the panel: " << agent()->cycle << ", not "
            << plotted(signal("cycle"), index->recordTimeS(frame));
    }
    expectExported(session, 0.0, index->recordTimeS(last));
    const auto reader = logs::SessionReader::open(session);
    ASSERT_TRUE(reader);
    EXPECT_EQ((*reader)->agents().front().frames, index->frameCount());
    EXPECT_EQ((*reader)->frame((*reader)->agents().front().id, last - 33)->frame->cycle,
              agent()->cycle);
    // Such a match has no ground truth beyond what the robot saw.
    const auto* model = workspace().agentControls().agentPanel()->findChild<QTreeView*>()->model();
    const QModelIndex pose = model->index(AgentModel::PoseGroup, 0);
    EXPECT_EQ(model->index(0, AgentModel::TruthColumn, pose).data().toString(), QString());
    // A stream of another match is independent of the session.
    m_window->openFile(qt(m_sample));
    EXPECT_TRUE(tests::waitUntil(
        [&] { return !agent() && !m_window->find<studio::ReplayWorkspace>().isLoadingPlots(); },
        kLong));
    EXPECT_FALSE(workspace().sessionReplay().isOpen());
}

// Errors of a session remain visible after its match has been opened.
TEST_F(AgentPlotsTest, MissingPartsOfASessionAreReportedWithItsMatch) {
    ASSERT_TRUE(startWithAgent());
    m_robot = agent()->identity.robot;
    const std::uint64_t first = agent()->cycle;
    ASSERT_TRUE(tests::waitUntil([&] { return agent()->cycle > first + 150; }, kLong));
    const auto session = workspace().recorder().file();
    workspace().recorder().flusher()();
    // Like a session whose recorder was killed.
    const auto copy = session.parent_path() / "killed.session";
    std::filesystem::copy_file(session, copy);
    const auto alone = m_folder / "alone.session";
    std::filesystem::copy_file(session, alone);
    action("simulator.start").trigger();
    openSession(copy, session);
    EXPECT_TRUE(showsMessage(QStringLiteral("This session is incomplete: ")));
    openStream(alone);
    EXPECT_TRUE(showsMessage(QStringLiteral("alone.session has no match log next to it")));
    EXPECT_TRUE(showsMessage(QStringLiteral("This session is incomplete: ")));
}

// Found by name in the command palette, with the keyboard only.
TEST_F(AgentPlotsTest, ACommandPlotsAValueOfTheAgent) {
    ASSERT_TRUE(startWithAgent());
    m_robot = agent()->identity.robot;
    activate();
    QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    auto& query = child<QLineEdit>("paletteQuery");
    ASSERT_TRUE(tests::waitUntil([&] { return query.hasFocus(); }));
    QTest::keyClicks(&query, QStringLiteral("left 1 world ball p_F.x"));
    const auto& list = child<QListWidget>("paletteList");
    ASSERT_GT(list.count(), 0);
    EXPECT_EQ(list.item(0)->text(), QStringLiteral("left.1 world.ball.p_F.x"));
    QTest::keyClick(&query, Qt::Key_Return);
    ASSERT_EQ(plots().chosen().curves.size(), 1U);
    EXPECT_EQ(plots().chosen().curves[0].nameWithUnit(),
              QStringLiteral("left.1 world.ball.p_F.x [m]"));
    EXPECT_TRUE(m_window->findChild<QDockWidget*>(QStringLiteral("plots"))->isVisible());
    const double nowS = live().head().exact->recordTimeS;
    EXPECT_TRUE(tests::waitUntil(
        [&] { return std::isfinite(plotted(signal("world.ball.p_F.x"), nowS)); }, kLong));
}

// Saved values and statistics equal the recorded values.
TEST_F(AgentPlotsTest, ValuesOfAnAgentAreExportedAndHaveStatistics) {
    const auto session = recordSession();
    openSession(session);
    const auto index = m_window->session().log()->index();
    const logs::FrameNumber last = index->frameCount() - 1;
    ASSERT_TRUE(goTo(last));
    doubleClick(AgentModel::TimingGroup, "Cycle");
    doubleClick(AgentModel::PoseGroup, "x");
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return !m_window->find<studio::ReplayWorkspace>().isLoadingPlots() &&
                   std::isfinite(plotted(signal("cycle"), index->recordTimeS(last)));
        },
        kLong));
    std::vector<double> cycles;
    for (logs::FrameNumber frame = 0; frame <= last; ++frame) {
        if (const double cycle = plotted(signal("cycle"), index->recordTimeS(frame));
            std::isfinite(cycle)) {
            cycles.push_back(cycle);
        }
    }
    ASSERT_GT(cycles.size(), 50U);
    QTest::mouseClick(plotButton("standard deviation"), Qt::LeftButton);
    auto* statistics = plots().findChild<widgets::StatisticsTable*>();
    const QStringList row = statistics->text().split(u'\n')[1].split(u'\t');
    EXPECT_EQ(row[0], QStringLiteral("left.1 cycle"));
    EXPECT_EQ(row[2].toULongLong(), cycles.size());
    EXPECT_EQ(row[3].toDouble(), *std::ranges::min_element(cycles));
    EXPECT_EQ(row[4].toDouble(), *std::ranges::max_element(cycles));
    // The file dialog accepts a path.
    const auto file = m_folder / "values.csv";
    tests::answerFileDialog(*m_window, qt(file));
    QTimer::singleShot(0, m_window.get(), [] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        ASSERT_NE(menu, nullptr);
        QTest::mouseClick(menu, Qt::LeftButton, {},
                          menu->actionGeometry(menu->actions().front()).center());
    });
    QTest::mouseClick(plotButton("as CSV"), Qt::LeftButton);
    EXPECT_TRUE(showsMessage(QStringLiteral("Saved ")));
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    EXPECT_EQ(line, "frame,record_time_s,game_time_s,left.1 cycle,left.1 body.p_F.x [m]");
    std::vector<double> saved;
    while (std::getline(in, line)) {
        const QStringList cells = QString::fromStdString(line).split(u',');
        ASSERT_EQ(cells.size(), 5) << line;
        if (!cells[3].isEmpty()) { // before the agent's first frame
            saved.push_back(cells[3].toDouble());
        }
    }
    EXPECT_EQ(saved, cycles);
}

TEST_F(AgentPlotsTest, ADeletedSessionIsReported) {
    const auto session = recordSession();
    openSession(session);
    ASSERT_TRUE(goTo(m_window->session().log()->index()->frameCount() - 10));
    std::filesystem::remove(session);
    doubleClick(AgentModel::TimingGroup, "Cycle");
    EXPECT_TRUE(showsMessage(QStringLiteral("Cannot plot the agents' beliefs")));
    EXPECT_TRUE(tests::waitUntil(
        [&] { return !m_window->find<studio::ReplayWorkspace>().isLoadingPlots(); }, kLong));
    EXPECT_FALSE(plots().valueAt(signal("cycle"), 2.0));
    plots().addSignal({logs::Quantity::GameTimeS, {}, -1}); // other signals can still be plotted
    EXPECT_TRUE(tests::waitUntil(
        [&] {
            return plots().valueAt({logs::Quantity::GameTimeS, {}, -1}, 2.0).has_value();
        },
        kLong));
}

} // namespace
} // namespace sideline::studio
