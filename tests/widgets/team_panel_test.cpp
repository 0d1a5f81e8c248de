#include "widgets/live/team_panel.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QScrollBar>
#include <QSignalSpy>

#include "tests/widgets/input_events.h"
#include "widgets/live/player_row_delegate.h"

namespace sideline::widgets {
namespace {

using Lamp = TeamPlayerView::Lamp;
using tests::plain;

QString teamText(const char* utf8) {
    return QString::fromUtf8(utf8);
}

TeamView teamView(const char* key, int players) {
    TeamView view;
    view.key = teamText(key);
    view.name = teamText(key);
    view.file = QStringLiteral("/teams/%1.toml").arg(view.key);
    view.server = teamText("127.0.0.1:3100");
    for (int i = 0; i < players; ++i) {
        TeamPlayerView player;
        player.number = i + 1;
        player.typeNumber = i % 5;
        player.runs = teamText("agentspark");
        player.lamp = Lamp::Good;
        player.state = teamText("running");
        player.cpuPercent = 12.3;
        player.isActive = true;
        player.startsAfterS = 0.2 * (i + 1);
        view.players.push_back(player);
    }
    return view;
}

TeamLineView lineView(quint64 number, const char* words,
                      TeamLineView::Kind kind = TeamLineView::Kind::Output) {
    return {number, 1.0 * static_cast<double>(number), kind, teamText(words), {}};
}

class TeamPanelTest : public ::testing::Test {
protected:
    void SetUp() override {
        m_left.players[1].lamp = Lamp::Bad;
        m_left.players[1].state = teamText("crashed");
        m_left.players[1].reason = teamText("SIGSEGV");
        m_left.players[1].isActive = false;
        m_panel.setTeams({m_left, m_right});
        ASSERT_TRUE(tests::showWidget(m_panel, 420, 400));
    }
    template <typename Widget>
    Widget& child(const char* name) {
        auto* widget = m_panel.findChild<Widget*>(teamText(name));
        EXPECT_NE(widget, nullptr) << name;
        return *widget;
    }
    QTableView& table() { return child<QTableView>("players"); }
    void clickButton(int row, int button) {
        const QRect cell = table().visualRect(table().model()->index(row, TeamModel::StateColumn));
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {},
                          PlayerRowDelegate::buttonRect(cell, button).center());
    }

