// The Analysis workspace in the real window, by mouse and keys: numbers, the moments they count,
// the playlist, maps, parts of the match, and unusual logs.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <utility>

#include <QAbstractItemModel>
#include <QComboBox>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QTableView>
#include <QTest>
#include <QTimer>

#include "logs/analysis/log_statistics.h"
#include "logs/analysis/statistic_list.h"
#include "logs/session/sqlite.h"
#include "tests/gui/gui_support.h"
#include "tests/studio/studio_window.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"
#include "tests/widgets/input_events.h"
#include "viewer3d/view/match_view.h"
#include "widgets/analysis/dominance_panel.h"
#include "widgets/analysis/field_map_bar.h"
#include "widgets/analysis/playlist_panel.h"

namespace sideline::studio {
namespace {

using game::Side;
using logs::OccurrenceKind;
using tests::plain;
using tests::ScriptedScene;
using widgets::TeamNumbersModel;

// Every ten seconds, left 1 kicks the ball 3 m to left 2, which keeps it until the ball is put
// back. Two halves.
std::vector<ScriptedScene> passingScenes(int count) {
    std::vector<ScriptedScene> scenes;
    for (int i = 0; i < count; ++i) {
        ScriptedScene scene;
        scene.timeS = 0.2 * i;
        scene.playMode = 3;
        scene.half = i < count / 2 ? 1 : 2;
        const double phaseS = std::fmod(scene.timeS, 10.0);
        scene.p_SBall = {-std::clamp(2.0 * (phaseS - 2.0), 0.0, 3.0), 0, 0.042};
        scene.robots = {tests::scriptedRobot(Side::Left, 1, 0.2),
                        tests::scriptedRobot(Side::Left, 2, -3.2),
                        tests::scriptedRobot(Side::Right, 7, 5)};
        scenes.push_back(std::move(scene));
    }
    return scenes;
}

class AnalysisWorkspaceTest : public tests::StudioWindowTest {
protected:
    AnalysisWorkspaceTest() {
        changeLiveSettings([](LiveSettings& settings) { settings.opensPorts = false; });
    }
    void open(const std::filesystem::path& path) {
        m_window->openFile(qt(path));
        ASSERT_TRUE(tests::waitUntil([&] {
            return replay().isOpen() && replay().log()->path() == path && replay().shown().exact;
        }));
        activate();
    }
    void openPasses(int count = 200) {
        tests::writeFile(m_folder / "passes.log", tests::scriptedLog(passingScenes(count), 15));
        open(m_folder / "passes.log");
    }
    // Opens the workspace with its shortcut.
    void showAnalysis() {
        QTest::keyClick(m_window.get(), Qt::Key_A, Qt::ControlModifier | Qt::AltModifier);
        ASSERT_TRUE(tests::waitUntil([&] { return analysis().teams()->isVisible(); }));
    }
    [[nodiscard]] bool isDone() {
        return tests::waitUntil(
            [&] { return analysis().job().state() == MatchStatisticsJob::State::Done; });
    }
    MatchPlayer& replay() { return m_window->session(); }
    AnalysisWorkspace& analysis() { return m_window->find<studio::AnalysisWorkspace>(); }
    template <typename Panel>
    Panel& panel() {
        return *m_window->findChild<Panel*>();
    }
    QTableView& teams() { return child<QTableView>("teamNumbers"); }
    QTableView& playlist() { return child<QTableView>("playlist"); }

    static int rowOf(const char* name) {
        const auto all = logs::teamStatistics();
        const auto at = std::ranges::find_if(
            all, [&](const logs::TeamStatistic& one) { return one.info.name == name; });
        EXPECT_NE(at, all.end()) << name;
        return static_cast<int>(at - all.begin());
    }
    QModelIndex cell(const char* name, Side side) {
        return teams().model()->index(rowOf(name), side == Side::Left
                                                       ? TeamNumbersModel::LeftColumn
                                                       : TeamNumbersModel::RightColumn);
    }
    std::string number(const char* name, Side side) {
        return plain(cell(name, side).data().toString());
    }
    static void click(QTableView& table, const QModelIndex& index, bool isDouble = false) {
        table.scrollTo(index);
        const QPoint at = table.visualRect(index).center();
        if (isDouble) { // a double click also sends a single click
            QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, at);
            QTest::mouseDClick(table.viewport(), Qt::LeftButton, {}, at);
        } else {
            QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, at);
        }
    }
    std::string listed(int row, int column = widgets::PlaylistModel::WhatColumn) {
        return plain(playlist().model()->index(row, column).data().toString());
    }
    void choose(const char* combo, int index) {
        auto& box = child<QComboBox>(combo);
        box.setFocus();
        while (box.currentIndex() != index) {
            QTest::keyClick(&box, box.currentIndex() < index ? Qt::Key_Down : Qt::Key_Up);
        }
    }
};

