#include "widgets/motion/motion_panel.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTableView>
#include <QTimer>
#include <QToolButton>

#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/nao.h"
#include "motions/values.h"
#include "tests/gui/gui_support.h"
#include "tests/widgets/input_events.h"
#include "tests/widgets/panel_children.h"
#include "widgets/motion/finding_model.h"
#include "widgets/motion/key_model.h"
#include "widgets/motion/motion_panel_parts.h"
#include "widgets/motion/parameter_model.h"

namespace sideline::widgets {
namespace {

using keyframe::Limb;
using keyframe::Value;
using FailureMode = QAbstractItemModelTester::FailureReportingMode;

Value value(const char* text) {
    const auto parsed = Value::parse(text);
    EXPECT_TRUE(parsed.has_value()) << text;
    return parsed.value_or(Value());
}

keyframe::Motion kick() {
    keyframe::Motion motion;
    motion.name = "kick";
    motion.tags = {"kick"};
    motion.parameters = {{"swing", 35.0}, {"spare", 1.0}};
    motion.keyframeAtForWriting(0.0).joints["lle4"].angleDeg = value("2 * $swing");
    keyframe::Keyframe& lift = motion.keyframeAtForWriting(0.4);
    lift.name = "lift";
    lift.joints["lle3"].angleDeg = value("10 + $swing");
    lift.joints["lle4"].angleDeg = -20.0;
    lift.limbs[Limb::RightFoot].place.positionM = {0.0, -0.05, -0.3};
    return motion;
}

keyframe::Finding finding(keyframe::Finding::Severity severity, const char* text) {
    keyframe::Finding result;
    result.severity = severity;
    result.text = text;
    result.timeS = 0.4;
    result.joint = "lle4";
    return result;
}

class MotionPanelTest : public ::testing::Test {
protected:
    void SetUp() override {
        QObject::connect(&m_panel, &MotionPanel::edited, [this](const MotionEdit& edit) {
            m_edits.push_back(edit);
            show(edit.motion); // as the owner does
        });
        for (const char* fold : {"foldEntry", "foldParameters"}) {
            child<QToolButton>(fold).setChecked(true);
        }
        show(kick());
        m_panel.setCursor(0.4);
        ASSERT_TRUE(tests::showActive(m_panel, 300, 1000));
    }
    void show(const keyframe::Motion& motion) {
        m_view.motion = std::make_shared<const keyframe::Motion>(motion);
        m_view.model = m_model;
        m_panel.setView(m_view);
    }
    const keyframe::Motion& motion() { return *m_view.motion; }
    const keyframe::Keyframe& lift() { return *motion().keyframes[1]; }
    template <typename Widget>
    Widget& child(const char* name) {
        return tests::childOf<Widget>(m_panel, name);
    }
    void write(QLineEdit& line, const char* text, bool endsWithReturn = true) {
        line.setFocus();
        line.selectAll();
        QTest::keyClicks(&line, text);
        if (endsWithReturn) {
            QTest::keyClick(&line, Qt::Key_Return);
        }
    }
    std::string lastText() { return m_edits.empty() ? "" : tests::plain(m_edits.back().text); }

