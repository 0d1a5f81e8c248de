#include "widgets/live/simulator_panel.h"

#include <gtest/gtest.h>

#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStyle>
#include <QStyleOptionButton>
#include <QTabWidget>
#include <QToolButton>

#include "agentcore/game/play_mode.h"
#include "tests/widgets/input_events.h"
#include "tests/widgets/panel_children.h"
#include "widgets/common/icons.h"

namespace sideline::widgets {
namespace {

using game::PlayerId;
using game::Side;
using monitor::ObjectId;
using Source = SimulatorView::Source;

const PlayerId kLeft1{Side::Left, game::UniformNumber(1)};
const PlayerId kRight3{Side::Right, game::UniformNumber(3)};

QString text(const char* utf8) {
    return QString::fromUtf8(utf8);
}

SimulatorView runningView() {
    SimulatorView view;
    view.source = Source::Simulator;
    view.isConnected = true;
    view.speed = 0.5;
    view.measuredSpeed = 0.49;
    view.cycle = 1234;
    view.gameTimeS = 24.68;
    view.playMode = 3;
    view.agentPort = 3100;
    view.monitorPort = 3200;
    view.robots = {{kLeft1, text("magmaOffenburg"), 0, true, false},
                   {kRight3, text("UTAustinVilla3D"), 4, false, true}};
    view.snapshots = {text("Snapshot 1, 0:12"), text("Snapshot 2, 0:20")};
    return view;
}

class SimulatorPanelTest : public ::testing::Test {
protected:
    SimulatorPanelTest() {
        m_pause.setCheckable(true);
        m_arm.setCheckable(true);
        m_arm.setChecked(true);
        m_panel.setup()->setSwitches(
            {{text("noise"), text("Vision noise"), text("tip"), true}},
            {{text("fouls"), text("Fouls"), text("tip"), true},
             {text("charging"), text("Charging is a foul"), text("tip"), false}});
    }
    void SetUp() override {
        m_panel.setPhysicsScale({Qt::green, Qt::yellow, Qt::red}, 60.0, 0.01);
        ASSERT_TRUE(tests::showWidget(m_panel, 300, 700));
    }
    void showPage(int page) {
        m_panel.findChild<QTabWidget*>()->setCurrentIndex(page);
        QCoreApplication::processEvents();
    }
    template <typename Widget>
    Widget& child(const char* name) {
        return tests::childOf<Widget>(m_panel, name);
    }
    QAbstractButton& button(const char* words) {
        for (auto* found : m_panel.findChildren<QAbstractButton*>()) {
            if (found->text() == QLatin1String(words)) {
                return *found;
            }
        }
        ADD_FAILURE() << "no button " << words;
        return *m_panel.findChildren<QAbstractButton*>().front();
    }
    void clickButton(const char* words) { QTest::mouseClick(&button(words), Qt::LeftButton); }

