// The motion editor in the real window.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QElapsedTimer>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

#include "agentcore/math/angles.h"
#include "agentcore/robot/mujoco_robots.h"
#include "motions/format/format.h"
#include "studio/shell/layouts.h"
#include "tests/gui/file_dialog.h"
#include "tests/gui/gui_support.h"
#include "tests/studio/studio_window.h"
#include "tests/support/test_files.h"
#include "tests/widgets/input_events.h"
#include "training/trial/physics_robot.h"
#include "widgets/motion/motion_library_model.h"
#include "widgets/motion/motion_library_panel.h"
#include "widgets/motion/motion_panel.h"
#include "widgets/motion/motion_ruler.h"

namespace sideline::studio {
namespace {

constexpr int kMotionTimeoutMs = 20'000;                  // ms
constexpr int kNoLimit = std::numeric_limits<int>::max(); // ms; the limit of ctest holds

class MotionWorkspaceTest : public tests::StudioWindowTest {
protected:
    void SetUp() override {
        m_store.setValue(QStringLiteral("motion/own-folder"), qt(m_folder / "own"));
        StudioWindowTest::SetUp();
        ASSERT_TRUE(m_window->showLayout(QStringLiteral("Motion")));
    }
    void TearDown() override { workspace().document().forget(); }
    MotionWorkspace& workspace() { return m_window->find<studio::MotionWorkspace>(); }
    const keyframe::Motion& motion() { return *workspace().document().motion(); }
    void poseArm(double timeS, double liftDeg) {
        workspace().setTime(timeS);
        Q_EMIT workspace().posePanel()->posed({{"rae1", liftDeg}, {"rae2", -0.2 * liftDeg}}, 0);
    }
    void makeWave() {
        poseArm(0.0, 0.0);
        poseArm(0.5, 80.0);
        poseArm(1.0, 40.0);
        poseArm(1.5, 80.0);
    }
    template <typename Widget>
    Widget& trialChild(const char* name) {
        auto* child = workspace().trials().panel()->findChild<Widget*>(QLatin1String(name));
        EXPECT_NE(child, nullptr) << name;
        return *child;
    }
    // Finds a field of the Trial panel and gives it the focus.
    template <typename Field>
    Field& trialField(const char* name) {
        auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("motion-trial"));
        dock->show();
        dock->raise();
        m_window->activateWindow();
        auto* field = &trialChild<Field>(name);
        EXPECT_TRUE(tests::waitUntil([&] {
            field->setFocus();
            return field->hasFocus();
        }));
        return *field;
    }
    bool isAnalyzed() {
        return tests::waitUntil([&] { return workspace().view().analysis != nullptr; },
                                kMotionTimeoutMs);
    }
};

TEST_F(MotionWorkspaceTest, APoseCopiedInItsPanelCanBePasted) {
    makeWave();
    const auto button = [&](const char* name) {
        return workspace().posePanel()->findChild<QAbstractButton*>(QLatin1String(name));
    };
    ASSERT_TRUE(tests::waitUntil([&] { return button("copy")->isEnabled(); }, kMotionTimeoutMs));
    EXPECT_FALSE(button("paste")->isEnabled());
    workspace().setTime(0.5);
    QTest::mouseClick(button("copy"), Qt::LeftButton);
    ASSERT_TRUE(button("paste")->isEnabled());
    workspace().setTime(2.0);
    QTest::mouseClick(button("paste"), Qt::LeftButton);
    const auto pasted = motion().keyframeAt(2.0);
    ASSERT_TRUE(pasted);
    EXPECT_NEAR(motion().keyframes[*pasted]->joints.at("rae1").angleDeg.number(), 80.0, 0.1);
}

TEST_F(MotionWorkspaceTest, TheLayoutHasItsOwnDocksMenusAndKeys) {
    for (const char* id : {"motion-library", "motion-pose", "motion-timeline"}) {
        const auto* dock = m_window->findChild<QDockWidget*>(QLatin1String(id));
        ASSERT_NE(dock, nullptr) << id;
        EXPECT_TRUE(dock->isVisible()) << id;
    }
    EXPECT_FALSE(m_window->findChild<QDockWidget*>(QStringLiteral("events"))->isVisible());
    EXPECT_FALSE(action("replay.play").isEnabled());
    EXPECT_TRUE(action("motion.store").isEnabled());
    EXPECT_TRUE(workspace().stage()->isVisible());
    ASSERT_TRUE(m_window->showLayout(QStringLiteral("Replay")));
    EXPECT_FALSE(workspace().stage()->isVisible());
    EXPECT_FALSE(action("motion.store").isVisible());
    EXPECT_TRUE(action("replay.play").isVisible());
}

TEST_F(MotionWorkspaceTest, PosingStoresKeysWithNamedUndo) {
    makeWave();
    ASSERT_EQ(motion().keyframes.size(), 4U);
    EXPECT_DOUBLE_EQ(motion().endS(), 1.5);
    EXPECT_TRUE(action("motion.undo").text().contains(QStringLiteral("Pose")));
    action("motion.undo").trigger();
    EXPECT_EQ(motion().keyframes.size(), 3U);
    action("motion.redo").trigger();
    EXPECT_EQ(motion().keyframes.size(), 4U);
    EXPECT_TRUE(m_window->isWindowModified());
}

TEST_F(MotionWorkspaceTest, StoreKeysTheWholePoseAndMirrorExchangesSides) {
    makeWave();
    workspace().setTime(0.25);
    action("motion.store").trigger();
    const auto index = motion().keyframeAt(0.25);
    ASSERT_TRUE(index);
    EXPECT_EQ(motion().keyframes[*index]->joints.size(), 22U);
    action("motion.mirror").trigger();
    const auto last = motion().keyframeAt(1.5);
    ASSERT_TRUE(last);
    const auto& joints = motion().keyframes[*last]->joints;
    ASSERT_TRUE(joints.contains("lae1"));
    EXPECT_FALSE(joints.contains("rae1"));
    EXPECT_EQ(joints.at("lae1").angleDeg.number(), 80.0);
    EXPECT_EQ(joints.at("lae2").angleDeg.number(), 16.0);
}

TEST_F(MotionWorkspaceTest, PosingWithoutStoringStaysUntilTheCursorMoves) {
    makeWave();
    widgets::PosingOptions options = workspace().posePanel()->options();
    options.storesKeys = false;
    workspace().posePanel()->setOptions(options);
    workspace().setTime(0.75);
    const auto before = workspace().document().version();
    Q_EMIT workspace().posePanel()->posed({{"he1", 30.0}}, 0);
    EXPECT_EQ(workspace().document().version(), before);
    action("motion.store").trigger();
    const auto index = motion().keyframeAt(0.75);
    ASSERT_TRUE(index);
    EXPECT_EQ(motion().keyframes[*index]->joints.at("he1").angleDeg.number(), 30.0);
}

TEST_F(MotionWorkspaceTest, SimulatesInTheBackgroundAndOverlaysMeasurements) {
    makeWave();
    action("motion.try").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().trials().result() != nullptr; },
                                 kMotionTimeoutMs));
    EXPECT_TRUE(workspace().trials().result()->finished);
    EXPECT_TRUE(workspace().trials().result()->isUprightAtEnd);
    EXPECT_TRUE(workspace().trials().isShown());
    ASSERT_NE(workspace().view().played, nullptr);
    EXPECT_GT(workspace().view().played->timesS.size(), 60U);
    action("motion.show-trial").trigger();
    EXPECT_FALSE(workspace().trials().isShown());
}