    MotionPanel m_panel;
    robot::RobotModelPtr m_model = robot::naoModel(robot::NaoType::Standard).shared();
    MotionView m_view;
    std::vector<MotionEdit> m_edits;
};

TEST_F(MotionPanelTest, LinesCountOnReturnAndWhenLeft) {
    auto& name = child<CommitLine>("name");
    write(name, "long kick", false);
    EXPECT_TRUE(m_edits.empty());
    QTest::keyClick(&name, Qt::Key_Return);
    ASSERT_EQ(m_edits.size(), 1U);
    EXPECT_EQ(motion().name, "long kick");
    EXPECT_EQ(lastText(), "Rename motion to long kick");
    write(child<CommitLine>("tags"), "kick,  far, , kick", false);
    child<CommitLine>("name").setFocus();
    ASSERT_EQ(m_edits.size(), 2U);
    EXPECT_EQ(motion().tags, (std::vector<std::string>{"kick", "far"}));
    write(name, "never", false);
    QTest::keyClick(&name, Qt::Key_Escape);
    child<CommitLine>("tags").setFocus();
    EXPECT_EQ(m_edits.size(), 2U);
    EXPECT_EQ(tests::plain(name.text()), "long kick");
}

TEST_F(MotionPanelTest, WhatIsBeingWrittenIsNotDisturbed) {
    auto& name = child<CommitLine>("name");
    write(name, "half", false);
    keyframe::Motion other = motion();
    other.speed = 2.0;
    show(other); // an edit from elsewhere
    EXPECT_EQ(tests::plain(name.text()), "half");
    auto& about = child<QPlainTextEdit>("description");
    about.setFocus();
    QTest::keyClicks(&about, "first");
    show(motion());
    EXPECT_EQ(tests::plain(about.toPlainText()), "first");
    QTest::keyClick(&about, Qt::Key_Return, Qt::ControlModifier);
    EXPECT_EQ(motion().description, "first");
}

TEST_F(MotionPanelTest, RobotsAreChosenAndWarnedOf) {
    QSignalSpy chosen(&m_panel, &MotionPanel::robotChosen);
    m_panel.setRobots({{"nao0", "Nao type 0"}, {"nao4", "Nao type 4"}}, 0);
    auto& robot = child<QComboBox>("robot");
    robot.setFocus();
    QTest::keyClick(&robot, Qt::Key_Down);
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen[0][0].toInt(), 1);
    EXPECT_FALSE(child<QLabel>("robotWarning").isVisible());
    auto& madeFor = child<QToolButton>("madeFor");
    EXPECT_EQ(tests::plain(madeFor.text()), "all robots");
    const auto check = [&](int row) {
        QTimer::singleShot(0, &m_panel, [&madeFor, row] {
            QMenu* menu = madeFor.menu();
            QTest::mouseClick(menu, Qt::LeftButton, {},
                              menu->actionGeometry(menu->actions().at(row)).center());
        });
        madeFor.showMenu(); // returns when the menu is closed
    };
    check(1);
    EXPECT_EQ(motion().robots, std::vector<std::string>{"nao4"});
    EXPECT_EQ(tests::plain(madeFor.text()), "Nao type 4");
    EXPECT_TRUE(child<QLabel>("robotWarning").isVisible());
    check(0);
    EXPECT_EQ(motion().robots, (std::vector<std::string>{"nao4", "nao0"}));
    check(1);
    EXPECT_EQ(motion().robots, std::vector<std::string>{"nao0"});
    keyframe::Motion other = motion();
    other.robots = {"nao77"};
    show(other);
    EXPECT_EQ(tests::plain(madeFor.text()), "nao77") << "a robot that is not listed";
    check(2);
    EXPECT_TRUE(motion().robots.empty());
}

TEST_F(MotionPanelTest, StepsOfASpinBoxAreOneGesture) {
    auto& speed = child<QDoubleSpinBox>("speed");
    speed.stepUp();
    speed.stepUp();
    ASSERT_EQ(m_edits.size(), 2U);
    EXPECT_NE(m_edits[0].gesture, 0);
    EXPECT_EQ(m_edits[0].gesture, m_edits[1].gesture);
    EXPECT_NEAR(motion().speed, 1.1, 1e-9);
    child<QDoubleSpinBox>("length").setValue(2.0);
    ASSERT_EQ(m_edits.size(), 3U);
    EXPECT_NE(m_edits[2].gesture, m_edits[1].gesture);
    EXPECT_DOUBLE_EQ(motion().endS(), 2.0);
}

TEST_F(MotionPanelTest, LoopDriveAndSwitches) {
    EXPECT_FALSE(child<QDoubleSpinBox>("loopBegin").isVisible());
    child<QCheckBox>("loops").click();
    ASSERT_TRUE(motion().loop.has_value());
    EXPECT_DOUBLE_EQ(motion().loop->endS, 0.4);
    EXPECT_EQ(motion().loop->count, 0);
    EXPECT_TRUE(child<QDoubleSpinBox>("loopBegin").isVisible());
    child<QDoubleSpinBox>("loopCount").setValue(3.0);
    child<QDoubleSpinBox>("loopBegin").setValue(0.6); // pushes the end
    EXPECT_EQ(*motion().loop, (keyframe::LoopRange{.beginS = 0.6, .endS = 0.6, .count = 3}));
    child<QCheckBox>("loops").click();
    EXPECT_FALSE(motion().loop.has_value());
    child<QCheckBox>("mirrored").click();
    child<QCheckBox>("stops").click();
    EXPECT_TRUE(motion().mirrored);
    EXPECT_TRUE(motion().stopsWhenFallen);
    auto& drive = child<QComboBox>("drive");
    drive.setFocus();
    QTest::keyClick(&drive, Qt::Key_Down);
    EXPECT_DOUBLE_EQ(motion().drive.gainPerS, 8.594);
    child<QDoubleSpinBox>("gain").setValue(10.0);
    EXPECT_EQ(motion().drive, (keyframe::Drive{.gainPerS = 10.0, .derivativeGainPerS = 0.573}));
    QTest::keyClick(&drive, Qt::Key_Up);
    EXPECT_EQ(motion().drive, keyframe::Drive{});
}

TEST_F(MotionPanelTest, EntryPose) {
    QSignalSpy requests(&m_panel, &MotionPanel::entryPoseRequested);
    child<QPushButton>("takeEntry").click();
    EXPECT_EQ(requests.size(), 1);
    EXPECT_FALSE(child<QPushButton>("clearEntry").isEnabled());
    keyframe::Motion with = motion();
    with.entry = keyframe::EntryPose{.anglesDeg = {{"lle4", -30.0}, {"rle4", -30.0}}};
    show(with);
    EXPECT_TRUE(child<QLabel>("entryState").text().contains("2 joints"));
    child<QDoubleSpinBox>("entryDuration").setValue(0.5);
    EXPECT_DOUBLE_EQ(motion().entry->durationS, 0.5);
    child<QPushButton>("clearEntry").click();
    EXPECT_FALSE(motion().entry.has_value());
}

TEST_F(MotionPanelTest, ParametersAreAddedRenamedAndRemoved) {
    auto& table = child<QTableView>("parameters");
    QAbstractItemModel& model = *table.model();
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_EQ(tests::plain(model.index(1, ParameterModel::UsedColumn).data().toString()),
              "2\u00d7");
    EXPECT_TRUE(model.setData(model.index(1, ParameterModel::ValueColumn), "40.5"));
    EXPECT_DOUBLE_EQ(motion().parameters.at("swing"), 40.5);
    EXPECT_FALSE(model.setData(model.index(1, ParameterModel::ValueColumn), "many"));
    EXPECT_FALSE(model.setData(model.index(1, ParameterModel::NameColumn), "spare"));
    EXPECT_FALSE(model.setData(model.index(1, ParameterModel::NameColumn), "no name"));
    EXPECT_TRUE(model.setData(model.index(1, ParameterModel::NameColumn), "$wide"));
    EXPECT_EQ(motion().parameters.count("swing"), 0U);
    EXPECT_EQ(lift().joints.at("lle3").angleDeg, value("10 + $wide"));
    child<QToolButton>("addParameter").click();
    EXPECT_EQ(motion().parameters.count("p1"), 1U);
    table.setCurrentIndex(model.index(2, 0)); // wide
    child<QToolButton>("removeParameter").click();
    EXPECT_EQ(motion().parameters.count("wide"), 0U);
    EXPECT_EQ(lastText(), "Remove parameter $wide");
    EXPECT_EQ(tests::plain(model.index(2, ParameterModel::ValueColumn).data().toString()),
              "missing"); // keys still use it
}

TEST_F(MotionPanelTest, TheKeyframeAtTheCursor) {
    EXPECT_TRUE(child<QToolButton>("foldKeyframe").text().contains("0.40 s"));
    EXPECT_EQ(tests::plain(child<CommitLine>("keyframeName").text()), "lift");
    write(child<CommitLine>("keyframeName"), "swing back");
    EXPECT_EQ(lift().name, "swing back");
    auto& wait = child<QComboBox>("wait");
    wait.setFocus();
    QTest::keyClick(&wait, Qt::Key_Down);
    ASSERT_TRUE(lift().wait.has_value());
    EXPECT_EQ(lift().wait->kind, keyframe::WaitKind::LeftFootContact);
    child<QDoubleSpinBox>("timeout").setValue(0.5);
    EXPECT_DOUBLE_EQ(lift().wait->timeoutS, 0.5);
    QTest::keyClick(&wait, Qt::Key_Up);
    EXPECT_FALSE(lift().wait.has_value());
    m_panel.setCursor(0.2);
    EXPECT_FALSE(wait.isVisible());
    EXPECT_TRUE(child<QLabel>("keyframeHint").isVisible());
}

TEST_F(MotionPanelTest, LimbTargets) {
    QSignalSpy requests(&m_panel, &MotionPanel::limbTargetRequested);
    auto& left = child<QWidget>("left-foot");
    auto& right = child<QWidget>("right-foot");
    EXPECT_FALSE(left.findChild<ValueLine*>("x")->isVisible());
    left.findChild<QToolButton*>("take")->click();
    ASSERT_EQ(requests.size(), 1);
    EXPECT_EQ(requests[0][0].toInt(), static_cast<int>(Limb::LeftFoot));
    auto& x = *right.findChild<ValueLine*>("x");
    ASSERT_TRUE(x.isVisible());
    write(x, "0.1 + $step");
    EXPECT_EQ(lift().limbs.at(Limb::RightFoot).place.positionM[0], value("0.1 + $step"));
    const std::size_t edits = m_edits.size();
    write(x, "0.1 + + (");
    EXPECT_TRUE(x.isWrong());
    EXPECT_FALSE(x.toolTip().isEmpty());
    EXPECT_EQ(m_edits.size(), edits);
    child<CommitLine>("name").setFocus();
    EXPECT_EQ(m_edits.size(), edits);
    x.setFocus();
    QTest::keyClick(&x, Qt::Key_Escape);
    EXPECT_FALSE(x.isWrong());
    write(*right.findChild<ValueLine*>("pitch"), "-5");
    EXPECT_EQ(lift().limbs.at(Limb::RightFoot).place.rollPitchYawDeg[1], Value(-5.0));
    auto& path = *right.findChild<QComboBox*>("path");
    path.setFocus();
    QTest::keyClick(&path, Qt::Key_Down);
    EXPECT_EQ(lift().limbs.at(Limb::RightFoot).path, keyframe::LimbTarget::Path::Straight);
    right.findChild<QToolButton*>("removeLimb")->click();
    EXPECT_TRUE(lift().limbs.empty());
    EXPECT_FALSE(x.isVisible());
}

TEST_F(MotionPanelTest, KeysAreWrittenInTheTable) {
    auto& table = child<QTableView>("keys");
    table.scrollTo(table.model()->index(0, 0));
    table.setFocus();
    table.setCurrentIndex(table.model()->index(1, KeyModel::AngleColumn));
    table.edit(table.currentIndex());
    auto* editor = table.viewport()->findChild<QLineEdit*>();
    ASSERT_NE(editor, nullptr);
    EXPECT_EQ(tests::plain(editor->text()), "-20");
    editor->selectAll();
    QTest::keyClicks(editor, "$swing - 60");
    QTest::keyClick(editor, Qt::Key_Return);
    ASSERT_TRUE(tests::waitUntil([this] { return !m_edits.empty(); }));
    EXPECT_EQ(lift().joints.at("lle4").angleDeg, value("$swing - 60"));
    EXPECT_FALSE(table.model()->setData(table.model()->index(1, KeyModel::AngleColumn), "12 +"));
    ASSERT_TRUE(table.model()->setData(table.model()->index(1, KeyModel::CurveColumn),
                                       static_cast<int>(motion::Curve::Sine)));
    EXPECT_EQ(lift().joints.at("lle4").curve, motion::Curve::Sine);
    EXPECT_EQ(lastText(), "Set curve of lle4 to sine");
    ASSERT_TRUE(table.model()->setData(table.model()->index(0, KeyModel::GainColumn), "0.5"));
    EXPECT_DOUBLE_EQ(lift().joints.at("lle3").speedScale, 0.5);
    EXPECT_FALSE(table.model()->setData(table.model()->index(0, KeyModel::GainColumn), "-1"));
}

// For a robot of rcssservermj the fields are the gains of motors, of the motion and of each key.
TEST_F(MotionPanelTest, GainsOfAT1AreWritten) {
    m_model = robot::mujocoRobotModel(robot::MujocoRobot::T1).shared();
    m_view.model = m_model;
    m_panel.setView(m_view);
    auto& drive = child<QComboBox>("drive");
    EXPECT_EQ(drive.currentText(), QStringLiteral("With default gains"));
    drive.setFocus();
    QTest::keyClick(&drive, Qt::Key_Down);
    EXPECT_EQ(motion().gains, (keyframe::JointGains{150.0, 1.0}));
    auto& kp = child<QDoubleSpinBox>("gain");
    EXPECT_TRUE(kp.suffix().contains(QStringLiteral("N m/rad")));
    kp.setFocus();
    kp.selectAll();
    QTest::keyClicks(&kp, "75");
    QTest::keyClick(&kp, Qt::Key_Return);
    EXPECT_EQ(motion().gains, (keyframe::JointGains{75.0, 1.0}));
    EXPECT_EQ(motion().drive, keyframe::Drive{});
    auto& table = child<QTableView>("keys");
    const auto cell = [&table] { return table.model()->index(1, KeyModel::GainColumn); };
    EXPECT_EQ(
        table.model()->headerData(KeyModel::GainColumn, Qt::Horizontal, Qt::DisplayRole).toString(),
        QStringLiteral("kp, kd"));
    EXPECT_EQ(cell().data().toString(), QStringLiteral("75, 1"));
    table.scrollTo(cell());
    table.setFocus();
    table.setCurrentIndex(cell());
    table.edit(cell());
    auto* editor = table.viewport()->findChild<QLineEdit*>();
    ASSERT_NE(editor, nullptr);
    editor->selectAll();
    QTest::keyClicks(editor, "120 2.5");
    QTest::keyClick(editor, Qt::Key_Return);
    ASSERT_TRUE(tests::waitUntil([this] { return lift().joints.at("lle4").gains.has_value(); }));
    EXPECT_EQ(lift().joints.at("lle4").gains, (keyframe::JointGains{120.0, 2.5}));
    EXPECT_EQ(cell().data().toString(), QStringLiteral("120, 2.5"));
    for (const char* bad : {"1", "1, -2", "stiff", "1, 2, 3"}) {
        EXPECT_FALSE(table.model()->setData(cell(), bad)) << bad;
    }
    ASSERT_TRUE(table.model()->setData(cell(), ""));
    EXPECT_FALSE(lift().joints.at("lle4").gains);
    drive.setFocus();
    QTest::keyClick(&drive, Qt::Key_Up);
    EXPECT_FALSE(motion().gains);
}

TEST_F(MotionPanelTest, FindingsAreListedAndActivated) {
    std::vector<keyframe::Finding> activated;
    QObject::connect(&m_panel, &MotionPanel::findingActivated,
                     [&](const keyframe::Finding& found) { activated.push_back(found); });
    EXPECT_TRUE(child<QLabel>("noFindings").isVisible());
    m_view.findings = {finding(keyframe::Finding::Severity::Warning, "it is too fast"),
                       finding(keyframe::Finding::Severity::Error, "it is beyond the stop")};
    m_panel.setView(m_view);
    EXPECT_FALSE(child<QLabel>("noFindings").isVisible());
    EXPECT_TRUE(child<QToolButton>("foldFindings").text().contains("1 error, 1 warning"));
    auto& list = child<QListView>("findings");
    m_panel.findChild<QScrollArea*>()->ensureWidgetVisible(&list);
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                      list.visualRect(list.model()->index(0, 0)).center());
    ASSERT_EQ(activated.size(), 1U);
    EXPECT_EQ(activated[0], m_view.findings[1]); // errors first
    list.setCurrentIndex(list.model()->index(1, 0));
    QTest::keyClick(&list, Qt::Key_Return);
    ASSERT_EQ(activated.size(), 2U);
    EXPECT_EQ(activated[1], m_view.findings[0]);
    EXPECT_EQ(tests::plain(list.model()->index(0, 0).data().toString()),
              "0.40 s, Left knee: it is beyond the stop");
}

