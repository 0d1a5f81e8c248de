// A match of two teams and their files, by mouse and keys in the real window, on ports that appear
// in no team file.
#include <algorithm>

#include <gtest/gtest.h>

#include <QDockWidget>
#include <QTextBrowser>
#include <QToolButton>

#include "agentcore/net/frame_server.h"
#include "tests/studio/studio_window.h"
#include "widgets/common/message_bar.h"

namespace sideline::studio {
namespace {

constexpr int kMatchTimeoutMs = 60'000; // ms

class TeamMatchTest : public tests::StudioWindowTest {
protected:
    widgets::TeamPanel& panel() {
        return *m_window->find<studio::LiveWorkspace>().teamControls().panel();
    }
    template <typename Widget>
    Widget& child(const char* name) {
        auto* found = panel().findChild<Widget*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return *found;
    }
    void click(const char* button) {
        auto& widget = child<QPushButton>(button);
        ASSERT_TRUE(tests::waitUntil([&] { return widget.isVisible() && widget.isEnabled(); }))
            << button;
        QTest::mouseClick(&widget, Qt::LeftButton);
    }
    // Opens a team whose file names ports without a server.
    void openTeam(const char* name, const std::string& more = {}, int players = 2) {
        std::string text = "name = \"" + std::string(name) + "\"\nport = 3999\n" + more;
        for (int i = 1; i <= players; ++i) {
            text += "[[players]]\nnumber = " + std::to_string(i) + "\nembedded = true\n";
        }
        const auto file = m_folder / (std::string(name) + ".toml");
        tests::writeFile(file, text);
        m_window->find<studio::LiveWorkspace>().teamControls().openFile(qt(file));
    }
    long count(const char* team) {
        return std::ranges::count(live().view().robots, QString(QLatin1String(team)),
                                  &widgets::LiveRobotView::team);
    }
    bool showsMessage(const char* part) {
        return tests::waitUntil(
            [&] { return !m_window->messages().texts().filter(QLatin1String(part)).isEmpty(); });
    }
    bool showsMessageNow(const char* part) {
        return !m_window->messages().texts().filter(QLatin1String(part)).isEmpty();
    }
    std::string playMode() {
        const auto& frame = live().head().exact;
        return frame ? std::string(frame->game.playModeName()) : std::string();
    }
    [[nodiscard]] double gameTimeS() {
        const auto& frame = live().head().exact;
        return frame ? frame->game.timeS : -1.0;
    }
    void clickMessage(const char* text) {
        for (auto* button : m_window->messages().findChildren<QPushButton*>()) {
            if (button->text() == QLatin1String(text) && button->isVisible()) {
                QTest::mouseClick(button, Qt::LeftButton);
                return;
            }
        }
        ADD_FAILURE() << "no button " << text << " in "
                      << m_window->messages().texts().join(QLatin1Char('\n')).toStdString();
    }
    bool isKickedOff() {
        return tests::waitUntil(
            [&] { return !playMode().empty() && playMode() != "BeforeKickOff"; }, kMatchTimeoutMs);
    }
};

TEST_F(TeamMatchTest, TwoTeamsJoinTheSimulatorThatTheMatchStarts) {
    openTeam("Left");
    openTeam("Right", "host = \"10.255.255.1\"\n"); // a match ignores the team's host
    ASSERT_FALSE(live().isLive());
    click("match");
    ASSERT_TRUE(tests::waitUntil([&] { return live().isLive(); }));
    EXPECT_NE(live().view().agentPort, 3999);
    EXPECT_TRUE(isKickedOff()) << playMode() << ", " << count("Left") << " : " << count("Right");
    EXPECT_EQ(count("Left"), 2);
    EXPECT_EQ(count("Right"), 2);
    for (const widgets::LiveRobotView& robot : live().view().robots) {
        EXPECT_EQ(robot.id.side == game::Side::Left, robot.team == QLatin1String("Left"));
    }
    EXPECT_TRUE(
        child<QLabel>("matchNote").text().contains(QString::number(live().view().agentPort)));
    click("match"); // the button now reads End
    EXPECT_TRUE(tests::waitUntil([&] { return live().view().robots.empty(); }, kMatchTimeoutMs));
}

TEST_F(TeamMatchTest, ATeamPlaysAgainstItself) {
    openTeam("Left");
    click("match");
    EXPECT_TRUE(isKickedOff()) << playMode() << ", " << count("Left") << " : " << count("Left_2");
    EXPECT_EQ(count("Left"), 2);
    EXPECT_EQ(count("Left_2"), 2);
    click("match");
}

TEST_F(TeamMatchTest, TheReportAppearsWhenTheGameIsOver) {
    openTeam("Left");
    openTeam("Right");
    click("match");
    ASSERT_TRUE(isKickedOff());
    const auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("match-report"));
    ASSERT_NE(dock, nullptr);
    EXPECT_TRUE(dock->isHidden());
    live().command(monitor::SetPlayMode{game::PlayMode::GameOver});
    ASSERT_TRUE(tests::waitUntil([&] { return !dock->isHidden(); }, kMatchTimeoutMs));
    const auto* report = m_window->findChild<QTextBrowser*>(QStringLiteral("matchReport"));
    const auto says = [&](const QString& text) {
        return tests::waitUntil([&] { return report->toPlainText().contains(text); },
                                kMatchTimeoutMs);
    };
    EXPECT_TRUE(says(QStringLiteral("Left 0 : 0 Right")));
    EXPECT_TRUE(says(QStringLiteral("Game over")));
    EXPECT_TRUE(says(QStringLiteral("Possession"))) << report->toPlainText().toStdString();
    EXPECT_TRUE(says(qt(m_folder / "sessions"))) << report->toPlainText().toStdString();
    // The dock leaves with the layout.
    action("workspace.train").trigger();
    action("workspace.replay").trigger();
    EXPECT_TRUE(dock->isHidden());
}

TEST_F(TeamMatchTest, TheReportAppearsWhenTheUserEndsTheMatch) {
    openTeam("Left");
    openTeam("Right");
    click("match");
    ASSERT_TRUE(isKickedOff());
    const auto* report = m_window->findChild<QTextBrowser*>(QStringLiteral("matchReport"));
    click("match"); // End
    EXPECT_TRUE(tests::waitUntil(
        [&] {
            return report->toPlainText().contains(
                QStringLiteral("Ended before the game was over, at"));
        },
        kMatchTimeoutMs))
        << report->toPlainText().toStdString();
}

// The clock would run on an empty field, and the last team at the ball would possess it.
TEST_F(TeamMatchTest, AnEndedMatchIsOver) {
    openTeam("Left");
    openTeam("Right");
    click("match");
    ASSERT_TRUE(isKickedOff());
    click("match"); // End
    ASSERT_TRUE(tests::waitUntil([&] { return playMode() == "GameOver"; }, kMatchTimeoutMs));
    const double endS = gameTimeS();
    ASSERT_TRUE(tests::waitUntil([&] { return live().view().robots.empty(); }, kMatchTimeoutMs));
    const std::uint64_t cycle = live().view().cycle;
    ASSERT_TRUE(tests::waitUntil([&] { return live().view().cycle > cycle + 50; }));
    EXPECT_DOUBLE_EQ(gameTimeS(), endS);
    const auto* report = m_window->findChild<QTextBrowser*>(QStringLiteral("matchReport"));
    EXPECT_TRUE(report->toPlainText().contains(QStringLiteral("Ended before the game was over")))
        << report->toPlainText().toStdString();
}

TEST_F(TeamMatchTest, AMatchWhoseTeamsAreStoppedIsOver) {
    openTeam("Left");
    openTeam("Right");
    click("match");
    ASSERT_TRUE(isKickedOff());
    action("team.stop").trigger(); // all players of all teams
    EXPECT_TRUE(tests::waitUntil([&] { return playMode() == "GameOver"; }, kMatchTimeoutMs));
    EXPECT_EQ(child<QPushButton>("match").text(), QStringLiteral("Match"));
    const auto* report = m_window->findChild<QTextBrowser*>(QStringLiteral("matchReport"));
    EXPECT_TRUE(report->toPlainText().contains(QStringLiteral("Ended before the game was over")))
        << report->toPlainText().toStdString();
}

TEST_F(TeamMatchTest, ASecondMatchIsANewOne) {
    openTeam("Left");
    openTeam("Right");
    click("match");
    ASSERT_TRUE(isKickedOff());
    live().command(monitor::SetScore{2, 1});
    live().command(monitor::SetTime{200.0});
    ASSERT_TRUE(tests::waitUntil(
        [&] { return live().head().exact->game.scoreLeft == 2 && gameTimeS() > 200.0; },
        kMatchTimeoutMs));
    const auto recording = live().recording();
    ASSERT_NE(recording, nullptr);
    click("match"); // End
    click("match"); // at once: the players of the first match are still leaving
    EXPECT_EQ(child<QPushButton>("match").text(), QStringLiteral("End"));
    ASSERT_TRUE(tests::waitUntil(
        [&] { return live().recording() != nullptr && live().recording() != recording; },
        kMatchTimeoutMs));
    EXPECT_TRUE(isKickedOff()) << playMode();
    EXPECT_EQ(live().head().exact->game.scoreLeft, 0);
    EXPECT_EQ(live().head().exact->game.scoreRight, 0);
    EXPECT_LT(gameTimeS(), 100.0);
    EXPECT_EQ(count("Left"), 2);
    EXPECT_EQ(count("Right"), 2);
    click("match");
}

// Players that the user has started by hand, in a game that runs, begin a new one, too.
TEST_F(TeamMatchTest, AMatchOfTeamsThatPlayAlreadyIsANewOne) {
    action("simulator.start").trigger();
    openTeam("Left");
    click("startAll");
    ASSERT_TRUE(tests::waitUntil([&] { return count("Left") == 2; }, kMatchTimeoutMs));
    openTeam("Right");
    live().command(monitor::KickOff{game::Side::Left});
    ASSERT_TRUE(isKickedOff());
    const auto recording = live().recording();
    click("match");
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return live().recording() != nullptr && live().recording() != recording &&
                   count("Left") == 2 && count("Right") == 2;
        },
        kMatchTimeoutMs));
    click("match");
}

