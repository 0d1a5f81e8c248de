// The robot workshop in the real window, by mouse and keys: opening, changing, checking, saving,
// trying in the simulator, and creating motions.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QTableWidget>
#include <QTest>
#include <QTimer>
#include <QTreeWidget>

#include "agentcore/net/frame_server.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/rsg/scene_text.h"
#include "agentcore/robot/workshop/robot_file.h"
#include "agentcore/robot/workshop/robot_structure.h"
#include "studio/shell/layouts.h"
#include "tests/gui/file_dialog.h"
#include "tests/gui/gui_support.h"
#include "tests/studio/studio_window.h"
#include "tests/support/test_files.h"
#include "tests/viewer3d/picture_checks.h"
#include "tests/widgets/input_events.h"

namespace sideline::studio {
namespace {

using robot::RobotModel;
using tests::plain;

constexpr int kLong = 60'000; // ms

class RobotWorkspaceTest : public tests::StudioWindowTest {
protected:
    RobotWorkspaceTest() {
        changeLiveSettings([](LiveSettings& settings) { settings.startsWithAgent = true; });
        std::filesystem::create_directories(m_scene.parent_path());
        tests::writeFile(m_scene, robot::rsg::sceneText(robot::renamed(
                                      robot::naoModel(robot::NaoType::Standard), "tall")));
    }
    RobotWorkspace& workshop() { return m_window->find<studio::RobotWorkspace>(); }
    const RobotModel& model() { return *workshop().document().model(); }
    const robot::Body& body(const char* name) { return model().body(model().findBody(name)); }
    static double lengthM(const robot::Body& of) {
        return std::get<robot::Box>(of.shape).sizeM.z();
    }

    void openScene() {
        m_window->openFile(qt(m_scene));
        ASSERT_EQ(m_window->settings().layout, QStringLiteral("Robot"));
        ASSERT_EQ(workshop().document().title(), QStringLiteral("tall.rsg"));
        QCoreApplication::processEvents();
    }
    QTreeWidget& tree() { return child<QTreeWidget>("robot-tree"); }
    // Clicks the row of a body or joint.
    void clickPart(const char* name) {
        const auto found =
            tree().findItems(QLatin1String(name), Qt::MatchExactly | Qt::MatchRecursive);
        ASSERT_FALSE(found.empty()) << name; // bodies are listed before sensors of the same name
        tree().scrollToItem(found.front());
        QTest::mouseClick(tree().viewport(), Qt::LeftButton, {},
                          tree().visualItemRect(found.front()).center());
        QCoreApplication::processEvents();
        ASSERT_EQ(tree().currentItem(), found.front());
    }
    QDoubleSpinBox& field(const char* name) {
        auto* values = m_window->findChild<QWidget*>(QStringLiteral("robot-properties"));
        for (auto* box : values->findChildren<QDoubleSpinBox*>(QLatin1String(name))) {
            if (box->isVisible()) {
                return *box;
            }
        }
        ADD_FAILURE() << "no field " << name;
        return *values->findChild<QDoubleSpinBox*>();
    }
    // Replaces the text of a field without leaving it.
    void write(const char* name, const char* text) {
        QDoubleSpinBox& box = field(name);
        QTest::mouseClick(box.findChild<QLineEdit*>(), Qt::LeftButton);
        QTest::keyClick(&box, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(&box, QLatin1String(text));
    }
    // Clicks a check box on the page of the selected part.
    void clickBox(const char* name) {
        auto* values = m_window->findChild<QWidget*>(QStringLiteral("robot-properties"));
        for (auto* box : values->findChildren<QCheckBox*>(QLatin1String(name))) {
            if (box->isVisible()) {
                QTest::mouseClick(box, Qt::LeftButton, {}, {8, box->height() / 2});
                return;
            }
        }
        ADD_FAILURE() << "no box " << name;
    }
    // Answers the next question. @return flag that is set when the question appears
    std::shared_ptr<bool> answer(QMessageBox::StandardButton button) {
        auto isAsked = std::make_shared<bool>(false);
        auto* asking = new QTimer(m_window.get());
        QObject::connect(asking, &QTimer::timeout, asking, [asking, button, isAsked] {
            if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                *isAsked = true;
                asking->stop();
                asking->deleteLater();
                QTest::mouseClick(box->button(button), Qt::LeftButton);
            }
        });
        asking->start(50);
        return isAsked;
    }
    bool isFound(const QString& part) {
        auto& list = child<QListWidget>("robot-checks");
        return tests::waitUntil([&] { return !list.findItems(part, Qt::MatchContains).isEmpty(); },
                                kLong);
    }