TEST_F(MotionWorkspaceTest, AnalysesInTheBackgroundAndShowsFindings) {
    makeWave();
    ASSERT_TRUE(isAnalyzed());
    EXPECT_FALSE(keyframe::hasErrors(workspace().view().findings));
    Q_EMIT workspace().posePanel()->posed({{"lle4", -160.0}}, 0); // beyond the limit of -130
    ASSERT_FALSE(workspace().view().findings.empty());
    EXPECT_EQ(workspace().view().findings.front().joint, "lle4");
}

TEST_F(MotionWorkspaceTest, SavesReloadsAndExportsForOtherTeams) {
    makeWave();
    const QString own = qt(m_folder / "wave.motion");
    ASSERT_TRUE(workspace().saveTo(own, keyframe::Format::Sideline));
    EXPECT_FALSE(m_window->isWindowModified());
    const keyframe::Motion saved = motion();
    for (const auto& [name, format] : {std::pair{"wave.xml", keyframe::Format::FcpSlots},
                                       std::pair{"wave.skl", keyframe::Format::UtSkill}}) {
        const auto file = m_folder / name;
        ASSERT_TRUE(workspace().saveTo(qt(file), format)) << name;
        EXPECT_EQ(workspace().document().file(), own)
            << "an export does not change the document's file";
        const auto read = keyframe::readMotionFile(file);
        ASSERT_TRUE(read) << read.error().toString();
        EXPECT_EQ(read->format, format);
    }
    const QStringList shownTexts =
        m_window->messages().texts().filter(QStringLiteral("This format"));
    ASSERT_EQ(shownTexts.size(), 2) << "one of each format";
    EXPECT_TRUE(shownTexts.back().startsWith(
        QStringLiteral("This format cannot hold everything: UT Austin Villa drives")))
        << shownTexts.back().toStdString() << ": shows the warning, although a note is first";
    EXPECT_TRUE(shownTexts.filter(QStringLiteral("note:")).isEmpty());
    action("motion.new").trigger();
    EXPECT_TRUE(motion().keyframes.empty());
    m_window->openFile(own);
    EXPECT_EQ(motion(), saved);
}

TEST_F(MotionWorkspaceTest, AMotionWithoutANameIsCalledByItsFile) {
    makeWave();
    ASSERT_TRUE(workspace().saveTo(qt(m_folder / "wave.motion"), keyframe::Format::Sideline));
    EXPECT_EQ(motion().name, "") << "the motion itself stays as it is";
    EXPECT_EQ(workspace().document().named().name, "wave") << "as experiments call it";
    ASSERT_TRUE(workspace().saveTo(qt(m_folder / "other.skl"), keyframe::Format::UtSkill));
    const auto read = keyframe::readMotionFile(m_folder / "other.skl");
    ASSERT_TRUE(read) << read.error().toString();
    EXPECT_EQ(read->motions.front().motion.name, "SKILL_WAVE");
}