// What the user asked for continues as soon as the ports are free.
TEST_F(TeamMatchTest, FreePortsLetTheMatchBegin) {
    const auto other = net::FrameServer::listen({});
    ASSERT_TRUE(other);
    changeLiveSettings([&](LiveSettings& settings) { settings.agentPort = other->port(); });
    openWindow();
    openTeam("Left");
    openTeam("Right");
    click("match");
    ASSERT_TRUE(showsMessage("Cannot start the simulator"));
    EXPECT_FALSE(live().isLive());
    EXPECT_EQ(child<QPushButton>("match").text(), QStringLiteral("Match"));
    clickMessage("Use free ports");
    EXPECT_TRUE(isKickedOff()) << playMode();
    EXPECT_EQ(count("Left"), 2);
    EXPECT_EQ(count("Right"), 2);
    EXPECT_FALSE(showsMessageNow("Cannot start the simulator"));
    click("match");
}

TEST_F(TeamMatchTest, AMatchAndItsTeamsAreShownInPlaceOfALog) {
    action("simulator.start").trigger();
    openTeam("Left");
    openTeam("Right");
    const auto openLog = [&] {
        m_window->openFile(qt(m_sample));
        return tests::waitUntil([&] {
            return m_window->session().isOpen() && m_window->session().shown().exact &&
                   !m_window->showsLive();
        });
    };
    ASSERT_TRUE(openLog());
    click("match");
    EXPECT_TRUE(m_window->showsLive());
    click("match"); // End
    ASSERT_TRUE(tests::waitUntil([&] { return live().view().robots.empty(); }, kMatchTimeoutMs));
    ASSERT_TRUE(openLog());
    click("startAll");
    EXPECT_TRUE(m_window->showsLive());
    click("stopAll");
}