TEST_F(AnalysisWorkspaceTest, ANumberListsItsMomentsAndSeeksToThem) {
    openPasses();
    showAnalysis();
    ASSERT_TRUE(isDone());
    EXPECT_EQ(number("Complete passes", Side::Left), "4");
    EXPECT_EQ(number("Complete passes", Side::Right), "0");
    click(teams(), cell("Complete passes", Side::Left));
    ASSERT_EQ(playlist().model()->rowCount(), 4);
    EXPECT_EQ(listed(0).substr(0, 13), "Complete pass");
    EXPECT_EQ(listed(0, widgets::PlaylistModel::PlayerColumn), "Alpha 1");
    EXPECT_EQ(panel<widgets::PlaylistPanel>().current(), 0);
    EXPECT_EQ(replay().frame(), 0U) << "a click on a number only lists";
    click(playlist(), playlist().model()->index(2, 0), true);
    EXPECT_NEAR(replay().clock().timeS(), 22.0, 0.41);
    EXPECT_EQ(replay().selection(),
              monitor::ObjectId::ofRobot({Side::Left, game::UniformNumber(1)}));
    // The same with keys.
    QTest::keyClick(&playlist(), Qt::Key_Down);
    QTest::keyClick(&playlist(), Qt::Key_Return);
    EXPECT_NEAR(replay().clock().timeS(), 32.0, 0.41);
}

TEST_F(AnalysisWorkspaceTest, NumbersEqualThoseOfTheCommandLine) {
    open(m_sample);
    showAnalysis();
    ASSERT_TRUE(isDone());
    const auto counted = logs::statisticsOf(replay().log()->parts(), {});
    ASSERT_TRUE(counted);
    for (const logs::TeamStatistic& statistic : logs::teamStatistics()) {
        for (const Side side : {Side::Left, Side::Right}) {
            const QString expected =
                widgets::statisticText(statistic.value(counted->total, side),
                                       statistic.info.decimals, statistic.info.unit);
            EXPECT_EQ(number(std::string(statistic.info.name).c_str(), side), plain(expected))
                << statistic.info.name;
        }
    }
    EXPECT_EQ(number("Kicks", Side::Left), "1");
    EXPECT_EQ(number("Fouls", Side::Right), "1");
}

TEST_F(AnalysisWorkspaceTest, EveryCountHasAsManyMoments) {
    openPasses();
    showAnalysis();
    ASSERT_TRUE(isDone());
    for (const logs::TeamStatistic& statistic : logs::teamStatistics()) {
        if (!statistic.info.behind || !statistic.info.unit.empty() || statistic.info.decimals > 0) {
            continue;
        }
        for (const Side side : {Side::Left, Side::Right}) {
            click(teams(), cell(std::string(statistic.info.name).c_str(), side));
            EXPECT_EQ(std::to_string(playlist().model()->rowCount()),
                      number(std::string(statistic.info.name).c_str(), side))
                << statistic.info.name;
        }
    }
    // Times are the sums of their intervals.
    click(teams(), cell("Time with the ball", Side::Left));
    double sumS = 0.0;
    for (const logs::Occurrence& one : panel<widgets::PlaylistPanel>().moments()) {
        sumS += one.untilS - one.when.recordTimeS;
    }
    EXPECT_NEAR(sumS, analysis().job().whole()->statistics.total.teams.left.possessionS, 1e-6);
    EXPECT_GT(sumS, 20.0);
}

TEST_F(AnalysisWorkspaceTest, ThePlaylistPlaysMomentsInOrder) {
    openPasses();
    showAnalysis();
    ASSERT_TRUE(isDone());
    click(teams(), cell("Complete passes", Side::Left));
    panel<widgets::PlaylistPanel>().setTimes(1.0, 1.0);
    m_window->actions().action("replay.normal-speed")->trigger();
    replay().setSpeed(16.0);
    QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier);
    EXPECT_TRUE(analysis().player().isPlaying());
    EXPECT_TRUE(replay().clock().isPlaying());
    EXPECT_NEAR(replay().clock().timeS(), 1.0, 0.5) << "some time before the first";
    std::vector<int> played = {analysis().player().at()};
    QObject scope; // of the connection
    QObject::connect(&analysis().player(), &PlaylistPlayer::changed, &scope, [&] {
        if (played.back() != analysis().player().at()) {
            played.push_back(analysis().player().at());
        }
    });
    ASSERT_TRUE(tests::waitUntil([&] { return !analysis().player().isPlaying(); }));
    EXPECT_EQ(played, (std::vector<int>{0, 1, 2, 3}));
    EXPECT_FALSE(replay().clock().isPlaying());
    EXPECT_GT(replay().clock().timeS(), 33.5) << "after the last";
    EXPECT_LT(replay().clock().timeS(), 34.5 + 16.0) << "by at most a second of the fast replay";
}