TEST_F(MotionPanelTest, FitsANarrowDockAndAnEmptyOne) {
    m_panel.resize(260, 1000);
    QCoreApplication::processEvents();
    const auto& area = *m_panel.findChild<QScrollArea*>();
    EXPECT_LE(area.widget()->width(), area.viewport()->width());
    m_panel.setView({});
    EXPECT_FALSE(area.isVisible());
    EXPECT_TRUE(child<QLabel>("hint").isVisible());
    m_panel.setCursor(1.0);
    EXPECT_TRUE(m_edits.empty());
}

TEST_F(MotionPanelTest, TheWheelScrollsAndChangesNothing) {
    child<CommitLine>("name").setFocus();
    auto& speed = child<QDoubleSpinBox>("speed");
    tests::turnWheel(speed, QPointF(10, 5), 2);
    auto& drive = child<QComboBox>("drive");
    tests::turnWheel(drive, QPointF(10, 5), -2);
    EXPECT_TRUE(m_edits.empty());
    speed.setFocus();
    tests::turnWheel(speed, QPointF(10, 5), 1);
    EXPECT_EQ(m_edits.size(), 1U);
}

TEST_F(MotionPanelTest, AMotionThatIsClosedWhileAKeyIsWrittenTakesNothing) {
    auto& table = child<QTableView>("keys");
    table.setFocus();
    table.setCurrentIndex(table.model()->index(1, KeyModel::AngleColumn));
    table.edit(table.currentIndex());
    auto* editor = table.viewport()->findChild<QLineEdit*>();
    ASSERT_NE(editor, nullptr);
    QTest::keyClicks(editor, "77");
    m_panel.setView({});
    QCoreApplication::processEvents();
    EXPECT_TRUE(m_edits.empty());
}

