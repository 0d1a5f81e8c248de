#include "widgets/match/field_view.h"

#include <cmath>
#include <memory>
#include <numbers>

#include <gtest/gtest.h>

#include <QLineF>
#include <QSignalSpy>

#include "tests/gui/gui_support.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"
#include "tests/widgets/input_events.h"

namespace sideline::widgets {
namespace {

using game::Side;
using monitor::ObjectId;
using monitor::RobotFrame;

const QColor kGold(0xff, 0xd2, 0x33);

class FieldViewTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_NE(tests::sampleMatch(), nullptr);
        m_fetched = tests::fetchedFrame(*tests::sampleMatch(), 33);
        m_view.setFrame(m_fetched);
        ASSERT_TRUE(tests::showWidget(m_view, 900, 640));
    }
    QPointF posOf(const ObjectId& id) const {
        const auto pose = m_fetched.drawn->findPose(id);
        EXPECT_TRUE(pose);
        return pose ? m_view.toWidget(pose->p.x(), pose->p.y()) : QPointF();
    }
    // All that can be clicked on: ball and robots.
    std::vector<ObjectId> objects() const {
        std::vector<ObjectId> ids = {ObjectId::ball()};
        for (const RobotFrame& robot : m_fetched.drawn->robots) {
            ids.push_back(ObjectId::ofRobot(robot.id));
        }
        return ids;
    }
    // A point of the field far from everything.
    QPointF grass() const {
        for (double x = -14; x < 14; x += 0.5) {
            const QPointF pos = m_view.toWidget(x, 9.5);
            if (m_view.objectAt(pos).kind == ObjectId::Kind::None) {
                return pos;
            }
        }
        ADD_FAILURE() << "the field is full";
        return {};
    }
    static QRect square(const QPointF& center, int half) {
        const QPoint at = center.toPoint();
        return {at.x() - half, at.y() - half, 2 * half + 1, 2 * half + 1};
    }
    static void expectNear(const QPointF& a, const QPointF& b) {
        EXPECT_NEAR(a.x(), b.x(), 1e-6);
        EXPECT_NEAR(a.y(), b.y(), 1e-6);
    }
    FieldView m_view;
    logs::FetchedFrame m_fetched;
};

TEST_F(FieldViewTest, ShowsAllOfTheField) {
    expectNear(m_view.toWidget(0, 0), {450, 320});
    for (const double x : {-15.0, 15.0}) {
        for (const double y : {-10.0, 10.0}) {
            EXPECT_TRUE(QRectF(m_view.rect()).contains(m_view.toWidget(x, y))) << x << ' ' << y;
        }
    }
    EXPECT_GT(m_view.toWidget(5, 0).x(), m_view.toWidget(-5, 0).x()); // right goal at the right
    EXPECT_LT(m_view.toWidget(0, 5).y(), m_view.toWidget(0, -5).y()); // y up
    EXPECT_NEAR(m_view.toWidget(1, 0).x() - 450, 320 - m_view.toWidget(0, 1).y(), 1e-9);
}

TEST_F(FieldViewTest, FindsEveryObjectWhereItIs) {
    ASSERT_EQ(objects().size(), 23U);
    for (const ObjectId& id : objects()) {
        EXPECT_EQ(m_view.objectAt(posOf(id)), id) << toString(id.robot);
    }
    tests::turnWheel(m_view, {200, 500}, 4); // and likewise when the view is moved
    for (const ObjectId& id : objects()) {
        EXPECT_EQ(m_view.objectAt(posOf(id)), id) << toString(id.robot);
    }
    EXPECT_EQ(m_view.objectAt(grass()).kind, ObjectId::Kind::None);
    m_view.clearFrame();
    EXPECT_EQ(m_view.objectAt(posOf(ObjectId::ball())).kind, ObjectId::Kind::None);
}