TEST_F(AnalysisWorkspaceTest, PlayingPausesStepsAndEnds) {
    openPasses();
    showAnalysis();
    ASSERT_TRUE(isDone());
    click(teams(), cell("Complete passes", Side::Left));
    auto& play = child<QToolButton>("playlistPlay");
    QTest::mouseClick(&play, Qt::LeftButton);
    EXPECT_TRUE(analysis().player().isPlaying());
    QTest::keyClick(m_window.get(), Qt::Key_Down, Qt::AltModifier);
    EXPECT_EQ(analysis().player().at(), 1);
    EXPECT_NEAR(replay().clock().timeS(), 9.0, 0.5);
    QTest::mouseClick(&child<QToolButton>("playlistNext"), Qt::LeftButton);
    EXPECT_EQ(analysis().player().at(), 2);
    QTest::keyClick(m_window.get(), Qt::Key_Up, Qt::AltModifier);
    EXPECT_EQ(analysis().player().at(), 1);
    // The replay's own key also pauses the playlist; its button continues from there.
    QTest::keyClick(m_window.get(), Qt::Key_Space);
    EXPECT_FALSE(analysis().player().isPlaying());
    EXPECT_EQ(analysis().player().at(), 1);
    const double pausedS = replay().clock().timeS();
    QTest::mouseClick(&play, Qt::LeftButton);
    EXPECT_TRUE(analysis().player().isPlaying());
    EXPECT_NEAR(replay().clock().timeS(), pausedS, 0.3);
    // After a seek by the user, the playlist does not seek back.
    QTest::keyClick(m_window.get(), Qt::Key_Home);
    EXPECT_TRUE(tests::waitUntil([&] { return analysis().player().at() < 0; }));
    EXPECT_LT(replay().clock().timeS(), 5.0);
}

TEST_F(AnalysisWorkspaceTest, TheListFiltersByKindTeamAndPlayer) {
    openPasses();
    showAnalysis();
    ASSERT_TRUE(isDone());
    const int all = playlist().model()->rowCount();
    EXPECT_EQ(all, std::ranges::count(analysis().job().whole()->occurrences, false,
                                      &logs::Occurrence::isInterval));
    choose("playlistTeam", 2);
    EXPECT_LT(playlist().model()->rowCount(), all);
    choose("playlistKind", 1 + static_cast<int>(OccurrenceKind::InOpponentHalf));
    EXPECT_GT(playlist().model()->rowCount(), 0) << "the ball is always in the left half";
    for (const logs::Occurrence& one : panel<widgets::PlaylistPanel>().moments()) {
        EXPECT_EQ(one.side, Side::Right);
    }
    choose("playlistTeam", 0);
    choose("playlistKind", 1 + static_cast<int>(OccurrenceKind::Control));
    choose("playlistPlayer", 2);
    EXPECT_GT(playlist().model()->rowCount(), 0);
    for (const logs::Occurrence& one : panel<widgets::PlaylistPanel>().moments()) {
        EXPECT_EQ(one.player.unum.value(), 2);
    }
    choose("playlistKind", 1 + static_cast<int>(OccurrenceKind::Kick));
    EXPECT_EQ(playlist().model()->rowCount(), 0);
    EXPECT_FALSE(child<QToolButton>("playlistPlay").isEnabled());
    choose("playlistPlayer", 1);
    EXPECT_EQ(playlist().model()->rowCount(), 4);
}

TEST_F(AnalysisWorkspaceTest, HalvesAndTheLoopAreCountedSeparately) {
    openPasses();
    showAnalysis();
    ASSERT_TRUE(isDone());
    auto& period = child<QComboBox>("analysisPeriod");
    ASSERT_EQ(period.count(), 3) << "the match and two halves";
    choose("analysisPeriod", 1);
    ASSERT_TRUE(tests::waitUntil([&] { return analysis().job().part() != nullptr; }) && isDone());
    EXPECT_EQ(number("Complete passes", Side::Left), "2");
    const auto& whole = analysis().job().whole()->statistics;
    EXPECT_NEAR(analysis().job().part()->statistics.total.teams.left.possessionS,
                whole.halves[0].teams.left.possessionS, 1e-6);
    replay().setLoop(logs::LoopRange{0.5, 9.0});
    ASSERT_EQ(period.count(), 4);
    choose("analysisPeriod", 3);
    ASSERT_TRUE(tests::waitUntil([&] { return analysis().job().part() != nullptr; }) && isDone());
    EXPECT_EQ(number("Complete passes", Side::Left), "1");
    replay().setLoop(logs::LoopRange{0.5, 19.0});
    ASSERT_TRUE(isDone());
    EXPECT_EQ(number("Complete passes", Side::Left), "2") << "the loop is longer now";
    replay().setLoop(std::nullopt);
    EXPECT_EQ(period.currentIndex(), 0) << "back to the match";
    EXPECT_EQ(number("Complete passes", Side::Left), "4");
}

