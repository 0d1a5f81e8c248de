#include "viewer3d/scene/physics_overlay.h"

#include <optional>

#include <gtest/gtest.h>

#include <QTest>
#include <QWheelEvent>

#include "agentcore/math/angles.h"
#include "tests/gui/gui_support.h"
#include "tests/viewer3d/picture_checks.h"
#include "tests/viewer3d/viewer_checks.h"
#include "viewer3d/view/match_view.h"

namespace sideline::viewer3d {
namespace {

using Eigen::Vector3d;
using game::PlayerId;
using game::Side;
using monitor::ObjectId;

const PlayerId kOverlayLeft3{Side::Left, game::UniformNumber(3)};
constexpr QSize kOverlaySize(480, 320);
constexpr int kYellowHue = 48;
constexpr int kVioletHue = 273;

class PhysicsOverlayTest : public ::testing::Test {
protected:
    void SetUp() override {
        tests::ScriptedScene scene;
        scene.robots = {tests::scriptedRobot(Side::Left, 3, 1.0, 2.0)};
        scene.p_SBall = {1.6, 2.2, 0.042};
        m_frame = frameOf(scene);
        SceneOptions options = m_view.options();
        options.shadows = false;
        m_view.setOptions(options);
        m_view.resize(kOverlaySize);
        QObject::connect(&m_view, &MatchView::pulled, &m_view,
                         [this](const ObjectId& id, const Vector3d& grip, const Vector3d& target) {
                             m_pulls.push_back({id, grip, target});
                         });
        QObject::connect(&m_view, &MatchView::released, &m_view, [this] { ++m_releases; });
        QObject::connect(&m_view, &MatchView::pushed, &m_view,
                         [this](const ObjectId& id, const Vector3d& p, const Vector3d& impulse) {
                             m_pushes.push_back({id, p, impulse});
                         });
        QObject::connect(&m_view, &MatchView::picked, &m_view, [this] { ++m_picks; });
        m_view.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&m_view));
        m_view.setFrame(m_frame);
        m_view.setSelection(ObjectId::ofRobot(kOverlayLeft3));
        m_view.setCameraMode(CameraMode::FollowPlayer);
        for (int i = 0; i < 6; ++i) { // closer
            QWheelEvent wheel({240, 160}, m_view.mapToGlobal(QPointF(240, 160)), {}, {0, 120},
                              Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(&m_view, &wheel);
        }
        m_view.snapCamera();
        m_view.setSelection({});
    }
    QImage picture(const char* name) {
        std::optional<QImage> taken;
        m_view.takePicture(kOverlaySize, [&](const QImage& image) { taken = image; });
        EXPECT_TRUE(tests::waitUntil([&] { return taken.has_value(); })) << "no picture came";
        if (taken && qEnvironmentVariableIsSet("SIDELINE_PICTURES")) { // to look at them
            taken->save(qEnvironmentVariable("SIDELINE_PICTURES") +
                        QStringLiteral("/overlay-%1.png").arg(QLatin1String(name)));
        }
        return taken.value_or(QImage());
    }
    void show(const PhysicsOverlay& overlay) {
        m_view.setPhysicsOverlay(std::make_shared<const PhysicsOverlay>(overlay));
    }
    // Somewhere on the robot: the middle of the picture, as the camera follows it.
    static QPoint onRobot() { return {kOverlaySize.width() / 2, kOverlaySize.height() / 2}; }