TEST_F(MotionWorkspaceTest, AnImportedFileIsOpenedAndSelected) {
    makeWave();
    const auto elsewhere = m_folder / "wave.motion";
    ASSERT_TRUE(workspace().saveTo(qt(elsewhere), keyframe::Format::Sideline));
    const keyframe::Motion wave = motion();
    action("motion.new").trigger();
    auto* panel = m_window->findChild<widgets::MotionLibraryPanel*>();
    auto* tree = panel->findChild<QTreeView*>();
    ASSERT_TRUE(tests::waitUntil([&] { return tree->model()->rowCount() > 0; }, kMotionTimeoutMs));
    QTest::keyClick(tree, Qt::Key_Home); // another row is chosen
    tests::answerFileDialog(*m_window, qt(elsewhere));
    QTest::mouseClick(panel->findChild<QPushButton*>(QStringLiteral("import")), Qt::LeftButton);
    const QString imported = qt(m_folder / "own" / "wave.motion");
    EXPECT_EQ(workspace().document().file(), imported);
    EXPECT_EQ(motion(), wave);
    const auto chosen = [&] { return tree->currentIndex(); };
    EXPECT_TRUE(tests::waitUntil(
        [&] { return chosen().data(widgets::MotionLibraryModel::PathRole).toString() == imported; },
        kMotionTimeoutMs));
    // An export in the same folder has a name of its own in the list.
    ASSERT_TRUE(workspace().saveTo(qt(m_folder / "own" / "wave.xml"), keyframe::Format::FcpSlots));
    const auto names = [&] {
        QStringList rows;
        for (int i = 0; i < chosen().model()->rowCount(chosen().parent()); ++i) {
            rows << chosen().siblingAtRow(i).data().toString();
        }
        return rows;
    };
    EXPECT_TRUE(tests::waitUntil([&] { return chosen().isValid() && names().size() == 2; },
                                 kMotionTimeoutMs));
    EXPECT_TRUE(names().contains(QStringLiteral("wave")) &&
                names().contains(QStringLiteral("wave.xml")))
        << names().join(QLatin1Char(' ')).toStdString();
}

TEST_F(MotionWorkspaceTest, ShippedMotionsChooseTheirRobotAndTheirStart) {
    const std::filesystem::path library =
        std::filesystem::path(std::getenv("SIDELINE_SOURCE_DIR")) / "motions" / "library";
    ASSERT_TRUE(workspace().openFile(qt(library / "GetUp" / "getup-back-3.motion")));
    EXPECT_EQ(workspace().model().name(), "nao3");
    EXPECT_TRUE(workspace().document().file().isEmpty()) << "shipped files are not overwritten";
    action("motion.try").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().trials().result() != nullptr; },
                                 kMotionTimeoutMs));
    EXPECT_TRUE(workspace().trials().result()->isUprightAtEnd);
    EXPECT_LT(workspace().trials().result()->X_STorsoAtStart.R(2, 2), 0.5) << "it started lying";
    ASSERT_TRUE(workspace().openFile(qt(library / "Kick" / "kick-left.motion")));
    action("motion.try").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().trials().result() != nullptr; },
                                 kMotionTimeoutMs));
    EXPECT_GT(workspace().trials().result()->ballDistanceM, 3.0);
}

// The robots differ in the number of their joints.
TEST_F(MotionWorkspaceTest, MotionsOfEveryRobotAreEdited) {
    makeWave(); // the view shows a Nao with 22 joints
    workspace().document().forget();
    const auto write = [&](const std::string& robot) {
        const auto file = m_folder / (robot + ".motion");
        tests::writeFile(file, "sideline-motion 1\n\nmotion \"\"\nrobots " + robot +
                                   "\nkeyframe 0\n  lle4 = 0\nkeyframe 0.5\n  lle4 = 10\n");
        return qt(file);
    };
    for (const char* robot : {"nao4", "T1", "soccerbot056", "PiPlus", "K1", "nao0"}) {
        ASSERT_TRUE(workspace().openFile(write(robot))) << robot;
        EXPECT_EQ(workspace().model().name(), robot);
        EXPECT_TRUE(isAnalyzed()) << robot;
    }
    ASSERT_TRUE(workspace().openFile(write("T1")));
    auto& choice = *m_window->findChild<widgets::MotionPanel*>()->findChild<QComboBox*>(
        QStringLiteral("robot"));
    EXPECT_EQ(choice.currentText(), QStringLiteral("T1"));
    EXPECT_GE(choice.findText(QStringLiteral("K1")), 0);
    EXPECT_GE(choice.findText(QStringLiteral("PiPlus")), 0);
}

