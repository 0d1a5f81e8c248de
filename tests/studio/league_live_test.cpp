// A robot of rcssservermj in the studio's own simulator: chosen on the first page, standing by its
// gains, moved with sliders, pulled over, put back by a snapshot.
#include <cmath>

#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>

#include "agentcore/math/angles.h"
#include "simulator/league/league.h"
#include "tests/studio/driving_window.h"
#include "widgets/common/joint_slider.h"
#include "widgets/match/signal_tree.h"

namespace sideline::studio {
namespace {

using math::degFromRad;
using math::radFromDeg;

class LeagueLiveTest : public tests::DrivingWindowTest {
protected:
    void SetUp() override {
        DrivingWindowTest::SetUp();
        if (simulator::mujocoVersion().empty()) {
            GTEST_SKIP() << simulator::mujocoMissing();
        }
    }
    // Chooses an entry of the menu that a click opens.
    void chooseInMenu(QWidget& button, QAction& entry) {
        bool isDone = false;
        QTimer timer;
        QObject::connect(&timer, &QTimer::timeout, [&] {
            if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
                timer.stop();
                isDone = true;
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(&entry).center());
            }
        });
        timer.start(20);
        QTest::mouseClick(&button, Qt::LeftButton);
        ASSERT_TRUE(tests::waitUntil([&] { return isDone; }));
    }
    void startFromCard(const char* robot) {
        const auto* card = m_window->findChild<widgets::WelcomePanel*>()->card(widgets::Job::Drive);
        chooseInMenu(*card->findChild<QToolButton*>(QStringLiteral("others")), action(robot));
        awaitLeagueRobot();
    }
    void awaitLeagueRobot() {
        ASSERT_TRUE(tests::waitUntil(
            [&] { return agent() && agent()->body.pose.isValid && robot() != nullptr; }, kLong))
            << m_window->messages().texts().join(u'\n').toStdString();
    }
    // Takes control of the robot in the panel, with the mouse.
    void takeControl() {
        child<QDockWidget>("joints").raise();
        QTest::mouseClick(&jointButton("control"), Qt::LeftButton);
        ASSERT_TRUE(tests::waitUntil([&] { return agent()->decision.isUserControlled; }, kLong));
    }
    QPushButton& jointButton(const char* name) {
        return *workspace().agentControls().jointPanel()->findChild<QPushButton*>(
            QLatin1String(name));
    }
    const monitor::RobotFrame* robot() {
        const auto& head = live().head().exact;
        return head && agent() ? head->findRobot(agent()->identity.robot) : nullptr;
    }
    const robot::RobotModel& model() { return *agent()->identity.model; }
    Eigen::Vector3d torso() { return robot()->X_STorso().p; }
    double leanDeg() {
        return degFromRad(std::acos(std::clamp(robot()->X_STorso().R(2, 2), -1.0, 1.0)));
    }
    bool isUpright() {
        return leanDeg() < 10.0 && std::abs(torso().z() - model().standingTorsoM()) < 0.1;
    }
    bool waitCycles(std::uint64_t count) {
        const std::uint64_t end = live().view().cycle + count;
        return tests::waitUntil([&] { return live().view().cycle >= end; }, kLong);
    }
    // Whether it is upright at all frames of 2 s.
    bool standsFor2s() {
        const std::uint64_t end = live().view().cycle + 100;
        bool isGood = true;
        return tests::waitUntil(
                   [&] {
                       isGood = isGood && isUpright();
                       return !isGood || live().view().cycle >= end;
                   },
                   kLong) &&
               isGood;
    }
    widgets::JointSlider* slider(const char* joint) {
        const auto* panel = workspace().agentControls().jointPanel();
        for (auto* found : panel->findChildren<widgets::JointSlider*>()) {
            if (found->name().joint == model().findJoint(joint)) {
                return found;
            }
        }
        return nullptr;
    }
    double measuredDeg(const char* joint) {
        return degFromRad(agent()->body.joints[model().findJoint(joint).index()].measuredRad);
    }
    double simulatedDeg(const char* joint) {
        return degFromRad(robot()->jointAnglesRad[model().findJoint(joint).index()]);
    }
};