TEST_F(FieldViewTest, AClickSelects) {
    QSignalSpy selections(&m_view, &FieldView::selected);
    for (const ObjectId& id : objects()) {
        tests::click(m_view, posOf(id) + QPointF(1, 1));
        ASSERT_FALSE(selections.isEmpty());
        EXPECT_EQ(selections.takeFirst()[0].value<ObjectId>(), id);
    }
    tests::click(m_view, grass());
    ASSERT_EQ(selections.count(), 1);
    EXPECT_EQ(selections[0][0].value<ObjectId>().kind, ObjectId::Kind::None);
    tests::click(m_view, posOf(ObjectId::ball()), Qt::RightButton);
    EXPECT_EQ(selections.count(), 1);
}

TEST_F(FieldViewTest, CtrlAndDragPutsAnObjectSomewhereElse) {
    QSignalSpy moves(&m_view, &FieldView::moveRequested);
    QSignalSpy selections(&m_view, &FieldView::selected);
    const QPointF to = m_view.toWidget(2.5, -3.0);
    const auto drag = [&] {
        const QPoint from = posOf(ObjectId::ball()).toPoint();
        QTest::mousePress(&m_view, Qt::LeftButton, Qt::ControlModifier, from);
        tests::moveTo(m_view, to, Qt::LeftButton);
        QTest::mouseRelease(&m_view, Qt::LeftButton, Qt::ControlModifier, to.toPoint());
    };
    m_view.setObjectsMovable(true);
    drag();
    ASSERT_EQ(moves.count(), 1);
    EXPECT_EQ(moves[0][0].value<ObjectId>(), ObjectId::ball());
    EXPECT_NEAR(moves[0][1].toDouble(), 2.5, 0.05);
    EXPECT_NEAR(moves[0][2].toDouble(), -3.0, 0.05);
    EXPECT_EQ(selections.count(), 0);
    expectNear(m_view.toWidget(0, 0), {450, 320}); // the view stays
    m_view.setObjectsMovable(false);
    drag();
    EXPECT_EQ(moves.count(), 1);
}

TEST_F(FieldViewTest, ADragThatWouldMoveAnObjectIsReportedAndMovesNothingElse) {
    QSignalSpy refusals(&m_view, &FieldView::moveRefused);
    const QPointF ball = posOf(ObjectId::ball());
    const auto isMoved = [&] { return posOf(ObjectId::ball()) != ball; };
    tests::drag(m_view, ball, ball + QPointF(60, 30), Qt::ControlModifier);
    EXPECT_EQ(refusals.count(), 0) << "objects cannot be moved in a replay";
    EXPECT_TRUE(isMoved()) << "there it moves the field";
    m_view.fit();
    m_view.setMovesRefused(true);
    tests::drag(m_view, ball, ball + QPointF(60, 30), Qt::ControlModifier);
    EXPECT_EQ(refusals.count(), 1);
    EXPECT_FALSE(isMoved());
    tests::drag(m_view, grass(), ball, Qt::ControlModifier | Qt::AltModifier);
    EXPECT_EQ(refusals.count(), 2) << "a throw";
    EXPECT_FALSE(isMoved());
    tests::drag(m_view, ball, ball + QPointF(60, 30));
    EXPECT_EQ(refusals.count(), 2);
    EXPECT_TRUE(isMoved());
    m_view.fit();
    m_view.setObjectsMovable(true);
    tests::drag(m_view, ball, ball + QPointF(60, 30), Qt::ControlModifier);
    EXPECT_EQ(refusals.count(), 2);
}