TEST_F(MotionPanelTest, SectionsFold) {
    auto& fold = child<QToolButton>("foldPlaying");
    EXPECT_TRUE(child<QDoubleSpinBox>("speed").isVisible());
    fold.click();
    EXPECT_FALSE(child<QDoubleSpinBox>("speed").isVisible());
    fold.click();
    EXPECT_TRUE(child<QDoubleSpinBox>("speed").isVisible());
}

TEST(MotionModelsTest, AreProperModels) {
    ParameterModel parameters;
    KeyModel keys;
    FindingModel findings;
    const QAbstractItemModelTester parameterTester(&parameters, FailureMode::Fatal);
    const QAbstractItemModelTester keyTester(&keys, FailureMode::Fatal);
    const QAbstractItemModelTester findingTester(&findings, FailureMode::Fatal);
    keyframe::Motion motion = kick();
    for (int i = 0; i < 2; ++i) {
        parameters.setMotion(motion);
        keys.setKeyframe(&*motion.keyframes[1]);
        findings.setFindings({finding(keyframe::Finding::Severity::Note, "so")});
        motion.parameters["swing"] = 7.0; // then only values change
        motion.keyframes[1].write().joints["lle4"].angleDeg = 3.0;
    }
    EXPECT_EQ(parameters.rowCount(), 2);
    EXPECT_EQ(keys.rowCount(), 2);
    EXPECT_EQ(findings.rowCount(), 1);
    findings.setFindings(findings.findings(), robot::naoModel(robot::NaoType::Standard).shared());
    EXPECT_EQ(tests::plain(findings.index(0).data().toString()), "0.40 s, Left knee: so");
    parameters.setMotion({});
    keys.setKeyframe(nullptr);
    findings.setFindings({});
    EXPECT_EQ(parameters.rowCount() + keys.rowCount() + findings.rowCount(), 0);
}

TEST(ParameterModelTest, RenamesWholeNamesOnly) {
    keyframe::Motion motion;
    motion.parameters = {{"a", 1.0}, {"ab", 2.0}};
    motion.keyframeAtForWriting(0.0).joints["he1"].angleDeg = value("$a + $ab * $a");
    const keyframe::Motion renamed = withRenamedParameter(motion, "a", "long_name");
    EXPECT_EQ(renamed.keyframes[0]->joints.at("he1").angleDeg,
              value("$long_name + $ab * $long_name"));
    EXPECT_DOUBLE_EQ(renamed.parameters.at("long_name"), 1.0);
    EXPECT_EQ(keyframe::parameterUses(motion).at("a"), 1);
    EXPECT_TRUE(isParameterName("kick_p13"));
    EXPECT_FALSE(isParameterName("3rd"));
    EXPECT_FALSE(isParameterName(""));
}

} // namespace
} // namespace sideline::widgets