    TeamView m_left = teamView("Left", 11);
    TeamView m_right = teamView("Right", 3);
    TeamPanel m_panel;
};

TEST(TeamModelTest, ReportsOnlyOfCellsThatChanged) {
    TeamModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    TeamView view = teamView("Left", 3);
    model.setPlayers(view.players);
    QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    model.setPlayers(view.players);
    EXPECT_EQ(changes.count(), 0);
    view.players[1].cpuPercent = 55.0;
    view.players[2].memoryMiB = 20.0; // only in the tool tip
    model.setPlayers(view.players);
    ASSERT_EQ(changes.count(), 1);
    EXPECT_EQ(changes[0][0].toModelIndex(), model.index(1, TeamModel::CpuColumn));
    view.players[0].lamp = Lamp::Trouble;
    model.setPlayers(view.players);
    EXPECT_EQ(changes.count(), 2);
    EXPECT_EQ(resets.count(), 0);
    view.players.pop_back();
    model.setPlayers(view.players);
    EXPECT_EQ(resets.count(), 1);
}

TEST(TeamModelTest, ShowsWhatIsKnown) {
    TeamModel model;
    TeamView view = teamView("Left", 2);
    view.players[0].cycleMs = 0.123;
    view.players[0].missedCycles = 7;
    view.players[0].lateAnswers = 3;
    view.players[1].number = 0;
    view.players[1].typeNumber = -1;
    view.players[1].reason = teamText("exit <b> 3");
    view.players[1].cpuPercent = -1.0;
    model.setPlayers(view.players);
    const auto cell = [&](int row, int column) {
        return plain(model.index(row, column).data().toString());
    };
    EXPECT_EQ(cell(0, TeamModel::CpuColumn), "12 %");
    EXPECT_EQ(cell(1, TeamModel::StartColumn), "0.4 s");
    EXPECT_EQ(cell(0, TeamModel::CycleColumn), "0.12 ms");
    EXPECT_EQ(cell(0, TeamModel::MissedColumn), "7");
    EXPECT_EQ(cell(0, TeamModel::LateColumn), "3");
    EXPECT_EQ(cell(1, TeamModel::LateColumn), "\u2013");
    EXPECT_EQ(cell(1, TeamModel::NumberColumn), "all");
    EXPECT_EQ(cell(1, TeamModel::TypeColumn), "\u2013");
    EXPECT_EQ(cell(1, TeamModel::CpuColumn), "\u2013");
    EXPECT_EQ(cell(1, TeamModel::TextColumn), "exit <b> 3");
    const QString tip = model.index(1, 0).data(Qt::ToolTipRole).toString();
    EXPECT_TRUE(tip.contains(teamText("exit &lt;b&gt; 3"))) << plain(tip);
}

TEST_F(TeamPanelTest, AllAreStartedAndStopped) {
    QSignalSpy starts(&m_panel, &TeamPanel::startRequested);
    QSignalSpy stops(&m_panel, &TeamPanel::stopRequested);
    EXPECT_EQ(plain(child<QLabel>("summary").text()), "10 of 11 running at 127.0.0.1:3100");
    child<QPushButton>("startAll").click();
    child<QPushButton>("stopAll").click();
    ASSERT_EQ(starts.count(), 1);
    EXPECT_EQ(plain(starts[0][0].toString()), "Left");
    EXPECT_EQ(starts[0][1].toInt(), TeamPanel::kAll);
    ASSERT_EQ(stops.count(), 1);
    EXPECT_EQ(stops[0][1].toInt(), TeamPanel::kAll);
    m_left.players[1].isActive = true;
    m_panel.setTeams({m_left, m_right});
    EXPECT_FALSE(child<QPushButton>("startAll").isEnabled());
    for (TeamPlayerView& player : m_left.players) {
        player.isActive = false;
    }
    m_panel.setTeams({m_left, m_right});
    EXPECT_TRUE(child<QPushButton>("startAll").isEnabled());
    EXPECT_FALSE(child<QPushButton>("stopAll").isEnabled());
}

TEST_F(TeamPanelTest, EachRowHasItsButtons) {
    QSignalSpy starts(&m_panel, &TeamPanel::startRequested);
    QSignalSpy stops(&m_panel, &TeamPanel::stopRequested);
    QSignalSpy restarts(&m_panel, &TeamPanel::restartRequested);
    clickButton(0, 0);
    clickButton(1, 0);
    clickButton(1, 1); // nothing to restart
    clickButton(2, 1);
    ASSERT_EQ(stops.count(), 1);
    EXPECT_EQ(stops[0][1].toInt(), 0);
    ASSERT_EQ(starts.count(), 1);
    EXPECT_EQ(starts[0][1].toInt(), 1);
    ASSERT_EQ(restarts.count(), 1);
    EXPECT_EQ(restarts[0][1].toInt(), 2);
}

TEST_F(TeamPanelTest, TheOutputOfTheChosenPlayerFollows) {
    QSignalSpy choices(&m_panel, &TeamPanel::playerChosen);
    auto& output = child<QPlainTextEdit>("output");
    EXPECT_EQ(m_panel.player(), 0);
    m_panel.appendLines({lineView(1, "one"), lineView(2, "two", TeamLineView::Kind::Error)});
    m_panel.appendLines({lineView(2, "two"), lineView(3, "three", TeamLineView::Kind::Note)});
    EXPECT_EQ(m_panel.lastLine(), 3U);
    EXPECT_EQ(plain(output.toPlainText()), "0:01.00  one\n0:02.00  two\n0:03.00  \u2014 three");
    table().setCurrentIndex(table().model()->index(4, 0));
    ASSERT_EQ(choices.count(), 1);
    EXPECT_EQ(choices[0][1].toInt(), 4);
    EXPECT_EQ(m_panel.lastLine(), 0U);
    EXPECT_TRUE(output.toPlainText().isEmpty());
    m_panel.setTeams({m_left, m_right});
    EXPECT_EQ(m_panel.player(), 4) << "the choice stays";
    EXPECT_EQ(choices.count(), 1);
    m_panel.chooseTeam(teamText("Right"));
    EXPECT_EQ(plain(m_panel.team()), "Right");
    ASSERT_EQ(choices.count(), 2);
    EXPECT_EQ(plain(choices[1][0].toString()), "Right");
}

TEST_F(TeamPanelTest, TheEndStaysInViewUnlessTheUserHasScrolledUp) {
    auto& output = child<QPlainTextEdit>("output");
    std::vector<TeamLineView> lines;
    for (quint64 number = 1; number <= 100; ++number) {
        lines.push_back(lineView(number, "a line"));
    }
    m_panel.appendLines(lines);
    EXPECT_EQ(output.verticalScrollBar()->value(), output.verticalScrollBar()->maximum());
    output.verticalScrollBar()->setValue(3);
    m_panel.appendLines({lineView(101, "another one")});
    EXPECT_EQ(output.verticalScrollBar()->value(), 3);
}

TEST_F(TeamPanelTest, TheFilterHidesOtherLinesAndTheCopyIsWhatIsShown) {
    m_panel.appendLines({lineView(1, "ball seen"), lineView(2, "lost"), lineView(3, "BALL again")});
    child<QLineEdit>("filter").setText(teamText("ball"));
    m_panel.appendLines({lineView(4, "lost"), lineView(5, "a ball")});
    child<QToolButton>("copy").click();
    EXPECT_EQ(plain(QApplication::clipboard()->text()),
              "0:01.00  ball seen\n0:03.00  BALL again\n0:05.00  a ball");
    child<QLineEdit>("filter").clear();
    EXPECT_EQ(child<QPlainTextEdit>("output").document()->blockCount(), 5);
}

TEST_F(TeamPanelTest, AMatchNeedsTwoGoodTeams) {
    QSignalSpy matches(&m_panel, &TeamPanel::matchRequested);
    QSignalSpy ends(&m_panel, &TeamPanel::matchEndRequested);
    child<QPushButton>("match").click();
    ASSERT_EQ(matches.count(), 1);
    EXPECT_EQ(plain(matches[0][0].toString()), "Left");
    EXPECT_EQ(plain(matches[0][1].toString()), "Right");
    m_panel.setMatchRunning(true);
    child<QPushButton>("match").click();
    EXPECT_EQ(ends.count(), 1);
    EXPECT_FALSE(child<QComboBox>("left").isEnabled());
    m_panel.setMatchRunning(false);
    m_right.players.clear();
    m_right.problems = QStringList{teamText("team.toml:3: no"), teamText("team.toml:4: no")};
    m_panel.setTeams({m_left, m_right});
    EXPECT_FALSE(child<QPushButton>("match").isEnabled());
    m_panel.chooseTeam(teamText("Right"));
    EXPECT_TRUE(child<QPlainTextEdit>("problems").isVisible());
    EXPECT_EQ(plain(child<QPlainTextEdit>("problems").toPlainText()),
              "team.toml:3: no\nteam.toml:4: no");
    EXPECT_FALSE(child<QPushButton>("startAll").isEnabled());
}

// As the user does it: the list opens, and a key or a click chooses.
void chooseByKeys(QComboBox& box, int index) {
    box.setFocus();
    QTest::keyClick(&box, Qt::Key_Home);
    for (int i = 0; i < index; ++i) {
        QTest::keyClick(&box, Qt::Key_Down);
    }
}

TEST_F(TeamPanelTest, ASilentPlayerHasALampOfItsOwn) {
    m_left.players[0].lamp = Lamp::Silent;
    m_left.players[0].state = teamText("silent");
    m_panel.setTeams({m_left, m_right});
    const auto& players = child<QTableView>("players");
    const QModelIndex state = players.model()->index(0, TeamModel::StateColumn);
    EXPECT_EQ(state.data(TeamModel::LampRole).toInt(), static_cast<int>(Lamp::Silent));
    EXPECT_NE(lampColor(Lamp::Silent), lampColor(Lamp::Good));
    EXPECT_NE(lampColor(Lamp::Silent), lampColor(Lamp::Trouble));
    EXPECT_NE(lampColor(Lamp::Silent), lampColor(Lamp::Bad));
    const QImage picture = players.viewport()->grab(players.visualRect(state)).toImage();
    bool isDrawn = false;
    for (int x = 0; x < picture.width() && !isDrawn; ++x) {
        isDrawn = picture.pixelColor(x, picture.height() / 2) == lampColor(Lamp::Silent);
    }
    EXPECT_TRUE(isDrawn);
}

TEST_F(TeamPanelTest, AGoodChoiceOfTeamsCanBePlayedAtOnce) {
    auto& match = child<QPushButton>("match");
    auto& note = child<QLabel>("matchNote");
    EXPECT_TRUE(match.isEnabled());
    EXPECT_FALSE(note.isVisible());
    chooseByKeys(child<QComboBox>("right"), 0);
    EXPECT_TRUE(match.isEnabled()) << "a team can play against itself";
    EXPECT_FALSE(note.isVisible());
    chooseByKeys(child<QComboBox>("left"), 1);
    EXPECT_TRUE(match.isEnabled());
    EXPECT_FALSE(note.isVisible());
    TeamView bad = teamView("Bad", 0);
    bad.problems = QStringList{teamText("bad.toml:3: no")};
    m_panel.setTeams({m_left, m_right, bad});
    EXPECT_EQ(plain(child<QComboBox>("left").currentText()), "Right") << "the choice stays";
    chooseByKeys(child<QComboBox>("right"), 2);
    EXPECT_FALSE(match.isEnabled());
    EXPECT_TRUE(note.text().contains(teamText("Bad"))) << plain(note.text());
}

TEST_F(TeamPanelTest, ASecondTeamIsTheOpponentOfTheFirst) {
    TeamPanel panel;
    auto* left = panel.findChild<QComboBox*>(teamText("left"));
    auto* right = panel.findChild<QComboBox*>(teamText("right"));
    panel.setTeams({m_left});
    EXPECT_EQ(plain(right->currentText()), "Left") << "alone, it plays against itself";
    EXPECT_TRUE(panel.findChild<QPushButton*>(teamText("match"))->isEnabled());
    panel.setTeams({m_left, m_right});
    EXPECT_EQ(plain(left->currentText()), "Left");
    EXPECT_EQ(plain(right->currentText()), "Right");
    panel.setTeams({m_right});
    panel.setTeams({m_right, m_left});
    EXPECT_NE(left->currentIndex(), right->currentIndex());
}

TEST_F(TeamPanelTest, TheStateOfAMatchIsSeenUntilItEnds) {
    auto& note = child<QLabel>("matchNote");
    m_panel.setMatchRunning(true);
    m_panel.setMatchState(teamText("Waiting for Left: 3 of 11 players are on the field"));
    EXPECT_TRUE(note.isVisible());
    EXPECT_TRUE(note.text().contains(teamText("3 of 11")));
    m_panel.setMatchRunning(false);
    EXPECT_FALSE(note.isVisible());
}

TEST_F(TeamPanelTest, TheOutputOfAllPlayersNamesThePlayerOfEachLine) {
    QSignalSpy choices(&m_panel, &TeamPanel::playerChosen);
    EXPECT_EQ(m_panel.outputPlayer(), TeamPanel::kAll);
    TeamLineView line = lineView(1, "started");
    line.player = teamText("7");
    m_panel.appendLines({line});
    EXPECT_EQ(plain(child<QPlainTextEdit>("output").toPlainText()), "0:01.00   7  started");
    const QRect cell = table().visualRect(table().model()->index(0, TeamModel::TextColumn));
    QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, cell.center());
    EXPECT_EQ(m_panel.outputPlayer(), 0) << "a click on a player shows its output";
    ASSERT_EQ(choices.count(), 1);
    child<QCheckBox>("allOutput").click();
    EXPECT_EQ(m_panel.outputPlayer(), TeamPanel::kAll);
    EXPECT_EQ(choices.count(), 2);
    EXPECT_EQ(m_panel.lastLine(), 0U);
}