    QAction m_start{icon(QStringLiteral("play")), text("Start the simulator")};
    QAction m_arm{text("Enable referee commands")};
    QAction m_pause{icon(QStringLiteral("pause")), text("Pause")};
    QAction m_step{icon(QStringLiteral("step-forward")), text("Step one cycle")};
    QAction m_left{text("Kick-off left")};
    QAction m_right{text("Kick-off right")};
    QAction m_drop{text("Drop ball")};
    QAction m_save{text("Save")};
    QAction m_restore{text("Restore last snapshot")};
    SimulatorPanel m_panel{
        {&m_start, &m_pause, &m_step, &m_arm, &m_left, &m_right, &m_drop, &m_save, &m_restore}};
};

TEST_F(SimulatorPanelTest, ButtonsTriggerTheActions) {
    m_panel.setView(runningView());
    for (QAction* action : {&m_start, &m_pause, &m_step, &m_left, &m_right, &m_drop, &m_save}) {
        QSignalSpy triggers(action, &QAction::triggered);
        clickButton(qPrintable(action->text()));
        EXPECT_EQ(triggers.count(), 1) << qPrintable(action->text());
    }
}

TEST_F(SimulatorPanelTest, ReportsHowItGoes) {
    EXPECT_EQ(tests::plain(child<QLabel>("state").text()), "Not running");
    SimulatorView view = runningView();
    m_panel.setView(view);
    EXPECT_TRUE(child<QLabel>("state").text().contains(text("127.0.0.1:3100")));
    EXPECT_TRUE(child<QLabel>("numbers").text().contains(text("cycle 1234")));
    EXPECT_TRUE(child<QLabel>("numbers").text().contains(text("0.49\u00d7")));
    EXPECT_EQ(tests::plain(child<QComboBox>("speed").currentText()), "0.5\u00d7");
    EXPECT_EQ(tests::plain(child<QComboBox>("playMode").currentText()), "Play on");
    view.robots[0].waitMs = 890;
    m_panel.setView(view);
    EXPECT_TRUE(child<QLabel>("state").text().contains(
        text("Waiting for magmaOffenburg 1, 890 ms per cycle")));
    EXPECT_TRUE(child<QListWidget>("robots").item(0)->text().contains(text("890 ms per cycle")));
    view.robots[0].waitingS = 3;
    m_panel.setView(view);
    EXPECT_TRUE(
        child<QLabel>("state").text().contains(text("Waiting for magmaOffenburg 1 for 3 s")));
    view.robots[0] = runningView().robots[0];
    view.robots[0].isSkipped = true;
    m_panel.setView(view);
    EXPECT_TRUE(
        child<QLabel>("state").text().contains(text("Continuing without magmaOffenburg 1")));
    EXPECT_TRUE(child<QListWidget>("robots").item(0)->text().contains(text("match continues without it")));
    view.robots = runningView().robots;
    view.isPaused = true;
    view.agentPort = 0;
    m_panel.setView(view);
    EXPECT_EQ(tests::plain(child<QLabel>("state").text()), "No ports open");
    EXPECT_TRUE(child<QLabel>("numbers").text().contains(text("paused")));
    view.source = Source::Server;
    view.serverName = text("lab:3200");
    view.isConnected = false;
    m_panel.setView(view);
    EXPECT_EQ(tests::plain(child<QLabel>("state").text()), "Waiting for lab:3200");
}

TEST_F(SimulatorPanelTest, ChoosesSpeedAndPlayMode) {
    m_panel.setView(runningView());
    QSignalSpy speeds(&m_panel, &SimulatorPanel::speedRequested);
    QSignalSpy modes(&m_panel, &SimulatorPanel::playModeRequested);
    EXPECT_TRUE(speeds.isEmpty() && modes.isEmpty()) << "showing is not choosing";
    QTest::keyClick(&child<QComboBox>("speed"), Qt::Key_End);
    ASSERT_EQ(speeds.count(), 1);
    EXPECT_EQ(speeds[0][0].toDouble(), 0.0);
    QTest::keyClick(&child<QComboBox>("playMode"), Qt::Key_Home);
    ASSERT_EQ(modes.count(), 1);
    EXPECT_EQ(modes[0][0].toInt(), 0);
}

TEST_F(SimulatorPanelTest, SnapshotsAreRestoredAndDeleted) {
    EXPECT_FALSE(button("Restore").isEnabled());
    m_panel.setView(runningView());
    EXPECT_TRUE(button("Restore").isEnabled()) << "the newest is chosen";
    QSignalSpy restores(&m_panel, &SimulatorPanel::snapshotRestoreRequested);
    QSignalSpy drops(&m_panel, &SimulatorPanel::snapshotDropRequested);
    clickButton("Restore");
    child<QListWidget>("snapshots").setCurrentRow(0);
    clickButton("Delete");
    ASSERT_EQ(restores.count(), 1);
    ASSERT_EQ(drops.count(), 1);
    EXPECT_EQ(tests::plain(restores[0][0].toString()), "Snapshot 2, 0:20");
    EXPECT_EQ(tests::plain(drops[0][0].toString()), "Snapshot 1, 0:12");
    SimulatorView view = runningView();
    m_panel.setView(view);
    EXPECT_EQ(child<QListWidget>("snapshots").currentRow(), 0) << "the choice stays";
    view.snapshots << text("Snapshot 3");
    m_panel.setView(view);
    EXPECT_EQ(child<QListWidget>("snapshots").currentRow(), 2) << "a new one is chosen";
}

TEST_F(SimulatorPanelTest, RobotsAreHeldRemovedAndAdded) {
    SimulatorRobots& robots = *m_panel.robots();
    showPage(1);
    EXPECT_FALSE(button("Add robot").isEnabled()) << "nothing runs";
    m_panel.setView(runningView());
    QSignalSpy holds(&robots, &SimulatorRobots::holdRequested);
    QSignalSpy removes(&robots, &SimulatorRobots::removeRequested);
    QSignalSpy requests(&robots, &SimulatorRobots::robotRequested);
    QSignalSpy selected(&robots, &SimulatorRobots::robotSelected);
    EXPECT_FALSE(button("Remove").isEnabled());
    robots.setSelection(ObjectId::ofRobot(kLeft1));
    EXPECT_TRUE(selected.isEmpty());
    clickButton("Pin in the air");
    child<QListWidget>("robots").setCurrentRow(1);
    ASSERT_EQ(selected.count(), 1);
    EXPECT_EQ(selected[0][0].value<PlayerId>(), kRight3);
    clickButton("Release");
    clickButton("Remove");
    ASSERT_EQ(holds.count(), 2);
    EXPECT_EQ(holds[0][0].value<PlayerId>(), kLeft1);
    EXPECT_TRUE(holds[0][1].toBool());
    EXPECT_EQ(holds[1][0].value<PlayerId>(), kRight3);
    EXPECT_FALSE(holds[1][1].toBool());
    ASSERT_EQ(removes.count(), 1);
    EXPECT_EQ(removes[0][0].value<PlayerId>(), kRight3);
    clickButton("Add robot");
    ASSERT_EQ(requests.count(), 1);
    EXPECT_EQ(requests[0][0].value<NewRobotView>(), (NewRobotView{text("magmaOffenburg"), 2, 0}));
}

TEST_F(SimulatorPanelTest, AMatchOfTheLeagueHasItsOwnRobots) {
    SimulatorRobots& robots = *m_panel.robots();
    showPage(1);
    SimulatorView view = runningView();
    view.serverKind = game::ServerKind::Rcssservermj;
    view.robots = {{kLeft1, text("Alpha"), -1, true, false}};
    view.robots.front().model = text("K1");
    m_panel.setView(view);
    EXPECT_EQ(child<QListWidget>("robots").item(0)->text(), text("Alpha 1, K1"));
    QSignalSpy requests(&robots, &SimulatorRobots::robotRequested);
    child<QComboBox>("newModel").setCurrentText(text("PiPlus"));
    clickButton("Add robot");
    ASSERT_EQ(requests.count(), 1);
    EXPECT_EQ(requests[0][0].value<NewRobotView>().model, text("PiPlus"));
    m_panel.setView(runningView());
    EXPECT_TRUE(child<QComboBox>("newModel").isHidden());
    clickButton("Add robot");
    ASSERT_EQ(requests.count(), 2);
    EXPECT_EQ(requests[1][0].value<NewRobotView>().model, QString());
}

TEST_F(SimulatorPanelTest, TheSetupShowsWhatTheMatchHas) {
    SimulatorSetup& setup = *m_panel.setup();
    showPage(2);
    QSignalSpy robots(&setup, &SimulatorSetup::robotChosen);
    QSignalSpy leagues(&setup, &SimulatorSetup::leagueChosen);
    setup.setChoices({{text("Nao"), text("standard"), false}, {text("T1"), text("T1"), true}},
                     {text("ssim26"), text("fifa")}, {text("fifa7vs7")});
    setup.setRobot(0);
    setup.setLeague(text("fifa"), text("fifa7vs7"));
    auto& books = child<QComboBox>("ruleBook");
    auto& noise = child<QCheckBox>("noise");
    EXPECT_FALSE(books.isVisible());
    EXPECT_TRUE(noise.isVisible());
    auto& choice = child<QComboBox>("startRobot");
    choice.setFocus();
    QTest::keyClick(&choice, Qt::Key_Down);
    ASSERT_EQ(robots.count(), 1);
    EXPECT_EQ(robots[0][0].toInt(), 1);
    EXPECT_TRUE(books.isVisible());
    EXPECT_FALSE(noise.isVisible());
    books.setFocus();
    QTest::keyClick(&books, Qt::Key_Up);
    ASSERT_EQ(leagues.count(), 1);
    EXPECT_EQ(leagues[0][0].toString(), text("ssim26"));
    EXPECT_EQ(leagues[0][1].toString(), text("fifa7vs7"));
    m_panel.setView(runningView()); // a match of Naos still runs
    EXPECT_TRUE(noise.isVisible());
    EXPECT_TRUE(books.isVisible()) << "for the next start";
}

TEST_F(SimulatorPanelTest, SuggestsTheLowestNumberThatIsFree) {
    SimulatorView view = runningView();
    view.robots[1] = {{Side::Left, game::UniformNumber(2)}, text("magmaOffenburg"), 0};
    m_panel.setView(view);
    QSignalSpy requests(m_panel.robots(), &SimulatorRobots::robotRequested);
    showPage(1);
    m_panel.robots()->findChild<QComboBox*>()->setCurrentText(text("magmaOffenburg"));
    clickButton("Add robot");
    ASSERT_EQ(requests.count(), 1);
    EXPECT_EQ(requests[0][0].value<NewRobotView>().unum, 3);
    m_panel.robots()->findChild<QComboBox*>()->setCurrentText(text("  "));
    EXPECT_FALSE(button("Add robot").isEnabled());
}

TEST_F(SimulatorPanelTest, SwitchesAndSetupAreReportedWhenTheUserChangesThem) {
    SimulatorSetup& setup = *m_panel.setup();
    showPage(2);
    QSignalSpy toggles(&setup, &SimulatorSetup::switchToggled);
    QSignalSpy seeds(&setup, &SimulatorSetup::seedChanged);
    QSignalSpy ports(&setup, &SimulatorSetup::portsChanged);
    QSignalSpy solvers(&setup, &SimulatorSetup::exactToggled);
    setup.setSeed(77);
    setup.setExact(true);
    setup.setPorts(3100, 3200, true);
    EXPECT_TRUE(seeds.isEmpty() && ports.isEmpty() && solvers.isEmpty());
    child<QCheckBox>("exactSolver").click();
    ASSERT_EQ(solvers.count(), 1);
    EXPECT_FALSE(solvers[0][0].toBool());
    child<QCheckBox>("charging").click();
    ASSERT_EQ(toggles.count(), 1);
    EXPECT_EQ(toggles[0][0].toString(), text("charging"));
    EXPECT_TRUE(toggles[0][1].toBool());
    const auto spins = setup.findChildren<QSpinBox*>();
    ASSERT_EQ(spins.size(), 3);
    EXPECT_EQ(spins[0]->value(), 77);
    spins[0]->setValue(5);
    ASSERT_EQ(seeds.count(), 1);
    EXPECT_EQ(seeds[0][0].toInt(), 5);
    QSignalSpy waits(&setup, &SimulatorSetup::waitsForAgentsChanged);
    setup.setWaitsForAgents(false);
    EXPECT_TRUE(waits.isEmpty());
    child<QCheckBox>("waitsForAgents").click();
    ASSERT_EQ(waits.count(), 1);
    EXPECT_TRUE(waits[0][0].toBool());
    setup.setWaitsForAgents(false);
    EXPECT_FALSE(child<QCheckBox>("waitsForAgents").isChecked());
    EXPECT_EQ(waits.count(), 1);
    button("Accept agents and monitors").click();
    ASSERT_EQ(ports.count(), 1);
    EXPECT_EQ(ports[0][0].toInt(), 3100);
    EXPECT_FALSE(ports[0][2].toBool());
    EXPECT_FALSE(spins[1]->isEnabled());
}

TEST_F(SimulatorPanelTest, ReportsWhatIsToBeDrawn) {
    showPage(3);
    QSignalSpy choices(&m_panel, &SimulatorPanel::physicsChosen);
    m_panel.setPhysicsChoice({false, true, false, false});
    EXPECT_TRUE(choices.isEmpty());
    button("Colliders").click();
    ASSERT_EQ(choices.count(), 1);
    EXPECT_EQ(choices[0][0].value<PhysicsChoice>(), (PhysicsChoice{false, true, false, true}));
}

TEST_F(SimulatorPanelTest, AServerOfOthersOnlyTakesTrainerCommands) {
    SimulatorView view = runningView();
    view.source = Source::Server;
    m_panel.setView(view);
    EXPECT_FALSE(child<QComboBox>("speed").isEnabled());
    EXPECT_TRUE(child<QComboBox>("playMode").isEnabled());
    EXPECT_FALSE(button("Restore").isEnabled());
    EXPECT_FALSE(button("Contact forces").isEnabled());
    EXPECT_FALSE(child<QCheckBox>("fouls").isEnabled());
    m_panel.robots()->setSelection(ObjectId::ofRobot(kLeft1));
    EXPECT_FALSE(button("Pin in the air").isEnabled());
    EXPECT_TRUE(button("Remove").isEnabled());
    view.isConnected = false;
    m_panel.setView(view);
    EXPECT_FALSE(child<QComboBox>("playMode").isEnabled());
}

TEST_F(SimulatorPanelTest, NotesHaveAHeadingAndAreHiddenWhileThereAreNone) {
    const auto hasHeading = [&] { return tests::labelTexts(m_panel).contains(text("Messages")); };
    auto& list = child<QListWidget>("notes");
    EXPECT_FALSE(list.isVisible());
    EXPECT_FALSE(hasHeading());
    m_panel.addNotes({text("magmaOffenburg 1 came")});
    EXPECT_TRUE(list.isVisible());
    EXPECT_TRUE(hasHeading());
    m_panel.addNotes({});
    EXPECT_TRUE(list.isVisible());
    m_panel.clearNotes();
    EXPECT_FALSE(list.isVisible());
    EXPECT_FALSE(hasHeading());
}

TEST_F(SimulatorPanelTest, KeepsTheNewestNotes) {
    for (int i = 0; i < 300; ++i) {
        m_panel.addNotes({QString::number(i)});
    }
    EXPECT_EQ(m_panel.notes().size(), 200);
    EXPECT_EQ(tests::plain(m_panel.notes().back()), "299");
    m_panel.clearNotes();
    EXPECT_TRUE(m_panel.notes().isEmpty());
}

TEST_F(SimulatorPanelTest, FitsIntoThreeHundredPixels) {
    m_panel.setView(runningView());
    EXPECT_LE(m_panel.minimumSizeHint().width(), 300);
    for (int page = 0; page < 4; ++page) {
        showPage(page);
        for (const auto* widget : m_panel.findChildren<QAbstractButton*>()) {
            if (widget->isVisible() && !widget->text().isEmpty()) {
                EXPECT_GE(widget->width(), widget->minimumSizeHint().width())
                    << page << ": " << qPrintable(widget->text());
                const int right = widget->mapTo(&m_panel, QPoint(widget->width(), 0)).x();
                EXPECT_LE(right, 300) << page << ": " << qPrintable(widget->text());
            }
        }
        for (const auto* label : m_panel.findChildren<QLabel*>()) {
            if (label->isVisible() && !label->wordWrap()) {
                EXPECT_GE(label->width(), label->sizeHint().width())
                    << page << ": " << qPrintable(label->text());
            }
        }
        if (qEnvironmentVariableIsSet("SIDELINE_PICTURES")) { // to look at them
            tests::picture(m_panel).save(qEnvironmentVariable("SIDELINE_PICTURES") +
                                         QStringLiteral("/simulator-panel-%1.png").arg(page));
        }
    }
}

} // namespace
} // namespace sideline::widgets