TEST_F(FieldViewTest, TheWheelTurnsARobotThatIsCarried) {
    QSignalSpy moves(&m_view, &FieldView::moveRequested);
    m_view.setObjectsMovable(true);
    const ObjectId robot = ObjectId::ofRobot(m_fetched.drawn->robots.front().id);
    const QPointF from = posOf(robot);
    const auto carry = [&](const ObjectId& id, int notches) {
        const QPointF to = posOf(id) + QPointF(30, -20);
        tests::sendMouse(m_view, QEvent::MouseButtonPress, posOf(id), Qt::LeftButton,
                         Qt::LeftButton, Qt::ControlModifier);
        tests::sendMouse(m_view, QEvent::MouseMove, to, Qt::NoButton, Qt::LeftButton,
                         Qt::ControlModifier);
        const QImage before = tests::picture(m_view);
        tests::turnWheel(m_view, to, notches, 0, Qt::ControlModifier);
        const bool isShown = tests::picture(m_view) != before;
        tests::sendMouse(m_view, QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton,
                         Qt::ControlModifier);
        return isShown;
    };
    EXPECT_TRUE(carry(robot, 1));
    EXPECT_FALSE(carry(ObjectId::ball(), 1)) << "a ball has no heading";
    EXPECT_TRUE(carry(robot, -1));
    ASSERT_EQ(moves.count(), 3);
    EXPECT_NEAR(moves[0][3].toDouble(), std::numbers::pi / 12.0, 1e-9);
    EXPECT_EQ(moves[1][3].toDouble(), 0.0);
    EXPECT_NEAR(moves[2][3].toDouble(), -std::numbers::pi / 12.0, 1e-9) << "from how it stands";
    expectNear(posOf(robot), from); // the view was not zoomed
    // It may be turned where it stands.
    tests::sendMouse(m_view, QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton,
                     Qt::ControlModifier);
    tests::turnWheel(m_view, from, 1, 0, Qt::ControlModifier);
    tests::sendMouse(m_view, QEvent::MouseButtonRelease, from, Qt::LeftButton, Qt::NoButton,
                     Qt::ControlModifier);
    EXPECT_EQ(moves.count(), 4);
}

TEST_F(FieldViewTest, AFlippedFieldIsTurnedByHalfATurn) {
    const QPointF corner = m_view.toWidget(15, 10);
    const QImage before = tests::picture(m_view);
    m_view.setFlipped(true);
    expectNear(m_view.toWidget(-15, -10), corner);
    for (const ObjectId& id : objects()) {
        EXPECT_TRUE(m_view.objectAt(posOf(id)).sameObject(id));
    }
    // A drag still moves what is under the mouse.
    const QPointF ball = posOf(ObjectId::ball());
    tests::drag(m_view, grass(), grass() + QPointF(40, 25));
    expectNear(posOf(ObjectId::ball()), ball + QPointF(40, 25));
    m_view.setFlipped(false);
    m_view.fit();
    QEvent leave(QEvent::Leave); // no values under the mouse
    QApplication::sendEvent(&m_view, &leave);
    EXPECT_EQ(tests::picture(m_view), before);
}

// The robot's heading tick is on the other side of a flipped robot.
TEST_F(FieldViewTest, HeadingsAreFlippedAsWell) {
    const RobotFrame& robot = m_fetched.drawn->robots.front();
    const auto whiteAhead = [&](double sign) {
        const QPointF at = posOf(ObjectId::ofRobot(robot.id));
        const double radius = QLineF(m_view.toWidget(0, 0), m_view.toWidget(0.22, 0)).length();
        const QPointF ahead(std::cos(robot.headingRad()), -std::sin(robot.headingRad()));
        const QPointF tip = at + sign * 1.45 * std::max(radius, 7.0) * ahead;
        const QImage image = tests::picture(m_view).copy(square(tip, 2));
        int light = 0;
        for (int i = 0; i < image.width() * image.height(); ++i) {
            light += qGray(image.pixel(i % image.width(), i / image.width())) > 170 ? 1 : 0;
        }
        return light;
    };
    EXPECT_GT(whiteAhead(1.0), 2);
    EXPECT_LT(whiteAhead(-1.0), 2);
    m_view.setFlipped(true);
    EXPECT_GT(whiteAhead(-1.0), 2);
}

