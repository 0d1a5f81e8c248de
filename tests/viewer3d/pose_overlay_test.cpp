#include "viewer3d/scene/pose_overlay.h"

#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <QKeyEvent>
#include <QPixmap>
#include <QScreen>
#include <QTest>

#include <Eigen/Geometry>

#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/limb_kinematics.h"
#include "agentcore/robot/nao.h"
#include "tests/gui/gui_support.h"
#include "tests/viewer3d/picture_checks.h"
#include "viewer3d/view/camera_rig.h"
#include "viewer3d/view/match_view.h"

namespace sideline::viewer3d {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using math::radFromDeg;
using monitor::ObjectId;
using monitor::RobotFrame;

constexpr QSize kPoseViewSize(480, 320);
constexpr int kLeftHand = static_cast<int>(robot::LimbId::LeftHand);
const game::PlayerId kRobot{game::Side::Left, game::UniformNumber(1)};

const robot::RobotModel& model() {
    return robot::naoModel(robot::NaoType::Standard);
}

RobotFrame posed(const std::function<void(std::vector<double>&)>& pose = {}) {
    RobotFrame robot;
    robot.id = kRobot;
    robot.typeNumber = 0;
    robot.model = model().shared();
    robot.jointAnglesRad.assign(model().joints().size(), 0.0);
    if (pose) {
        pose(robot.jointAnglesRad);
    }
    robot.X_SBody.resize(model().bodies().size());
    robot.bodyUpdatedAt.resize(model().bodies().size());
    robot::forwardKinematics(model(), math::Pose::translation({0, 0, 0.385}), robot.jointAnglesRad,
                             robot.X_SBody);
    return robot;
}

RobotFrame withArmUp() {
    return posed([](std::vector<double>& angles) {
        angles[model().findJoint("laj1").index()] = 1.2;
        angles[model().findJoint("llj3").index()] = 0.8;
    });
}

std::size_t poseBody(const char* name) {
    return model().findBody(name).index();
}

Vector3d leftHand(const RobotFrame& robot) {
    return robot.X_SBody[poseBody("llowerarm")] * Vector3d(0, 0.055, 0);
}

CameraRig orbitingPose() {
    CameraRig rig;
    rig.setMode(CameraMode::Orbit);
    return rig;
}

class PoseViewTest : public ::testing::Test {
protected:
    struct Report {
        int handle = -1;
        ObjectId id;
        Vector3d grip_Body = Vector3d::Zero();
        Vector3d target_S = Vector3d::Zero();
        Vector3d axis_S = Vector3d::Zero();
        double angleRad = 0.0;
        bool isDone = false;
    };
    PoseViewTest() {
        m_view.resize(kPoseViewSize);
        SceneOptions options = m_view.options();
        options.playerLabels = false;
        options.selectionRing = false;
        options.field = false;
        m_view.setOptions(options);
        QObject::connect(&m_view, &MatchView::handleDragged, &m_view,
                         [this](int id, const Vector3d& target_S, bool isDone) {
                             Report reported;
                             reported.handle = id;
                             reported.target_S = target_S;
                             reported.isDone = isDone;
                             m_reported.push_back(reported);
                         });
        QObject::connect(&m_view, &MatchView::bodyDragged, &m_view,
                         [this](const ObjectId& id, const Vector3d& grip_Body,
                                const Vector3d& target_S, bool isDone) {
                             Report reported;
                             reported.id = id;
                             reported.grip_Body = grip_Body;
                             reported.target_S = target_S;
                             reported.isDone = isDone;
                             m_reported.push_back(reported);
                         });
        QObject::connect(&m_view, &MatchView::handleRotated, &m_view,
                         [this](int id, const Vector3d& axis_S, double angleRad, bool isDone) {
                             Report reported;
                             reported.handle = id;
                             reported.axis_S = axis_S;
                             reported.angleRad = angleRad;
                             reported.isDone = isDone;
                             m_reported.push_back(reported);
                         });
        QObject::connect(&m_view, &MatchView::dragCanceled, &m_view, [this] { ++m_canceled; });
        QObject::connect(&m_view, &MatchView::picked, &m_view,
                         [this](const ObjectId& id) { m_picked.push_back(id); });
    }
    void show() {
        m_view.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&m_view));
        m_view.setPosing(true);
        showRobot(m_robot);
    }
    void showRobot(const RobotFrame& robot) {
        auto frame = std::make_shared<monitor::MatchFrame>();
        frame->robots = {robot};
        m_view.setFrame(frame);
        m_view.setPoseOverlay(overlay());
    }
    [[nodiscard]] std::shared_ptr<PoseOverlay> overlay() const {
        auto overlay = std::make_shared<PoseOverlay>();
        overlay->handles = {{kLeftHand, leftHand(m_robot), false}};
        return overlay;
    }
    [[nodiscard]] QPoint at(const Vector3d& p_S) const {
        return projected(m_view.cameraPose(), p_S, kPoseViewSize);
    }
    void press(const QPoint& place, Qt::KeyboardModifiers keys = {}) {
        QTest::mousePress(&m_view, Qt::LeftButton, keys, place);
    }
    void move(const QPoint& place, Qt::KeyboardModifiers keys = {}) {
        QMouseEvent event(QEvent::MouseMove, place, m_view.mapToGlobal(QPointF(place)),
                          Qt::NoButton, Qt::LeftButton, keys);
        QCoreApplication::sendEvent(&m_view, &event);
    }
    void release(const QPoint& place, Qt::KeyboardModifiers keys = {}) {
        QTest::mouseRelease(&m_view, Qt::LeftButton, keys, place);
    }
    void drag(const QPoint& from, const QPoint& by, Qt::KeyboardModifiers keys = {}) {
        press(from, keys);
        move(from + by / 2, keys);
        move(from + by, keys);
        release(from + by, keys);
    }
    QImage picture() {
        std::optional<QImage> taken;
        m_view.takePicture(kPoseViewSize, [&](const QImage& image) { taken = image; });
        EXPECT_TRUE(tests::waitUntil([&] { return taken.has_value(); })) << "no picture came";
        return taken.value_or(QImage());
    }
    int more(int hue, const std::shared_ptr<PoseOverlay>& shown) {
        m_view.setPoseOverlay(nullptr);
        const int before = pixelsOf(picture(), hue);
        m_view.setPoseOverlay(shown);
        return pixelsOf(picture(), hue) - before;
    }

    RobotFrame m_robot = posed();
    MatchView m_view;
    std::vector<Report> m_reported;
    std::vector<ObjectId> m_picked;
    int m_canceled = 0;
};