TEST_F(LeagueLiveTest, AT1OfTheFirstPageStandsIsMovedPulledOverAndPutBack) {
    ASSERT_TRUE(m_window->showsStart());
    ASSERT_NO_FATAL_FAILURE(startFromCard("simulator.with-T1"));
    EXPECT_EQ(model().name(), "T1");
    EXPECT_EQ(live().view().serverKind, game::ServerKind::Rcssservermj);
    ASSERT_TRUE(waitCycles(50)); // it is placed above the ground
    EXPECT_TRUE(standsFor2s()) << "torso at " << torso().z() << " m, leaning by " << leanDeg();

    // A slider moves a joint, by the gains.
    ASSERT_NO_FATAL_FAILURE(takeControl());
    ASSERT_NE(slider("laj1"), nullptr);
    widgets::JointSlider& arm = *slider("laj1");
    ASSERT_TRUE(tests::waitUntil([&] { return arm.isVisible(); }));
    const double before = measuredDeg("laj1");
    const int y = arm.height() / 2;
    const auto xAt = [&](double deg) { return static_cast<int>(arm.xOf(radFromDeg(deg))); };
    QTest::mousePress(&arm, Qt::LeftButton, {}, {xAt(before), y});
    QTest::mouseMove(&arm, {xAt(before - 15.0), y});
    QTest::mouseMove(&arm, {xAt(before - 30.0), y});
    QTest::mouseRelease(&arm, Qt::LeftButton, {}, {xAt(before - 30.0), y});
    const double target = degFromRad(arm.targetRad());
    EXPECT_NEAR(target, before - 30.0, 5.0);
    EXPECT_TRUE(tests::waitUntil(
        [&] {
            return std::abs(measuredDeg("laj1") - target) < 5.0 &&
                   std::abs(simulatedDeg("laj1") - target) < 5.0;
        },
        kLong))
        << "from " << before << " to " << measuredDeg("laj1") << " and " << simulatedDeg("laj1")
        << " instead of " << target;

    EXPECT_TRUE(standsFor2s()) << "controlled by the user, leaning by " << leanDeg();

    // Back to a snapshot after a fall.
    action("simulator.save-snapshot").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return live().view().snapshots.size() == 1; }, kLong));
    follow();
    QPoint mouse = pointInView(torso() + Eigen::Vector3d(0.0, 0.0, 0.1));
    QTest::mousePress(&view3d(), Qt::LeftButton, Qt::ControlModifier, mouse);
    for (int i = 0; i < 10; ++i) {
        mouse += QPoint(30, 4);
        QTest::mouseMove(&view3d(), mouse);
        ASSERT_TRUE(waitCycles(2));
    }
    const std::uint64_t end = live().view().cycle + 400;
    static_cast<void>(
        tests::waitUntil([&] { return leanDeg() > 60.0 || live().view().cycle >= end; }, kLong));
    EXPECT_GT(leanDeg(), 60.0) << "pulled over";
    QTest::mouseRelease(&view3d(), Qt::LeftButton, Qt::ControlModifier, mouse);
    QTest::keyClick(m_window.get(), Qt::Key_F9);
    EXPECT_TRUE(tests::waitUntil([&] { return isUpright(); }, kLong));
    EXPECT_TRUE(standsFor2s()) << "torso at " << torso().z() << " m, leaning by " << leanDeg();
}

// Its motors carry its weight by the difference between target and angle. Each of these buttons set
// the targets to the measured angles, and the robot tipped over within two seconds.
TEST_F(LeagueLiveTest, AT1StandsWhileTheButtonsOfThePanelHoldItWhereItIs) {
    action("simulator.with-T1").trigger();
    ASSERT_NO_FATAL_FAILURE(awaitLeagueRobot());
    ASSERT_TRUE(waitCycles(50));
    ASSERT_NO_FATAL_FAILURE(takeControl());
    for (const char* name : {"control", "freeze", "take"}) {
        QTest::mouseClick(&jointButton(name), Qt::LeftButton);
        EXPECT_TRUE(standsFor2s() && standsFor2s()) << name << ", leaning by " << leanDeg();
    }
}