TEST_F(TeamPanelTest, AllPlayersAreSeenInADockAcrossTheWindow) {
    ASSERT_TRUE(tests::showWidget(m_panel, 1400, 350));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return table().columnViewportPosition(TeamModel::TextColumn) > 0; }));
    const int last = table().model()->rowCount() - 1;
    const QRect row = table().visualRect(table().model()->index(last, 0));
    EXPECT_LE(row.bottom(), table().viewport()->height()) << "row " << last;
    EXPECT_FALSE(table().isColumnHidden(TeamModel::StartColumn));
    EXPECT_GT(child<QPlainTextEdit>("output").mapTo(&m_panel, QPoint()).x(), table().width())
        << "the output stands beside them";
}

TEST_F(TeamPanelTest, PlayersOfAFileThatHasGoneBadCanBeStopped) {
    m_left.problems = QStringList{teamText("left.toml:3: no")};
    m_panel.setTeams({m_left, m_right});
    EXPECT_TRUE(table().isVisible());
    EXPECT_TRUE(child<QPushButton>("stopAll").isEnabled());
    EXPECT_FALSE(child<QPushButton>("startAll").isEnabled());
}

TEST_F(TeamPanelTest, WithoutATeamThereIsOnlyAHint) {
    m_panel.setTeams({});
    EXPECT_TRUE(m_panel.team().isEmpty());
    EXPECT_EQ(m_panel.player(), -1);
    for (const char* name : {"startAll", "stopAll", "match"}) {
        EXPECT_FALSE(child<QPushButton>(name).isEnabled()) << name;
    }
    EXPECT_FALSE(table().isVisible());
    QSignalSpy opens(&m_panel, &TeamPanel::openRequested);
    QSignalSpy files(&m_panel, &TeamPanel::openFileRequested);
    child<QToolButton>("open").click();
    EXPECT_EQ(opens.count(), 1);
    m_panel.setRecentFiles({teamText("/a/one.toml")});
    child<QToolButton>("open").menu()->actions().front()->trigger();
    ASSERT_EQ(files.count(), 1);
    EXPECT_EQ(plain(files[0][0].toString()), "/a/one.toml");
}

TEST_F(TeamPanelTest, FitsIntoANarrowDock) {
    EXPECT_LE(m_panel.minimumSizeHint().width(), 300);
    EXPECT_LE(m_panel.minimumSizeHint().height(), 300);
    const auto checkButtons = [this](int width) {
        for (const auto* button : m_panel.findChildren<QPushButton*>()) {
            const int right = button->mapTo(&m_panel, QPoint(button->width(), 0)).x();
            EXPECT_TRUE(!button->isVisible() || right <= width)
                << plain(button->text()) << " ends at " << right << " of " << width;
        }
    };
    for (const int width : {300, 420, 700}) {
        m_panel.setTeams({});
        ASSERT_TRUE(tests::showWidget(m_panel, width, 300));
        QCoreApplication::processEvents();
        EXPECT_TRUE(child<QPushButton>("examples").isVisible());
        checkButtons(width);
        m_panel.setTeams({m_left, m_right});
        QCoreApplication::processEvents();
        checkButtons(width);
        const QRect cell = table().visualRect(table().model()->index(0, TeamModel::TextColumn));
        EXPECT_GE(table().viewport()->width() - cell.left(), 40)
            << "some of the last line is to be seen at " << width;
    }
}

} // namespace
} // namespace sideline::widgets
