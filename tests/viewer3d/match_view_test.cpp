#include "viewer3d/view/match_view.h"

#include <functional>
#include <map>
#include <optional>

#include <gtest/gtest.h>

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QTest>
#include <QUrl>
#include <QWheelEvent>

#include "agentcore/robot/nao.h"
#include "tests/gui/gui_support.h"
#include "tests/support/test_files.h"
#include "tests/viewer3d/picture_checks.h"
#include "tests/viewer3d/viewer_checks.h"
#include "viewer3d/shapes/nao_shells.h"
#include "viewer3d/view/camera_rig.h"

namespace sideline::viewer3d {
namespace {

using Eigen::Vector3d;
using game::PlayerId;
using game::Side;
using monitor::MatchFramePtr;
using monitor::ObjectId;
using tests::ScriptedScene;

const PlayerId kViewLeft3{Side::Left, game::UniformNumber(3)};
const PlayerId kRight5{Side::Right, game::UniformNumber(5)};
constexpr QSize kViewSize(480, 320);
const Vector3d kLeft3Torso(1, 2, 0.39);
const Vector3d kRight5Torso(-4, -3, 0.39);

MatchFramePtr twoRobots() {
    ScriptedScene scene;
    scene.robots = {tests::scriptedRobot(Side::Left, 3, kLeft3Torso.x(), kLeft3Torso.y()),
                    tests::scriptedRobot(Side::Right, 5, kRight5Torso.x(), kRight5Torso.y())};
    scene.p_SBall = {6, 4, 0.042};
    return frameOf(scene);
}

QPoint projected(const CameraPose& pose, const Vector3d& p_S) {
    return projected(pose, p_S, kViewSize);
}

class MatchViewTest : public ::testing::Test {
protected:
    MatchViewTest() {
        m_view.resize(kViewSize);
        QObject::connect(&m_view, &MatchView::picked, &m_view,
                         [this](const ObjectId& id) { m_picked.push_back(id); });
        QObject::connect(&m_view, &MatchView::activated, &m_view,
                         [this](const ObjectId& id) { m_activated.push_back(id); });
        QObject::connect(&m_view, &MatchView::cameraModeChanged, &m_view,
                         [this](CameraMode mode) { m_modes.push_back(mode); });
        QObject::connect(&m_view, &MatchView::filesDropped, &m_view,
                         [this](const QStringList& paths) { m_dropped += paths; });
    }
    void show() {
        m_view.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&m_view));
        ASSERT_EQ(m_view.size(), kViewSize);
    }
    QImage picture(const QSize& size = kViewSize) {
        std::optional<QImage> taken;
        m_view.takePicture(size, [&](const QImage& image) { taken = image; });
        EXPECT_TRUE(tests::waitUntil([&] { return taken.has_value(); })) << "no picture came";
        return taken.value_or(QImage());
    }
    ObjectId click(const QPoint& place) {
        m_picked.clear();
        QTest::mouseClick(&m_view, Qt::LeftButton, {}, place);
        EXPECT_EQ(m_picked.size(), 1U);
        return m_picked.empty() ? ObjectId::ball() : m_picked.front();
    }
    static CameraPose presetPose(int number) {
        CameraRig rig;
        rig.goToPreset(number);
        return rig.pose();
    }

    MatchView m_view;
    std::vector<ObjectId> m_picked;
    std::vector<ObjectId> m_activated;
    std::vector<CameraMode> m_modes;
    QStringList m_dropped;
};

TEST_F(MatchViewTest, ShowsTheSampleMatch) {
    show();
    m_view.setFrame(tests::fetchedFrame(*tests::sampleMatch(), 20).drawn);
    m_view.setCameraMode(CameraMode::FollowBall);
    const QImage image = picture();
    EXPECT_EQ(image.size(), kViewSize);
    EXPECT_GT(pixelsOf(image, kGreenHue), 20000) << "grass";
    EXPECT_GT(pixelsOf(image, kBlueHue), 10) << "the left team";
    EXPECT_GT(pixelsOf(image, kRedHue), 10) << "the right team";
    EXPECT_GT(colorsOf(image), 500U);
    EXPECT_GT(m_view.triangleCount(), 22U * 1000U);
}

TEST_F(MatchViewTest, PicturesHaveTheSizeThatIsAskedFor) {
    show();
    m_view.setFrame(twoRobots());
    m_view.goToPreset(8);
    const CameraPose pose = presetPose(8);
    for (const QSize& size : {QSize(200, 300), QSize(700, 150), kViewSize}) {
        const QImage image = picture(size);
        EXPECT_EQ(image.size(), size);
        EXPECT_GT(pixelsOf(image, kGreenHue), 25000) << size.width() << " wide";
        EXPECT_EQ(click(projected(pose, kLeft3Torso)).robot, kViewLeft3) << "the view is as before";
    }
    EXPECT_EQ(m_view.size(), kViewSize);
}