// The forearm is pulled with the mouse where it is drawn, against the gains of its arm, and returns
// when it is released.
TEST_F(LeagueLiveTest, AForearmIsPulledAgainstItsGainsAndReturns) {
    action("simulator.with-T1").trigger();
    ASSERT_NO_FATAL_FAILURE(awaitLeagueRobot());
    ASSERT_TRUE(waitCycles(50));
    ASSERT_NO_FATAL_FAILURE(takeControl());
    live().hold(agent()->identity.robot, true); // it would be pulled over
    ASSERT_TRUE(tests::waitUntil([&] { return torso().z() > model().standingTorsoM(); }, kLong));
    ASSERT_TRUE(waitCycles(50));
    follow();
    ASSERT_TRUE(waitCycles(20));
    view3d().snapCamera(); // where the robot hangs now
    // The right arm is on the camera's side of the robot.
    const robot::BodyId hand = model().joint(model().findJoint("raj4")).child;
    const auto deviationDeg = [&] {
        double sumDeg = 0.0;
        for (const char* joint : {"raj1", "raj2", "raj3", "raj4"}) {
            const std::size_t i = model().findJoint(joint).index();
            sumDeg += std::abs(
                degFromRad(robot()->jointAnglesRad[i] - agent()->body.joints[i].targetRad));
        }
        return sumDeg;
    };
    const double before = deviationDeg();
    EXPECT_LT(before, 10.0);
    // The middle of the forearm, away from its joint in the elbow.
    const Eigen::Vector3d grip_Body = model().body(hand).solids.back().X_BodySolid.p;
    ASSERT_GT(grip_Body.norm(), 0.05);
    QPoint mouse = pointInView(robot()->X_SBody[hand.index()] * grip_Body);
    QTest::mousePress(&view3d(), Qt::LeftButton, Qt::ControlModifier, mouse);
    for (int i = 0; i < 10; ++i) {
        mouse += QPoint(5, -10);
        QTest::mouseMove(&view3d(), mouse);
        ASSERT_TRUE(waitCycles(2));
    }
    EXPECT_TRUE(tests::waitUntil([&] { return deviationDeg() > before + 15.0; }, kLong))
        << "it is pulled: " << deviationDeg();
    QTest::mouseRelease(&view3d(), Qt::LeftButton, Qt::ControlModifier, mouse);
    EXPECT_TRUE(tests::waitUntil([&] { return deviationDeg() < before + 3.0; }, kLong))
        << "it returns: " << deviationDeg() << " instead of " << before;
}

// Found by its words in the list of the plots, as a user does.
TEST_F(LeagueLiveTest, TheTorqueOfAKneeIsPlottedAgainstItsLimit) {
    action("simulator.with-T1").trigger();
    ASSERT_NO_FATAL_FAILURE(awaitLeagueRobot());
    ASSERT_TRUE(waitCycles(100));
    const game::PlayerId id = agent()->identity.robot;
    auto& plots = *m_window->find<studio::ReplayWorkspace>().view().plots;
    child<QDockWidget>("plots").show();
    child<QDockWidget>("plots").raise();
    auto* search = plots.findChild<widgets::SignalTree*>()->findChild<QLineEdit*>();
    for (const char* words : {"torque llj4", "torque ratio left knee"}) {
        search->clear();
        QTest::keyClicks(search, QLatin1String(words));
        QTest::keyClick(search, Qt::Key_Return);
    }
    const auto joint = static_cast<std::int32_t>(model().findJoint("llj4").index());
    const monitor::ObjectId object = monitor::ObjectId::ofRobot(id);
    const logs::SignalId torque{logs::Quantity::TorqueNm, object, joint};
    const logs::SignalId ratio{logs::Quantity::TorqueRatio, object, joint};
    EXPECT_EQ(plots.signalIds(), (std::vector{torque, ratio}));
    const auto valueOf = [&](const logs::SignalId& signal) {
        const auto value = plots.valueAt(signal, m_window->shown().exact->recordTimeS);
        return value ? value->first : std::nan("");
    };
    EXPECT_TRUE(tests::waitUntil(
        [&] {
            const double torqueNm = std::abs(valueOf(torque));
            const double limitNm =
                model().joints()[static_cast<std::size_t>(joint)].dynamics.maxTorqueNm;
            return torqueNm > 0.1 && torqueNm < limitNm &&
                   std::abs(valueOf(ratio) - torqueNm / limitNm) < 0.01;
        },
        kLong))
        << valueOf(torque) << " Nm, " << valueOf(ratio);
}