    struct Grip {
        ObjectId id;
        Vector3d first;
        Vector3d second;
    };
    MatchView m_view;
    monitor::MatchFramePtr m_frame;
    std::vector<Grip> m_pulls;
    std::vector<Grip> m_pushes;
    int m_releases = 0;
    int m_picks = 0;
};

TEST_F(PhysicsOverlayTest, ColorsGoFromGreenToRed) {
    EXPECT_GT(loadColor(0.0).y(), loadColor(0.0).x());
    EXPECT_GT(loadColor(1.0).x(), 4.0F * loadColor(1.0).y());
    EXPECT_EQ(loadColor(7.0), loadColor(1.0));
    EXPECT_EQ(loadColor(-1.0), loadColor(0.0));
}

TEST_F(PhysicsOverlayTest, ForcesAreArrowsAsLongAsTheyAreStrong) {
    const int before = pixelsOf(picture("none"), kRedHue);
    PhysicsOverlay overlay;
    overlay.forces = {{{0.6, 2.0, 0.0}, {0.0, 0.0, 60.0}}};
    show(overlay);
    const int strong = pixelsOf(picture("force"), kRedHue);
    EXPECT_GT(strong, before + 60);
    overlay.forces[0].force_SN = {0.0, 0.0, 30.0};
    show(overlay);
    const QImage weaker = picture("half-force");
    EXPECT_LT(pixelsOf(weaker, kRedHue), before + 20);
    const int weak = pixelsOf(weaker, kYellowHue);
    EXPECT_GT(weak, 25);
    EXPECT_LT(weak, strong);
    m_view.setPhysicsOverlay(nullptr);
    EXPECT_EQ(pixelsOf(picture("none-again"), kRedHue), before);
}

TEST_F(PhysicsOverlayTest, TorquesAreArcs) {
    PhysicsOverlay overlay;
    overlay.torques = {{{1.0, 1.8, 0.6}, {1.0, 0.0, 0.0}, 9.9, 1.0}};
    show(overlay);
    const int full = pixelsOf(picture("torque"), kRedHue);
    EXPECT_GT(full, 15);
    overlay.torques[0].limitRatio = 0.0;
    show(overlay);
    EXPECT_LT(pixelsOf(picture("no-torque"), kRedHue), 5);
}

TEST_F(PhysicsOverlayTest, MassesAndTheirCenterAreSeenThroughTheRobot) {
    PhysicsOverlay overlay;
    show(overlay);
    const QImage without = picture("glass");
    overlay.masses = {{m_frame->findRobot(kOverlayLeft3)->X_STorso().p, 1.2, false},
                      {{1.0, 2.0, 0.5}, 4.6, true}};
    show(overlay);
    const QImage with = picture("masses");
    EXPECT_GT(pixelsOf(with, kVioletHue), pixelsOf(without, kVioletHue) + 40);
    EXPECT_GT(pixelsOf(with, kGoldHue), pixelsOf(without, kGoldHue) + 15);
}

TEST_F(PhysicsOverlayTest, CollidersOfAllShapesAreGlassAndGrayWhenAsleep) {
    PhysicsOverlay overlay;
    const math::Pose place = math::Pose::translation({1.0, 2.5, 0.6});
    const std::vector<robot::Shape> shapes = {robot::Box{{0.3, 0.3, 0.3}}, robot::Sphere{0.15},
                                              robot::Capsule{0.1, 0.3}};
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        overlay.colliders = {{place, shapes[i], true}};
        show(overlay);
        const QImage awake = picture(("collider" + std::to_string(i)).c_str());
        overlay.colliders[0].isAwake = false;
        show(overlay);
        const QImage asleep = picture("asleep");
        EXPECT_NE(awake, asleep);
        const auto blueness = [&](const QImage& image) {
            long sum = 0;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    sum += qBlue(image.pixel(x, y)) - qRed(image.pixel(x, y));
                }
            }
            return sum;
        };
        EXPECT_GT(blueness(awake), blueness(asleep) + 5000) << i;
    }
}

TEST_F(PhysicsOverlayTest, CtrlAndDragPulls) {
    m_view.setGrabbing(true);
    QTest::mousePress(&m_view, Qt::LeftButton, Qt::ControlModifier, onRobot());
    ASSERT_EQ(m_pulls.size(), 1U);
    EXPECT_EQ(m_pulls[0].id.robot, kOverlayLeft3);
    const auto pose = m_frame->findPose(m_pulls[0].id);
    ASSERT_TRUE(pose);
    EXPECT_LT((*pose * m_pulls[0].first - m_pulls[0].second).norm(), 0.05)
        << "it begins where the robot was taken hold of";
    QTest::mouseMove(&m_view, onRobot() + QPoint(0, -60));
    ASSERT_TRUE(tests::waitUntil([&] { return m_pulls.size() >= 2; }));
    EXPECT_GT(m_pulls.back().second.z(), m_pulls[0].second.z() + 0.1) << "up is up";
    EXPECT_EQ(m_pulls.back().first, m_pulls[0].first) << "the grip stays";
    const int pulled = pixelsOf(picture("pull"), 55);
    EXPECT_GT(pulled, 20);
    QTest::mouseRelease(&m_view, Qt::LeftButton, Qt::ControlModifier, onRobot() + QPoint(0, -60));
    EXPECT_LT(pixelsOf(picture("let-go"), 55), pulled / 2) << "the arrow goes";
    EXPECT_EQ(m_releases, 1);
    EXPECT_EQ(m_picks, 0);
    EXPECT_TRUE(m_pushes.empty());
}

TEST_F(PhysicsOverlayTest, ShiftAndDragPushes) {
    m_view.setGrabbing(true);
    QTest::mousePress(&m_view, Qt::LeftButton, Qt::ShiftModifier, onRobot());
    QTest::mouseMove(&m_view, onRobot() + QPoint(80, 0));
    QCoreApplication::processEvents();
    QTest::mouseRelease(&m_view, Qt::LeftButton, Qt::ShiftModifier, onRobot() + QPoint(80, 0));
    ASSERT_EQ(m_pushes.size(), 1U);
    EXPECT_EQ(m_pushes[0].id.robot, kOverlayLeft3);
    EXPECT_GT(m_pushes[0].second.norm(), 0.5);
    EXPECT_LT(m_pushes[0].second.norm(), 4.7 * 6.0);
    QTest::mouseClick(&m_view, Qt::LeftButton, Qt::ShiftModifier, onRobot());
    ASSERT_EQ(m_pushes.size(), 2U);
    EXPECT_NEAR(m_pushes[1].second.norm(), 0.5 * m_frame->findRobot(kOverlayLeft3)->model->massKg(),
                1e-6);
    EXPECT_EQ(m_picks, 0);
    EXPECT_EQ(m_releases, 0);
}