    std::filesystem::path m_scene = m_folder / "rsg" / "agent" / "tall.rsg";
};

// A typical workflow: open, lengthen a thigh, save without leaving the field, open again.
TEST_F(RobotWorkspaceTest, LengthensAThighByMouseAndKeysAndSaves) {
    openScene();
    const double beforeM = lengthM(body("rthigh"));
    clickPart("rthigh");
    write("robot-length", "0.17");
    EXPECT_FALSE(workshop().document().isModified()) << "still being typed";
    QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);
    EXPECT_TRUE(showsMessage(QStringLiteral("verified it by reading it back")))
        << plain(m_window->messages().texts().join(QLatin1Char('\n')));
    EXPECT_FALSE(workshop().document().isModified());
    const auto saved = robot::readRobotFile(m_scene, 0);
    ASSERT_TRUE(saved) << saved.error().toString();
    const RobotModel& read = *saved->model;
    EXPECT_NEAR(lengthM(read.body(read.findBody("rthigh"))), 0.17, 1e-9);
    EXPECT_NEAR(lengthM(read.body(read.findBody("lthigh"))), 0.17, 1e-9) << "both sides";
    // Undo and redo keys work while the cursor is in the field.
    QTest::keyClick(&field("robot-length"), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_NEAR(lengthM(body("rthigh")), beforeM, 1e-9);
    EXPECT_NEAR(field("robot-length").value(), beforeM, 1e-6);
    EXPECT_TRUE(workshop().document().isModified());
    QTest::keyClick(&field("robot-length"), Qt::Key_Y, Qt::ControlModifier);
    EXPECT_NEAR(lengthM(body("rthigh")), 0.17, 1e-9);
    EXPECT_FALSE(workshop().document().isModified());
    m_window->openFile(qt(m_scene));
    EXPECT_NEAR(lengthM(body("lthigh")), 0.17, 1e-9);
}

TEST_F(RobotWorkspaceTest, EditsOneSideAndMergesStepsOfOneValue) {
    openScene();
    clickPart("rthigh");
    QTest::mouseClick(&child<QCheckBox>("robot-both-sides"), Qt::LeftButton, {}, {8, 8});
    const double beforeKg = body("rthigh").massKg;
    QDoubleSpinBox& mass = field("robot-mass");
    QTest::mouseClick(mass.findChild<QLineEdit*>(), Qt::LeftButton);
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(&mass, Qt::Key_Up);
    }
    EXPECT_NEAR(body("rthigh").massKg, beforeKg + 0.03, 1e-9);
    EXPECT_NEAR(body("lthigh").massKg, beforeKg, 1e-9);
    EXPECT_TRUE(isFound(QStringLiteral("differs from 'lthigh'")));
    EXPECT_TRUE(m_window->isWindowModified());
    action("robot.undo").trigger();
    EXPECT_NEAR(body("rthigh").massKg, beforeKg, 1e-9);
    EXPECT_FALSE(workshop().document().undoStack().canUndo());
}

TEST_F(RobotWorkspaceTest, ChecksFollowEditsAndSelectTheirPart) {
    openScene();
    clickPart("rlj4");
    write("robot-max", "60");
    QTest::keyClick(&field("robot-max"), Qt::Key_Return);
    EXPECT_NEAR(model().joint(model().findJoint("rlj4")).maxRad * 180.0 / M_PI, 60.0, 1e-9);
    write("robot-min", "20");
    QTest::keyClick(&field("robot-min"), Qt::Key_Return);
    ASSERT_TRUE(isFound(QStringLiteral("exclude 0")));
    clickPart("head");
    auto& list = child<QListWidget>("robot-checks");
    QListWidgetItem* item = list.findItems(QStringLiteral("exclude 0"), Qt::MatchContains).front();
    list.scrollToItem(item);
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualItemRect(item).center());
    EXPECT_EQ(workshop().part().kind, widgets::RobotPart::Kind::Joint);
    // A refused value shows a message, and the field returns to the actual value.
    write("robot-min", "90");
    QTest::keyClick(&field("robot-min"), Qt::Key_Return);
    EXPECT_TRUE(showsMessage(QStringLiteral("in the wrong order")));
    EXPECT_NEAR(field("robot-min").value(), 20.0, 1e-6);
}