// An earlier time shows the belief and the truth of that time, also in the session that was
// recorded meanwhile, when it is opened again.
TEST_F(LeagueLiveTest, ATimeShiftAndTheRecordedSessionShowAnEarlierT1) {
    action("simulator.with-T1").trigger();
    ASSERT_NO_FATAL_FAILURE(awaitLeagueRobot());
    ASSERT_TRUE(workspace().recorder().isRecording());
    const game::PlayerId id = agent()->identity.robot;
    ASSERT_TRUE(waitCycles(120));
    const double thenS = live().head().exact->recordTimeS;
    const Eigen::Vector3d then = torso();
    ASSERT_TRUE(waitCycles(20));
    live().command(*live().placeCommand(monitor::ObjectId::ofRobot(id), -13.0, -8.0));
    ASSERT_TRUE(tests::waitUntil([&] { return (torso() - then).norm() > 5.0; }, kLong));
    ASSERT_TRUE(waitCycles(60));
    // Waits until belief and truth on the screen are those before the placement.
    const auto showsThen = [&] {
        return tests::waitUntil(
            [&] {
                const auto& shown = m_window->shown().exact;
                const auto* truth = shown ? shown->findRobot(id) : nullptr;
                return truth != nullptr && agent() && shown->recordTimeS <= thenS + 0.2 &&
                       (truth->X_STorso().p - then).norm() < 0.5 &&
                       (agent()->body.pose.X_ST.p - then).norm() < 0.5;
            },
            kLong);
    };
    m_window->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(m_window.get()));
    while (m_window->shown().exact->recordTimeS > thenS) {
        const double atS = m_window->shown().exact->recordTimeS;
        QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::ShiftModifier);
        ASSERT_TRUE(
            tests::waitUntil([&] { return m_window->shown().exact->recordTimeS < atS; }, kLong));
    }
    EXPECT_TRUE(showsThen());
    QTest::keyClick(m_window.get(), Qt::Key_End, Qt::ControlModifier);
    EXPECT_TRUE(tests::waitUntil(
        [&] { return agent() && (agent()->body.pose.X_ST.p - then).norm() > 5.0; }, kLong));

    action("simulator.start").trigger(); // stops it
    const std::filesystem::path session = workspace().recorder().file();
    ASSERT_TRUE(tests::waitUntil([&] { return !workspace().recorder().isRecording(); }, kLong));
    m_window->openFile(qt(session));
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            const auto& log = m_window->session().log();
            return log && log->path().stem().string().starts_with(session.stem().string()) &&
                   log->progress().stage == logs::LogProgress::Stage::Done;
        },
        kLong));
    m_window->session().select(monitor::ObjectId::ofRobot(id));
    m_window->session().seekTime(thenS);
    EXPECT_TRUE(showsThen());
    ASSERT_TRUE(agent());
    EXPECT_EQ(model().name(), "T1");
    const auto* truth = m_window->shown().exact->findRobot(id);
    EXPECT_EQ(m_window->shown().exact->game.motorTorquesNm(id).size(),
              truth->jointAnglesRad.size());
    for (std::size_t i = 0; i < truth->jointAnglesRad.size(); ++i) {
        EXPECT_NEAR(truth->jointAnglesRad[i], agent()->body.joints[i].measuredRad, radFromDeg(1.0))
            << model().joints()[i].effector;
    }
}

// Until another one is chosen there.
TEST_F(LeagueLiveTest, TheChosenRobotIsTheOneOfMotionAndRobot) {
    auto& motion = m_window->find<studio::MotionWorkspace>();
    auto& workshop = m_window->find<studio::RobotWorkspace>();
    m_window->showLayout(QStringLiteral("Motion"));
    EXPECT_EQ(motion.model().name(), "nao0");
    action("simulator.with-T1").trigger();
    ASSERT_NO_FATAL_FAILURE(awaitLeagueRobot());
    m_window->showLayout(QStringLiteral("Motion"));
    EXPECT_EQ(motion.model().name(), "T1");
    m_window->showLayout(QStringLiteral("Robot"));
    EXPECT_EQ(workshop.document().model()->name(), "T1");
    EXPECT_FALSE(workshop.isModified());
    motion.setRobot(2);
    m_window->showLayout(QStringLiteral("Motion"));
    EXPECT_EQ(motion.model().name(), "nao2");
}

TEST_F(LeagueLiveTest, TheChosenRobotStartsAgainAndPlaysForNewAgents) {
    ASSERT_NO_FATAL_FAILURE(startFromCard("simulator.with-K1"));
    EXPECT_EQ(model().name(), "K1");
    action("simulator.start").trigger(); // stops it
    ASSERT_FALSE(live().isLive());
    openWindow();
    EXPECT_EQ(child<QComboBox>("startRobot").currentText(), QStringLiteral("K1"));
    const auto* card = m_window->findChild<widgets::WelcomePanel*>()->card(widgets::Job::Drive);
    auto* sample = card->findChild<QPushButton*>(QStringLiteral("sample"));
    EXPECT_EQ(sample->text(), QStringLiteral("Start with K1"));
    QTest::mouseClick(sample, Qt::LeftButton);
    ASSERT_NO_FATAL_FAILURE(awaitLeagueRobot());
    EXPECT_EQ(model().name(), "K1");
    const runtime::AgentSettings next = workspace().agentControls().nextAgent();
    EXPECT_EQ(runtime::modelOf(next).name(), "K1");
    EXPECT_EQ(next.unum, 2);
    EXPECT_EQ(next.field.name, "fifa7vs7");
    action("simulator.with-nao4").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return agent() && model().name() == "nao4"; }, kLong));
    EXPECT_EQ(live().view().serverKind, game::ServerKind::SimSpark);
}

