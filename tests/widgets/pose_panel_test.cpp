#include "widgets/motion/pose_panel.h"

#include <cmath>

#include <gtest/gtest.h>

#include <QLineEdit>
#include <QScrollArea>
#include <QSignalSpy>

#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "tests/gui/gui_support.h"
#include "tests/widgets/input_events.h"
#include "tests/widgets/panel_children.h"

namespace sideline::widgets {
namespace {

using math::degFromRad;
using math::radFromDeg;
using robot::JointId;
using KeyState = PoseSlider::KeyState;

const robot::RobotModel& standard() {
    return robot::naoModel(robot::NaoType::Standard);
}

const JointId kKnee = standard().findJoint("lle4");
const JointId kOtherKnee = standard().findJoint("rle4");

// The left knee goes from 0 to -40 degrees in 0.4 s; the right arm has a key at 0 only.
MotionView bendingView() {
    keyframe::Motion motion;
    motion.keyframeAtForWriting(0.0).joints["lle4"].angleDeg = 0.0;
    motion.keyframeAtForWriting(0.0).joints["rae1"].angleDeg = -90.0;
    keyframe::Keyframe& bent = motion.keyframeAtForWriting(0.4);
    bent.name = "bent";
    bent.joints["lle4"].angleDeg = -40.0;
    MotionView view;
    view.motion = std::make_shared<const keyframe::Motion>(motion);
    view.model = standard().shared();
    view.trajectory = keyframe::resolve(motion, standard()).trajectory;
    return view;
}

struct Posed {
    keyframe::PoseDeg pose;
    int gesture;
};

class PosePanelTest : public ::testing::Test {
protected:
    void SetUp() override {
        QObject::connect(&m_panel, &PosePanel::posed,
                         [this](const keyframe::PoseDeg& pose, int gesture) {
                             m_posed.push_back({pose, gesture});
                         });
        m_panel.setView(bendingView());
        showPose(0.4, true);
        ASSERT_TRUE(tests::showActive(m_panel, 300, 760));
        m_panel.chooseJoint(kKnee);
        m_panel.setFocus();
    }
    // What the owner shows when the cursor is somewhere.
    void showPose(double timeS, bool isOnKeyframe) {
        std::vector<double> anglesRad(standard().joints().size(), 0.0);
        bendingView().trajectory->sample(timeS, anglesRad, anglesRad);
        m_panel.setPose(anglesRad, {}, timeS, isOnKeyframe);
    }
    template <typename Widget>
    Widget& child(const char* name) {
        return tests::childOf<Widget>(m_panel, name);
    }
    PoseSlider& row(const char* effector) { return child<PoseSlider>(effector); }
    void key(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(&m_panel, static_cast<Qt::Key>(key), modifiers);
    }
    double shownDeg(const char* effector) { return degFromRad(row(effector).targetRad()); }
    std::string state() { return tests::plain(child<QLabel>("state").text()); }