// Where the simulator is slower than real time, players that start by the clock on the wall would
// be created inside each other.
TEST_F(TeamMatchTest, PlayersArriveOneAfterTheOtherInASlowSimulator) {
    changeLiveSettings([](LiveSettings& settings) { settings.speed = 0.1; });
    openWindow();
    openTeam("Left", {}, 3);
    std::size_t together = 0; // maximum number of robots at the place where they are created
    QObject scope;
    QObject::connect(
        &live(), &LiveSession::headReceived, &scope, [&](const monitor::MatchFramePtr& frame) {
            const auto arriving =
                std::ranges::count_if(frame->robots, [](const monitor::RobotFrame& robot) {
                    return (robot.X_STorso().p.head<2>() - Eigen::Vector2d(0.0, -1.0)).norm() < 0.3;
                });
            together = std::max(together, static_cast<std::size_t>(arriving));
        });
    action("simulator.start").trigger();
    click("startAll");
    ASSERT_TRUE(tests::waitUntil([&] { return count("Left") == 3; }, kMatchTimeoutMs));
    EXPECT_EQ(together, 1U);
    for (const monitor::RobotFrame& robot : live().head().exact->robots) {
        EXPECT_GT(robot.X_STorso().R(2, 2), 0.9) << "it stands";
    }
    click("stopAll");
}