TEST_F(AnalysisWorkspaceTest, PlayersAreSortedAndListTheirMoments) {
    openPasses();
    showAnalysis();
    ASSERT_TRUE(isDone());
    Q_EMIT analysis().panelRequested(QStringLiteral("analysis-players"));
    auto& players = child<QTableView>("playerNumbers");
    ASSERT_TRUE(tests::waitUntil([&] { return players.isVisible(); }));
    ASSERT_EQ(players.model()->rowCount(), 3);
    const auto all = logs::playerStatistics();
    const auto column = [&](const char* id) {
        const auto at = std::ranges::find_if(
            all, [&](const logs::PlayerStatistic& one) { return one.info.id == id; });
        return widgets::PlayerNumbersModel::FirstNumberColumn + static_cast<int>(at - all.begin());
    };
    QHeaderView& header = *players.horizontalHeader();
    const int control = column("control_time");
    for (int i = 0; i < 2; ++i) { // once ascending, once descending
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {},
                          {header.sectionViewportPosition(control) + 8, header.height() / 2});
    }
    EXPECT_EQ(players.horizontalHeader()->sortIndicatorOrder(), Qt::DescendingOrder);
    EXPECT_EQ(plain(players.model()->index(2, 0).data().toString()), "Beta 7");
    int row = 0;
    while (plain(players.model()->index(row, 0).data().toString()) != "Alpha 1") {
        ASSERT_LT(++row, 3);
    }
    click(players, players.model()->index(row, column("kicks")));
    EXPECT_EQ(playlist().model()->rowCount(), 4);
    EXPECT_EQ(panel<widgets::PlaylistPanel>().filter().player.unum.value(), 1);
    // A number without moments shows the player's positions.
    click(players, players.model()->index(row, column("distance")));
    EXPECT_EQ(panel<widgets::FieldMapBar>().choice().kind, widgets::FieldMapKind::Positions);
    EXPECT_EQ(panel<widgets::FieldMapBar>().choice().player.unum.value(), 1);
}

TEST_F(AnalysisWorkspaceTest, TheFieldShowsMapsOfEvents) {
    openPasses();
    showAnalysis();
    ASSERT_TRUE(isDone());
    auto& field = *m_window->find<studio::ReplayWorkspace>().view().field;
    choose("fieldMapKind", 0);
    const QImage before = tests::picture(field);
    for (int kind = 1; kind < widgets::kFieldMapKindCount; ++kind) {
        choose("fieldMapKind", kind);
        EXPECT_NE(tests::picture(field), before) << kind;
    }
    // A click on an arrow seeks to its kick: the ball rolled from 0 to -3.
    choose("fieldMapKind", static_cast<int>(widgets::FieldMapKind::Kicks));
    replay().seekFrame(0);
    const QPointF at = field.toWidget(-1.5, 0.0);
    QTest::mouseClick(&field, Qt::LeftButton, {}, at.toPoint());
    EXPECT_NEAR(std::fmod(replay().clock().timeS(), 10.0), 2.0, 0.41);
    // In other workspaces the field has no maps.
    replay().seekFrame(0);
    const auto shown = [&] { return replay().shown().exact && replay().shown().exact->index == 0; };
    m_window->showWorkspace(QStringLiteral("Replay"));
    ASSERT_TRUE(tests::waitUntil([&] { return !analysis().teams()->isVisible() && shown(); }));
    QCoreApplication::processEvents();
    const QImage without = tests::picture(field);
    panel<widgets::FieldMapBar>().setChoice({widgets::FieldMapKind::Ball});
    EXPECT_EQ(tests::picture(field), without);
}