// Check boxes remove and restore joint limits, also in the file.
TEST_F(RobotWorkspaceTest, CheckBoxesRemoveAndRestoreLimits) {
    openScene();
    clickPart("rlj2");
    const auto stopDeg = [&](const char* name) {
        return model().joint(model().findJoint(name)).maxRad * 180.0 / M_PI;
    };
    const double beforeDeg = stopDeg("rlj2");
    ASSERT_TRUE(std::isfinite(beforeDeg));
    clickBox("robot-has-max");
    EXPECT_TRUE(std::isinf(model().joint(model().findJoint("rlj2")).maxRad));
    EXPECT_TRUE(std::isinf(model().joint(model().findJoint("llj2")).minRad)) << "both sides";
    EXPECT_FALSE(field("robot-max").isEnabled());
    EXPECT_EQ(field("robot-max").text(), QStringLiteral("none"));
    EXPECT_TRUE(field("robot-min").isEnabled());
    QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);
    EXPECT_TRUE(showsMessage(QStringLiteral("verified it by reading it back")))
        << plain(m_window->messages().texts().join(QLatin1Char('\n')));
    const RobotModel read = *robot::readRobotFile(m_scene, 0).value().model;
    EXPECT_TRUE(std::isinf(read.joint(read.findJoint("rlj2")).maxRad));
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_NEAR(stopDeg("rlj2"), beforeDeg, 1e-9);
    EXPECT_TRUE(field("robot-max").isEnabled());
    QTest::keyClick(m_window.get(), Qt::Key_Y, Qt::ControlModifier);
    EXPECT_TRUE(std::isinf(stopDeg("rlj2")));
    // A restored limit gets its last value.
    clickBox("robot-has-max");
    EXPECT_NEAR(stopDeg("rlj2"), beforeDeg, 1e-9);
    EXPECT_NEAR(field("robot-max").value(), beforeDeg, 1e-6);
    // A joint that had no limit when selected gets the limit that most joints have.
    clickBox("robot-has-max");
    clickPart("head");
    clickPart("rlj2");
    EXPECT_FALSE(field("robot-max").isEnabled());
    clickBox("robot-has-max");
    EXPECT_NEAR(stopDeg("rlj2"), 90.0, 1e-9);
}

TEST_F(RobotWorkspaceTest, CameraAndContactShapesCanBeChanged) {
    openScene();
    const auto cameras =
        tree().findItems(QStringLiteral("camera"), Qt::MatchContains | Qt::MatchRecursive);
    ASSERT_EQ(cameras.size(), 1);
    clickPart(qUtf8Printable(cameras.front()->text(0)));
    write("robot-cone-0", "90");
    QTest::keyClick(&field("robot-cone-0"), Qt::Key_Return);
    const auto vision = [&]() -> const robot::VisionSettings& { return model().percepts().vision; };
    ASSERT_TRUE(vision().cone);
    EXPECT_NEAR(vision().cone->halfWidthRad * 180.0 / M_PI, 45.0, 1e-9);
    const bool hadNoise = vision().hasNoise;
    clickBox("robot-noise");
    EXPECT_NE(vision().hasNoise, hadNoise);
    clickBox("robot-has-cone");
    EXPECT_FALSE(vision().cone) << "without limits";
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_TRUE(vision().cone);
    clickPart("rfoot");
    write("robot-slip", "0.02");
    QTest::keyClick(&field("robot-slip"), Qt::Key_Return);
    EXPECT_EQ(body("rfoot").surface.slip, 0.02);
    EXPECT_EQ(body("lfoot").surface.slip, 0.02) << "both sides";
    clickBox("robot-has-soft-cfm");
    EXPECT_FALSE(body("rfoot").surface.softCfm);
    QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);
    EXPECT_TRUE(showsMessage(QStringLiteral("verified it by reading it back")))
        << plain(m_window->messages().texts().join(QLatin1Char('\n')));
}