TEST_F(FieldViewTest, FollowsTheSelectionOrTheBallWhileZoomedIn) {
    QSignalSpy ends(&m_view, &FieldView::followingEnded);
    const QPointF middle(450, 320);
    m_view.setFollowing(true);
    expectNear(m_view.toWidget(0, 0), middle); // all of it is seen
    tests::turnWheel(m_view, {100, 100}, 5);
    expectNear(posOf(ObjectId::ball()), middle);
    const ObjectId robot = ObjectId::ofRobot(m_fetched.drawn->robots.front().id);
    m_view.setSelection(robot);
    expectNear(posOf(robot), middle);
    m_fetched = tests::fetchedFrame(*tests::sampleMatch(), 44);
    m_view.setFrame(m_fetched);
    expectNear(posOf(robot), middle);
    m_view.fit();
    expectNear(m_view.toWidget(0, 0), middle);
    tests::turnWheel(m_view, {100, 100}, 5);
    expectNear(posOf(robot), middle);
    EXPECT_EQ(ends.count(), 0);
    tests::drag(m_view, middle + QPointF(200, 100), middle + QPointF(230, 90));
    EXPECT_EQ(ends.count(), 1) << "the user looks elsewhere";
    m_view.setFrame(m_fetched);
    expectNear(posOf(robot), middle + QPointF(30, -10));
}

TEST_F(FieldViewTest, ADragMovesAndSelectsNothing) {
    QSignalSpy selections(&m_view, &FieldView::selected);
    const QPointF from = posOf(ObjectId::ball());
    const QPointF moved(60, -35);
    tests::press(m_view, from);
    tests::moveTo(m_view, from + QPointF(20, 10), Qt::LeftButton);
    tests::moveTo(m_view, from + moved, Qt::LeftButton);
    tests::release(m_view, from + moved);
    EXPECT_EQ(selections.count(), 0);
    expectNear(m_view.toWidget(0, 0), QPointF(450, 320) + moved);
    // The ball is still under the mouse, and a click selects again.
    EXPECT_EQ(m_view.objectAt(from + moved), ObjectId::ball());
    tests::click(m_view, from + moved);
    EXPECT_EQ(selections.count(), 1);
    m_view.resize(800, 600); // what the user chose stays in the middle
    (void)m_view.grab();
    expectNear(m_view.toWidget(0, 0), QPointF(400, 300) + moved);
}

TEST_F(FieldViewTest, AShakyClickIsNoDrag) {
    QSignalSpy selections(&m_view, &FieldView::selected);
    const QPointF from = posOf(ObjectId::ball());
    tests::press(m_view, from);
    tests::moveTo(m_view, from + QPointF(1, 1), Qt::LeftButton);
    tests::release(m_view, from + QPointF(1, 1));
    EXPECT_EQ(selections.count(), 1);
    expectNear(m_view.toWidget(0, 0), {450, 320});
}

TEST_F(FieldViewTest, TheWheelZoomsAtTheMouse) {
    const QPointF ball = posOf(ObjectId::ball());
    const double meter = m_view.toWidget(1, 0).x() - m_view.toWidget(0, 0).x();
    tests::turnWheel(m_view, ball, 3);
    expectNear(posOf(ObjectId::ball()), ball);
    EXPECT_NEAR(m_view.toWidget(1, 0).x() - m_view.toWidget(0, 0).x(), meter * std::pow(1.2, 3),
                1e-6);
    tests::turnWheel(m_view, ball, -5);
    expectNear(posOf(ObjectId::ball()), ball);
    // Bounded on both ends, and still at the mouse.
    tests::turnWheel(m_view, ball, 100);
    EXPECT_NEAR(m_view.toWidget(1, 0).x() - m_view.toWidget(0, 0).x(), 800, 1e-6);
    expectNear(posOf(ObjectId::ball()), ball);
    tests::turnWheel(m_view, ball, -200);
    EXPECT_NEAR(m_view.toWidget(1, 0).x() - m_view.toWidget(0, 0).x(), 1.5, 1e-6);
    expectNear(posOf(ObjectId::ball()), ball);
}