TEST_F(PhysicsOverlayTest, PlainClicksSelectAndNothingIsGrabbedInAReplay) {
    QTest::mouseClick(&m_view, Qt::LeftButton, Qt::ControlModifier, onRobot());
    QTest::mouseClick(&m_view, Qt::LeftButton, Qt::ShiftModifier, onRobot());
    EXPECT_EQ(m_picks, 2);
    m_view.setGrabbing(true);
    QTest::mouseClick(&m_view, Qt::LeftButton, {}, onRobot());
    EXPECT_EQ(m_picks, 3);
    QTest::mouseClick(&m_view, Qt::LeftButton, Qt::ControlModifier, {3, 3}); // on nothing
    EXPECT_EQ(m_picks, 4);
    EXPECT_TRUE(m_pulls.empty() && m_pushes.empty());
    QTest::mousePress(&m_view, Qt::LeftButton, Qt::ControlModifier, onRobot());
    m_view.setGrabbing(false);
    EXPECT_EQ(m_releases, 1) << "the simulator stopped";
}

TEST_F(PhysicsOverlayTest, WhatWouldPlaceIsReportedAndTurnsNoViewWhileItIsRefused) {
    int refusals = 0;
    QObject::connect(&m_view, &MatchView::placingRefused, &m_view, [&] { ++refusals; });
    const auto drag = [&](Qt::KeyboardModifiers keys, const QPoint& from) {
        const Vector3d before = m_view.cameraPose().forward;
        QTest::mousePress(&m_view, Qt::LeftButton, keys, from);
        QTest::mouseMove(&m_view, from + QPoint(30, 10));
        QTest::mouseMove(&m_view, from + QPoint(60, 20));
        QCoreApplication::processEvents();
        QTest::mouseRelease(&m_view, Qt::LeftButton, keys, from + QPoint(60, 20));
        return (m_view.cameraPose().forward - before).norm() > 1e-9;
    };
    constexpr auto kPlace = Qt::ControlModifier | Qt::ShiftModifier;
    EXPECT_TRUE(drag(kPlace, onRobot())) << "in a replay it turns the view";
    EXPECT_EQ(refusals, 0);
    m_view.snapCamera();
    m_view.setPlacingRefused(true);
    m_view.goToPreset(4);
    m_view.setCameraMode(CameraMode::FollowPlayer);
    m_view.setSelection(ObjectId::ofRobot(kOverlayLeft3));
    m_view.snapCamera();
    const QPoint robot = projected(m_view.cameraPose(),
                                   m_frame->findRobot(kOverlayLeft3)->X_STorso().p, m_view.size());
    EXPECT_FALSE(drag(kPlace, robot));
    EXPECT_EQ(refusals, 1);
    EXPECT_FALSE(drag(Qt::ControlModifier | Qt::AltModifier, {3, 300})) << "a throw";
    EXPECT_EQ(refusals, 2);
    EXPECT_TRUE(drag({}, robot));
    EXPECT_EQ(refusals, 2);
}

TEST_F(PhysicsOverlayTest, TheWheelTurnsARobotThatIsCarried) {
    std::vector<double> turns;
    QObject::connect(
        &m_view, &MatchView::placed, &m_view,
        [&](const ObjectId&, const Vector3d&, double turnRad) { turns.push_back(turnRad); });
    m_view.setPlacing(true);
    const Vector3d eye = m_view.cameraPose().eye;
    QTest::mousePress(&m_view, Qt::LeftButton, Qt::ControlModifier, onRobot());
    const auto wheel = [&](int notches) {
        QWheelEvent event(onRobot(), m_view.mapToGlobal(onRobot()), {}, {0, 120 * notches},
                          Qt::LeftButton, Qt::ControlModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&m_view, &event);
    };
    wheel(1);
    const QImage once = picture("turned-once");
    wheel(1);
    EXPECT_NE(picture("turned-twice"), once) << "an arrow shows where it will face";
    wheel(1);
    QTest::mouseRelease(&m_view, Qt::LeftButton, Qt::ControlModifier, onRobot());
    ASSERT_EQ(turns.size(), 1U);
    EXPECT_NEAR(turns[0], 3.0 * math::radFromDeg(15.0), 1e-9);
    EXPECT_EQ(m_view.cameraPose().eye, eye);
}

TEST_F(PhysicsOverlayTest, WhatARefereeMayNotDoDropsNoPull) {
    m_view.setGrabbing(true);
    m_view.setPlacing(true);
    QTest::mousePress(&m_view, Qt::LeftButton, Qt::ControlModifier, onRobot());
    m_view.setPlacing(false);
    EXPECT_EQ(m_releases, 0);
    m_view.setPlacing(true);
    m_view.setGrabbing(false);
    EXPECT_EQ(m_releases, 1);
}

} // namespace
} // namespace sideline::viewer3d