TEST_F(PoseViewTest, AHandleGoesWhereTheMouseGoes) {
    show();
    const QPoint from = at(leftHand(m_robot));
    const QPoint by(70, -40);
    drag(from, by);
    ASSERT_GE(m_reported.size(), 3U);
    for (std::size_t i = 0; i < m_reported.size(); ++i) {
        EXPECT_EQ(m_reported[i].handle, kLeftHand);
        EXPECT_EQ(m_reported[i].isDone, i + 1 == m_reported.size()) << i;
    }
    const Vector3d way = m_reported.back().target_S - leftHand(m_robot);
    EXPECT_NEAR(way.dot(m_view.cameraPose().forward), 0.0, 1e-9) << "in the picture's plane";
    const QPoint end = at(m_reported.back().target_S);
    EXPECT_LE((end - (from + by)).manhattanLength(), 2);
    EXPECT_TRUE(m_picked.empty()) << "a drag is no click";
    EXPECT_EQ(m_canceled, 0);
}

TEST_F(PoseViewTest, KeysKeepTheDragToAPath) {
    show();
    const Vector3d hand = leftHand(m_robot);
    drag(at(hand), {50, -40}, Qt::ControlModifier);
    ASSERT_FALSE(m_reported.empty());
    EXPECT_EQ(m_reported.back().target_S.head<2>(), hand.head<2>());
    EXPECT_GT(m_reported.back().target_S.z(), hand.z() + 0.05);
    m_reported.clear();
    m_view.orbitTo(0.5, 0.8);
    EXPECT_TRUE(tests::waitUntil([&] { return m_view.cameraPose().forward.z() < -0.7; }, 10000));
    drag(at(hand), {50, -10}, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_FALSE(m_reported.empty());
    EXPECT_NEAR(m_reported.back().target_S.z(), hand.z(), 1e-9);
    EXPECT_GT((m_reported.back().target_S - hand).norm(), 0.05);
}

TEST_F(PoseViewTest, ShiftTurnsTheLimb) {
    show();
    drag(at(leftHand(m_robot)), {100, 30}, Qt::ShiftModifier);
    ASSERT_GE(m_reported.size(), 3U);
    EXPECT_NEAR(m_reported.back().angleRad, radFromDeg(40.0), 1e-9);
    EXPECT_NEAR(m_reported.front().angleRad, radFromDeg(20.0), 1e-9) << "since the drag began";
    EXPECT_LT((m_reported.back().axis_S - m_view.cameraPose().forward).norm(), 1e-9);
    EXPECT_TRUE(m_reported.back().isDone);
}

TEST_F(PoseViewTest, ABodyIsDraggedByThePointThatIsHeld) {
    show();
    const Vector3d knee = m_robot.X_SBody[poseBody("lshank")].p;
    const QPoint from = at(knee);
    drag(from, {40, -20});
    ASSERT_GE(m_reported.size(), 3U);
    EXPECT_EQ(m_reported.back().id.robot, kRobot);
    EXPECT_EQ(m_reported.back().id.body, static_cast<std::int32_t>(poseBody("lshank")));
    const Vector3d held = m_robot.X_SBody[poseBody("lshank")] * m_reported.back().grip_Body;
    EXPECT_LE((at(held) - from).manhattanLength(), 6);
    EXPECT_LE((at(m_reported.back().target_S) - at(held) - QPoint(40, -20)).manhattanLength(), 2);
}

TEST_F(PoseViewTest, AClickOnABodyPicksIt) {
    show();
    QTest::mouseClick(&m_view, Qt::LeftButton, {}, at(m_robot.X_SBody[poseBody("head")].p));
    ASSERT_EQ(m_picked.size(), 1U);
    EXPECT_EQ(m_picked.front().body, static_cast<std::int32_t>(poseBody("head")));
    QTest::mouseClick(&m_view, Qt::LeftButton, {}, QPoint(5, 5));
    ASSERT_EQ(m_picked.size(), 2U);
    EXPECT_EQ(m_picked.back().kind, ObjectId::Kind::None);
    EXPECT_TRUE(m_reported.empty());
}

TEST_F(PoseViewTest, ADragBesideTheRobotTurnsTheView) {
    show();
    CameraRig rig = orbitingPose();
    EXPECT_LT((m_view.cameraPose().eye - rig.pose().eye).norm(), 1e-9);
    drag({10, 20}, {60, 30});
    EXPECT_TRUE(m_reported.empty());
    EXPECT_TRUE(m_picked.empty());
    rig.rotate(60, 30, kPoseViewSize.height());
    EXPECT_LT((m_view.cameraPose().eye - rig.pose().eye).norm(), 1e-9);
    QWheelEvent wheel({50, 50}, m_view.mapToGlobal(QPointF(50, 50)), {}, {0, 240}, Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&m_view, &wheel);
    rig.zoom(2, false);
    EXPECT_LT((m_view.cameraPose().eye - rig.pose().eye).norm(), 1e-9);
}

TEST_F(PoseViewTest, WithoutHandlesNothingIsPosed) {
    show();
    for (const auto& none : {std::shared_ptr<PoseOverlay>(), std::make_shared<PoseOverlay>()}) {
        m_view.setPoseOverlay(none);
        const Vector3d before = m_view.cameraPose().eye;
        drag(at(m_robot.X_SBody[poseBody("torso")].p), {40, 0});
        EXPECT_TRUE(m_reported.empty());
        EXPECT_GT((m_view.cameraPose().eye - before).norm(), 0.05) << "the view turns";
    }
}

TEST_F(PoseViewTest, EscapeGivesTheDragUp) {
    show();
    const QPoint from = at(leftHand(m_robot));
    press(from);
    move(from + QPoint(30, 0));
    ASSERT_EQ(m_reported.size(), 1U);
    QKeyEvent asked(QEvent::ShortcutOverride, Qt::Key_Escape, Qt::NoModifier);
    asked.ignore();
    QCoreApplication::sendEvent(&m_view, &asked);
    EXPECT_TRUE(asked.isAccepted()) << "it closes nothing else";
    QTest::keyClick(&m_view, Qt::Key_Escape);
    EXPECT_EQ(m_canceled, 1);
    const Vector3d eye = m_view.cameraPose().eye;
    move(from + QPoint(60, 0));
    release(from + QPoint(60, 0));
    EXPECT_EQ(m_reported.size(), 1U) << "nothing more is reported";
    EXPECT_EQ(m_view.cameraPose().eye, eye) << "nor does the view turn";
    EXPECT_TRUE(m_picked.empty());
    drag(from, {20, 0});
    EXPECT_TRUE(m_reported.back().isDone) << "the next drag is reported again";
}

TEST_F(PoseViewTest, AnotherButtonOrAnotherWindowGivesItUpAsWell) {
    show();
    const QPoint from = at(leftHand(m_robot));
    press(from);
    move(from + QPoint(30, 0));
    QTest::mousePress(&m_view, Qt::RightButton, {}, from);
    EXPECT_EQ(m_canceled, 1);
    QTest::mouseRelease(&m_view, Qt::RightButton, {}, from);
    release(from);
    press(from);
    move(from + QPoint(30, 0));
    QFocusEvent event(QEvent::FocusOut);
    QCoreApplication::sendEvent(&m_view, &event);
    EXPECT_EQ(m_canceled, 2);
    release(from);
    for (const Report& reported : m_reported) {
        EXPECT_FALSE(reported.isDone);
    }
}

TEST_F(PoseViewTest, KeysLookFromTheSides) {
    show();
    const auto looksFrom = [&](const Vector3d& direction) {
        return tests::waitUntil(
            [&] { return (m_view.cameraPose().forward + direction.normalized()).norm() < 0.08; },
            10000);
    };
    QTest::keyClick(&m_view, Qt::Key_1);
    EXPECT_TRUE(looksFrom({0, 1, 0}));
    QTest::keyClick(&m_view, Qt::Key_3);
    EXPECT_TRUE(looksFrom({-1, 0, 0}));
    for (const int k : {Qt::Key_1, Qt::Key_3, Qt::Key_7, Qt::Key_Home}) {
        QKeyEvent asked(QEvent::ShortcutOverride, k, Qt::NoModifier);
        asked.ignore();
        QCoreApplication::sendEvent(&m_view, &asked);
        EXPECT_FALSE(asked.isAccepted()) << "shortcuts come first: " << k;
    }
    QTest::keyClick(&m_view, Qt::Key_7);
    EXPECT_TRUE(looksFrom({0, 0, 1}));
    m_view.orbitAbout({3, 3, 0.3}, 6.0);
    QTest::keyClick(&m_view, Qt::Key_Home);
    EXPECT_LT((m_view.cameraPose().eye - m_robot.X_STorso().p).norm(), 2.0);
    m_view.setPosing(false);
    EXPECT_EQ(m_view.cameraMode(), CameraMode::Free);
}

TEST_F(PoseViewTest, ShowsWhatIsAtFault) {
    show();
    auto shown = overlay();
    shown->flagged = {model().findBody("lthigh"), model().findBody("rthigh"), robot::BodyId::none(),
                      robot::BodyId(999)};
    EXPECT_GT(more(kRedHue, shown), 200);
    EXPECT_EQ(m_view.cameraMode(), CameraMode::Orbit);
}

TEST_F(PoseViewTest, ShowsNeighborsAsGlass) {
    show();
    auto shown = std::make_shared<PoseOverlay>();
    m_view.setPoseOverlay(shown);
    const QImage plain = picture();
    shown = std::make_shared<PoseOverlay>();
    shown->skins = {{withArmUp(), 1.0F}};
    m_view.setPoseOverlay(shown);
    const QImage after = picture();
    EXPECT_GT(brighterPixels(after, plain, 12).size(), 150U);
    shown = std::make_shared<PoseOverlay>();
    shown->skins = {{m_robot, -1.0F}}; // the same pose
    m_view.setPoseOverlay(shown);
    const QImage same = picture();
    EXPECT_EQ(same, plain) << "it is where the robot is";
}

TEST_F(PoseViewTest, ShowsWhetherItIsBalanced) {
    show();
    auto shown = std::make_shared<PoseOverlay>();
    shown->centerOfMass_S = Vector3d(0, 0, 0.3);
    shown->support_S = {{-0.2, -0.1}, {0.2, -0.1}, {0.2, 0.2}, {-0.2, 0.2}};
    shown->isBalanced = false;
    EXPECT_GT(more(kRedHue, shown), 300);
    shown = std::make_shared<PoseOverlay>(*shown);
    shown->isBalanced = true;
    EXPECT_LT(more(kRedHue, shown), 20);
    constexpr int kZmpHue = 297;
    shown = std::make_shared<PoseOverlay>();
    shown->zmp_S = Vector2d(0.1, 0.2);
    EXPECT_GT(more(kZmpHue, shown), 15);
}

TEST_F(PoseViewTest, ShowsRangesOfJointsAndPaths) {
    show();
    auto shown = std::make_shared<PoseOverlay>();
    shown->ranges = {{{0.3, 0.1, 0.4}, Vector3d::UnitY(), Vector3d::UnitX(), -1.5, 1.5, 1.45},
                     {{0.3, 0.1, 0.4}, Vector3d::UnitY(), Vector3d::UnitX(), 1.0, 1.0, 1.0},
                     {{0.0, 0.1, 0.4}, Vector3d::UnitY(), Vector3d::UnitX(), -1e9, 1e9, 0.0}};
    EXPECT_GT(more(kRedHue, shown), 20) << "its stops, and its angle near one";
    shown = std::make_shared<PoseOverlay>();
    for (int i = 0; i <= 20; ++i) {
        shown->path_S.emplace_back(-0.3 + 0.03 * i, 0.3, 0.3);
    }
    EXPECT_GT(more(kThinGoldHue, shown), 40);
}

TEST_F(PoseViewTest, NothingIsLeftWhenTheOverlayGoes) {
    show();
    m_view.setPoseOverlay(nullptr);
    const QImage before = picture();
    auto shown = overlay();
    shown->skins = {{withArmUp(), -0.5F}};
    shown->flagged = {model().findBody("torso")};
    shown->centerOfMass_S = Vector3d(0, 0, 0.3);
    shown->zmp_S = Vector2d(0, 0);
    shown->support_S = {{-0.2, -0.1}, {0.2, -0.1}, {0.2, 0.2}};
    m_view.setPoseOverlay(shown);
    EXPECT_NE(picture(), before);
    m_view.setPoseOverlay(nullptr);
    EXPECT_EQ(picture(), before);
}

TEST_F(PoseViewTest, TwoViewsTakeTurns) {
    show();
    MatchView other;
    other.resize(kPoseViewSize);
    SceneOptions options = other.options();
    options.background = QColor(200, 40, 200);
    other.setOptions(options);
    const auto shows = [](MatchView& view) {
        const QColor expected = view.options().background;
        return tests::waitUntil([&] {
            const QColor sky = view.screen()->grabWindow(view.winId()).toImage().pixelColor(2, 2);
            return std::abs(sky.red() - expected.red()) < 4 &&
                   std::abs(sky.green() - expected.green()) < 4;
        });
    };
    EXPECT_TRUE(shows(m_view));
    for (int i = 0; i < 2; ++i) {
        m_view.hide();
        other.show();
        EXPECT_TRUE(shows(other)) << i;
        other.hide();
        m_view.show();
        EXPECT_TRUE(shows(m_view)) << i << ": what was hidden is drawn again";
    }
}

TEST_F(PoseViewTest, AHandleLightsUpUnderTheMouse) {
    show();
    const QPoint hand = at(leftHand(m_robot));
    const auto hover = [&](const QPoint& place) {
        QMouseEvent event(QEvent::MouseMove, place, m_view.mapToGlobal(QPointF(place)),
                          Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&m_view, &event);
        return picture();
    };
    const QImage away = hover({5, 5});
    EXPECT_FALSE(brighterPixels(hover(hand), away, 20).empty());
    EXPECT_FALSE(brighterPixels(hover(at(m_robot.X_SBody[poseBody("lthigh")].p)), away, 3).empty());
    EXPECT_EQ(hover({5, 5}), away);
}

TEST_F(PoseViewTest, AxesAndCloudsAreDrawnAndGoAgain) {
    show();
    constexpr int kAxisHue = 210;
    constexpr int kChosenHue = 53;
    constexpr int kCloudHue = 300;
    auto overlay = std::make_shared<PoseOverlay>();
    overlay->axes = {{{0, 0, 0.6}, Vector3d::UnitX(), false}};
    const int unchosen = more(kAxisHue, overlay);
    EXPECT_GT(unchosen, 30);
    overlay = std::make_shared<PoseOverlay>(*overlay);
    overlay->axes.front().isChosen = true;
    EXPECT_GT(more(kChosenHue, overlay), unchosen) << "the chosen one is longer and wider";
    auto clouds = std::make_shared<std::vector<PoseOverlay::Cloud>>(1);
    clouds->front().color = {1.0F, 0.0F, 1.0F};
    for (int i = 0; i < 200; ++i) {
        clouds->front().points_S.emplace_back(0.3 * std::cos(0.1 * i), 0.0, 0.4 + 0.001 * i);
    }
    overlay = std::make_shared<PoseOverlay>();
    overlay->clouds = clouds;
    EXPECT_GT(more(kCloudHue, overlay), 200);
    overlay = std::make_shared<PoseOverlay>();
    EXPECT_EQ(more(kCloudHue, overlay), 0);
}

} // namespace
} // namespace sideline::viewer3d