// Keyframes of a base code: opened, posed and exported with their gains, simulated on MuJoCo.
TEST_F(MotionWorkspaceTest, KeyframesOfAT1ArePosedExportedAndSimulated) {
    const robot::RobotModel& t1 = robot::mujocoRobotModel(robot::MujocoRobot::T1);
    if (const auto robot = training::makePhysicsRobot(t1, false); !robot) {
        GTEST_SKIP() << robot.error().toString();
    }
    tests::writeFile(m_folder / "stand.yaml",
                     "symmetry: true\nkp: 150\nkd: 1\nkeyframes:\n"
                     "  - delta: 0.5\n    motor_positions:\n      Shoulder_Roll: -90\n"
                     "      Hip_Pitch: 0\n      Knee_Pitch: 0\n      Ankle_Pitch: 0\n"
                     "    p_gains:\n      Ankle_Pitch: 200\n"
                     "  - delta: 0.5\n    motor_positions:\n      Shoulder_Roll: -80\n");
    ASSERT_TRUE(workspace().openFile(qt(m_folder / "stand.yaml")));
    EXPECT_EQ(workspace().model().name(), "T1");
    Q_EMIT workspace().posePanel()->posed({{"lle5", -1.0}, {"rle5", -1.0}}, 0); // at 0 s
    const auto file = m_folder / "mended.yaml";
    ASSERT_TRUE(workspace().saveTo(qt(file), keyframe::Format::T1Yaml));
    const auto mended = keyframe::readMotionFile(file);
    ASSERT_TRUE(mended) << mended.error().toString();
    const keyframe::Motion& read = mended->motions[0].motion;
    EXPECT_EQ(read.gains, (keyframe::JointGains{150.0, 1.0}));
    const keyframe::Key& ankle = read.keyframes[0]->joints.at("rle5");
    EXPECT_EQ(ankle.angleDeg.number(), -1.0);
    EXPECT_EQ(ankle.gains, (keyframe::JointGains{200.0, 1.0}));

    auto& repeats = trialField<QSpinBox>("repeats");
    repeats.selectAll();
    QTest::keyClicks(&repeats, "3");
    QTest::keyClick(&repeats, Qt::Key_F6);
    const auto* runs = &trialChild<QTableView>("runs");
    ASSERT_TRUE(tests::waitUntil(
        [&] { return runs->model()->rowCount() == 3 && runs->isEnabled(); }, kNoLimit));
    const training::TrialResultPtr result = workspace().trials().result();
    ASSERT_NE(result, nullptr);
    EXPECT_TRUE(result->isUprightAtEnd);
    EXPECT_FALSE(result->balance.empty());
    EXPECT_TRUE(trialChild<QLabel>("report").text().contains(QStringLiteral("MuJoCo")));
}

// A fast bow falls: a click on the fall shows that moment, a click on the suggestion that was
// measured to help edits the motion, undoably, and then it stands.
TEST_F(MotionWorkspaceTest, AFallIsExplainedAndMendedByClicks) {
    std::ofstream(m_folder / "bow.motion")
        << "sideline-motion 1\nmotion \"bow\"\nlength 2.5\n"
           "keyframe 0.0\n  lae1 = -90\n  rae1 = -90\n  lle3 = 30\n  rle3 = 30\n"
           "  lle4 = -60\n  rle4 = -60\n  lle5 = 30\n  rle5 = 30\n"
           "keyframe 0.5\n  lle3 = 30\n  rle3 = 30\n"
           "keyframe 0.6\n  lle3 = 60\n  rle3 = 60\n"
           "keyframe 1.1\n  lle3 = 30\n  rle3 = 30\n";
    ASSERT_TRUE(workspace().openFile(qt(m_folder / "bow.motion")));
    action("motion.try").trigger();
    ASSERT_TRUE(
        tests::waitUntil([&] { return workspace().trials().result() != nullptr; }, kNoLimit));
    const training::TrialResultPtr result = workspace().trials().result();
    ASSERT_TRUE(result->fall);
    auto& heading = trialChild<QLabel>("fallSuggestions");
    ASSERT_TRUE(tests::waitUntil(
        [&] { return !heading.text().contains(QStringLiteral("being tried")); }, kNoLimit));
    auto* remedy =
        workspace().trials().panel()->findChild<QPushButton*>(QStringLiteral("fallRemedy0"));
    ASSERT_NE(remedy, nullptr) << "no edit was proposed";
    ASSERT_TRUE(remedy->isVisible());
    ASSERT_NE(workspace().view().played, nullptr);
    EXPECT_FALSE(workspace().view().played->balance.empty());
    EXPECT_NEAR(workspace().view().played->fellAtS.value_or(0.0), result->fall->fellAtS, 0.05);

    auto& events = trialChild<QLabel>("fallEvents");
    QTest::mouseClick(&events, Qt::LeftButton, {}, QPoint(12, 8));
    EXPECT_TRUE(workspace().trials().isShown());
    EXPECT_FALSE(workspace().trials().isPlaying());
    EXPECT_NEAR(workspace().trials().sample()->timeS, result->fall->fellAtS, 0.011);
    EXPECT_NEAR(workspace().timeline()->cursorS(), workspace().trials().sample()->motionTimeS,
                0.011);

    ASSERT_TRUE(trialChild<QLabel>("fallOutcome0").text().contains(QStringLiteral("stands")));
    const keyframe::Motion before = motion();
    QTest::mouseClick(remedy, Qt::LeftButton);
    EXPECT_NE(motion(), before);
    EXPECT_FALSE(remedy->isEnabled()) << "the result is of the motion before";
    action("motion.try").trigger();
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            const auto& now = workspace().trials().result();
            return now != nullptr && now != result;
        },
        kNoLimit));
    EXPECT_FALSE(workspace().trials().result()->fellAtS);
    EXPECT_FALSE(events.isVisible());
    action("motion.undo").trigger();
    EXPECT_EQ(motion(), before);
}

