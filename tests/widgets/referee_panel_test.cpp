#include "widgets/live/referee_panel.h"

#include <gtest/gtest.h>

#include <QCompleter>
#include <QMessageBox>
#include <QSignalSpy>

#include "agentcore/math/angles.h"
#include "tests/widgets/input_events.h"
#include "tests/widgets/panel_children.h"

namespace sideline::widgets {
namespace {

using game::PlayerId;
using game::Side;
using game::UniformNumber;
using tests::plain;

const PlayerId kLeft3{Side::Left, UniformNumber(3)};
const PlayerId kRight7{Side::Right, UniformNumber(7)};

RefereeView matchView() {
    RefereeView view;
    view.isConnected = true;
    view.serverName = "127.0.0.1:3200";
    view.leftTeam = "UTA";
    view.rightTeam = "magma";
    view.leftScore = 2;
    view.rightScore = 1;
    view.gameTimeS = 75.0;
    view.playMode = 3;
    view.p_SBall = Eigen::Vector3d(1.5, -2.0, 0.042);
    view.robots = {{kLeft3, "UTA 3", {-3.0, 1.0, 0.39}, 0.5, false},
                   {kRight7, "magma 7", {4.0, 2.0, 0.1}, 3.0, true}};
    return view;
}

class RefereePanelTest : public ::testing::Test {
protected:
    void SetUp() override {
        QObject::connect(&m_panel, &RefereePanel::commandRequested,
                         [this](const monitor::TrainerCommand& command) {
                             m_sent
                                 << QString::fromStdString(monitor::encodeTrainerCommand(command));
                         });
        m_panel.setView(matchView());
        ASSERT_TRUE(tests::showWidget(m_panel, 320, 740));
    }
    template <typename Widget>
    Widget& child(const char* name) {
        return tests::childOf<Widget>(m_panel, name);
    }
    void clickButton(const char* name) { child<QPushButton>(name).click(); }
    void showPage(int page) {
        m_panel.findChild<QTabWidget*>()->setCurrentIndex(page);
        QCoreApplication::processEvents();
    }
    std::string lastSent() { return m_sent.isEmpty() ? std::string() : plain(m_sent.back()); }
    RefereePanel m_panel;
    QStringList m_sent;
};

TEST_F(RefereePanelTest, NothingChangesTheMatchWhileCommandsAreDisabled) {
    EXPECT_FALSE(m_panel.areCommandsEnabled());
    for (const char* name :
         {"kickOffLeft", "kickOffRight", "kickOffCoin", "dropBall", "setMode", "setScore",
          "setTime", "placeBall", "throwBall", "kickBall", "placeAgent", "shiftAgent", "reposition",
          "kill", "setBattery", "setTemperature", "clearSelected", "killServer"}) {
        EXPECT_FALSE(child<QPushButton>(name).isEnabled()) << name;
    }
    child<QLineEdit>("modeFilter").setText("game over");
    QTest::keyClick(&child<QLineEdit>("modeFilter"), Qt::Key_Return);
    EXPECT_TRUE(m_sent.isEmpty());
    EXPECT_TRUE(child<QLabel>("hint").isVisible());
    // What changes nothing works.
    clickButton("fullState");
    EXPECT_EQ(lastSent(), "(reqfullstate)");
    clickButton("selectNext");
    EXPECT_EQ(lastSent(), "(select)");
}

TEST_F(RefereePanelTest, CommandsAreEnabledByAClickAndDisabledWhenTheServerIsGone) {
    QSignalSpy enabled(&m_panel, &RefereePanel::commandsEnabledChanged);
    clickButton("enableCommands");
    EXPECT_TRUE(m_panel.areCommandsEnabled());
    RefereeView view = matchView();
    m_panel.setView(view);
    EXPECT_TRUE(m_panel.areCommandsEnabled());
    view.isConnected = false;
    m_panel.setView(view);
    EXPECT_FALSE(m_panel.areCommandsEnabled());
    m_panel.enableCommands(true); // there is nothing to rule
    EXPECT_FALSE(m_panel.areCommandsEnabled());
    ASSERT_EQ(enabled.size(), 2);
    m_panel.setView(matchView());
    EXPECT_FALSE(m_panel.areCommandsEnabled()); // not automatically
    m_panel.enableCommands(true);
    view = matchView();
    view.serverName = "another:3200";
    m_panel.setView(view);
    EXPECT_FALSE(m_panel.areCommandsEnabled());
}

TEST_F(RefereePanelTest, DistinguishesCommandsThatChangeTheMatch) {
    for (const char* text : {"(reqfullstate)", "(getAck)", "(select)", "(select (unum -1))",
                             "(select (unum 1)(team Left))"}) {
        const auto message = monitor::parseTrainerCommands(text);
        ASSERT_EQ(message.commands.size(), 1U) << text;
        EXPECT_FALSE(changesMatch(message.commands[0])) << text;
    }
    for (const char* text : {"(kill)", "(agent)", "(dropBall)", "(killsim)", "(time 3)", "(repos)",
                             "(ball (pos 0 0 0))", "(playMode PlayOn)", "(kickOff Left)",
                             "(score (left 1)(right 0))"}) {
        const auto message = monitor::parseTrainerCommands(text);
        ASSERT_EQ(message.commands.size(), 1U) << text;
        EXPECT_TRUE(changesMatch(message.commands[0])) << text;
    }
}

TEST_F(RefereePanelTest, SendsTheVerbsOfTheMatch) {
    m_panel.enableCommands(true);
    const std::pair<const char*, const char*> kVerbs[] = {{"kickOffLeft", "(kickOff Left)"},
                                                          {"kickOffRight", "(kickOff Right)"},
                                                          {"kickOffCoin", "(kickOff None)"},
                                                          {"dropBall", "(dropBall)"},
                                                          {"selectNone", "(select (unum -1))"},
                                                          {"clearSelected", "(agent)"},
                                                          {"getAck", "(getAck)"}};
    for (const auto& [button, text] : kVerbs) {
        clickButton(button);
        EXPECT_EQ(lastSent(), text) << button;
    }
    child<QSpinBox>("scoreLeft").setValue(5);
    clickButton("setScore");
    EXPECT_EQ(lastSent(), "(score (left 5)(right 1))");
    EXPECT_DOUBLE_EQ(child<QDoubleSpinBox>("time").value(),
                     75.0); // as the clock when they were enabled
    child<QDoubleSpinBox>("time").setValue(280.5);
    clickButton("setTime");
    EXPECT_EQ(lastSent(), "(time 280.5)");
}

TEST_F(RefereePanelTest, FindsAPlayModeByTyping) {
    m_panel.enableCommands(true);
    auto& filter = child<QLineEdit>("modeFilter");
    auto& modes = child<QListWidget>("modes");
    EXPECT_EQ(modes.count(), 21);
    QTest::keyClicks(&filter, "goal k");
    EXPECT_EQ(modes.count(), 2);
    QTest::keyClick(&filter, Qt::Key_Return);
    EXPECT_EQ(lastSent(), "(playMode goal_kick_left)");
    EXPECT_EQ(filter.text(), QString()) << "the whole list is there for the next one";
    EXPECT_EQ(modes.count(), 21);
    ASSERT_NE(modes.currentItem(), nullptr);
    EXPECT_EQ(plain(modes.currentItem()->toolTip()), "goal_kick_left") << "what was set";
    QTest::keyClicks(&filter, "goal k");
    modes.setCurrentRow(1);
    clickButton("setMode");
    EXPECT_EQ(lastSent(), "(playMode goal_kick_right)");
    EXPECT_EQ(modes.count(), 21);
    filter.setText("no such mode");
    EXPECT_EQ(modes.count(), 0);
    EXPECT_FALSE(child<QPushButton>("setMode").isEnabled());
    EXPECT_NE(filter.palette().color(QPalette::Text), m_panel.palette().color(QPalette::Text));
    const auto before = m_sent.size();
    QTest::keyClick(&filter, Qt::Key_Return);
    EXPECT_EQ(m_sent.size(), before);
}

TEST_F(RefereePanelTest, PlacesThrowsAndKicksTheBall) {
    m_panel.enableCommands(true);
    showPage(1);
    clickButton("takeBall");
    child<QDoubleSpinBox>("velocityx").setValue(5.0);
    child<QDoubleSpinBox>("velocityz").setValue(2.5);
    clickButton("placeBall");
    EXPECT_EQ(lastSent(), "(ball(pos 1.5 -2 0.042)(vel 0 0 0))");
    clickButton("throwBall");
    EXPECT_EQ(lastSent(), "(ball(pos 1.5 -2 0.042)(vel 5 0 2.5))");
    clickButton("kickBall");
    EXPECT_EQ(lastSent(), "(ball(vel 5 0 2.5))");
}

TEST_F(RefereePanelTest, ShowsWhereAThrownBallGoes) {
    std::vector<Eigen::Vector3d> path;
    QObject::connect(&m_panel, &RefereePanel::ballPathChanged,
                     [&](const std::vector<Eigen::Vector3d>& points) { path = points; });
    showPage(1);
    RefereeView view = matchView();
    view.p_SBall = Eigen::Vector3d(-10.0, 1.0, 0.042);
    m_panel.setView(view);
    clickButton("takeBall");
    child<QDoubleSpinBox>("velocityx").setValue(5.0);
    ASSERT_GT(path.size(), 10U);
    EXPECT_NEAR(path.front().x(), -10.0, 1e-9);
    EXPECT_NEAR(path.back().x(), -10.0 + 3.39, 0.1); // as measured on the server
    EXPECT_NE(plain(child<QLabel>("pathText").text()).find("Rests after"), std::string::npos);
    child<QDoubleSpinBox>("velocityx").setValue(-20.0);
    EXPECT_NE(plain(child<QLabel>("pathText").text()).find("leaves the field"), std::string::npos);
    showPage(0);
    EXPECT_TRUE(path.empty());
    showPage(1);
    EXPECT_FALSE(path.empty());
    m_panel.hide();
    EXPECT_TRUE(path.empty());
}

TEST_F(RefereePanelTest, PlacesAndRulesTheChosenRobot) {
    m_panel.enableCommands(true);
    showPage(2);
    auto& robots = child<QComboBox>("robot");
    ASSERT_EQ(robots.count(), 2);
    robots.setCurrentIndex(1);
    clickButton("takeAgent");
    EXPECT_NEAR(child<QDoubleSpinBox>("agentx").value(), 4.0, 1e-9);
    EXPECT_NEAR(child<QDoubleSpinBox>("heading").value(), math::degFromRad(3.0), 0.06);
    robots.setCurrentIndex(0);
    child<QDoubleSpinBox>("agentx").setValue(1.0);
    child<QDoubleSpinBox>("agenty").setValue(-2.0);
    child<QDoubleSpinBox>("agentz").setValue(0.4);
    child<QDoubleSpinBox>("heading").setValue(90.0);
    clickButton("placeAgent");
    EXPECT_EQ(lastSent(), "(agent (unum 3)(team Left)(move 1 -2 0.4 0))");
    clickButton("shiftAgent");
    EXPECT_EQ(lastSent(), "(agent (unum 3)(team Left)(pos 1 -2 0.4))");
    robots.setCurrentIndex(1);
    const std::pair<const char*, const char*> kVerbs[] = {
        {"reposition", "(repos (unum 7)(team Right))"},
        {"kill", "(kill (unum 7)(team Right))"},
        {"select", "(select (unum 7)(team Right))"},
        {"setBattery", "(agent (unum 7)(team Right)(battery 100))"},
        {"setTemperature", "(agent (unum 7)(team Right)(temperature 20))"}};
    for (const auto& [button, text] : kVerbs) {
        clickButton(button);
        EXPECT_EQ(lastSent(), text) << button;
    }
    RefereeView view = matchView();
    std::swap(view.robots[0], view.robots[1]);
    m_panel.setView(view);
    EXPECT_EQ(robots.currentIndex(), 0); // the same robot
    view.robots.clear();
    m_panel.setView(view);
    EXPECT_FALSE(child<QPushButton>("kill").isEnabled());
}

TEST_F(RefereePanelTest, SuggestsTheHeightOfTheChosenRobot) {
    showPage(2);
    auto& robots = child<QComboBox>("robot");
    auto& height = child<QDoubleSpinBox>("agentz");
    EXPECT_DOUBLE_EQ(height.value(), 0.4);
    RefereeView view = matchView();
    view.robots[1].placingHeightM = 3.57;
    m_panel.setView(view);
    EXPECT_DOUBLE_EQ(height.value(), 0.4);
    robots.setCurrentIndex(1);
    EXPECT_NEAR(height.value(), 3.57, 0.006);
    view.robots[1].placingHeightM = 0.68; // another robot with the same name
    m_panel.setView(view);
    EXPECT_NEAR(height.value(), 0.68, 0.006);
    robots.setCurrentIndex(0);
    EXPECT_DOUBLE_EQ(height.value(), 0.4);
    height.setValue(1.5); // as entered
    robots.setCurrentIndex(1);
    m_panel.setView(view);
    EXPECT_DOUBLE_EQ(height.value(), 1.5);
}

TEST_F(RefereePanelTest, AsksBeforeItEndsTheServer) {
    m_panel.enableCommands(true);
    clickButton("killServer");
    auto& question = child<QMessageBox>("killQuestion");
    EXPECT_TRUE(m_sent.isEmpty());
    for (QAbstractButton* button : question.buttons()) {
        if (question.buttonRole(button) == QMessageBox::DestructiveRole) {
            button->click();
        }
    }
    EXPECT_EQ(lastSent(), "(killsim)");
}

TEST_F(RefereePanelTest, ExpertsWriteCommands) {
    QSignalSpy raw(&m_panel, &RefereePanel::rawCommandRequested);
    auto& line = child<QLineEdit>("raw");
    auto& check = child<QLabel>("rawCheck");
    line.setText("(playMode PlayOn)");
    EXPECT_NE(plain(check.text()).find("enable referee commands"), std::string::npos);
    QTest::keyClick(&line, Qt::Key_Return);
    EXPECT_EQ(raw.size(), 0);
    line.setText("(reqfullstate)");
    EXPECT_TRUE(check.text().isEmpty());
    QTest::keyClick(&line, Qt::Key_Return);
    ASSERT_EQ(raw.size(), 1);
    EXPECT_EQ(plain(raw[0][0].toString()), "(reqfullstate)");
    EXPECT_TRUE(line.text().isEmpty());
    line.setText("(playMode Nonsense)");
    EXPECT_FALSE(check.text().isEmpty());
    QTest::keyClick(&line, Qt::Key_Return);
    EXPECT_EQ(raw.size(), 1);
    m_panel.enableCommands(true);
    QTest::keyClick(&line, Qt::Key_Return); // a server may know more than we
    EXPECT_EQ(raw.size(), 2);
    line.completer()->setCompletionPrefix("corner");
    EXPECT_EQ(line.completer()->completionCount(), 2);
}

TEST_F(RefereePanelTest, KeepsALogOfWhatWasSent) {
    for (int i = 0; i < 600; ++i) {
        m_panel.addLogLine({i * 1.0, "(dropBall)\n", "field view", {}});
    }
    m_panel.addLogLine({600.0, "(killsim)", "referee panel", "not connected"});
    auto& log = child<QListWidget>("log");
    EXPECT_EQ(log.count(), 500);
    EXPECT_EQ(plain(log.item(498)->text()), "9:59.00 (dropBall) \u2013 field view");
    EXPECT_NE(plain(log.item(499)->text()).find("not sent: not connected"), std::string::npos);
}

TEST_F(RefereePanelTest, FitsIntoThreeHundredPixels) {
    ASSERT_TRUE(tests::showWidget(m_panel, 300, 700));
    EXPECT_LE(m_panel.minimumSizeHint().width(), 300);
    for (int page = 0; page < 4; ++page) {
        showPage(page);
        for (const auto* button : m_panel.findChildren<QPushButton*>()) {
            if (button->isVisible()) {
                EXPECT_GE(button->width(),
                          button->fontMetrics().horizontalAdvance(button->text()) + 6)
                    << page << ": " << plain(button->text());
                EXPECT_LE(button->mapTo(&m_panel, QPoint(button->width(), 0)).x(), 300)
                    << page << ": " << plain(button->text());
            }
        }
    }
}

} // namespace
} // namespace sideline::widgets
