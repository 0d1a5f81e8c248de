// The motion editor in the real window.
#include <cmath>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include <QDockWidget>
#include <QMenuBar>
#include <QTest>

#include "agentcore/math/angles.h"
#include "motions/format/format.h"
#include "studio/app/layouts.h"
#include "studio/app/main_window.h"
#include "tests/gui/gui_support.h"
#include "tests/support/test_files.h"

namespace sideline::studio {
namespace {

constexpr int kLong = 20'000; // ms

class MotionDeskTest : public ::testing::Test {
protected:
    void SetUp() override {
        m_store.setValue(QStringLiteral("motion/own-folder"), qt(m_folder / "own"));
        m_store.setValue(QStringLiteral("live/drawingPort"), 0);
        m_window = std::make_unique<MainWindow>(m_store, QString());
        m_window->resize(1280, 800);
        m_window->show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(m_window.get()));
        ASSERT_TRUE(m_window->showLayout(motionLayout()));
    }
    void TearDown() override { desk().document().forget(); }
    static QString qt(const std::filesystem::path& path) {
        return QString::fromStdString(path.string());
    }
    QAction& action(const char* id) { return *m_window->actions().action(id); }
    MotionDesk& desk() { return m_window->motions(); }
    const motions::Motion& motion() { return *desk().document().motion(); }
    void poseArm(double timeS, double liftDeg) {
        desk().setTime(timeS);
        Q_EMIT desk().posePanel()->posed({{"rae1", liftDeg}, {"rae2", -0.2 * liftDeg}}, 0);
    }
    void makeWave() {
        poseArm(0.0, 0.0);
        poseArm(0.5, 80.0);
        poseArm(1.0, 40.0);
        poseArm(1.5, 80.0);
    }
    bool isAnalysed() {
        return tests::waitUntil([&] { return desk().view().analysis != nullptr; }, kLong);
    }

    tests::TempDir m_folder;
    QSettings m_store{qt(m_folder / "settings.ini"), QSettings::IniFormat};
    std::unique_ptr<MainWindow> m_window;
};

TEST_F(MotionDeskTest, TheLayoutHasItsOwnDocksMenusAndKeys) {
    for (const char* id : {"motion-library", "motion-pose", "motion-timeline"}) {
        const auto* dock = m_window->findChild<QDockWidget*>(QLatin1String(id));
        ASSERT_NE(dock, nullptr) << id;
        EXPECT_TRUE(dock->isVisible()) << id;
    }
    EXPECT_FALSE(m_window->findChild<QDockWidget*>(QStringLiteral("events"))->isVisible());
    EXPECT_FALSE(action("replay.play").isEnabled());
    EXPECT_TRUE(action("motion.store").isEnabled());
    EXPECT_TRUE(desk().stage()->isVisible());
    ASSERT_TRUE(m_window->showLayout(QStringLiteral("Replay")));
    EXPECT_FALSE(desk().stage()->isVisible());
    EXPECT_FALSE(action("motion.store").isVisible());
    EXPECT_TRUE(action("replay.play").isVisible());
}

TEST_F(MotionDeskTest, PosingStoresKeysAndUndoTakesThemBackByName) {
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

TEST_F(MotionDeskTest, StoreKeysTheWholePoseAndMirrorExchangesSides) {
    makeWave();
    desk().setTime(0.25);
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

TEST_F(MotionDeskTest, PosingWithoutStoringStaysUntilTheCursorMoves) {
    makeWave();
    widgets::PosingOptions options = desk().posePanel()->options();
    options.storesKeys = false;
    desk().posePanel()->setOptions(options);
    desk().setTime(0.75);
    const auto before = desk().document().version();
    Q_EMIT desk().posePanel()->posed({{"he1", 30.0}}, 0);
    EXPECT_EQ(desk().document().version(), before);
    action("motion.store").trigger();
    const auto index = motion().keyframeAt(0.75);
    ASSERT_TRUE(index);
    EXPECT_EQ(motion().keyframes[*index]->joints.at("he1").angleDeg.number(), 30.0);
}

TEST_F(MotionDeskTest, PlaysOnPhysicsBesideTheEditorAndOverlaysWhatWasMeasured) {
    makeWave();
    action("motion.try").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return desk().trials().result() != nullptr; }, kLong));
    EXPECT_TRUE(desk().trials().result()->finished);
    EXPECT_TRUE(desk().trials().result()->isUprightAtEnd);
    EXPECT_TRUE(desk().trials().isShown());
    ASSERT_NE(desk().view().played, nullptr);
    EXPECT_GT(desk().view().played->timesS.size(), 60U);
    action("motion.show-trial").trigger();
    EXPECT_FALSE(desk().trials().isShown());
}

TEST_F(MotionDeskTest, AnalysesInTheBackgroundAndShowsFindings) {
    makeWave();
    ASSERT_TRUE(isAnalysed());
    EXPECT_FALSE(motions::hasErrors(desk().view().findings));
    Q_EMIT desk().posePanel()->posed({{"lle4", -160.0}}, 0); // beyond the stop of -130
    ASSERT_FALSE(desk().view().findings.empty());
    EXPECT_EQ(desk().view().findings.front().joint, "lle4");
}