TEST_F(LeagueLiveTest, AMatchOfTheLeagueIsPausedSteppedPinnedAndPushed) {
    action("simulator.with-PiPlus").trigger();
    ASSERT_NO_FATAL_FAILURE(awaitLeagueRobot());
    ASSERT_TRUE(waitCycles(50));
    action("simulator.pause").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return live().view().isPaused; }, kLong));
    const std::uint64_t paused = live().view().cycle;
    action("simulator.step").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return live().view().cycle == paused + 1; }, kLong));
    action("simulator.pause").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return !live().view().isPaused; }, kLong));

    const game::PlayerId id = agent()->identity.robot;
    live().hold(id, true);
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            const auto& robots = live().view().robots;
            return robots.size() == 1 && robots.front().isHeld &&
                   robots.front().model == QStringLiteral("PiPlus");
        },
        kLong));
    ASSERT_TRUE(tests::waitUntil([&] { return torso().z() > model().standingTorsoM(); }, kLong));
    const Eigen::Vector3d pinned = torso();
    ASSERT_TRUE(waitCycles(50));
    EXPECT_LT((torso() - pinned).norm(), 0.002) << "it is pinned in the air";
    live().hold(id, false);
    ASSERT_TRUE(waitCycles(50));

    const Eigen::Vector3d before = torso();
    live().push(monitor::ObjectId::ofRobot(id), before, Eigen::Vector3d(6.0, 0.0, 0.0));
    EXPECT_TRUE(tests::waitUntil([&] { return (torso() - before).x() > 0.02; }, kLong));

    EXPECT_TRUE(action("simulator.save-situation").isEnabled());
    EXPECT_FALSE(action("agent.drive").isEnabled());
    EXPECT_TRUE(action("agent.drive").toolTip().contains(QStringLiteral("does not walk yet")));
}

TEST_F(LeagueLiveTest, TheSetupPageShowsWhatAppliesToTheChosenRobot) {
    auto& robot = child<QComboBox>("startRobot");
    auto* setup = m_window->findChild<widgets::SimulatorSetup*>();
    const auto isShown = [&](const char* name) {
        return !setup->findChild<QWidget*>(QLatin1String(name))->isHidden();
    };
    EXPECT_TRUE(isShown("exactSolver"));
    EXPECT_FALSE(isShown("ruleBook"));
    robot.setCurrentIndex(robot.findText(QStringLiteral("T1")));
    Q_EMIT robot.activated(robot.currentIndex());
    EXPECT_FALSE(isShown("exactSolver"));
    EXPECT_TRUE(isShown("ruleBook"));
    EXPECT_EQ(readLiveSettings(m_store).robot, "T1");
}

TEST_F(LeagueLiveTest, AnUnknownRuleBookIsReported) {
    LiveSettings settings = readLiveSettings(m_store);
    settings.chooseRobot("T1");
    settings.ruleBook = "chess";
    const auto started = live().startSimulator(settings);
    ASSERT_FALSE(started);
    EXPECT_EQ(started.error().toString(), "unknown rule book chess; expected fifa, ssim or ssim26");
    EXPECT_FALSE(live().isLive());
}

TEST_F(LeagueLiveTest, AboutNamesMujocoAndItsLicense) {
    action("help.about").trigger();
    EXPECT_TRUE(showsMessage(QStringLiteral("MuJoCo 3.")));
    EXPECT_TRUE(showsMessage(QStringLiteral("Apache License, version 2.0")));
}

// A build without MuJoCo.
class MissingMujocoTest : public tests::StudioWindowTest {};

TEST_F(MissingMujocoTest, StartingWithAT1ReportsWhatIsMissing) {
    if (!simulator::mujocoVersion().empty()) {
        GTEST_SKIP() << "this build has MuJoCo " << simulator::mujocoVersion();
    }
    action("simulator.with-T1").trigger();
    EXPECT_TRUE(showsMessage(QStringLiteral("built without MuJoCo")));
    EXPECT_FALSE(live().isLive());
}

} // namespace
} // namespace sideline::studio