TEST_F(AnalysisWorkspaceTest, TheTimelineSeeksAndListsAWindow) {
    openPasses();
    showAnalysis();
    ASSERT_TRUE(isDone());
    auto* view = panel<widgets::DominancePanel>().view();
    ASSERT_TRUE(view->isVisible());
    QTest::mouseClick(view, Qt::LeftButton, {}, {view->width() / 2, view->height() / 2});
    EXPECT_NEAR(replay().clock().timeS(), replay().clock().durationS() / 2.0, 1.0);
    const int all = playlist().model()->rowCount();
    QTest::mouseDClick(view, Qt::LeftButton, {}, {view->width() / 4, view->height() / 2});
    EXPECT_LT(playlist().model()->rowCount(), all);
    EXPECT_GT(playlist().model()->rowCount(), 0);
    QTest::mouseClick(&child<QToolButton>("playlistWindow"), Qt::LeftButton);
    EXPECT_EQ(playlist().model()->rowCount(), all);
}

TEST_F(AnalysisWorkspaceTest, MatchesAreComparedAndOpened) {
    const auto folder = m_folder / "matches";
    std::filesystem::create_directory(folder);
    tests::writeFile(folder / "a.log", tests::scriptedLog(passingScenes(200), 15));
    tests::writeFile(folder / "b.log", tests::scriptedLog(passingScenes(100), 15));
    tests::writeFile(folder / "c.log", "no log at all");
    showAnalysis();
    Q_EMIT analysis().panelRequested(QStringLiteral("analysis-matches"));
    auto& matches = child<QTableView>("matches");
    ASSERT_TRUE(tests::waitUntil([&] { return matches.isVisible(); }));
    analysis().comparison().openFolder(qt(folder));
    ASSERT_TRUE(tests::waitUntil([&] { return matches.model()->rowCount() == 3; }));
    const int passes = widgets::MatchesModel::FirstNumberColumn + rowOf("Complete passes");
    const auto at = [&](int row, int column) {
        return plain(matches.model()->index(row, column).data().toString());
    };
    EXPECT_EQ(at(0, 0), "a.log");
    EXPECT_EQ(at(0, 1), "Alpha - Beta");
    EXPECT_EQ(at(0, passes), "4");
    EXPECT_EQ(at(1, passes), "2");
    EXPECT_EQ(at(2, 1), "cannot be read");
    EXPECT_EQ(at(2, passes), "-");
    choose("matchesWhose", 4); // Beta, on either side
    EXPECT_EQ(at(0, passes), "0");
    choose("matchesWhose", 0);
    // Sorted by passes: logs without a value are last in both directions.
    matches.scrollTo(matches.model()->index(0, passes));
    QHeaderView& header = *matches.horizontalHeader();
    const QPoint head(header.sectionViewportPosition(passes) + 8, header.height() / 2);
    QTest::mouseClick(header.viewport(), Qt::LeftButton, {}, head);
    EXPECT_EQ(at(0, 0), "b.log");
    EXPECT_EQ(at(2, 0), "c.log");
    QTest::mouseClick(header.viewport(), Qt::LeftButton, {}, head);
    EXPECT_EQ(at(0, 0), "a.log");
    EXPECT_EQ(at(2, 0), "c.log");
    click(matches, matches.model()->index(1, passes), true);
    EXPECT_TRUE(tests::waitUntil(
        [&] { return replay().isOpen() && replay().log()->path() == folder / "b.log"; }));
    analysis().comparison().openFolder(qt(m_folder / "nothing"));
    EXPECT_TRUE(showsMessage(QStringLiteral("no match logs")));
}