TEST_F(MatchViewTest, APictureShowsWhatTheCameraSees) {
    show();
    m_view.setFrame(twoRobots());
    m_view.goToPreset(8);
    m_view.setSelection(ObjectId::ofRobot(kViewLeft3));
    const QSize size(600, 600);
    const QPoint place = projected(presetPose(8), {1, 2, 0}, size);
    const QImage image = picture(size);
    const int ring = pixelsOf(image.copy(place.x() - 12, place.y() - 12, 24, 24), kGoldHue);
    EXPECT_GT(ring, 10) << "the ring lies around the selected robot";
    EXPECT_EQ(ring, pixelsOf(image, kGoldHue)) << "and nowhere else";
}

TEST_F(MatchViewTest, WithoutAWindowThereIsNoPicture) {
    int answers = 0;
    const auto expectNone = [&](const QImage& image) {
        ++answers;
        EXPECT_TRUE(image.isNull());
    };
    m_view.takePicture(kViewSize, expectNone);
    show();
    m_view.takePicture(QSize(), expectNone);
    m_view.takePicture(QSize(0, 100), expectNone);
    EXPECT_FALSE(picture().isNull());
    m_view.hide();
    ASSERT_TRUE(tests::waitUntil([&] { return !m_view.isExposed(); }));
    m_view.takePicture(kViewSize, expectNone);
    EXPECT_TRUE(tests::waitUntil([&] { return answers == 4; })) << answers;
}

TEST_F(MatchViewTest, OnePictureIsTakenAtATime) {
    show();
    std::vector<QSize> sizes;
    const auto keep = [&](const QImage& image) { sizes.push_back(image.size()); };
    m_view.takePicture(QSize(100, 80), keep);
    m_view.takePicture(QSize(50, 40), keep);
    EXPECT_TRUE(tests::waitUntil([&] { return sizes.size() == 2; }));
    EXPECT_EQ(sizes, (std::vector{QSize(0, 0), QSize(100, 80)})) << "the second is refused at once";
    EXPECT_EQ(picture(QSize(60, 70)).size(), QSize(60, 70));
}

TEST_F(MatchViewTest, TeamsWearTheColorsOfTheOptions) {
    show();
    m_view.setFrame(twoRobots());
    m_view.setSelection(ObjectId::ofRobot(kViewLeft3));
    m_view.setCameraMode(CameraMode::FollowPlayer);
    constexpr int kMagentaHue = 300;
    const auto blue = [](const QImage& image) { return pixelsOf(image, kBlueHue); };
    const auto magenta = [](const QImage& image) { return pixelsOf(image, kMagentaHue); };
    const QImage before = picture();
    EXPECT_GT(blue(before), 200);
    EXPECT_LT(magenta(before), 10);
    SceneOptions options = m_view.options();
    options.leftColor = QColor::fromHsv(kMagentaHue, 230, 230);
    m_view.setOptions(options);
    EXPECT_EQ(m_view.options(), options);
    const QImage after = picture();
    EXPECT_GT(magenta(after), 200);
    EXPECT_LT(blue(after), 10);
    m_view.setSelection(ObjectId::ofRobot(kRight5));
    m_view.snapCamera();
    EXPECT_GT(pixelsOf(picture(), kRedHue), 200) << "the other team keeps its own";
}

TEST_F(MatchViewTest, TheBackgroundIsThatOfTheOptions) {
    show();
    m_view.setFrame(twoRobots());
    m_view.setSelection(ObjectId::ofRobot(kViewLeft3));
    m_view.setCameraMode(CameraMode::ThirdPerson);
    for (const QColor& color : {m_view.options().background, QColor(90, 40, 120)}) {
        SceneOptions options = m_view.options();
        options.background = color;
        m_view.setOptions(options);
        const QColor seen = picture().pixelColor(2, 2);
        EXPECT_NEAR(seen.red(), color.red(), 3);
        EXPECT_NEAR(seen.green(), color.green(), 3);
        EXPECT_NEAR(seen.blue(), color.blue(), 3);
    }
}

TEST_F(MatchViewTest, ShadowsAreDarkAndCanBeSwitchedOff) {
    show();
    m_view.setFrame(twoRobots());
    m_view.setSelection(ObjectId::ofRobot(kViewLeft3));
    m_view.setCameraMode(CameraMode::FollowPlayer);
    const QImage with = picture();
    SceneOptions options = m_view.options();
    options.shadows = false;
    m_view.setOptions(options);
    const QImage without = picture();
    EXPECT_GT(pixelsOf(without, kBlueHue), 200) << "the robot is still there";
    EXPECT_GT(brighterPixels(without, with, 10).size(), 200U) << "where the shadow was";
    EXPECT_LT(brighterPixels(with, without, 10).size(), 20U);
}

