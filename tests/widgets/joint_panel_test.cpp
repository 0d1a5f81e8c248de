#include "widgets/live/joint_panel.h"

#include <cmath>

#include <gtest/gtest.h>

#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>

#include "agentcore/math/angles.h"
#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/nao.h"
#include "tests/widgets/input_events.h"
#include "tests/widgets/panel_children.h"

namespace sideline::widgets {
namespace {

using math::radFromDeg;
using robot::JointId;
using tests::plain;

const robot::RobotModel& panelRobot() {
    return robot::naoModel(robot::NaoType::Standard);
}

const JointId kKnee = panelRobot().findJoint("lle4");
const JointId kOtherKnee = panelRobot().findJoint("rle4");

JointView watchedView() {
    JointView view;
    view.robotName = "Sideline 1";
    view.model = panelRobot().shared();
    view.isLive = true;
    view.joints.resize(panelRobot().joints().size());
    for (std::size_t i = 0; i < view.joints.size(); ++i) {
        const double angleRad =
            insideStops(panelRobot().joints()[i], radFromDeg(-0.5 - static_cast<double>(i)));
        view.joints[i] = {angleRad, angleRad, angleRad + 0.001, 0.0};
    }
    return view;
}

JointView controlledView() {
    JointView view = watchedView();
    view.isControlled = true;
    return view;
}

struct Sent {
    std::vector<JointTarget> targets;
    double speedLimitRadPerS;
};

class JointPanelTest : public ::testing::Test {
protected:
    void SetUp() override {
        QObject::connect(&m_panel, &JointPanel::targetsChanged,
                         [this](const std::vector<JointTarget>& targets, double speed) {
                             m_sent.push_back({targets, speed});
                         });
        m_panel.setView(watchedView());
        ASSERT_TRUE(tests::showActive(m_panel, 320, 760));
    }
    template <typename Widget>
    Widget& child(const char* name) {
        return tests::childOf<Widget>(m_panel, name);
    }
    void clickButton(const char* name) { child<QPushButton>(name).click(); }
    JointSlider& row(const char* effector) { return child<JointSlider>(effector); }
    // Takes control as the user does, with the owner's answer.
    void control() {
        clickButton("control");
        m_panel.setView(controlledView());
        m_sent.clear();
        m_panel.chooseJoint(kKnee);
        m_panel.setFocus();
    }
    void key(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(&m_panel, static_cast<Qt::Key>(key), modifiers);
    }
    double targetDeg(const char* effector) { return math::degFromRad(row(effector).targetRad()); }