TEST_F(FieldViewTest, ADoubleClickOnGrassFits) {
    tests::turnWheel(m_view, {100, 100}, 2);
    ASSERT_GT(std::abs(m_view.toWidget(0, 0).x() - 450), 1.0);
    const QPointF robot = posOf(ObjectId::ofRobot(m_fetched.drawn->robots[15].id));
    tests::doubleClick(m_view, robot);
    EXPECT_GT(std::abs(m_view.toWidget(0, 0).x() - 450), 1.0); // not on a player
    tests::doubleClick(m_view, grass());
    expectNear(m_view.toWidget(0, 0), {450, 320});
    m_view.resize(500, 400); // stays fitted
    (void)m_view.grab();
    expectNear(m_view.toWidget(0, 0), {250, 200});
    EXPECT_TRUE(QRectF(m_view.rect()).contains(m_view.toWidget(15, 10)));
}

TEST_F(FieldViewTest, PlayersHaveTheirTeamsColor) {
    const TeamColors colors{QColor(0x12, 0x34, 0xd6), QColor(0xd1, 0x23, 0x45)};
    m_view.setColors(colors);
    const QImage image = tests::picture(m_view);
    for (const RobotFrame& robot : m_fetched.drawn->robots) {
        if (robot.isFallen()) {
            continue;
        }
        const QRect part = square(posOf(ObjectId::ofRobot(robot.id)), 4);
        EXPECT_GT(tests::countPixels(image, part, colors.of(robot.id.side)), 5)
            << toString(robot.id);
    }
    EXPECT_GT(tests::countPixels(image, square(posOf(ObjectId::ball()), 5), Qt::white), 5);
    m_view.clearFrame();
    const QImage empty = tests::picture(m_view);
    EXPECT_EQ(tests::countPixels(empty, empty.rect(), colors.left), 0);
    EXPECT_EQ(tests::countPixels(empty, empty.rect(), colors.right), 0);
}

TEST_F(FieldViewTest, TheSelectedObjectHasARing) {
    const auto goldAround = [&](const QImage& image, const ObjectId& id) {
        return tests::countPixels(image, square(posOf(id), 14), kGold);
    };
    const ObjectId robot = ObjectId::ofRobot({Side::Left, game::UniformNumber(1)});
    QImage image = tests::picture(m_view);
    EXPECT_EQ(tests::countPixels(image, image.rect(), kGold), 0);
    m_view.setSelection(robot);
    image = tests::picture(m_view);
    EXPECT_GT(goldAround(image, robot), 10);
    EXPECT_EQ(goldAround(image, robot), tests::countPixels(image, image.rect(), kGold));
    m_view.setSelection(ObjectId::ofRobot(robot.robot, 3)); // a body selects its robot
    EXPECT_GT(goldAround(tests::picture(m_view), robot), 10);
    m_view.setSelection(ObjectId::ball());
    image = tests::picture(m_view);
    EXPECT_GT(goldAround(image, ObjectId::ball()), 10);
    EXPECT_EQ(goldAround(image, robot), 0);
}

TEST_F(FieldViewTest, TheBallLeavesATrailUnlessItIsPlaced) {
    const tests::TempDir dir;
    std::vector<tests::ScriptedScene> scenes(12);
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        scenes[i].timeS = 0.2 * static_cast<double>(i);
        // Along y = 5 to x = 3, then put to x = -8.
        scenes[i].p_SBall = {i < 11 ? 0.3 * static_cast<double>(i) : -8.0, 5.0, 0.042};
    }
    tests::writeFile(dir / "m.log", tests::scriptedLog(scenes, 0));
    const auto log = tests::openAnalyzed(dir / "m.log");
    ASSERT_NE(log, nullptr);
    m_fetched = tests::fetchedFrame(*log, 11);
    m_view.setFrame(m_fetched);
    const QImage without = tests::picture(m_view);
    for (logs::FrameNumber frame = 0; frame <= 11; ++frame) {
        m_fetched.trail.push_back(tests::fetchedFrame(*log, frame).exact);
    }
    m_view.setFrame(m_fetched);
    const QImage with = tests::picture(m_view);
    const QPoint onTrail = m_view.toWidget(1.5, 5.0).toPoint();
    EXPECT_NE(with.pixel(onTrail), without.pixel(onTrail));
    const QPoint onJump = m_view.toWidget(-4.0, 5.0).toPoint();
    EXPECT_EQ(with.pixel(onJump), without.pixel(onJump));
}