TEST_F(MotionWorkspaceTest, CommitsTheEditedFieldBeforeATrial) {
    makeWave();
    auto& noise = trialField<QDoubleSpinBox>("noise");
    noise.selectAll();
    QTest::keyClicks(&noise, "2.5");
    QTest::keyClick(&noise, Qt::Key_F6);
    EXPECT_DOUBLE_EQ(workspace().trials().panel()->choice().noiseDeg, 2.5);
    auto& repeats = trialField<QSpinBox>("repeats");
    repeats.selectAll();
    QTest::keyClicks(&repeats, "3");
    auto* button = &trialChild<QPushButton>("try");
    int atClick = 0;
    QObject::connect(workspace().trials().panel(), &widgets::TrialPanel::tryRequested, button,
                     [&] { atClick = workspace().trials().panel()->choice().repeats; });
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().trials().result() != nullptr; },
                                 kMotionTimeoutMs));
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_EQ(atClick, 3);
}

TEST_F(MotionWorkspaceTest, TabGoesToTheNextField) {
    makeWave();
    auto& repeats = trialField<QSpinBox>("repeats");
    QTest::keyClick(&repeats, Qt::Key_Tab);
    EXPECT_TRUE(trialChild<QDoubleSpinBox>("noise").hasFocus());
    EXPECT_EQ(workspace().timeline()->mode(), widgets::MotionTimeline::Mode::DopeSheet);
    QTest::keyClick(workspace().timeline(), Qt::Key_C);
    EXPECT_EQ(workspace().timeline()->mode(), widgets::MotionTimeline::Mode::Curves);
}

TEST_F(MotionWorkspaceTest, MirroredPlayLeavesThePosedJointsAlone) {
    makeWave();
    keyframe::Motion mirrored = motion();
    mirrored.mirrored = true;
    workspace().document().apply({mirrored, {}, QStringLiteral("Play mirrored"), 0});
    const robot::JointId right = workspace().model().findJoint("rae1");
    EXPECT_NEAR(workspace().view().trajectory->angleRad(right, 0.5, 0.0), math::radFromDeg(80.0),
                1e-9);
    action("motion.try").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().trials().result() != nullptr; },
                                 kMotionTimeoutMs));
    const robot::JointId left = workspace().model().findJoint("lae1");
    double highestRad = 0.0;
    for (const training::TrialSample& sample : workspace().trials().result()->samples) {
        highestRad = std::max(highestRad, sample.measuredRad[left.index()]);
    }
    EXPECT_NEAR(highestRad, math::radFromDeg(80.0), math::radFromDeg(3.0));
    EXPECT_EQ(workspace().view().played, nullptr);
}

TEST_F(MotionWorkspaceTest, ABadFileIsReportedAndTheMotionStays) {
    makeWave();
    workspace().document().undoStack().setClean();
    std::ofstream(m_folder / "bad.xml") << "<behavior><slot delta='0.2'><move id=";
    EXPECT_FALSE(workspace().openFile(qt(m_folder / "bad.xml")));
    EXPECT_EQ(motion().keyframes.size(), 4U);
    ASSERT_FALSE(m_window->messages().texts().isEmpty());
    EXPECT_TRUE(m_window->messages().texts().back().contains(QStringLiteral("bad.xml")));
}

TEST_F(MotionWorkspaceTest, ThePlayheadAndTheTrialUseOneClock) {
    makeWave();
    action("motion.try").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().trials().isShown(); }, kMotionTimeoutMs));
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().timeS() > 0.3; }, kMotionTimeoutMs))
        << "it plays";
    ASSERT_TRUE(workspace().trials().isShown());
    EXPECT_NEAR(workspace().timeline()->cursorS(), workspace().trials().sample()->motionTimeS,
                0.011);
    // The user moves the playhead: the trial follows, and pauses.
    Q_EMIT workspace().timeline()->cursorMoved(0.5);
    EXPECT_TRUE(workspace().trials().isShown());
    EXPECT_FALSE(workspace().trials().isPlaying());
    EXPECT_NEAR(workspace().trials().sample()->motionTimeS, 0.5, 0.011);
    EXPECT_DOUBLE_EQ(workspace().timeS(), 0.5);
    action("motion.step-on").trigger();
    EXPECT_NEAR(workspace().trials().sample()->motionTimeS, 0.52, 0.011);
    action("motion.show-trial").trigger();
    EXPECT_FALSE(workspace().trials().isShown());
    EXPECT_NEAR(workspace().timeS(), 0.52, 1e-9) << "the motion is at the same time";
}