TEST_F(MatchViewTest, NumbersStandOverTheHeads) {
    show();
    m_view.setFrame(twoRobots());
    m_view.setSelection(ObjectId::ofRobot(kViewLeft3));
    m_view.setCameraMode(CameraMode::FollowPlayer);
    CameraRig rig;
    rig.setPlayer(kViewLeft3);
    rig.setMode(CameraMode::FollowPlayer);
    rig.snap(twoRobots().get());
    const int headTop = projected(rig.pose(), {1, 2, 0.61}).y();
    SceneOptions options = m_view.options();
    options.playerLabels = false;
    const QImage with = picture();
    m_view.setOptions(options);
    const QImage without = picture();
    std::vector<QPoint> changed = brighterPixels(with, without, 25);
    EXPECT_GT(changed.size(), 20U) << "the digit";
    const std::vector<QPoint> outline = brighterPixels(without, with, 25);
    EXPECT_GT(outline.size(), 20U) << "its outline";
    changed.insert(changed.end(), outline.begin(), outline.end());
    for (const QPoint& place : changed) {
        EXPECT_TRUE(QRect(215, headTop - 40, 50, 41).contains(place))
            << place.x() << " " << place.y() << " below " << headTop;
    }
}

TEST_F(MatchViewTest, ATrailIsDrawnFromPlaceToPlace) {
    show();
    ScriptedScene scene;
    scene.p_SBall = {0, 3, 0.042};
    m_view.setFrame(frameOf(scene));
    m_view.setCameraMode(CameraMode::FollowBall);
    const auto gold = [](const QImage& image) { return pixelsOf(image, kThinGoldHue); };
    EXPECT_LT(gold(picture()), 5);
    Trail trail;
    for (int i = 0; i < 50; ++i) {
        trail.path_S.emplace_back(-2.5 + 0.1 * i, 3.0, 0.05);
    }
    m_view.setTrail(trail);
    EXPECT_GT(gold(picture()), 25);
    m_view.setTrail({});
    EXPECT_LT(gold(picture()), 5);
}

TEST_F(MatchViewTest, AGhostWhereItsRobotStandsLeavesNoSpeckles) {
    show();
    const monitor::MatchFramePtr frame = twoRobots();
    m_view.setFrame(frame);
    m_view.setSelection(monitor::ObjectId::ofRobot(frame->robots.front().id));
    m_view.setCameraMode(CameraMode::ThirdPerson);
    m_view.snapCamera();
    const QImage before = picture();
    const auto changed = [&](const Trail& trail) {
        m_view.setTrail(trail);
        const QImage after = picture();
        int count = 0;
        for (int y = 0; y < before.height(); ++y) {
            for (int x = 0; x < before.width(); ++x) {
                count += before.pixel(x, y) != after.pixel(x, y) ? 1 : 0;
            }
        }
        return count;
    };
    Trail trail;
    trail.ghosts = {frame->robots.front()};
    EXPECT_EQ(changed(trail), 0);
    for (math::Pose& X_SBody : trail.ghosts.front().X_SBody) {
        X_SBody.p.x() += 0.3;
    }
    EXPECT_GT(changed(trail), 500) << "it has moved since";
}