    JointPanel m_panel;
    std::vector<Sent> m_sent;
};

TEST_F(JointPanelTest, WatchingNothingMovesTheRobot) {
    m_panel.setFocus();
    m_panel.chooseJoint(kKnee);
    for (const int k : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Home, Qt::Key_0, Qt::Key_Return}) {
        key(k);
    }
    JointSlider& knee = row("lle4");
    const QPointF handle(knee.xOf(knee.targetRad()), knee.height() / 2.0);
    tests::press(knee, handle);
    tests::moveTo(knee, handle + QPointF(30, 0), Qt::LeftButton);
    tests::release(knee, handle + QPointF(30, 0));
    tests::click(knee, knee.targetBox().center());
    for (const char* name : {"zero", "take", "apply"}) {
        EXPECT_FALSE(child<QPushButton>(name).isEnabled()) << name;
        clickButton(name);
    }
    EXPECT_TRUE(m_sent.empty());
    EXPECT_FALSE(child<QDoubleSpinBox>("editor").isVisible());
}

TEST_F(JointPanelTest, WatchingHandlesFollowTheTargetsOfTheRobot) {
    JointView view = watchedView();
    view.joints[kKnee.index()] = {-0.3, -0.35, -0.4, 0.0};
    m_panel.setView(view);
    EXPECT_DOUBLE_EQ(row("lle4").targetRad(), -0.4);
    EXPECT_DOUBLE_EQ(row("lle4").measuredRad(), -0.3);
    EXPECT_FALSE(row("lle4").isApart()); // it is the robot's own affair
}

TEST_F(JointPanelTest, ControlBeginsWithTheMeasuredPose) {
    QSignalSpy asked(&m_panel, &JointPanel::controlRequested);
    clickButton("control");
    ASSERT_EQ(asked.size(), 1);
    EXPECT_TRUE(asked[0][0].toBool());
    ASSERT_EQ(m_sent.size(), 1U);
    ASSERT_EQ(m_sent[0].targets.size(), 22U);
    const JointView view = watchedView();
    for (const JointTarget& target : m_sent[0].targets) {
        EXPECT_DOUBLE_EQ(target.angleRad, view.joints[target.joint.index()].measuredRad);
    }
    // Until the robot is under control the handles still move nothing.
    m_panel.setFocus();
    key(Qt::Key_Right);
    EXPECT_EQ(m_sent.size(), 1U);
    m_panel.setView(controlledView());
    EXPECT_DOUBLE_EQ(row("lle4").targetRad(), view.joints[kKnee.index()].measuredRad);
    m_panel.chooseJoint(kKnee);
    key(Qt::Key_Right);
    EXPECT_EQ(m_sent.size(), 2U);
    clickButton("watch");
    ASSERT_EQ(asked.size(), 2);
    EXPECT_FALSE(asked[1][0].toBool());
}

// The motors of a T1 carry its load by the difference between target and angle.
TEST_F(JointPanelTest, AT1KeepsTargetsThatAreNearlyReached) {
    const robot::RobotModel& t1 = robot::mujocoRobotModel(robot::MujocoRobot::T1);
    const JointId knee = t1.findJoint("llj4");
    const JointId other = t1.findJoint("rlj4");
    JointView view = watchedView();
    view.model = t1.shared();
    view.joints.assign(t1.joints().size(), {0.0, 0.0, 0.0, 0.0});
    view.joints[knee.index()] = {0.5, 0.5, 0.55, 0.0};
    view.joints[other.index()] = {0.5, 0.5, 1.5, 0.0};
    m_panel.setView(view);
    clickButton("control");
    view.isControlled = true;
    m_panel.setView(view);
    clickButton("take");
    ASSERT_EQ(m_sent.size(), 2U);
    for (const Sent& sent : m_sent) {
        EXPECT_DOUBLE_EQ(sent.targets[knee.index()].angleRad, 0.55);
        EXPECT_DOUBLE_EQ(sent.targets[other.index()].angleRad, 0.5) << "it was moving";
    }
}

TEST_F(JointPanelTest, ControlGrantedElsewhereStartsFromTheTargets) {
    control(); // once it was asked for here
    JointView view = watchedView();
    m_panel.setView(view);
    view.isControlled = true;
    view.joints[kKnee.index()] = {-0.3, -0.35, -0.4, 0.0};
    m_panel.setView(view);
    EXPECT_DOUBLE_EQ(row("lle4").targetRad(), -0.4);
}

TEST_F(JointPanelTest, AJointThatWasNotMeasuredStaysWhereItIsRequested) {
    JointView view = watchedView();
    view.joints[kKnee.index()] = {std::nan(""), std::nan(""), -0.7, 0.0};
    m_panel.setView(view);
    clickButton("control");
    ASSERT_EQ(m_sent.size(), 1U);
    EXPECT_DOUBLE_EQ(m_sent[0].targets[kKnee.index()].angleRad, -0.7);
}

TEST_F(JointPanelTest, KeysStepTheChosenJoint) {
    control();
    const double startDeg = targetDeg("lle4");
    key(Qt::Key_Right);
    EXPECT_NEAR(targetDeg("lle4"), startDeg + 1.0, 1e-9);
    key(Qt::Key_Left, Qt::ShiftModifier);
    EXPECT_NEAR(targetDeg("lle4"), startDeg - 4.0, 1e-9);
    key(Qt::Key_Right, Qt::ControlModifier);
    EXPECT_NEAR(targetDeg("lle4"), startDeg - 3.9, 1e-9);
    key(Qt::Key_Right, Qt::AltModifier);
    EXPECT_NEAR(targetDeg("lle4"), startDeg - 3.8, 1e-9);
    ASSERT_EQ(m_sent.size(), 4U);
    for (const Sent& sent : m_sent) {
        ASSERT_EQ(sent.targets.size(), 1U); // the other joints are left alone
        EXPECT_EQ(sent.targets[0].joint, kKnee);
        EXPECT_NEAR(sent.speedLimitRadPerS, radFromDeg(60.0), 1e-12);
    }
    key(Qt::Key_0);
    EXPECT_DOUBLE_EQ(targetDeg("lle4"), 0.0);
    key(Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_NEAR(targetDeg("lle4"), 1.0, 1e-9); // the stop
}

TEST_F(JointPanelTest, JointsAreChosenByArrowsAndByName) {
    QSignalSpy chosen(&m_panel, &JointPanel::jointChosen);
    m_panel.setFocus();
    m_panel.chooseJoint(panelRobot().findJoint("he1"));
    key(Qt::Key_Down);
    EXPECT_EQ(m_panel.chosenJoint(), panelRobot().findJoint("he2"));
    key(Qt::Key_Up);
    key(Qt::Key_Up);
    EXPECT_EQ(m_panel.chosenJoint(), panelRobot().findJoint("he1"));
    QTest::keyClicks(&m_panel, "rle4");
    EXPECT_EQ(m_panel.chosenJoint(), kOtherKnee);
    EXPECT_GE(chosen.size(), 3);
    QTest::keyClicks(&m_panel, "knee"); // does not continue the name before
    EXPECT_EQ(m_panel.chosenJoint(), kKnee);
}

TEST_F(JointPanelTest, OnlyItsOwnKeysComeBeforeShortcutsOfTheWindow) {
    m_panel.setFocus();
    const auto comesFirst = [this](int k, const QString& text = {}) {
        QKeyEvent event(QEvent::ShortcutOverride, k, Qt::NoModifier, text);
        event.ignore();
        QApplication::sendEvent(&m_panel, &event);
        return event.isAccepted();
    };
    EXPECT_FALSE(comesFirst(Qt::Key_Space)) << "Watch: nothing to freeze";
    for (const int k : {Qt::Key_F5, Qt::Key_Home, Qt::Key_End, Qt::Key_0}) {
        EXPECT_FALSE(comesFirst(k)) << k;
    }
    EXPECT_FALSE(comesFirst(Qt::Key_K, QStringLiteral("k")));
    control();
    EXPECT_TRUE(comesFirst(Qt::Key_Left));
    EXPECT_TRUE(comesFirst(Qt::Key_Space));
    QTest::keyClicks(&m_panel, "/");
    EXPECT_TRUE(comesFirst(Qt::Key_K, QStringLiteral("k"))) << "the slash begins a name";
}

TEST_F(JointPanelTest, DraggingMovesByWhatTheMouseMovesAndAClickDoesNot) {
    control();
    JointSlider& knee = row("lle4");
    const double startRad = knee.targetRad();
    const QPointF farAway(knee.xOf(radFromDeg(-100.0)), knee.height() / 2.0);
    tests::click(knee, farAway);
    EXPECT_TRUE(m_sent.empty());
    EXPECT_DOUBLE_EQ(knee.targetRad(), startRad);
    const QPointF handle(knee.xOf(startRad), knee.height() / 2.0);
    const double draggedRad = startRad - radFromDeg(40.0);
    const QPointF to(knee.xOf(draggedRad), knee.height() / 2.0);
    tests::press(knee, handle);
    tests::moveTo(knee, to, Qt::LeftButton);
    tests::release(knee, to);
    EXPECT_NEAR(knee.targetRad(), draggedRad, 1e-6);
    ASSERT_EQ(m_sent.size(), 1U);
    tests::moveTo(knee, handle);
    EXPECT_EQ(m_sent.size(), 1U); // the button is up
    tests::turnWheel(knee, to, 3);
    EXPECT_EQ(m_sent.size(), 1U);
    EXPECT_TRUE(knee.isApart());
}

TEST_F(JointPanelTest, ANumberIsWrittenIntoTheRow) {
    control();
    key(Qt::Key_Return);
    auto& editor = child<QDoubleSpinBox>("editor");
    ASSERT_TRUE(editor.isVisible());
    QTest::keyClicks(&editor, "-45.67");
    EXPECT_TRUE(m_sent.empty()); // not while it is being written
    QTest::keyClick(&editor, Qt::Key_Return);
    EXPECT_FALSE(editor.isVisible());
    ASSERT_EQ(m_sent.size(), 1U);
    EXPECT_NEAR(m_sent[0].targets[0].angleRad, radFromDeg(-45.67), 1e-9);
    EXPECT_TRUE(m_panel.hasFocus());

    tests::click(row("rle3"), row("rle3").targetBox().center());
    ASSERT_TRUE(editor.isVisible());
    EXPECT_EQ(m_panel.chosenJoint(), panelRobot().findJoint("rle3"));
    QTest::keyClicks(&editor, "12");
    QTest::keyClick(&editor, Qt::Key_Escape);
    EXPECT_FALSE(editor.isVisible());
    EXPECT_EQ(m_sent.size(), 1U);
}

TEST_F(JointPanelTest, MirroredTheOtherSideMovesLikewise) {
    control();
    child<QCheckBox>("mirrored").click();
    key(Qt::Key_0);
    ASSERT_EQ(m_sent.size(), 1U);
    ASSERT_EQ(m_sent[0].targets.size(), 2U);
    EXPECT_EQ(m_sent[0].targets[1].joint, kOtherKnee);
    key(Qt::Key_Left, Qt::ShiftModifier);
    EXPECT_NEAR(targetDeg("rle4"), -5.0, 1e-9);
    m_panel.chooseJoint(panelRobot().findJoint("lle2"));
    key(Qt::Key_0);
    key(Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_NEAR(targetDeg("lle2"), 5.0, 1e-9);
    EXPECT_NEAR(targetDeg("rle2"), -5.0, 1e-9);
    m_panel.chooseJoint(panelRobot().findJoint("he1"));
    key(Qt::Key_0);
    EXPECT_EQ(m_sent.back().targets.size(), 1U);
}

TEST_F(JointPanelTest, WholePosesAreSentAtOnce) {
    control();
    clickButton("zero");
    ASSERT_EQ(m_sent.size(), 1U);
    EXPECT_EQ(m_sent[0].targets.size(), 22U);
    EXPECT_DOUBLE_EQ(targetDeg("lle4"), 0.0);
    clickButton("take");
    ASSERT_EQ(m_sent.size(), 2U);
    EXPECT_DOUBLE_EQ(row("lle4").targetRad(), controlledView().joints[kKnee.index()].measuredRad);
    child<QComboBox>("speed").setCurrentIndex(child<QComboBox>("speed").count() - 1);
    EXPECT_DOUBLE_EQ(m_panel.speedLimitRadPerS(), 0.0);
}

TEST_F(JointPanelTest, FreezeTakesControlAndStops) {
    QSignalSpy asked(&m_panel, &JointPanel::controlRequested);
    QSignalSpy frozen(&m_panel, &JointPanel::freezeRequested);
    m_panel.setFocus();
    key(Qt::Key_Space);
    EXPECT_EQ(asked.size(), 1);
    EXPECT_EQ(frozen.size(), 1);
    JointView view = controlledView();
    m_panel.setView(view);
    EXPECT_DOUBLE_EQ(row("lle4").targetRad(), view.joints[kKnee.index()].measuredRad);
    key(Qt::Key_Space);
    EXPECT_EQ(asked.size(), 1); // it is under control already
    EXPECT_EQ(frozen.size(), 2);
}

TEST_F(JointPanelTest, PosesAreStoredAppliedAndForgotten) {
    QSignalSpy changed(&m_panel, &JointPanel::posesChanged);
    auto& name = child<QComboBox>("poseName");
    ASSERT_TRUE(
        m_panel.setPoses(R"([{"name":"squat","joints":{"lle4":-90,"rle4":-500e-1,"x9":3}}])"));
    name.setCurrentText("squat");
    EXPECT_FALSE(child<QPushButton>("apply").isEnabled()); // watching
    control();
    const double headBefore = targetDeg("he1");
    clickButton("apply");
    EXPECT_NEAR(targetDeg("lle4"), -90.0, 1e-9);
    EXPECT_NEAR(targetDeg("rle4"), -50.0, 1e-9);
    EXPECT_NEAR(targetDeg("he1"), headBefore, 1e-9);
    name.setCurrentText(" mine ");
    clickButton("store");
    ASSERT_EQ(changed.size(), 1);
    ASSERT_NE(m_panel.poses().find("mine"), nullptr);
    EXPECT_NEAR(m_panel.poses().find("mine")->angleRad.at("lle4"), radFromDeg(-90.0), 1e-9);
    JointPanel other;
    ASSERT_TRUE(other.setPoses(changed[0][0].toByteArray()));
    EXPECT_EQ(other.poses().names(), QStringList({"mine", "squat"}));
    name.setCurrentText("squat");
    clickButton("delete");
    EXPECT_EQ(m_panel.poses().names(), QStringList({"mine"}));
    EXPECT_FALSE(m_panel.setPoses("[{"));
    EXPECT_EQ(m_panel.poses().names(), QStringList({"mine"})); // kept
}

TEST_F(JointPanelTest, ABrokenLinkTakesTheHandlesAway) {
    control();
    key(Qt::Key_Return);
    JointView view = controlledView();
    view.isLive = false;
    m_panel.setView(view);
    EXPECT_FALSE(child<QDoubleSpinBox>("editor").isVisible());
    EXPECT_FALSE(child<QPushButton>("control").isEnabled());
    key(Qt::Key_Right);
    EXPECT_TRUE(m_sent.empty());
    EXPECT_NE(plain(child<QLabel>("state").text()).find("not live"), std::string::npos);
    // Back again, and elsewhere: the handles do not pull the robot to where it was.
    view = controlledView();
    view.joints[kKnee.index()].targetRad = -1.0;
    m_panel.setView(view);
    EXPECT_DOUBLE_EQ(row("lle4").targetRad(), -1.0);
    EXPECT_TRUE(m_sent.empty());
}

TEST_F(JointPanelTest, AnotherRobotHasItsOwnTargets) {
    control();
    key(Qt::Key_0);
    JointView view = controlledView();
    view.robotName = "Sideline 2";
    view.joints[kKnee.index()].targetRad = -0.6;
    m_panel.setView(view);
    EXPECT_DOUBLE_EQ(row("lle4").targetRad(), -0.6);
    JointView toes;
    toes.robotName = "Sideline 3";
    toes.model = robot::naoModel(robot::NaoType::Toes).shared();
    toes.isLive = toes.isControlled = true; // no angles yet
    m_panel.setView(toes);
    EXPECT_EQ(m_panel.findChildren<JointSlider*>().size(), 24);
    EXPECT_FALSE(child<QPushButton>("control").isEnabled());
    m_panel.setView({});
    EXPECT_EQ(m_panel.findChildren<JointSlider*>().size(), 0);
    EXPECT_FALSE(m_panel.chosenJoint().isValid());
    m_panel.setFocus();
    key(Qt::Key_Down);
    key(Qt::Key_Right);
    EXPECT_EQ(m_sent.size(), 1U); // the one zero from before
}

TEST_F(JointPanelTest, SimulatorSwitchesAreThereOnlyInTheSimulator) {
    EXPECT_FALSE(child<QCheckBox>("holdTorso").isVisible());
    JointView view = watchedView();
    view.isInSimulator = true;
    view.isTorsoHeld = true;
    m_panel.setView(view);
    EXPECT_TRUE(child<QCheckBox>("holdTorso").isVisible());
    EXPECT_TRUE(child<QCheckBox>("holdTorso").isChecked());
    QSignalSpy held(&m_panel, &JointPanel::holdTorsoRequested);
    QSignalSpy gravity(&m_panel, &JointPanel::gravityRequested);
    child<QCheckBox>("holdTorso").click();
    child<QCheckBox>("gravity").click();
    ASSERT_EQ(held.size(), 1);
    EXPECT_FALSE(held[0][0].toBool());
    ASSERT_EQ(gravity.size(), 1);
    EXPECT_FALSE(gravity[0][0].toBool());
}

// Counts the paint events of a widget.
class PaintCounter : public QObject {
public:
    using QObject::QObject;
    int count = 0;

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        count += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
};

TEST_F(JointPanelTest, OnlyRowsThatChangeArePainted) {
    QCoreApplication::processEvents();
    PaintCounter still;
    PaintCounter moving;
    row("he1").installEventFilter(&still);
    row("he2").installEventFilter(&moving);
    JointView view = watchedView();
    for (int i = 1; i <= 5; ++i) {
        view.joints[panelRobot().findJoint("he2").index()].measuredRad = 0.01 * i;
        m_panel.setView(view);
        QCoreApplication::processEvents();
    }
    EXPECT_EQ(still.count, 0);
    EXPECT_EQ(moving.count, 5);
}

TEST_F(JointPanelTest, FitsIntoThreeHundredPixels) {
    JointView view = controlledView();
    view.isInSimulator = true;
    m_panel.setView(view);
    ASSERT_TRUE(tests::showWidget(m_panel, 300, 700));
    EXPECT_LE(m_panel.minimumSizeHint().width(), 300);
    for (const JointSlider* slider : m_panel.findChildren<JointSlider*>()) {
        EXPECT_GE(slider->xOf(10.0) - slider->xOf(-10.0), 40.0); // the groove
    }
    for (const auto* button : m_panel.findChildren<QPushButton*>()) {
        EXPECT_GE(button->width(), button->fontMetrics().horizontalAdvance(button->text()) + 8)
            << plain(button->text());
    }
}

} // namespace
} // namespace sideline::widgets