TEST_F(MotionWorkspaceTest, PlaysFromTheTimelineSlowlyInAMarkedRange) {
    makeWave();
    const auto button = [&](const char* id) {
        return workspace().timeline()->findChild<QToolButton*>(QStringLiteral("transport-") +
                                                               QLatin1String(id));
    };
    ASSERT_NE(button("motion.play"), nullptr);
    auto* speed = workspace().timeline()->findChild<QComboBox*>(QStringLiteral("previewSpeed"));
    ASSERT_TRUE(tests::waitUntil([&] {
        speed->setFocus();
        return speed->hasFocus();
    }));
    QTest::keyClick(speed, Qt::Key_Home);
    EXPECT_DOUBLE_EQ(workspace().timeline()->transport().speed(), 0.1);
    workspace().setTime(1.2);
    QTest::mouseClick(button("motion.play"), Qt::LeftButton);
    EXPECT_TRUE(action("motion.play").isChecked());
    QElapsedTimer clock;
    clock.start();
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().timeS() > 1.22; }, kMotionTimeoutMs));
    EXPECT_GE(clock.elapsed(), 150) << "a tenth of real time";
    QTest::mouseClick(button("motion.play"), Qt::LeftButton);
    EXPECT_FALSE(action("motion.play").isChecked());
    // Marks an interval on the ruler, which is then repeated.
    auto* ruler = workspace().timeline()->findChild<widgets::MotionRuler*>();
    const int y = widgets::MotionRuler::kTicksHeight / 2;
    const auto at = [&](double timeS) {
        return QPoint(static_cast<int>(ruler->axis().xOf(timeS)), y);
    };
    QTest::mousePress(ruler, Qt::LeftButton, Qt::ShiftModifier, at(0.4));
    QTest::mouseMove(ruler, at(0.5));
    QTest::mouseMove(ruler, at(0.8));
    QTest::mouseRelease(ruler, Qt::LeftButton, Qt::ShiftModifier, at(0.8));
    ASSERT_TRUE(workspace().timeline()->range());
    QTest::keyClick(speed, Qt::Key_End);
    QTest::mouseClick(button("motion.repeat"), Qt::LeftButton);
    QTest::mouseClick(button("motion.play"), Qt::LeftButton);
    int turns = 0;
    double lastS = workspace().timeS();
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            turns += workspace().timeS() < lastS ? 1 : 0;
            lastS = workspace().timeS();
            EXPECT_GE(lastS, workspace().timeline()->range()->first - 1e-9);
            EXPECT_LE(lastS, workspace().timeline()->range()->second + 1e-9);
            return turns >= 2;
        },
        kMotionTimeoutMs));
    QTest::mouseClick(button("motion.try"), Qt::LeftButton);
    EXPECT_TRUE(tests::waitUntil([&] { return workspace().trials().isShown(); }, kMotionTimeoutMs));
    EXPECT_TRUE(action("motion.play").isChecked()) << "the same button now plays the trial";
    QTest::mouseClick(button("motion.play"), Qt::LeftButton);
    EXPECT_FALSE(workspace().trials().isPlaying());
}

TEST_F(MotionWorkspaceTest, TheVerdictOfAnOlderVersionIsGrayed) {
    makeWave();
    action("motion.try").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().trials().result() != nullptr; },
                                 kMotionTimeoutMs));
    auto* summary = &trialChild<QLabel>("summary");
    const QString verdict = summary->text();
    EXPECT_FALSE(verdict.contains(QStringLiteral("older version")));
    poseArm(0.5, 70.0);
    EXPECT_TRUE(summary->text().contains(QStringLiteral("older version")));
    EXPECT_FALSE(workspace().trials().isShown());
    action("motion.undo").trigger();
    EXPECT_EQ(summary->text(), verdict) << "the same version again";
    // Changing settings of the trial does not modify the motion.
    Q_EMIT workspace().trials().panel()->choiceChanged({.repeats = 7});
    EXPECT_EQ(summary->text(), verdict);
}

TEST_F(MotionWorkspaceTest, TriesAllTypesAndReplaysEachTry) {
    makeWave();
    auto& robots = trialField<QComboBox>("robots");
    EXPECT_EQ(robots.itemText(0), QStringLiteral("Nao type 0"));
    QTest::keyClick(&robots, Qt::Key_End);
    auto& repeats = trialField<QSpinBox>("repeats");
    repeats.selectAll();
    QTest::keyClicks(&repeats, "2");
    QTest::keyClick(&repeats, Qt::Key_F6);
    auto* runs = &trialChild<QTableView>("runs");
    ASSERT_TRUE(tests::waitUntil(
        [&] { return runs->model()->rowCount() == 10 && runs->isEnabled(); }, kMotionTimeoutMs));
    const auto robotOf = [&](int row) { return runs->model()->index(row, 1).data().toString(); };
    EXPECT_EQ(robotOf(0), QStringLiteral("Nao type 0"));
    EXPECT_EQ(robotOf(9), QStringLiteral("Nao type 4"));
    EXPECT_EQ(workspace().trials().shownRobot(), 0);
    QTest::keyClick(runs, Qt::Key_End, Qt::ControlModifier);
    ASSERT_TRUE(
        tests::waitUntil([&] { return workspace().trials().shownRobot() == 4; }, kMotionTimeoutMs));
    EXPECT_FALSE(workspace().trials().result()->samples.empty());
    EXPECT_TRUE(workspace().trials().isShown());
    const auto* report = &trialChild<QLabel>("report");
    EXPECT_TRUE(report->text().contains(QStringLiteral("Nao type 4")));
    EXPECT_EQ(workspace().view().played, nullptr) << "these joints belong to another robot";
}