TEST_F(MatchViewTest, TheServersMeshesTakeThePlaceOfTheShells) {
    const tests::TempDir folder;
    tests::writeFile(folder / "naohead.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const auto meshes = ServerMeshes::load(folder.path());
    ASSERT_TRUE(meshes) << meshes.error().toString();
    m_view.setFrame(twoRobots());
    const std::size_t before = m_view.triangleCount();
    const robot::RobotModel& model = robot::naoModel(robot::NaoType::Standard);
    const std::size_t head =
        bodyShell(model, model.findBody("head"), Detail{6, 3, 1}).triangleCount(); // far away
    m_view.setServerMeshes(*meshes);
    EXPECT_EQ(m_view.triangleCount(), before - 2 * (head - 1)) << "a triangle for each head";
    m_view.setServerMeshes(nullptr);
    EXPECT_EQ(m_view.triangleCount(), before);
}

TEST_F(MatchViewTest, AFirstLookShowsTheWholeField) {
    show();
    m_view.setFrame(twoRobots());
    CameraRig rig;
    rig.frameField(1.5);
    EXPECT_EQ(click(projected(rig.pose(), kLeft3Torso)).robot, kViewLeft3);
    EXPECT_EQ(click(projected(rig.pose(), kRight5Torso)).robot, kRight5);
}

TEST_F(MatchViewTest, ACameraThatWasChosenBeforeStays) {
    m_view.setFrame(twoRobots());
    m_view.goToPreset(8);
    show();
    EXPECT_EQ(click(projected(presetPose(8), kLeft3Torso)).robot, kViewLeft3);
}

TEST_F(MatchViewTest, PresetsFitTheFieldOfTheMatch) {
    ScriptedScene scene;
    scene.robots = {tests::scriptedRobot(Side::Left, 3, -2, 1)};
    std::string message = tests::fullMessage(scene);
    message.replace(message.find("(FieldLength 30)(FieldWidth 20)"), 31,
                    "(FieldLength 12)(FieldWidth 8)");
    monitor::MonitorDecoder decoder;
    ASSERT_TRUE(decoder.decode(message, 0));
    const auto frame = makeMatchFrame(
        0, 0.0, decoder.game(), std::make_shared<monitor::SceneState>(decoder.scene()), false);
    show();
    m_view.setFrame(frame);
    m_view.goToPreset(2);
    CameraRig rig;
    rig.setField(field::fieldVersions()[1].dimensions);
    rig.goToPreset(2);
    EXPECT_EQ(click(projected(rig.pose(), {-2, 1, 0.39})).robot, kViewLeft3);
}

TEST_F(MatchViewTest, AClickPicksWhatIsThere) {
    show();
    m_view.setFrame(twoRobots());
    for (const int preset : {2, 8}) {
        m_view.goToPreset(preset);
        const CameraPose pose = presetPose(preset);
        const ObjectId robot = click(projected(pose, kLeft3Torso));
        EXPECT_EQ(robot.kind, ObjectId::Kind::Robot) << preset;
        EXPECT_EQ(robot.robot, kViewLeft3) << preset;
        EXPECT_EQ(click(projected(pose, kRight5Torso)).robot, kRight5) << preset;
        EXPECT_EQ(click(projected(pose, {6, 4, 0.042})), ObjectId::ball()) << preset;
        EXPECT_EQ(click(projected(pose, {-1, 4, 0})), ObjectId()) << preset << ": grass";
    }
    EXPECT_TRUE(m_activated.empty());
    m_picked.clear();
    QTest::mouseClick(&m_view, Qt::RightButton, {}, projected(presetPose(8), kLeft3Torso));
    EXPECT_TRUE(m_picked.empty()) << "the other button picks nothing";
}

TEST_F(MatchViewTest, WithoutAFrameThereIsNothingToPick) {
    show();
    QTest::mouseClick(&m_view, Qt::LeftButton, {}, QPoint(240, 160));
    QTest::mouseDClick(&m_view, Qt::LeftButton, {}, QPoint(240, 160));
    m_view.setFrame(nullptr);
    m_view.setSelection(ObjectId::ball());
    EXPECT_TRUE(m_picked.empty());
    EXPECT_TRUE(m_activated.empty());
}

TEST_F(MatchViewTest, ADoubleClickActivatesWhatIsThere) {
    show();
    m_view.setFrame(twoRobots());
    m_view.goToPreset(8);
    QTest::mouseDClick(&m_view, Qt::LeftButton, {}, projected(presetPose(8), kRight5Torso));
    ASSERT_EQ(m_activated.size(), 1U);
    EXPECT_EQ(m_activated.front().robot, kRight5);
    QTest::mouseDClick(&m_view, Qt::LeftButton, {}, projected(presetPose(8), {-1, 4, 0}));
    EXPECT_EQ(m_activated.size(), 1U) << "grass cannot be activated";
}

TEST_F(MatchViewTest, DragsTurnAndPanAndPickNothing) {
    show();
    m_view.setFrame(twoRobots());
    const QPoint from(200, 150);
    const QPoint by(70, 25);
    for (const Qt::MouseButton button : {Qt::LeftButton, Qt::RightButton}) {
        m_view.goToPreset(2);
        m_picked.clear();
        QTest::mousePress(&m_view, button, {}, from);
        QTest::mouseMove(&m_view, from + by);
        QTest::mouseRelease(&m_view, button, {}, from + by);
        EXPECT_TRUE(m_picked.empty());
        CameraRig rig;
        rig.goToPreset(2);
        if (button == Qt::LeftButton) {
            rig.rotate(by.x(), by.y(), kViewSize.height());
        } else {
            rig.pan(by.x(), by.y(), kViewSize.height());
        }
        EXPECT_EQ(click(projected(rig.pose(), kRight5Torso)).robot, kRight5);
    }
    m_picked.clear();
    m_view.goToPreset(8);
    const QPoint place = projected(presetPose(8), kLeft3Torso);
    QTest::mousePress(&m_view, Qt::LeftButton, {}, place);
    QTest::mouseMove(&m_view, place + QPoint(1, 1));
    QTest::mouseRelease(&m_view, Qt::LeftButton, {}, place + QPoint(1, 1));
    ASSERT_EQ(m_picked.size(), 1U) << "a hand that trembles clicks all the same";
    EXPECT_EQ(m_picked.front().robot, kViewLeft3);
}

TEST_F(MatchViewTest, ADragMeasuresOnTheGroundWhileThatIsOn) {
    std::vector<monitor::Ruler> rulers;
    QObject::connect(&m_view, &MatchView::measured, &m_view,
                     [&](const monitor::Ruler& ruler) { rulers.push_back(ruler); });
    show();
    m_view.setFrame(twoRobots());
    m_view.goToPreset(8);
    const CameraPose pose = presetPose(8);
    const QPoint from = projected(pose, {-1, 4, 0});
    const auto drag = [&](const QPoint& begin, const QPoint& end) {
        QTest::mousePress(&m_view, Qt::LeftButton, {}, begin);
        QTest::mouseMove(&m_view, (begin + end) / 2);
        QTest::mouseMove(&m_view, end);
        QTest::mouseRelease(&m_view, Qt::LeftButton, {}, end);
    };
    m_view.setMeasuring(true);
    drag(from, projected(pose, {5, 1, 0}));
    ASSERT_FALSE(rulers.empty());
    EXPECT_EQ(rulers.back().from.object, ObjectId());
    EXPECT_NEAR(rulers.back().from.p_S.x(), -1.0, 0.1);
    EXPECT_NEAR(rulers.back().from.p_S.y(), 4.0, 0.1);
    EXPECT_NEAR(rulers.back().to.p_S.x(), 5.0, 0.1);
    EXPECT_NEAR(rulers.back().to.p_S.y(), 1.0, 0.1);
    drag(projected(pose, kLeft3Torso), projected(pose, {6, 4, 0.042}));
    EXPECT_EQ(rulers.back().from.object, ObjectId::ofRobot(kViewLeft3)) << "takes hold of a robot";
    EXPECT_NEAR(rulers.back().from.p_S.x(), 1.0, 1e-6);
    EXPECT_EQ(rulers.back().to.object, ObjectId::ball());
    EXPECT_TRUE(m_picked.empty());
    EXPECT_EQ(click(projected(pose, kRight5Torso)).robot, kRight5) << "a click selects as ever";
    drag(projected(pose, {15, 10, 0}) + QPoint(-4, 3), projected(pose, {0, 0, 0}) + QPoint(3, 3));
    EXPECT_EQ(rulers.back().from.mark, "corner flag F1R") << "snaps to what is near";
    EXPECT_EQ(rulers.back().from.p_S, Eigen::Vector2d(15, 10));
    EXPECT_EQ(rulers.back().to.mark, "center");
    rulers.clear();
    m_view.setMeasuring(false);
    drag(from, projected(pose, {5, 1, 0}));
    EXPECT_TRUE(rulers.empty()) << "and a drag turns the view again";
    EXPECT_NE(click(projected(pose, kRight5Torso)).robot, kRight5);
}

TEST_F(MatchViewTest, AboveTheHorizonNothingIsMeasured) {
    int reported = 0;
    QObject::connect(&m_view, &MatchView::measured, &m_view, [&] { ++reported; });
    show();
    m_view.setFrame(twoRobots());
    m_view.setMeasuring(true);
    m_view.setSelection(ObjectId::ofRobot(kViewLeft3));
    m_view.setCameraMode(CameraMode::FirstPerson); // looks level
    QTest::mousePress(&m_view, Qt::LeftButton, {}, {240, 5});
    QTest::mouseMove(&m_view, {300, 20});
    QTest::mouseRelease(&m_view, Qt::LeftButton, {}, {300, 20});
    EXPECT_EQ(reported, 0);
}

TEST_F(MatchViewTest, TheRulerIsDrawn) {
    show();
    m_view.setFrame(twoRobots());
    m_view.goToPreset(8);
    const int before = pixelsOf(picture(), kGoldHue);
    m_view.setRuler({drawing::Line{{-5, 6, 0}, {5, 6, 0}, 3.0, {255, 200, 40, 255}}});
    EXPECT_GT(pixelsOf(picture(), kGoldHue), before + 100);
    m_view.setRuler({});
    EXPECT_EQ(pixelsOf(picture(), kGoldHue), before);
}

TEST_F(MatchViewTest, AWireframeShowsWhatIsBehind) {
    show();
    m_view.setFrame(twoRobots());
    m_view.goToPreset(8);
    SceneOptions options = m_view.options();
    options.shadows = false;
    options.playerLabels = false;
    m_view.setSelection(ObjectId::ofRobot(kViewLeft3));
    m_view.setCameraMode(CameraMode::ThirdPerson);
    m_view.setOptions(options);
    const int grass = pixelsOf(picture(), kGreenHue);
    options.wireframe = true;
    m_view.setOptions(options);
    const QImage wires = picture();
    EXPECT_GT(pixelsOf(wires, kGreenHue), grass + 300) << "grass through the robot";
    EXPECT_GT(pixelsOf(wires, kBlueHue), 10) << "whose edges are there";
    options.wireframe = false;
    m_view.setOptions(options);
    EXPECT_EQ(pixelsOf(picture(), kGreenHue), grass);
}

TEST_F(MatchViewTest, TeamNamesStandOverTheirGoals) {
    show();
    SceneOptions options = m_view.options();
    options.teamNames = false;
    m_view.setOptions(options);
    m_view.setFrame(twoRobots()); // of Alpha and Beta
    m_view.goToPreset(4);
    const QImage without = picture();
    options.teamNames = true;
    m_view.setOptions(options);
    const QImage image = picture();
    const CameraPose pose = presetPose(4);
    const auto changedAround = [&](const Vector3d& p_S) {
        const QPoint place = projected(pose, p_S);
        int changed = 0;
        for (int x = place.x() - 40; x < place.x() + 40; ++x) {
            for (int y = place.y() - 30; y < place.y() + 5; ++y) {
                changed += image.valid(x, y) && image.pixel(x, y) != without.pixel(x, y) ? 1 : 0;
            }
        }
        return changed;
    };
    EXPECT_GT(changedAround({-15, 0, 1.05}), 60);
    EXPECT_GT(changedAround({15, 0, 1.05}), 60);
    EXPECT_LT(changedAround({0, 0, 1.05}), 5);
}

TEST_F(MatchViewTest, ATwinShowsTheSameWithACameraOfItsOwn) {
    show();
    m_view.setFrame(twoRobots());
    m_view.setSelection(ObjectId::ofRobot(kViewLeft3));
    m_view.goToPreset(8);
    MatchView twin;
    twin.resize(kViewSize);
    m_view.setTwin(&twin);
    EXPECT_EQ(m_view.twin(), &twin);
    twin.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&twin));
    twin.goToPreset(2);
    EXPECT_EQ(twin.triangleCount(), m_view.triangleCount()) << "what was shown before";
    m_picked.clear();
    QTest::mouseClick(&twin, Qt::LeftButton, {}, projected(presetPose(2), kRight5Torso));
    ASSERT_EQ(m_picked.size(), 1U) << "what is done there is done here";
    EXPECT_EQ(m_picked.front().robot, kRight5);
    EXPECT_EQ(click(projected(presetPose(8), kRight5Torso)).robot, kRight5) << "two cameras";
    ScriptedScene scene;
    scene.robots = {tests::scriptedRobot(Side::Left, 3, 0, 0)};
    m_view.setFrame(frameOf(scene));
    EXPECT_EQ(twin.triangleCount(), m_view.triangleCount()) << "another frame";
    const std::size_t before = twin.triangleCount();
    m_view.setTwin(nullptr);
    m_view.setFrame(twoRobots());
    EXPECT_EQ(twin.triangleCount(), before) << "gets nothing any more";
    m_picked.clear();
    QTest::mouseClick(&twin, Qt::LeftButton, {}, QPoint(240, 160));
    EXPECT_TRUE(m_picked.empty());
}