// A series with a lost game and a failed attempt: each row has the reason, and a double click plays
// the recording from before that moment, with the camera on the ball, or on the player whose loss
// made the attempt fail.
TEST_F(AnalysisWorkspaceTest, LostAndFailedGamesHaveAReasonAndOpenAtTheirMoment) {
    const auto folder = m_folder / "lost.series";
    std::filesystem::create_directories(folder / "logs");
    std::filesystem::create_directories(folder / "outputs");
    const std::string log = tests::scriptedLog(passingScenes(60), 15);
    tests::writeFile(folder / "logs/0001.log.zst", log);
    tests::writeFile(folder / "outputs/0001-1.log.zst", log);
    {
        auto database =
            logs::Database::open(folder / "results.sqlite", logs::Database::Access::Create);
        ASSERT_TRUE(database) << database.error().toString();
        ASSERT_TRUE(database->execute(
            "CREATE TABLE games(game INTEGER PRIMARY KEY, left TEXT, right TEXT, goals_left REAL, "
            "goals_right REAL, goal_times TEXT);"
            "INSERT INTO games VALUES(1, 'New', 'Old', 0, 1, 'right 83.20 6.00');"
            "CREATE TABLE attempts(game INTEGER, outcome TEXT, reason TEXT, wall_s REAL, output "
            "TEXT, log TEXT, player TEXT);"
            "INSERT INTO attempts VALUES(1, 'failed', 'player 2 of New exited: exit code 3', 2, "
            "'', "
            "'outputs/0001-1.log.zst', 'left 2');"
            "INSERT INTO attempts VALUES(1, 'finished', '', 2, '', '', '');"));
    }
    m_window->openFile(qt(folder));
    auto& matches = child<QTableView>("matches");
    ASSERT_TRUE(tests::waitUntil([&] { return matches.isVisible(); }));
    ASSERT_TRUE(tests::waitUntil([&] { return matches.model()->rowCount() == 2; }));
    constexpr int kWhy = widgets::MatchesModel::WhyColumn;
    const auto text = [&](int row, int column) {
        return plain(matches.model()->index(row, column).data().toString());
    };
    EXPECT_FALSE(matches.isColumnHidden(kWhy));
    EXPECT_EQ(text(0, 0), "Game 0001");
    EXPECT_EQ(text(0, kWhy), "Old 1:23");
    EXPECT_EQ(text(1, 0), "Game 0001, attempt 1");
    EXPECT_EQ(text(1, 1), "failed");
    EXPECT_EQ(text(1, kWhy), "player 2 of New exited: exit code 3");
    click(matches, matches.model()->index(0, 0), true);
    ASSERT_TRUE(tests::waitUntil([&] {
        return replay().isOpen() && replay().log()->path() == folder / "logs/0001.log.zst" &&
               replay().clock().timeS() >= 4.9;
    })) << replay().clock().timeS();
    EXPECT_LT(replay().clock().timeS(), 9.0) << "from a second before the goal on";
    EXPECT_EQ(m_window->view3d().cameraMode(), viewer3d::CameraMode::FollowBall);
    click(matches, matches.model()->index(1, 0), true);
    ASSERT_TRUE(tests::waitUntil([&] {
        return replay().isOpen() && replay().log()->path() == folder / "outputs/0001-1.log.zst" &&
               replay().clock().timeS() > replay().clock().durationS() - 5.1;
    })) << replay().clock().timeS();
    EXPECT_EQ(m_window->view3d().cameraMode(), viewer3d::CameraMode::FollowPlayer);
    EXPECT_EQ(replay().selection(),
              monitor::ObjectId::ofRobot({game::Side::Left, game::UniformNumber(2)}));
}