TEST_F(TeamMatchTest, OpenTeamsComeBackWithTheNextStart) {
    openTeam("Left");
    openTeam("Right");
    openTeam("Third");
    auto& close = child<QToolButton>("close");
    ASSERT_TRUE(tests::waitUntil([&] { return close.isVisible() && close.isEnabled(); }));
    QTest::mouseClick(&close, Qt::LeftButton); // the team that is shown
    openWindow();
    const auto& box = child<QComboBox>("team");
    QStringList names;
    for (int i = 0; i < box.count(); ++i) {
        names << box.itemText(i);
    }
    EXPECT_EQ(names, QStringList({QStringLiteral("Left"), QStringLiteral("Right")}));
    EXPECT_FALSE(action("team.stop").isEnabled()) << "nothing was started";
}

TEST_F(TeamMatchTest, AProgramGetsBothPorts) {
    const auto script = m_folder / "echo.sh";
    tests::writeFile(script, "#!/bin/sh\necho \"called with $*\"\nexec sleep 60\n");
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    const std::string team = "[command]\nprogram = \"./echo.sh\"\n"
                             "args = [\"{host}\", \"{port}\", \"{monitor_port}\"]\n";
    openTeam("Scripted", team, 0);
    openTeam("Other");
    m_window->find<studio::LiveWorkspace>().teamControls().panel()->chooseTeam(
        qt(m_folder / "Scripted.toml"));
    click("match");
    const auto& output = child<QPlainTextEdit>("output");
    ASSERT_TRUE(tests::waitUntil(
        [&] { return output.toPlainText().contains(QStringLiteral("called with")); },
        kMatchTimeoutMs));
    const QString reported = QStringLiteral("called with 127.0.0.1 %1 %2")
                                 .arg(live().view().agentPort)
                                 .arg(live().view().monitorPort);
    EXPECT_TRUE(output.toPlainText().contains(reported)) << output.toPlainText().toStdString();
    click("match");
}

TEST_F(TeamMatchTest, BothExampleTeamsAreReadyForAMatch) {
    m_window->resize(1920, 1080);
    m_window->showLayout(QStringLiteral("Live"));
    auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("teams"));
    dock->show();
    dock->raise();
    click("examples");
    const auto& players = child<QTableView>("players");
    EXPECT_EQ(players.model()->rowCount(), 11);
    EXPECT_NE(child<QComboBox>("left").currentText(), child<QComboBox>("right").currentText());
    EXPECT_TRUE(child<QPushButton>("match").isEnabled());
    EXPECT_TRUE(tests::waitUntil([&] {
        return players.visualRect(players.model()->index(10, 0)).bottom() <=
               players.viewport()->height();
    })) << "all eleven rows are visible at once, in "
        << players.viewport()->height() << " pixels";
}

TEST_F(TeamMatchTest, ReportsWhyAMatchCannotStart) {
    openTeam("Left");
    openTeam("Right");
    action("simulator.start").trigger();
    live().addRobot({QStringLiteral("Third"), 3, 0});
    ASSERT_TRUE(tests::waitUntil([&] { return count("Third") == 1; }));
    click("match");
    EXPECT_TRUE(showsMessage("Third is already on the field"));
    m_window->messages().clear();
    action("simulator.start").trigger(); // stops the simulator
    LiveSettings settings = readLiveSettings(m_store);
    settings.opensPorts = false;
    ASSERT_TRUE(live().startSimulator(settings));
    click("match");
    EXPECT_TRUE(showsMessage("Players cannot connect to the simulator"));
}

TEST_F(TeamMatchTest, ATeamWithoutPlayersEndsTheMatchWithAMessage) {
    openTeam("Left");
    const std::string broken = "[command]\nprogram = \"/bin/false\"\n";
    openTeam("Broken", broken, 0);
    click("match");
    EXPECT_TRUE(tests::waitUntil(
        [&] {
            return !m_window->messages()
                        .texts()
                        .filter(QStringLiteral("No player of Broken is running"))
                        .isEmpty();
        },
        kMatchTimeoutMs))
        << m_window->messages().texts().join(QLatin1Char('\n')).toStdString();
    EXPECT_EQ(child<QPushButton>("match").text(), QStringLiteral("Match"));
}

TEST_F(TeamMatchTest, ReloadingAFileKeepsRunningPlayers) {
    action("simulator.start").trigger();
    openTeam("Left");
    click("startAll");
    ASSERT_TRUE(tests::waitUntil([&] { return count("Left") == 2; }, kMatchTimeoutMs));
    openTeam("Left", {}, 3); // rewritten and opened again
    EXPECT_EQ(count("Left"), 2);
    EXPECT_EQ(child<QTableView>("players").model()->rowCount(), 2) << "the running players";
    click("stopAll");
    EXPECT_TRUE(tests::waitUntil(
        [&] { return child<QTableView>("players").model()->rowCount() == 3; }, kMatchTimeoutMs))
        << "the new file";
}

} // namespace
} // namespace sideline::studio