// Another run ended without saving: its robot is offered by the next run.
TEST_F(RobotWorkspaceTest, UnsavedRobotsSurviveACrash) {
    m_window.reset();
    {
        RobotDocument lost(RobotFiles::autosaveFolder(m_store));
        ASSERT_TRUE(lost.open(qt(m_scene), 0));
        lost.set(QStringLiteral("head.mass=0.75"), false);
        lost.autosave();
        EXPECT_TRUE(RobotDocument::recoverable(RobotFiles::autosaveFolder(m_store)).empty())
            << "its program is still running";
    }
    openWindow();
    ASSERT_TRUE(showsMessage(QStringLiteral("Unsaved work on tall.rsg")));
    QPushButton* recover = nullptr;
    for (auto* button : m_window->messages().findChildren<QPushButton*>()) {
        recover = button->text().contains(QStringLiteral("Recover")) ? button : recover;
    }
    ASSERT_NE(recover, nullptr);
    QTest::mouseClick(recover, Qt::LeftButton);
    EXPECT_EQ(m_window->settings().layout, QStringLiteral("Robot"));
    EXPECT_EQ(workshop().document().title(), QStringLiteral("tall.rsg"));
    EXPECT_NEAR(body("head").massKg, 0.75, 1e-12);
    EXPECT_TRUE(workshop().document().isModified());
    EXPECT_EQ(workshop().document().file(), qt(m_scene));
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_NE(body("head").massKg, 0.75) << "back to the state of the file";
    QTest::keyClick(m_window.get(), Qt::Key_Y, Qt::ControlModifier);
    QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);
    EXPECT_TRUE(showsMessage(QStringLiteral("verified it by reading it back")));
    m_window.reset();
    EXPECT_TRUE(RobotDocument::recoverable(RobotFiles::autosaveFolder(m_store)).empty());
    EXPECT_NEAR(robot::readRobotFile(m_scene, 0).value().model->massKg(),
                robot::naoModel(robot::NaoType::Standard).massKg() + 0.75 -
                    robot::naoModel(robot::NaoType::Standard)
                        .body(robot::naoModel(robot::NaoType::Standard).findBody("head"))
                        .massKg,
                1e-9);
}

TEST_F(RobotWorkspaceTest, ABrokenCopyIsReportedAndChangesNothing) {
    const QString folder = RobotFiles::autosaveFolder(m_store);
    std::filesystem::create_directories(folder.toStdString());
    tests::writeFile(std::filesystem::path(folder.toStdString()) / "x.robot", "{\"now\": 3");
    openScene();
    workshop().files().offerRecovery();
    ASSERT_TRUE(showsMessage(QStringLiteral("Unsaved work on a robot")));
    const auto left = RobotDocument::recoverable(folder);
    ASSERT_EQ(left.size(), 1U);
    const auto done = workshop().document().recover(left.front());
    ASSERT_FALSE(done);
    EXPECT_TRUE(done.error().toString().find("x.robot") != std::string::npos)
        << done.error().toString();
    EXPECT_EQ(workshop().document().title(), QStringLiteral("tall.rsg"));
    EXPECT_FALSE(workshop().document().isModified());
}

TEST_F(RobotWorkspaceTest, BodiesAndJointsAreAddedAndRemoved) {
    openScene();
    clickPart("torso");
    const std::size_t before = model().bodies().size();
    action("robot.add-body").trigger();
    ASSERT_EQ(model().bodies().size(), before + 1);
    auto* values = m_window->findChild<QWidget*>(QStringLiteral("robot-properties"));
    QLineEdit* name = nullptr;
    for (auto* each : values->findChildren<QLineEdit*>(QStringLiteral("robot-name"))) {
        name = each->isVisible() ? each : name;
    }
    ASSERT_NE(name, nullptr);
    EXPECT_TRUE(name->hasFocus()) << "the name is asked first";
    QTest::keyClicks(name, QStringLiteral("tail"));
    QTest::keyClick(name, Qt::Key_Return);
    EXPECT_TRUE(model().findBody("tail").isValid());
    EXPECT_EQ(bodyOf(model(), workshop().part()), model().findBody("tail"));
    clickPart("body1j"); // its joint keeps its name
    action("robot.remove").trigger();
    EXPECT_FALSE(model().body(model().findBody("tail")).joint.isValid()) << "now fixed";
    clickPart("rshank");
    QTest::keyClick(&tree(), Qt::Key_Delete);
    EXPECT_FALSE(model().findBody("rfoot").isValid()) << "its children are removed, too";
    while (workshop().document().undoStack().canUndo()) {
        action("robot.undo").trigger();
    }
    EXPECT_EQ(model().bodies().size(), before);
    EXPECT_FALSE(workshop().document().isModified());
}

TEST_F(RobotWorkspaceTest, AsksBeforeUnsavedWorkIsLost) {
    openScene();
    clickPart("head");
    write("robot-mass", "0.9");
    QTest::keyClick(&field("robot-mass"), Qt::Key_Return);
    auto isAsked = answer(QMessageBox::Cancel);
    m_window->openFile(qt(m_scene));
    EXPECT_TRUE(*isAsked);
    EXPECT_NEAR(body("head").massKg, 0.9, 1e-12);
    isAsked = answer(QMessageBox::Cancel);
    EXPECT_FALSE(m_window->close());
    EXPECT_TRUE(*isAsked);
    isAsked = answer(QMessageBox::Save);
    m_window->openFile(qt(m_scene));
    EXPECT_TRUE(*isAsked);
    EXPECT_FALSE(workshop().document().isModified());
    EXPECT_NEAR(body("head").massKg, 0.9, 1e-12) << "saved and read back";
}