// Recorded results of a series are read directly; games with a log can be opened.
TEST_F(AnalysisWorkspaceTest, ComparesTheGamesOfASeriesFromTheirResults) {
    const auto folder = m_folder / "ab.series";
    std::filesystem::create_directories(folder / "logs");
    std::string table =
        "game,left,right,swapped,seed,played_s,repeats,goals_left,goals_right,points_left,"
        "points_right,falls_left,falls_right\n";
    for (int game = 1; game <= 300; ++game) { // New wins on both sides, by two or three goals
        const bool isSwapped = game % 2 == 0;
        const int more = 2 + game % 2;
        table += QStringLiteral("%1,%2,%3,%4,%1,300,0,%5,%6,%7,%8,4,%9\n")
                     .arg(game)
                     .arg(isSwapped ? "Old" : "New", isSwapped ? "New" : "Old")
                     .arg(isSwapped ? 1 : 0)
                     .arg(isSwapped ? 0 : more)
                     .arg(isSwapped ? more : 0)
                     .arg(isSwapped ? 0 : 3)
                     .arg(isSwapped ? 3 : 0)
                     .arg(game)
                     .toStdString();
    }
    tests::writeFile(folder / "results.csv", table);
    tests::writeFile(folder / "logs/0002.log.zst", tests::scriptedLog(passingScenes(60), 15));
    m_window->openFile(qt(folder)); // like a folder dropped on the window
    auto& matches = child<QTableView>("matches");
    ASSERT_TRUE(tests::waitUntil([&] { return matches.isVisible(); }));
    ASSERT_TRUE(tests::waitUntil([&] { return matches.model()->rowCount() == 300; }));
    EXPECT_EQ(matches.model()->index(1, 0).data().toString(), QStringLiteral("Game 0002"));
    EXPECT_EQ(plain(matches.model()->index(1, 1).data().toString()), "Old - New");
    EXPECT_EQ(plain(matches.model()->index(1, 2).data().toString()), "0:2");
    const auto columnOf = [&](const QString& name) {
        for (int column = 0; column < matches.model()->columnCount(); ++column) {
            if (matches.model()->headerData(column, Qt::Horizontal).toString() == name) {
                return column;
            }
        }
        return -1;
    };
    EXPECT_FALSE(matches.isColumnHidden(columnOf(QStringLiteral("Falls"))));
    EXPECT_TRUE(matches.isColumnHidden(columnOf(QStringLiteral("Passes"))))
        << "their values are unknown";
    // Means of the teams, on either side of the field.
    auto& averages = child<QTableView>("matchAverages");
    ASSERT_TRUE(averages.isVisible());
    const auto rowNamed = [&](const QString& name) {
        for (int row = 0; row < averages.model()->rowCount(); ++row) {
            if (averages.model()->headerData(row, Qt::Vertical).toString() == name) {
                return row;
            }
        }
        return -1;
    };
    EXPECT_EQ(averages.model()->headerData(0, Qt::Horizontal).toString(), QStringLiteral("New"));
    const auto mean = [&](const char* name, int team) {
        return plain(
            averages.model()->index(rowNamed(QLatin1String(name)), team).data().toString());
    };
    EXPECT_EQ(mean("Matches", 0), "300");
    EXPECT_EQ(mean("Won / drawn / lost", 0), "300 / 0 / 0");
    EXPECT_EQ(mean("Won / drawn / lost", 1), "0 / 0 / 300");
    EXPECT_EQ(mean("Goals", 0), "2.500 \u00b1 0.029");
    EXPECT_EQ(mean("Points", 1), "0.0 \u00b1 0.0");
    // The games of a mean, highest value first.
    click(averages, averages.model()->index(rowNamed(QStringLiteral("Falls")), 1));
    EXPECT_EQ(child<QComboBox>("matchesWhose").currentText(), QStringLiteral("Old"));
    EXPECT_EQ(matches.model()->index(0, 0).data().toString(), QStringLiteral("Game 0299"));
    // A double click opens the log of a game, or reports that there is none.
    click(matches, matches.model()->index(0, 1), true);
    EXPECT_TRUE(showsMessage(QStringLiteral("Game 0299 has no match log")));
    matches.sortByColumn(0, Qt::AscendingOrder);
    matches.scrollToTop();
    click(matches, matches.model()->index(1, 1), true);
    EXPECT_TRUE(tests::waitUntil([&] {
        return replay().isOpen() && replay().log()->path() == folder / "logs/0002.log.zst";
    }));
    // An invalid table becomes a row with the reason.
    tests::writeFile(m_folder / "results.csv", "game,left\n");
    analysis().comparison().addFiles({qt(m_folder / "results.csv")});
    ASSERT_TRUE(tests::waitUntil([&] { return matches.model()->rowCount() == 301; }));
    matches.sortByColumn(0, Qt::DescendingOrder);
    EXPECT_EQ(matches.model()->index(0, 0).data().toString(), QStringLiteral("results.csv"));
    EXPECT_EQ(matches.model()->index(0, 1).data().toString(), QStringLiteral("cannot be read"));
    EXPECT_TRUE(matches.model()
                    ->index(0, 1)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("no column `right`")));
}

TEST_F(AnalysisWorkspaceTest, ALogWithoutKicksHasNoMomentsToPlay) {
    auto scenes = passingScenes(40);
    for (ScriptedScene& scene : scenes) {
        scene.p_SBall = {4.0, 4.0, 0.042};
    }
    tests::writeFile(m_folder / "quiet.log", tests::scriptedLog(scenes, 15));
    open(m_folder / "quiet.log");
    showAnalysis();
    ASSERT_TRUE(isDone());
    EXPECT_EQ(number("Kicks", Side::Left), "0");
    EXPECT_EQ(number("Possession", Side::Left), "-") << "no player had the ball";
    click(teams(), cell("Kicks", Side::Left));
    EXPECT_EQ(playlist().model()->rowCount(), 0);
    EXPECT_FALSE(action("analysis.play").isEnabled());
    QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier);
    EXPECT_FALSE(replay().clock().isPlaying());
    for (int kind = 1; kind < widgets::kFieldMapKindCount; ++kind) {
        choose("fieldMapKind", kind);
        EXPECT_FALSE(
            tests::picture(*m_window->find<studio::ReplayWorkspace>().view().field).isNull());
    }
}

TEST_F(AnalysisWorkspaceTest, CountsATruncatedLogUpToItsEnd) {
    const std::string text = tests::scriptedLog(passingScenes(200), 15);
    tests::writeFile(m_folder / "cut.log", text.substr(0, text.size() / 2));
    open(m_folder / "cut.log");
    showAnalysis();
    ASSERT_TRUE(isDone());
    EXPECT_EQ(number("Complete passes", Side::Left), "2");
}