TEST_F(MatchViewTest, ATwinThatHoldsARobotLetsGoOfItWhenItLeaves) {
    int pulls = 0;
    int releases = 0;
    QObject::connect(&m_view, &MatchView::pulled, &m_view, [&] { ++pulls; });
    QObject::connect(&m_view, &MatchView::released, &m_view, [&] { ++releases; });
    show();
    m_view.setFrame(twoRobots());
    m_view.setGrabbing(true);
    MatchView twin;
    twin.resize(kViewSize);
    m_view.setTwin(&twin);
    twin.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&twin));
    twin.goToPreset(2);
    QTest::mousePress(&twin, Qt::LeftButton, Qt::ControlModifier,
                      projected(presetPose(2), kLeft3Torso));
    EXPECT_EQ(pulls, 1);
    m_view.setTwin(nullptr);
    EXPECT_EQ(releases, 1);
}

TEST_F(MatchViewTest, TheWheelZooms) {
    show();
    m_view.setFrame(twoRobots());
    const auto turnWheel = [&](int notches, Qt::KeyboardModifiers modifiers) {
        QWheelEvent event(QPointF(240, 160), QPointF(240, 160), QPoint(), QPoint(0, 120 * notches),
                          Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&m_view, &event);
    };
    m_view.setCameraMode(CameraMode::Top);
    CameraRig rig;
    rig.setMode(CameraMode::Top);
    for (const auto& [notches, modifier] :
         {std::pair{4, Qt::NoModifier}, {4, Qt::ShiftModifier}, {-6, Qt::NoModifier}}) {
        turnWheel(notches, modifier);
        rig.zoom(notches, modifier == Qt::ShiftModifier);
        EXPECT_EQ(click(projected(rig.pose(), kLeft3Torso)).robot, kViewLeft3) << notches;
        EXPECT_EQ(click(projected(rig.pose(), kRight5Torso)).robot, kRight5) << notches;
    }
}