    PosePanel m_panel;
    std::vector<Posed> m_posed;
};

TEST_F(PosePanelTest, ShowsThePoseAndItsKeys) {
    EXPECT_NEAR(shownDeg("lle4"), -40.0, 1e-9);
    EXPECT_EQ(row("lle4").keyState(), KeyState::Key);
    EXPECT_EQ(row("rae1").keyState(), KeyState::Animated);
    EXPECT_EQ(row("he1").keyState(), KeyState::Free);
    EXPECT_FALSE(row("lle4").isChanged());
    EXPECT_NE(state().find("0.400 s"), std::string::npos) << state();
    EXPECT_NE(state().find("bent"), std::string::npos) << state();
    showPose(0.2, false);
    EXPECT_EQ(row("lle4").keyState(), KeyState::Animated);
    EXPECT_NE(state().find("no keyframe"), std::string::npos) << state();
    EXPECT_FALSE(child<QToolButton>("remove").isEnabled());
}

TEST_F(PosePanelTest, KeysStepTheChosenJointAsOneGesture) {
    key(Qt::Key_Right);
    EXPECT_NEAR(shownDeg("lle4"), -39.0, 1e-9);
    key(Qt::Key_Left, Qt::ShiftModifier);
    key(Qt::Key_Right, Qt::ControlModifier);
    EXPECT_NEAR(shownDeg("lle4"), -43.9, 1e-9);
    ASSERT_EQ(m_posed.size(), 3U);
    EXPECT_NE(m_posed[0].gesture, 0);
    EXPECT_EQ(m_posed[0].gesture, m_posed[2].gesture);
    ASSERT_EQ(m_posed[2].pose.size(), 1U);
    EXPECT_NEAR(m_posed[2].pose.at("lle4"), -43.9, 1e-9);
    EXPECT_TRUE(row("lle4").isChanged());
    EXPECT_NE(state().find("1 not stored"), std::string::npos) << state();
    key(Qt::Key_Down); // another joint is another step to undo
    key(Qt::Key_Up);
    key(Qt::Key_Right);
    EXPECT_NE(m_posed[3].gesture, m_posed[2].gesture);
    key(Qt::Key_0);
    EXPECT_DOUBLE_EQ(shownDeg("lle4"), 0.0);
    key(Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_NEAR(shownDeg("lle4"), degFromRad(standard().joint(kKnee).maxRad), 1e-9);
}

TEST_F(PosePanelTest, ADragIsOneGestureAndAnotherDragAnother) {
    PoseSlider& knee = row("lle4");
    const auto drag = [&] {
        const QPointF from(knee.xOf(knee.targetRad()), knee.height() / 2.0);
        tests::press(knee, from);
        tests::moveTo(knee, from - QPointF(4, 0), Qt::LeftButton);
        tests::moveTo(knee, from - QPointF(9, 0), Qt::LeftButton);
        tests::release(knee, from - QPointF(9, 0));
    };
    drag();
    ASSERT_EQ(m_posed.size(), 2U);
    EXPECT_EQ(m_posed[0].gesture, m_posed[1].gesture);
    EXPECT_LT(m_posed[1].pose.at("lle4"), m_posed[0].pose.at("lle4"));
    drag();
    ASSERT_EQ(m_posed.size(), 4U);
    EXPECT_NE(m_posed[2].gesture, m_posed[1].gesture);
}

TEST_F(PosePanelTest, MirrorTakesTheOtherSideAlong) {
    QSignalSpy changed(&m_panel, &PosePanel::optionsChanged);
    child<QCheckBox>("mirrors").click();
    ASSERT_EQ(changed.size(), 1);
    EXPECT_TRUE(m_panel.options().mirrors);
    key(Qt::Key_Left);
    ASSERT_EQ(m_posed.size(), 1U);
    EXPECT_NEAR(m_posed[0].pose.at("rle4"), -41.0, 1e-9);
    m_panel.chooseJoint(standard().findJoint("lle2"));
    key(Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_NEAR(m_posed.back().pose.at("lle2"), 5.0, 1e-9);
    EXPECT_NEAR(m_posed.back().pose.at("rle2"), -5.0, 1e-9);
}

TEST_F(PosePanelTest, OptionsAreReported) {
    QSignalSpy changed(&m_panel, &PosePanel::optionsChanged);
    child<QCheckBox>("storesKeys").click();
    child<QCheckBox>("onionSkins").click();
    auto& ground = child<QComboBox>("ground");
    ground.setFocus();
    QTest::keyClick(&ground, Qt::Key_Down);
    EXPECT_EQ(changed.size(), 3);
    EXPECT_EQ(
        m_panel.options(),
        (PosingOptions{.mirrors = false, .storesKeys = false, .ground = 1, .onionSkins = false}));
    m_panel.setOptions({.mirrors = true, .storesKeys = true, .ground = 2, .onionSkins = true});
    EXPECT_TRUE(child<QCheckBox>("mirrors").isChecked());
    EXPECT_EQ(ground.currentIndex(), 2);
    EXPECT_EQ(changed.size(), 3); // values set by the caller are not requested
}

TEST_F(PosePanelTest, TheDiamondStoresAndRemovesAKey) {
    std::vector<std::pair<JointId, bool>> toggled;
    QObject::connect(&m_panel, &PosePanel::keyToggled,
                     [&](JointId joint, bool isOn) { toggled.emplace_back(joint, isOn); });
    tests::click(row("lle4"), row("lle4").keyBox().center());
    tests::click(row("he1"), row("he1").keyBox().center());
    ASSERT_EQ(toggled.size(), 2U);
    EXPECT_EQ(toggled[0], std::pair(kKnee, false));
    EXPECT_EQ(toggled[1], std::pair(standard().findJoint("he1"), true));
    EXPECT_TRUE(m_posed.empty());
}

TEST_F(PosePanelTest, ANumberIsWritten) {
    key(Qt::Key_Return);
    auto& editor = child<QDoubleSpinBox>("editor");
    ASSERT_TRUE(editor.isVisible());
    QTest::keyClicks(&editor, "-12.34");
    EXPECT_TRUE(m_posed.empty());
    QTest::keyClick(&editor, Qt::Key_Return);
    EXPECT_FALSE(editor.isVisible());
    ASSERT_EQ(m_posed.size(), 1U);
    EXPECT_NEAR(m_posed[0].pose.at("lle4"), -12.34, 1e-9);
    EXPECT_TRUE(m_panel.hasFocus());
    tests::click(row("rle4"), row("rle4").targetBox().center());
    ASSERT_TRUE(editor.isVisible());
    QTest::keyClicks(&editor, "-70");
    QTest::keyClick(&editor, Qt::Key_Escape);
    EXPECT_FALSE(editor.isVisible());
    EXPECT_EQ(m_posed.size(), 1U);
    // Left without a change it does nothing; with one it counts.
    tests::click(row("rle4"), row("rle4").targetBox().center());
    m_panel.chooseJoint(kKnee);
    EXPECT_EQ(m_posed.size(), 1U);
    tests::click(row("rle4"), row("rle4").targetBox().center());
    QTest::keyClicks(&editor, "-70");
    m_panel.chooseJoint(kKnee);
    ASSERT_EQ(m_posed.size(), 2U);
    EXPECT_NEAR(m_posed[1].pose.at("rle4"), -70.0, 1e-9);
}

TEST_F(PosePanelTest, ANumberBeyondTheStopIsHeldAtTheStopAndSaidSo) {
    key(Qt::Key_Return);
    auto& editor = child<QDoubleSpinBox>("editor");
    QTest::keyClicks(&editor, "-200");
    EXPECT_EQ(tests::plain(editor.cleanText()), "-200") << "no digit is lost";
    QTest::keyClick(&editor, Qt::Key_Return);
    ASSERT_EQ(m_posed.size(), 1U);
    EXPECT_NEAR(m_posed[0].pose.at("lle4"), degFromRad(standard().joint(kKnee).minRad), 1e-9);
    const auto* note = m_panel.findChild<QLabel*>(QStringLiteral("fieldNote"));
    ASSERT_NE(note, nullptr);
    EXPECT_TRUE(note->isVisible());
    EXPECT_NE(tests::plain(note->text()).find("-130"), std::string::npos)
        << tests::plain(note->text());
}

TEST_F(PosePanelTest, ALockedJointStays) {
    MotionView view = bendingView();
    keyframe::Motion locked = *view.motion;
    locked.locked = {"lle4"};
    view.motion = std::make_shared<const keyframe::Motion>(locked);
    m_panel.setView(view);
    key(Qt::Key_Left);
    key(Qt::Key_Return);
    EXPECT_FALSE(child<QDoubleSpinBox>("editor").isVisible());
    EXPECT_TRUE(m_posed.empty());
    m_panel.chooseJoint(kOtherKnee);
    child<QCheckBox>("mirrors").click();
    key(Qt::Key_Left);
    ASSERT_EQ(m_posed.size(), 1U);
    EXPECT_TRUE(m_posed[0].pose.contains("rle4"));
    EXPECT_FALSE(m_posed[0].pose.contains("lle4")) << "its mirror image is locked";
}

TEST_F(PosePanelTest, TabWritesTheNextJoint) {
    key(Qt::Key_Return);
    auto& editor = child<QDoubleSpinBox>("editor");
    QTest::keyClicks(&editor, "-12");
    const JointId first = m_panel.chosenJoint();
    QTest::keyClick(&editor, Qt::Key_Tab);
    ASSERT_EQ(m_posed.size(), 1U);
    EXPECT_NEAR(m_posed[0].pose.at("lle4"), -12.0, 1e-9);
    EXPECT_EQ(m_panel.chosenJoint(), standard().findJoint("lle5"));
    EXPECT_TRUE(editor.isVisible());
    EXPECT_TRUE(editor.hasFocus());
    QTest::keyClicks(&editor, "7");
    QTest::keyClick(&editor, Qt::Key_Backtab, Qt::ShiftModifier);
    ASSERT_EQ(m_posed.size(), 2U);
    EXPECT_NEAR(m_posed[1].pose.at("lle5"), 7.0, 1e-9);
    EXPECT_EQ(m_panel.chosenJoint(), first);
    QTest::keyClick(&editor, Qt::Key_Escape);
    m_panel.chooseJoint(standard().findJoint("rle6")); // the last row hands on
    key(Qt::Key_Return);
    QTest::keyClick(&editor, Qt::Key_Tab);
    EXPECT_FALSE(editor.isVisible());
    EXPECT_FALSE(m_panel.hasFocus());
}

TEST_F(PosePanelTest, JointsAreFoundByNameAndKStores) {
    QSignalSpy stored(&m_panel, &PosePanel::storeRequested);
    QTest::keyClicks(&m_panel, "rle4");
    EXPECT_EQ(m_panel.chosenJoint(), kOtherKnee);
    QTest::keyClicks(&m_panel, "left ank");
    EXPECT_EQ(stored.size(), 0); // the k belongs to the word
    ASSERT_TRUE(tests::waitUntil([this] {
        QKeyEvent event(QEvent::ShortcutOverride, Qt::Key_K, Qt::NoModifier, QStringLiteral("k"));
        event.ignore();
        QApplication::sendEvent(&m_panel, &event);
        return !event.isAccepted(); // the word is over: the window's shortcut may have it
    }));
    key(Qt::Key_K);
    EXPECT_EQ(stored.size(), 1);
    const auto comesFirst = [this](int k, const QString& text = {}) {
        QKeyEvent event(QEvent::ShortcutOverride, k, Qt::NoModifier, text);
        event.ignore();
        QApplication::sendEvent(&m_panel, &event);
        return event.isAccepted();
    };
    EXPECT_TRUE(comesFirst(Qt::Key_Left));
    EXPECT_TRUE(comesFirst(Qt::Key_Up));
    for (const int k : {Qt::Key_Home, Qt::Key_End, Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_0}) {
        EXPECT_FALSE(comesFirst(k)) << k;
    }
    EXPECT_FALSE(comesFirst(Qt::Key_L, QStringLiteral("l")));
    QTest::keyClicks(&m_panel, "/");
    EXPECT_TRUE(comesFirst(Qt::Key_L, QStringLiteral("l"))) << "the slash begins a name";
    QTest::keyClicks(&m_panel, "lle4");
    EXPECT_EQ(m_panel.chosenJoint(), kKnee);
}

TEST_F(PosePanelTest, ButtonsAskForPoses) {
    QSignalSpy stored(&m_panel, &PosePanel::storeRequested);
    QSignalSpy removed(&m_panel, &PosePanel::removeRequested);
    QSignalSpy copied(&m_panel, &PosePanel::copyRequested);
    QSignalSpy pasted(&m_panel, &PosePanel::pasteRequested);
    QSignalSpy flipped(&m_panel, &PosePanel::flipRequested);
    QSignalSpy zeroed(&m_panel, &PosePanel::zeroRequested);
    child<QPushButton>("store").click();
    for (const char* name : {"remove", "copy", "paste", "pasteFlipped", "flip", "zero"}) {
        child<QToolButton>(name).click();
    }
    EXPECT_EQ(stored.size(), 1);
    EXPECT_EQ(removed.size(), 1);
    EXPECT_EQ(copied.size(), 1);
    EXPECT_EQ(flipped.size(), 1);
    EXPECT_EQ(zeroed.size(), 1);
    ASSERT_EQ(pasted.size(), 2);
    EXPECT_FALSE(pasted[0][0].toBool());
    EXPECT_TRUE(pasted[1][0].toBool());
    m_panel.setCanPaste(false);
    EXPECT_FALSE(child<QToolButton>("paste").isEnabled());
}

TEST_F(PosePanelTest, WhatCannotBeIsRed) {
    std::vector<double> anglesRad(standard().joints().size(), 0.0);
    std::vector<double> speeds(anglesRad.size(), 0.0);
    anglesRad[standard().findJoint("he1").index()] = radFromDeg(130.0);
    speeds[kKnee.index()] = -standard().joint(kKnee).maxSpeedRadPerS * 1.1;
    speeds[kOtherKnee.index()] = standard().joint(kKnee).maxSpeedRadPerS;
    m_panel.setPose(anglesRad, speeds, 0.4, true);
    EXPECT_TRUE(row("he1").isBeyondLimits());
    EXPECT_FALSE(row("he2").isBeyondLimits());
    EXPECT_TRUE(row("lle4").isTooFast());
    EXPECT_FALSE(row("rle4").isTooFast());
    const auto redOf = [&](const char* name) {
        const QColor corner = tests::picture(row(name)).pixelColor(2, 2);
        return corner.red() - corner.green();
    };
    EXPECT_GT(redOf("he1"), redOf("he2") + 20);
}

TEST_F(PosePanelTest, SidesStandSideBySideWhereThereIsRoom) {
    const auto top = [&](const char* name) { return row(name).mapTo(&m_panel, QPoint()).y(); };
    EXPECT_LT(top("lle4"), top("rle4"));
    m_panel.resize(480, 760);
    QCoreApplication::processEvents();
    EXPECT_EQ(top("lle4"), top("rle4"));
    EXPECT_LT(row("lle4").mapTo(&m_panel, QPoint()).x(), row("rle4").mapTo(&m_panel, QPoint()).x());
    EXPECT_LT(row("lle4").targetBox().x(), row("lle4").keyBox().x()); // turned around
    m_panel.resize(260, 760);
    QCoreApplication::processEvents();
    EXPECT_LT(top("lle4"), top("rle4"));
    auto& area = *m_panel.findChild<QScrollArea*>();
    EXPECT_LE(row("lle4").width(), area.viewport()->width()); // nothing is cut off
}

TEST_F(PosePanelTest, PosesAreStoredAppliedAndForgotten) {
    QSignalSpy changed(&m_panel, &PosePanel::posesChanged);
    auto& name = child<QComboBox>("poseName");
    ASSERT_TRUE(m_panel.setPoses(R"([{"name":"squat","joints":{"lle4":-90,"rle4":-350,"x9":3}}])"));
    name.setCurrentText("squat");
    child<QPushButton>("apply").click();
    ASSERT_EQ(m_posed.size(), 1U);
    EXPECT_EQ(m_posed[0].pose.size(), 2U); // joints that the robot has
    EXPECT_NEAR(m_posed[0].pose.at("lle4"), -90.0, 1e-9);
    EXPECT_NEAR(m_posed[0].pose.at("rle4"), degFromRad(standard().joint(kOtherKnee).minRad), 1e-9);
    name.setCurrentText("mine");
    child<QPushButton>("storePose").click();
    ASSERT_EQ(changed.size(), 1);
    EXPECT_NEAR(m_panel.poses().find("mine")->angleRad.at("lle4"), radFromDeg(-90.0), 1e-9);
    name.setCurrentText("squat");
    child<QPushButton>("delete").click();
    EXPECT_EQ(m_panel.poses().names(), QStringList({"mine"}));
    EXPECT_FALSE(m_panel.setPoses("[{"));
    EXPECT_EQ(m_panel.poses().names(), QStringList({"mine"}));
}

TEST_F(PosePanelTest, WithoutAMotionNothingMoves) {
    key(Qt::Key_Return);
    MotionView view = bendingView();
    view.motion.reset();
    m_panel.setView(view);
    EXPECT_FALSE(child<QDoubleSpinBox>("editor").isVisible());
    key(Qt::Key_Right);
    key(Qt::Key_K);
    EXPECT_FALSE(child<QPushButton>("store").isEnabled());
    m_panel.setView({});
    EXPECT_EQ(m_panel.findChildren<PoseSlider*>().size(), 0);
    EXPECT_FALSE(m_panel.chosenJoint().isValid());
    key(Qt::Key_Down);
    key(Qt::Key_Right);
    EXPECT_TRUE(m_posed.empty());
    view = bendingView();
    view.model = robot::naoModel(robot::NaoType::Toes).shared();
    m_panel.setView(view);
    EXPECT_EQ(m_panel.findChildren<PoseSlider*>().size(), 24);
}

TEST_F(PosePanelTest, PosesBothAxesOfUniversalJointsAndNoJointWithoutAName) {
    const robot::RobotModel& model = robot::soccerbot056Model();
    MotionView view;
    view.model = model.shared();
    view.motion = std::make_shared<const keyframe::Motion>();
    m_panel.setView(view);
    EXPECT_EQ(m_panel.findChildren<PoseSlider*>().size(), 20);
    const std::size_t first = model.findJoint("lae1_2").index();
    std::vector<double> anglesRad(model.joints().size(), 0.0);
    anglesRad[first] = radFromDeg(10.0);
    anglesRad[first + 1] = radFromDeg(-20.0);
    m_panel.setPose(anglesRad, {}, 0.0, false);
    EXPECT_NEAR(shownDeg("lae1_2"), 10.0, 1e-9);
    EXPECT_NEAR(shownDeg("lae1_2.2"), -20.0, 1e-9);
    m_posed.clear();
    m_panel.chooseJoint(JointId(first + 1));
    key(Qt::Key_Home);
    EXPECT_TRUE(m_posed.empty()) << "Home belongs to the window's menu";
    key(Qt::Key_0);
    ASSERT_EQ(m_posed.size(), 1U);
    EXPECT_EQ(m_posed[0].pose.count("lae1_2.2"), 1U);
    EXPECT_EQ(m_posed[0].pose.count("lae1_2"), 0U);
}

} // namespace
} // namespace sideline::widgets