TEST_F(AnalysisWorkspaceTest, SurvivesAnotherLogAndClosingWhileCounting) {
    tests::writeFile(m_folder / "long.log", tests::scriptedLog(passingScenes(20000), 15));
    showAnalysis();
    open(m_folder / "long.log");
    ASSERT_TRUE(tests::waitUntil(
        [&] { return analysis().job().state() == MatchStatisticsJob::State::Counting; }));
    widgets::MomentFilter filter;
    filter.windowS = {1000.0, 2000.0};
    panel<widgets::PlaylistPanel>().setFilter(filter);
    openPasses();
    ASSERT_TRUE(isDone());
    EXPECT_EQ(number("Complete passes", Side::Left), "4") << "of the open log";
    EXPECT_EQ(playlist().model()->rowCount(), 4) << "the interval belonged to the other log";
    open(m_folder / "long.log");
    ASSERT_TRUE(tests::waitUntil(
        [&] { return analysis().job().state() == MatchStatisticsJob::State::Counting; }));
    m_window.reset(); // must neither hang nor crash
}

TEST_F(AnalysisWorkspaceTest, CountingStopsAndResumes) {
    tests::writeFile(m_folder / "long.log", tests::scriptedLog(passingScenes(60000), 15));
    showAnalysis();
    open(m_folder / "long.log");
    auto& stop = child<QToolButton>("analysisStop");
    ASSERT_TRUE(tests::waitUntil([&] {
        return stop.isVisible() && analysis().job().state() == MatchStatisticsJob::State::Counting;
    }));
    QTest::mouseClick(&stop, Qt::LeftButton);
    EXPECT_EQ(analysis().job().state(), MatchStatisticsJob::State::Stopped);
    ASSERT_TRUE(tests::waitUntil([&] { return stop.isVisible(); }));
    QTest::mouseClick(&stop, Qt::LeftButton);
    ASSERT_TRUE(isDone());
    EXPECT_EQ(analysis().job().whole()->statistics.frames, 60000U);
    EXPECT_FALSE(stop.isVisible());
}

// Prints figures for docs/performance.md: SIDELINE_LARGE_LOG=FILE.
TEST_F(AnalysisWorkspaceTest, ALargeMatchLeavesTheWindowResponsive) {
    const char* file = std::getenv("SIDELINE_LARGE_LOG");
    if (file == nullptr) {
        GTEST_SKIP() << "SIDELINE_LARGE_LOG is not set to a log";
    }
    showAnalysis();
    QElapsedTimer sinceOpened;
    sinceOpened.start();
    m_window->openFile(QString::fromLocal8Bit(file));
    ASSERT_TRUE(tests::waitUntil([&] { return replay().isOpen(); }));
    const auto shownMs = sinceOpened.elapsed();
    QTimer beat;
    QElapsedTimer sinceBeat;
    qint64 longestMs = 0;
    QObject::connect(&beat, &QTimer::timeout,
                     [&] { longestMs = std::max(longestMs, sinceBeat.restart()); });
    sinceBeat.start();
    beat.start(5);
    ASSERT_TRUE(tests::waitUntil([&] { return analysis().job().whole() != nullptr; }));
    const auto firstMs = sinceOpened.elapsed();
    const qint64 openingMs = std::exchange(longestMs, 0); // includes the first picture of 22 robots
    ASSERT_TRUE(isDone());
    std::cout << "log open after " << shownMs << " ms, first numbers after " << firstMs
              << " ms, all after " << sinceOpened.elapsed() << " ms; longest wait of the window "
              << openingMs << " ms until the first numbers, " << longestMs << " ms after them\n";
    EXPECT_GT(analysis().job().whole()->statistics.frames, 1000U);
    EXPECT_LT(longestMs, 500);
}

TEST_F(AnalysisWorkspaceTest, NothingIsCountedWhileHidden) {
    openPasses();
    QTest::qWait(50);
    EXPECT_EQ(analysis().job().whole(), nullptr);
    EXPECT_FALSE(action("analysis.teams-csv").isEnabled());
    showAnalysis();
    ASSERT_TRUE(isDone());
    m_window->actions().action("file.close")->trigger();
    EXPECT_EQ(analysis().job().whole(), nullptr);
}

TEST_F(AnalysisWorkspaceTest, CountsALiveMatchSoFar) {
    m_window->actions().action("simulator.start")->trigger();
    ASSERT_TRUE(tests::waitUntil(
        [&] { return live().replay().isOpen() && live().replay().clock().durationS() > 0.5; }));
    activate();
    showAnalysis();
    ASSERT_TRUE(tests::waitUntil([&] { return analysis().job().whole() != nullptr; }));
    const auto before = analysis().job().whole()->statistics.frames;
    EXPECT_TRUE(tests::waitUntil(
        [&] { return analysis().job().whole()->statistics.frames > before + 20; }));
}

} // namespace
} // namespace sideline::studio