TEST_F(RobotWorkspaceTest, ABrokenSceneFileIsReportedWithLineAndExpectation) {
    openScene();
    tests::writeFile(m_folder / "bad.rsg",
                     "(RSG 0 1)\n(\n  (nd Space\n    (nd AgentAspect\n      (setName body)\n"
                     "      (nd RigidBody (setBoxTotal 1 0.1 0.1))))\n)\n");
    m_window->openFile(qt(m_folder / "bad.rsg"));
    ASSERT_TRUE(showsMessage(QStringLiteral("bad.rsg:6")));
    EXPECT_TRUE(showsMessage(QStringLiteral("expected")));
    EXPECT_EQ(workshop().document().title(), QStringLiteral("tall.rsg"))
        << "the open robot is kept";
}

// URDF and MJCF open like scene files; saving writes a scene file.
TEST_F(RobotWorkspaceTest, OpensUrdfAndMjcfAndSavesThemAsScenes) {
    openScene();
    m_window->openFile(qt(tests::dataFile("robots/toy.urdf")));
    ASSERT_EQ(workshop().document().title(), QStringLiteral("toy.urdf"));
    EXPECT_EQ(model().bodies().size(), 13U);
    EXPECT_TRUE(showsMessage(QStringLiteral("toy.urdf:14: meshes are ignored")));
    EXPECT_EQ(workshop().document().file(), QString()) << "is not replaced";
    m_window->openFile(qt(tests::dataFile("robots/toy.xml")));
    ASSERT_EQ(workshop().document().title(), QStringLiteral("toy.xml"));
    EXPECT_TRUE(showsMessage(QStringLiteral("toy.xml:")));
    clickPart("left_shank");
    write("robot-mass", "0.7");
    const auto file = m_folder / "rsg" / "agent" / "toy.rsg";
    tests::answerFileDialog(*m_window, qt(file));
    QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);
    EXPECT_TRUE(showsMessage(QStringLiteral("apart from centers of mass and inertias")));
    EXPECT_EQ(workshop().document().file(), qt(file));
    EXPECT_NEAR(body("left_shank").massKg, 0.7, 1e-12);
    tests::writeFile(m_folder / "bad.urdf", "<robot name=\"r\">\n<link/>\n</robot>\n");
    m_window->openFile(qt(m_folder / "bad.urdf"));
    EXPECT_TRUE(showsMessage(QStringLiteral("bad.urdf:2: a <link> without 'name'")));
    EXPECT_EQ(workshop().document().title(), QStringLiteral("toy.rsg"));
}

// A file with contents that `save` would lose is saved under another name.
TEST_F(RobotWorkspaceTest, AsksBeforeReplacingAForeignFile) {
    const auto scout = m_folder / "rsg" / "agent" / "scout.rsg";
    std::filesystem::copy_file(tests::dataFile("rsg/agent/scout.rsg"), scout);
    m_window->openFile(qt(scout));
    ASSERT_EQ(workshop().document().title(), QStringLiteral("scout.rsg"));
    EXPECT_EQ(workshop().document().file(), QString());
    clickPart("head");
    write("robot-mass", "0.3");
    const auto file = m_folder / "rsg" / "agent" / "heavy.rsg";
    tests::answerFileDialog(*m_window, qt(file));
    QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);
    EXPECT_TRUE(std::filesystem::exists(file));
    EXPECT_EQ(workshop().document().file(), qt(file));
    EXPECT_NEAR(robot::readRobotFile(file, 0).value().model->massKg(), model().massKg(), 1e-9);
    EXPECT_NEAR(body("head").massKg, 0.3, 1e-12);
}