TEST_F(MatchViewTest, ModesOfTheCameraAreReported) {
    show();
    m_view.setFrame(twoRobots());
    EXPECT_EQ(m_view.cameraMode(), CameraMode::Free);
    m_view.setCameraMode(CameraMode::Free);
    EXPECT_TRUE(m_modes.empty()) << "nothing has changed";
    m_view.setCameraMode(CameraMode::Top);
    m_view.setCameraMode(CameraMode::Top);
    EXPECT_EQ(m_view.cameraMode(), CameraMode::Top);
    m_view.goToPreset(3);
    EXPECT_EQ(m_view.cameraMode(), CameraMode::Free);
    EXPECT_EQ(m_modes, (std::vector{CameraMode::Top, CameraMode::Free}));
}

TEST_F(MatchViewTest, FollowersJumpToTheirTarget) {
    show();
    m_view.setFrame(twoRobots());
    const QPoint middle(kViewSize.width() / 2, kViewSize.height() / 2);
    m_view.setCameraMode(CameraMode::FollowBall);
    EXPECT_EQ(click(middle), ObjectId::ball());
    m_view.setSelection(ObjectId::ofRobot(kRight5));
    m_view.setCameraMode(CameraMode::FollowPlayer);
    EXPECT_EQ(click(middle).robot, kRight5);
    m_view.setSelection(ObjectId::ofRobot(kViewLeft3));
    m_view.snapCamera();
    EXPECT_EQ(click(middle).robot, kViewLeft3);
    m_view.setSelection(ObjectId::ball());
    m_view.snapCamera();
    EXPECT_EQ(click(middle).robot, kViewLeft3) << "the ball is no player";
}