TEST_F(MotionWorkspaceTest, SettingsOfATrialBelongToTheMotion) {
    makeWave();
    auto& noise = trialField<QDoubleSpinBox>("noise");
    noise.selectAll();
    QTest::keyClicks(&noise, "1.5");
    QTest::keyClick(&noise, Qt::Key_Return);
    ASSERT_TRUE(motion().trial);
    EXPECT_DOUBLE_EQ(motion().trial->noiseDeg, 1.5);
    EXPECT_TRUE(action("motion.undo").text().contains(QStringLiteral("simulation test")));
    const QString file = qt(m_folder / "noisy.motion");
    ASSERT_TRUE(workspace().saveTo(file, keyframe::Format::Sideline));
    action("motion.new").trigger();
    EXPECT_DOUBLE_EQ(noise.value(), 0.0);
    ASSERT_TRUE(workspace().openFile(file));
    EXPECT_DOUBLE_EQ(noise.value(), 1.5);
}

TEST_F(MotionWorkspaceTest, GetUpsStartLyingDown) {
    SIDELINE_SHARED_OR_SKIP(getup, "motions/unsw/getupBack.pos");
    ASSERT_TRUE(workspace().openFile(qt(getup)));
    const auto* start = &trialChild<QComboBox>("start");
    EXPECT_TRUE(start->currentText().contains(QStringLiteral("back"))) << "by its name";
    keyframe::Motion tagged = motion();
    tagged.tags = {"get-up", "front"};
    workspace().document().apply({tagged, {}, QStringLiteral("Tag it"), 0});
    EXPECT_TRUE(start->currentText().contains(QStringLiteral("front"))) << "by its tags";
}

// Right click on the ruler, menus, typing the get-up's name, F6: like a user.
TEST_F(MotionWorkspaceTest, ABranchIsSetByMouseAndKeysAndTakenInTheTrial) {
    keyframe::Motion still;
    still.keyframeAtForWriting(0.4).joints["he1"].angleDeg = 0;
    still.trial = keyframe::TrialSetup{.start = keyframe::StartPose::LyingOnFront};
    workspace().document().apply({still, {}, QStringLiteral("Lie still"), 0});
    auto* ruler = m_window->findChild<widgets::MotionRuler*>(QStringLiteral("motionRuler"));
    ASSERT_NE(ruler, nullptr);
    const QPoint end(static_cast<int>(std::lround(ruler->axis().xOf(0.4))), 8);
    QTest::mouseClick(m_window->windowHandle(), Qt::RightButton, Qt::NoModifier,
                      ruler->mapTo(m_window.get(), end));
    const auto popup = [] { return qobject_cast<QMenu*>(QApplication::activePopupWidget()); };
    ASSERT_TRUE(tests::waitUntil([&] { return popup() != nullptr; }));
    const auto choose = [&](const std::string& begin) {
        QMenu* menu = popup();
        const auto all = menu->actions();
        const auto found = std::ranges::find_if(all, [&](const QAction* each) {
            return tests::withoutMnemonic(each->text()).starts_with(begin);
        });
        ASSERT_NE(found, all.end()) << begin;
        QTest::mouseClick(menu, Qt::LeftButton, Qt::NoModifier,
                          menu->actionGeometry(*found).center());
        if ((*found)->menu() != nullptr) {
            ASSERT_TRUE(tests::waitUntil([&] { return popup() == (*found)->menu(); }));
        }
    };
    choose("Play another motion at the end");
    choose("If it lies on its front");
    QLineEdit* field = nullptr;
    ASSERT_TRUE(tests::waitUntil([&] {
        field = m_window->findChild<QLineEdit*>(QStringLiteral("timelineField"));
        return field != nullptr;
    }));
    QTest::keyClicks(field, QStringLiteral("getup-front"));
    QTest::keyClick(field, Qt::Key_Return);
    ASSERT_EQ(motion().branches.size(), 1U);
    EXPECT_FALSE(motion().branches[0].timeS);
    EXPECT_EQ(motion().branches[0].motion, "getup-front");

    ASSERT_EQ(QApplication::activePopupWidget(), nullptr);
    ASSERT_TRUE(action("motion.try").isEnabled());
    QTest::keyClick(&trialField<QDoubleSpinBox>("noise"), Qt::Key_F6);
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().trials().result() != nullptr; },
                                 kMotionTimeoutMs));
    const training::TrialResult& result = *workspace().trials().result();
    ASSERT_EQ(result.played.size(), 2U);
    EXPECT_EQ(result.played[1].name, "getup-front-0");
    EXPECT_TRUE(result.isUprightAtEnd);
    EXPECT_TRUE(workspace().trials().isCurrent());
    const auto labels = workspace().trials().panel()->findChildren<QLabel*>();
    EXPECT_TRUE(std::ranges::any_of(labels, [](const QLabel* label) {
        return label->text().contains(QStringLiteral("getup-front-0 from 0.4"));
    })) << "the report names it";
    EXPECT_TRUE(action("motion.undo").text().contains(QStringLiteral("Add branch")));
    action("motion.undo").trigger();
    EXPECT_TRUE(motion().branches.empty());
}