TEST_F(MotionDeskTest, SavesReloadsAndExportsForOtherTeams) {
    makeWave();
    const QString own = qt(m_folder / "wave.motion");
    ASSERT_TRUE(desk().saveTo(own, motions::Format::Sideline));
    EXPECT_FALSE(m_window->isWindowModified());
    const motions::Motion saved = motion();
    for (const auto& [name, format] : {std::pair{"wave.xml", motions::Format::FcpSlots},
                                       std::pair{"wave.skl", motions::Format::UtSkill}}) {
        const auto file = m_folder / name;
        ASSERT_TRUE(desk().saveTo(qt(file), format)) << name;
        EXPECT_EQ(desk().document().file(), own) << "an export does not become the document";
        const auto read = motions::readMotionFile(file);
        ASSERT_TRUE(read) << read.error().toString();
        EXPECT_EQ(read->format, format);
    }
    action("motion.new").trigger();
    EXPECT_TRUE(motion().keyframes.empty());
    m_window->openFile(own);
    EXPECT_EQ(motion(), saved);
}

TEST_F(MotionDeskTest, ShippedMotionsChooseTheirRobotAndTheirStart) {
    const std::filesystem::path library =
        std::filesystem::path(std::getenv("SIDELINE_SOURCE_DIR")) / "motions" / "library";
    ASSERT_TRUE(desk().openFile(qt(library / "GetUp" / "getup-back-3.motion")));
    EXPECT_EQ(desk().model().name(), "nao3");
    EXPECT_TRUE(desk().document().file().isEmpty()) << "shipped files are not written over";
    action("motion.try").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return desk().trials().result() != nullptr; }, kLong));
    EXPECT_TRUE(desk().trials().result()->isUprightAtEnd);
    EXPECT_LT(desk().trials().result()->X_STorsoAtStart.R(2, 2), 0.5) << "it began lying";
    ASSERT_TRUE(desk().openFile(qt(library / "Kick" / "kick-left.motion")));
    action("motion.try").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return desk().trials().result() != nullptr; }, kLong));
    EXPECT_GT(desk().trials().result()->ballDistanceM, 3.0);
}

TEST_F(MotionDeskTest, MirroredPlayLeavesThePosedJointsAlone) {
    makeWave();
    motions::Motion mirrored = motion();
    mirrored.mirrored = true;
    desk().document().apply({mirrored, {}, QStringLiteral("Play mirrored"), 0});
    const robot::JointId right = desk().model().findJoint("rae1");
    EXPECT_NEAR(desk().view().trajectory->angleRad(right, 0.5, 0.0), math::radFromDeg(80.0), 1e-9);
    action("motion.try").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return desk().trials().result() != nullptr; }, kLong));
    const robot::JointId left = desk().model().findJoint("lae1");
    double highestRad = 0.0;
    for (const training::TrialSample& sample : desk().trials().result()->samples) {
        highestRad = std::max(highestRad, sample.measuredRad[left.index()]);
    }
    EXPECT_NEAR(highestRad, math::radFromDeg(80.0), math::radFromDeg(3.0));
    EXPECT_EQ(desk().view().played, nullptr);
}

TEST_F(MotionDeskTest, ABadFileIsToldAndTheMotionStays) {
    makeWave();
    desk().document().undoStack().setClean();
    std::ofstream(m_folder / "bad.xml") << "<behavior><slot delta='0.2'><move id=";
    EXPECT_FALSE(desk().openFile(qt(m_folder / "bad.xml")));
    EXPECT_EQ(motion().keyframes.size(), 4U);
    ASSERT_FALSE(m_window->messages().texts().isEmpty());
    EXPECT_TRUE(m_window->messages().texts().back().contains(QStringLiteral("bad.xml")));
}

TEST_F(MotionDeskTest, ALogsLoopBecomesAMotion) {
    ASSERT_TRUE(m_window->showLayout(QStringLiteral("Replay")));
    m_window->openFile(qt(tests::sampleLog()));
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return m_window->session().isOpen() && m_window->shown().exact &&
                   m_window->shown().exact->robots.size() > 3;
        },
        kLong));
    action("replay.to-motion").trigger(); // nothing is selected yet
    EXPECT_TRUE(m_window->messages().texts().back().contains(QStringLiteral("Select a robot")));
    m_window->session().select(
        monitor::ObjectId::ofRobot(m_window->shown().exact->robots.front().id));
    action("replay.loop-begin").trigger();
    action("replay.second-forward").trigger();
    action("replay.second-forward").trigger();
    action("replay.loop-end").trigger();
    action("replay.to-motion").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->editsMotions(); }, kLong));
    EXPECT_GE(motion().keyframes.size(), 2U);
    EXPECT_GT(motion().endS(), 1.0);
}

} // namespace
} // namespace sideline::studio