TEST_F(FieldViewTest, ValuesStandUnderTheMouse) {
    const QImage before = tests::picture(m_view);
    const QPointF ball = posOf(ObjectId::ball());
    tests::moveTo(m_view, ball);
    const QImage with = tests::picture(m_view);
    const QPoint inBox = (ball + QPointF(20, 16)).toPoint();
    EXPECT_NE(with.pixel(inBox), before.pixel(inBox));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&m_view, &leave);
    EXPECT_EQ(tests::picture(m_view), before);
    // In the corner the box stays inside.
    const QPoint corner = m_view.rect().bottomRight();
    tests::moveTo(m_view, corner);
    const QImage atCorner = tests::picture(m_view);
    EXPECT_NE(atCorner.pixel(corner - QPoint(10, 10)), before.pixel(corner - QPoint(10, 10)));
    // Without a frame there is nothing to report.
    m_view.clearFrame();
    QApplication::sendEvent(&m_view, &leave);
    const QImage empty = tests::picture(m_view);
    tests::moveTo(m_view, ball);
    EXPECT_EQ(tests::picture(m_view), empty);
}

TEST_F(FieldViewTest, TakesTheSizeOfTheFieldFromTheLog) {
    auto frame = std::make_shared<monitor::MatchFrame>(*m_fetched.exact);
    auto environment = std::make_shared<monitor::Environment>(*frame->game.environment);
    environment->field = field::fieldVersions().front().dimensions;
    ASSERT_LT(environment->field.lengthM, 29.0);
    frame->game.environment = environment;
    const double before = m_view.toWidget(1, 0).x() - m_view.toWidget(0, 0).x();
    m_fetched.exact = m_fetched.drawn = frame;
    m_view.setFrame(m_fetched);
    EXPECT_GT(m_view.toWidget(1, 0).x() - m_view.toWidget(0, 0).x(), before * 1.05);
    EXPECT_TRUE(QRectF(m_view.rect())
                    .contains(m_view.toWidget(environment->field.lengthM / 2,
                                              environment->field.widthM / 2)));
}

// A disc on the field that can be clicked on.
class DiscOverlay : public FieldOverlay {
public:
    void paint(QPainter& painter, const QTransform& toWidget) const override {
        painter.setPen(Qt::NoPen);
        painter.setBrush(kMagenta);
        painter.drawEllipse(toWidget.map(center_S), kRadiusPx, kRadiusPx);
    }
    bool click(const QPointF& pos, const QTransform& toWidget) override {
        clicks += isAt(pos, toWidget) ? 1 : 0;
        return isAt(pos, toWidget);
    }
    QString tipAt(const QPointF& pos, const QTransform& toWidget) const override {
        return isAt(pos, toWidget) ? QStringLiteral("a disc") : QString();
    }
    bool isAt(const QPointF& pos, const QTransform& toWidget) const {
        const QPointF off = toWidget.map(center_S) - pos;
        return std::hypot(off.x(), off.y()) < kRadiusPx;
    }
    static constexpr double kRadiusPx = 12.0;
    inline static const QColor kMagenta{0xff, 0x00, 0xfe};
    QPointF center_S;
    int clicks = 0;
};