TEST_F(MotionWorkspaceTest, MessagesOfAFileAreRemovedWithIt) {
    tests::writeFile(m_folder / "bad.xml", "<behavior><slot delta='0.2'><move id=");
    tests::writeFile(m_folder / "worse.xml", "<behavior");
    const auto showsMessage = [&](const char* name) {
        const QStringList texts = m_window->messages().texts();
        return std::ranges::any_of(
            texts, [&](const QString& text) { return text.contains(QLatin1String(name)); });
    };
    EXPECT_FALSE(workspace().openFile(qt(m_folder / "bad.xml")));
    ASSERT_TRUE(showsMessage("bad.xml"));
    EXPECT_FALSE(workspace().openFile(qt(m_folder / "worse.xml")));
    EXPECT_FALSE(showsMessage("bad.xml")) << "another file was tried";
    ASSERT_TRUE(showsMessage("worse.xml"));
    makeWave();
    ASSERT_TRUE(workspace().saveTo(qt(m_folder / "wave.motion"), keyframe::Format::Sideline));
    ASSERT_TRUE(workspace().openFile(qt(m_folder / "wave.motion")));
    EXPECT_FALSE(showsMessage("worse.xml"));
    EXPECT_FALSE(showsMessage("Saved"));
}

TEST_F(MotionWorkspaceTest, EveryMotionOfAFileCanBeChosen) {
    std::string text;
    for (const char* name : {"ONE", "TWO", "THREE"}) {
        text += std::string("STARTSKILL SKILL_") + name +
                "\nSTARTSTATE\nsettar EFF_LL4 -20 end\nwait 0.2 end\nENDSTATE\nENDSKILL\n";
    }
    tests::writeFile(m_folder / "three.skl", text);
    ASSERT_TRUE(workspace().openFile(qt(m_folder / "three.skl")));
    const std::string first = motion().name;
    QPushButton* choose = nullptr;
    for (auto* button : m_window->messages().findChildren<QPushButton*>()) {
        choose = button->text().contains(QStringLiteral("Choose")) ? button : choose;
    }
    ASSERT_NE(choose, nullptr);
    QTimer::singleShot(0, [&] {
        auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
        ASSERT_NE(dialog, nullptr);
        dialog->setTextValue(dialog->comboBoxItems().back());
        QTest::keyClick(dialog, Qt::Key_Return);
    });
    QTest::mouseClick(choose, Qt::LeftButton);
    EXPECT_NE(motion().name, first);
    EXPECT_FALSE(motion().keyframes.empty());
    EXPECT_FALSE(workspace().document().isModified());
}

TEST_F(MotionWorkspaceTest, ALogsLoopBecomesAMotion) {
    ASSERT_TRUE(m_window->showLayout(QStringLiteral("Replay")));
    m_window->openFile(qt(tests::sampleLog()));
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return m_window->session().isOpen() && m_window->shown().exact &&
                   m_window->shown().exact->robots.size() > 3;
        },
        kMotionTimeoutMs));
    action("replay.to-motion").trigger(); // no robot is selected yet
    EXPECT_TRUE(m_window->messages().texts().back().contains(QStringLiteral("Select a robot")));
    m_window->session().select(
        monitor::ObjectId::ofRobot(m_window->shown().exact->robots.front().id));
    action("replay.loop-begin").trigger();
    action("replay.second-forward").trigger();
    action("replay.second-forward").trigger();
    action("replay.loop-end").trigger();
    action("replay.to-motion").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->scope() == studio::ActionScope::Motion; },
                                 kMotionTimeoutMs));
    EXPECT_GE(motion().keyframes.size(), 2U);
    EXPECT_GT(motion().endS(), 1.0);
    // The description is the same as that of the command line.
    EXPECT_NE(motion().description.find("sample.log"), std::string::npos) << motion().description;
    const QString reported = m_window->messages().texts().join(QLatin1Char('\n'));
    EXPECT_TRUE(reported.contains(QStringLiteral("keyframes from 11 frames")))
        << reported.toStdString();
    EXPECT_TRUE(reported.contains(QStringLiteral("only one frame every 0.20 s")))
        << reported.toStdString();
}

} // namespace
} // namespace sideline::studio