TEST_F(MatchViewTest, FollowersGlideToATargetThatMoves) {
    show();
    ScriptedScene scene;
    scene.p_SBall = {0, 0, 0.042};
    m_view.setFrame(frameOf(scene));
    m_view.setCameraMode(CameraMode::FollowBall);
    const QPoint middle(kViewSize.width() / 2, kViewSize.height() / 2);
    scene.p_SBall = {2, 1, 0.042};
    m_view.setFrame(frameOf(scene));
    EXPECT_EQ(click(middle), ObjectId()) << "not there yet";
    EXPECT_TRUE(tests::waitUntil([&] { return click(middle) == ObjectId::ball(); }, 10000));
}

TEST_F(MatchViewTest, ThroughARobotsEyesOneSeesOthers) {
    ScriptedScene scene;
    scene.p_SBall = {8, 8, 0.042};
    scene.robots = {tests::scriptedRobot(Side::Left, 3, 0, 0),
                    tests::scriptedRobot(Side::Right, 5, 0, 1.5)};
    show();
    m_view.setFrame(frameOf(scene));
    m_view.setSelection(ObjectId::ofRobot(kViewLeft3));
    m_view.setCameraMode(CameraMode::FirstPerson);
    EXPECT_EQ(click({240, 160}).robot, kRight5);
    const QImage image = picture();
    EXPECT_GT(pixelsOf(image, kRedHue), 100) << "the opponent";
    EXPECT_LT(pixelsOf(image, kBlueHue), 50) << "not the inside of its own head";
}

// A robot in the middle of a view from above, to see where keys move the view.
class MatchViewKeysTest : public MatchViewTest {
protected:
    void showFromAbove() {
        ScriptedScene scene;
        scene.robots = {tests::scriptedRobot(Side::Left, 3, 0, 0)};
        scene.p_SBall = {14, 9, 0.042};
        m_view.setFrame(frameOf(scene));
        m_view.setCameraMode(CameraMode::Top);
        show();
    }
    // The first place from the middle on where a click hits the robot.
    std::optional<QPoint> robotFrom(const QPoint& step) {
        QPoint place = m_middle;
        for (; QRect(QPoint(), kViewSize).contains(place); place += step) {
            if (click(place).robot == kViewLeft3) {
                return place;
            }
        }
        return std::nullopt;
    }
    bool leavesTheMiddle() {
        return tests::waitUntil([&] { return click(m_middle).robot != kViewLeft3; }, 10000);
    }
    QPoint m_middle{kViewSize.width() / 2, kViewSize.height() / 2};
};