TEST_F(FieldViewTest, AnOverlayLiesAboveThePlayersAndGetsClicksFirst) {
    const auto overlay = std::make_shared<DiscOverlay>();
    const ObjectId robot = ObjectId::ofRobot(m_fetched.drawn->robots[15].id);
    const auto pose = m_fetched.drawn->findPose(robot);
    ASSERT_TRUE(pose);
    overlay->center_S = {pose->p.x(), pose->p.y()};
    const QRect part = square(posOf(robot), 6);
    QSignalSpy selections(&m_view, &FieldView::selected);
    m_view.setOverlay(overlay);
    EXPECT_EQ(tests::countPixels(tests::picture(m_view), part, DiscOverlay::kMagenta), 13 * 13);
    tests::click(m_view, posOf(robot));
    EXPECT_EQ(overlay->clicks, 1);
    EXPECT_EQ(selections.count(), 0);
    tests::click(m_view, posOf(ObjectId::ball())); // beside it all is as always
    EXPECT_EQ(overlay->clicks, 1);
    ASSERT_EQ(selections.count(), 1);
    EXPECT_EQ(selections.takeFirst()[0].value<ObjectId>(), ObjectId::ball());
    m_view.setOverlay(nullptr);
    EXPECT_EQ(tests::countPixels(tests::picture(m_view), part, DiscOverlay::kMagenta), 0);
    tests::click(m_view, posOf(robot));
    EXPECT_EQ(overlay->clicks, 1);
    EXPECT_EQ(selections.count(), 1);
}

TEST_F(FieldViewTest, AnOverlayReportsItsTipAndIsShownWithoutAFrame) {
    const auto overlay = std::make_shared<DiscOverlay>();
    overlay->center_S = {-13.0, 9.0};
    m_view.clearFrame();
    m_view.setOverlay(overlay);
    const QPointF at = m_view.toWidget(-13.0, 9.0);
    const QImage before = tests::picture(m_view);
    EXPECT_GT(tests::countPixels(before, square(at, 5), DiscOverlay::kMagenta), 100);
    tests::moveTo(m_view, at);
    const QImage with = tests::picture(m_view);
    EXPECT_NE(with.pixel((at + QPointF(18, 17)).toPoint()),
              before.pixel((at + QPointF(18, 17)).toPoint()));
    tests::turnWheel(m_view, {100, 100}, 3); // a double click on what is there does not fit
    const double meter = m_view.toWidget(1, 0).x() - m_view.toWidget(0, 0).x();
    tests::doubleClick(m_view, m_view.toWidget(-13.0, 9.0));
    EXPECT_NEAR(m_view.toWidget(1, 0).x() - m_view.toWidget(0, 0).x(), meter, 1e-9);
    tests::doubleClick(m_view, m_view.toWidget(-12.0, 5.0));
    EXPECT_LT(m_view.toWidget(1, 0).x() - m_view.toWidget(0, 0).x(), meter * 0.9);
}

TEST_F(FieldViewTest, ZoomsToAPlace) {
    m_view.zoomTo({3.0, -2.0}, 6.0);
    expectNear(m_view.toWidget(3.0, -2.0), {450, 320});
    expectNear(m_view.toWidget(6.0, -2.0), {900, 320});
    m_view.zoomTo({3.0, -2.0}, 0.0); // makes no sense
    m_view.zoomTo({std::nan(""), -2.0}, 6.0);
    expectNear(m_view.toWidget(6.0, -2.0), {900, 320});
    m_view.zoomTo({0.0, 0.0}, 0.01);
    const auto meterPx = [&] { return m_view.toWidget(1, 0).x() - m_view.toWidget(0, 0).x(); };
    EXPECT_NEAR(meterPx(), 800, 1e-6);
    m_view.setOverlay(std::make_shared<DiscOverlay>()); // now millimeters matter
    m_view.zoomTo({0.0, 0.0}, 0.2);
    EXPECT_NEAR(meterPx(), 4500, 1e-6);
    tests::turnWheel(m_view, {450, 320}, 100);
    EXPECT_NEAR(meterPx(), 10000, 1e-6);
    m_view.setOverlay(nullptr);
    EXPECT_NEAR(meterPx(), 800, 1e-6);
    expectNear(m_view.toWidget(0.0, 0.0), {450, 320});
}

} // namespace
} // namespace sideline::widgets