TEST_F(RobotWorkspaceTest, ShowsReachTorquesComparisonAndTables) {
    openScene();
    const auto show = [&](const char* id) {
        auto* dock = m_window->findChild<QDockWidget*>(QLatin1String(id));
        dock->show();
        dock->raise();
        QCoreApplication::processEvents();
        QCoreApplication::processEvents();
    };
    show("robot-reach");
    ASSERT_TRUE(tests::waitUntil([&] { return workshop().analyses().clouds() != nullptr; }, kLong));
    EXPECT_EQ(workshop().analyses().clouds()->size(), 4U) << "hands and feet";
    show("robot-torques");
    auto& motions = child<QComboBox>("holding-motion");
    const int kick = motions.findText(QStringLiteral("kick-right"), Qt::MatchStartsWith);
    ASSERT_GE(kick, 1);
    motions.setCurrentIndex(kick);
    Q_EMIT motions.activated(kick);
    auto& held = child<QTableWidget>("holding-table");
    ASSERT_TRUE(tests::waitUntil([&] { return held.rowCount() == 22; }, kLong));
    EXPECT_GT(std::abs(held.item(0, 1)->text().toDouble()), 1.0) << "N m";
    EXPECT_FALSE(held.findItems(QStringLiteral("Left knee"), Qt::MatchExactly).isEmpty());
    show("robot-dh");
    auto& dh = child<QTableWidget>("dh-table");
    EXPECT_EQ(dh.rowCount(), 22);
    EXPECT_EQ(dh.item(0, 1)->text(), QStringLiteral("Head yaw"));
    show("robot-compare");
    clickPart("head");
    write("robot-mass", "0.4");
    QTest::keyClick(&field("robot-mass"), Qt::Key_Return);
    auto& compared = child<QTableWidget>("compare-table");
    ASSERT_TRUE(tests::waitUntil([&] { return compared.rowCount() == 2; }));
    EXPECT_EQ(compared.item(1, 0)->text(), QStringLiteral("head"));
    EXPECT_EQ(compared.item(1, 3)->text(), QStringLiteral("0.4 kg"));
}

// The edited robot walks in the simulator, and gets motions of its own.
TEST_F(RobotWorkspaceTest, TheRobotWalksInTheSimulatorAndGetsMotions) {
    openScene();
    clickPart("rthigh");
    write("robot-length", "0.15");
    QTest::keyClick(m_window.get(), Qt::Key_F6);
    EXPECT_EQ(m_window->settings().layout, QStringLiteral("Live"));
    const auto robot = [&]() -> const monitor::RobotFrame* {
        const auto& frame = live().head().exact;
        return frame && frame->robots.size() == 1 ? &frame->robots.front() : nullptr;
    };
    ASSERT_TRUE(tests::waitUntil(
        [&] { return robot() != nullptr && robot()->model && robot()->model->name() == "tall"; },
        kLong))
        << plain(m_window->messages().texts().join(QLatin1Char('\n')));
    const RobotModel& tried = *robot()->model;
    EXPECT_NEAR(lengthM(tried.body(tried.findBody("lthigh"))), 0.15, 1e-9);
    const Eigen::Vector3d begin = robot()->X_STorso().p;
    EXPECT_TRUE(tests::waitUntil(
        [&] {
            return robot() != nullptr && (robot()->X_STorso().p - begin).head<2>().norm() > 0.4;
        },
        kLong))
        << "it walks";
    EXPECT_GT(robot()->X_STorso().R(2, 2), 0.8) << "upright";
    m_window->showWorkspace(QStringLiteral("Robot"));
    action("robot.motion").trigger();
    EXPECT_EQ(m_window->scope(), studio::ActionScope::Motion);
    EXPECT_EQ(m_window->find<studio::MotionWorkspace>().model().name(), "tall");
    EXPECT_EQ(m_window->find<studio::MotionWorkspace>().document().motion()->robots,
              std::vector<std::string>{"tall"});
}

TEST_F(RobotWorkspaceTest, FreePortsLetTheRobotBeTried) {
    const auto other = net::FrameServer::listen({});
    ASSERT_TRUE(other);
    changeLiveSettings([&](LiveSettings& settings) { settings.agentPort = other->port(); });
    openWindow();
    openScene();
    QTest::keyClick(m_window.get(), Qt::Key_F6);
    ASSERT_TRUE(showsMessage(QStringLiteral("Cannot start the simulator")));
    EXPECT_EQ(m_window->settings().layout, QStringLiteral("Robot"));
    for (auto* button : m_window->messages().findChildren<QPushButton*>()) {
        if (button->text() == QStringLiteral("Use free ports")) {
            QTest::mouseClick(button, Qt::LeftButton);
            break;
        }
    }
    EXPECT_TRUE(tests::waitUntil([&] { return live().isLive(); }));
    EXPECT_EQ(m_window->settings().layout, QStringLiteral("Live"));
}

} // namespace
} // namespace sideline::studio