TEST_F(MatchViewKeysTest, MoveTheView) {
    showFromAbove();
    const std::map<Qt::Key, QPoint> seen = {
        {Qt::Key_W, {0, 2}}, {Qt::Key_S, {0, -2}}, {Qt::Key_A, {2, 0}}, {Qt::Key_D, {-2, 0}}};
    for (const auto& [key, direction] : seen) {
        m_view.setCameraMode(CameraMode::Free);
        m_view.setCameraMode(CameraMode::Top);
        ASSERT_EQ(click(m_middle).robot, kViewLeft3);
        QTest::keyPress(&m_view, key);
        EXPECT_TRUE(leavesTheMiddle()) << key;
        QTest::keyRelease(&m_view, key);
        const auto place = robotFrom(direction);
        ASSERT_TRUE(place) << "key " << key << " moved the view elsewhere";
        QTest::qWait(60);
        EXPECT_EQ(robotFrom(direction), place) << "it should stand still again";
    }
}

TEST_F(MatchViewKeysTest, AreLetGoWhenTheFocusIsLost) {
    showFromAbove();
    QTest::keyPress(&m_view, Qt::Key_D);
    EXPECT_TRUE(leavesTheMiddle());
    QFocusEvent event(QEvent::FocusOut);
    QCoreApplication::sendEvent(&m_view, &event);
    const auto place = robotFrom({-2, 0});
    ASSERT_TRUE(place);
    QTest::qWait(60);
    EXPECT_EQ(robotFrom({-2, 0}), place);
    QTest::keyRelease(&m_view, Qt::Key_D);
}

TEST_F(MatchViewKeysTest, OfTheCameraAreNoShortcuts) {
    const auto isOurs = [&](int key, Qt::KeyboardModifiers modifiers) {
        QKeyEvent event(QEvent::ShortcutOverride, key, modifiers);
        event.ignore();
        QCoreApplication::sendEvent(&m_view, &event);
        return event.isAccepted();
    };
    for (const Qt::Key key :
         {Qt::Key_W, Qt::Key_A, Qt::Key_S, Qt::Key_D, Qt::Key_PageUp, Qt::Key_PageDown}) {
        EXPECT_TRUE(isOurs(key, Qt::NoModifier)) << key;
        EXPECT_TRUE(isOurs(key, Qt::ShiftModifier)) << key;
        EXPECT_FALSE(isOurs(key, Qt::ControlModifier)) << key << ": as Ctrl+S";
    }
    EXPECT_FALSE(isOurs(Qt::Key_Space, Qt::NoModifier));
    EXPECT_FALSE(isOurs(Qt::Key_F, Qt::NoModifier));
    showFromAbove();
    QTest::qWait(60);
    EXPECT_EQ(click(m_middle).robot, kViewLeft3) << "being asked does not move the camera";
}

TEST_F(MatchViewTest, FilesCanBeDropped) {
    const auto drop = [&](const QMimeData& data) {
        QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        enter.ignore();
        QCoreApplication::sendEvent(&m_view, &enter);
        EXPECT_TRUE(m_dropped.isEmpty()) << "not before the drop";
        QDropEvent event({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        event.ignore();
        QCoreApplication::sendEvent(&m_view, &event);
        EXPECT_EQ(enter.isAccepted(), event.isAccepted());
        return event.isAccepted();
    };
    QMimeData words;
    words.setText(QStringLiteral("/tmp/a.log"));
    EXPECT_FALSE(drop(words));
    QMimeData page;
    page.setUrls({QUrl(QStringLiteral("https://example.org/a.log"))});
    EXPECT_FALSE(drop(page));
    EXPECT_TRUE(m_dropped.isEmpty());
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(QStringLiteral("/tmp/a.log")),
                   QUrl(QStringLiteral("https://example.org/b.log")),
                   QUrl::fromLocalFile(QStringLiteral("/tmp/c.log"))});
    EXPECT_TRUE(drop(files));
    EXPECT_EQ(m_dropped, QStringList({QStringLiteral("/tmp/a.log"), QStringLiteral("/tmp/c.log")}));
}

TEST_F(MatchViewTest, MeasuresWhatDrawingCosts) {
    show();
    EXPECT_EQ(m_view.times().updateMs, 0.0);
    m_view.setFrame(twoRobots());
    EXPECT_GT(m_view.times().updateMs, 0.0);
    m_view.setContinuous(true);
    EXPECT_EQ(m_view.times().updateMs, 0.0) << "a new measurement";
    EXPECT_TRUE(tests::waitUntil([&] { return m_view.times().frames >= 5; }));
    EXPECT_GT(m_view.times().frameMs, 0.0);
    m_view.setContinuous(false);
}

} // namespace
} // namespace sideline::viewer3d
