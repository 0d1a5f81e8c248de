// What the field view shows beside players and ball, and what is measured in it.
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>

#include <gtest/gtest.h>

#include <QLineF>
#include <QSignalSpy>

#include "agentcore/field/offside.h"
#include "agentcore/math/angles.h"
#include "tests/gui/gui_support.h"
#include "tests/widgets/input_events.h"
#include "widgets/match/field_view.h"

namespace sideline::widgets {
namespace {

using game::Side;
using monitor::ObjectId;
using monitor::RobotFrame;

constexpr FieldLayers kNone{false, false, false, false, false};

class FieldLayersTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_NE(tests::sampleMatch(), nullptr);
        m_fetched = tests::fetchedFrame(*tests::sampleMatch(), 33);
        m_view.setFrame(m_fetched);
        m_view.setLayers(kNone);
        ASSERT_TRUE(tests::showWidget(m_view, 900, 640));
        m_plain = tests::picture(m_view);
    }
    QImage with(const FieldLayers& layers) {
        m_view.setLayers(layers);
        return tests::picture(m_view);
    }
    // Calls with every pixel that is not as without layers.
    void eachChange(const QImage& image, const std::function<void(int, int)>& found) const {
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixel(x, y) != m_plain.pixel(x, y)) {
                    found(x, y);
                }
            }
        }
    }
    QPointF drag(const QPointF& from, const QPointF& to, Qt::KeyboardModifiers keys = {}) {
        QTest::mousePress(&m_view, Qt::LeftButton, keys, from.toPoint());
        tests::moveTo(m_view, (from + to) / 2, Qt::LeftButton);
        tests::moveTo(m_view, to, Qt::LeftButton);
        QTest::mouseRelease(&m_view, Qt::LeftButton, keys, to.toPoint());
        return to;
    }
    FieldView m_view;
    logs::FetchedFrame m_fetched;
    QImage m_plain;
};

TEST_F(FieldLayersTest, RegionsHaveTheColorOfTheNearestPlayersTeam) {
    const QImage image = with({false, true, false});
    int compared = 0;
    for (double x = -14.3; x < 15.0; x += 0.77) {
        for (double y = -9.4; y < 10.0; y += 0.71) {
            std::map<double, Side> byDistance;
            for (const RobotFrame& robot : m_fetched.drawn->robots) {
                const Eigen::Vector2d away = robot.X_STorso().p.head<2>() - Eigen::Vector2d(x, y);
                byDistance[away.norm()] = robot.id.side;
            }
            const auto second = std::next(byDistance.begin());
            const QPoint at = m_view.toWidget(x, y).toPoint();
            if (second->first - byDistance.begin()->first < 0.2 ||
                byDistance.begin()->first < 1.0) {
                continue;
            }
            const QColor before = m_plain.pixelColor(at);
            const QColor after = image.pixelColor(at);
            const int redder = (after.red() - before.red()) - (after.blue() - before.blue());
            const bool isRight = byDistance.begin()->second == Side::Right;
            EXPECT_EQ(redder > 0, isRight) << x << ' ' << y;
            ++compared;
        }
    }
    EXPECT_GT(compared, 300);
    eachChange(image, [&](int x, int y) {
        const QRectF field(m_view.toWidget(-15, 10), m_view.toWidget(15, -10));
        ASSERT_TRUE(field.adjusted(-2, -2, 2, 2).contains(QPointF(x, y)));
    });
}

TEST_F(FieldLayersTest, OffsideLinesAreWhereTheRuleHasThem) {
    std::vector<double> leftM;
    std::vector<double> rightM;
    for (const RobotFrame& robot : m_fetched.drawn->robots) {
        const double x = robot.X_STorso().p.x();
        robot.id.side == Side::Left ? leftM.push_back(-x) : rightM.push_back(x);
    }
    const double ballX = m_fetched.drawn->ball->X_SBall.p.x();
    const double ofLeftPx = m_view.toWidget(field::offsideLineM(ballX, rightM), 0).x();
    const double ofRightPx = m_view.toWidget(-field::offsideLineM(-ballX, leftM), 0).x();
    int left = 0;
    int right = 0;
    eachChange(with({false, false, true}), [&](int x, int y) {
        if (std::abs(y - 320) < 180) { // between the notes at the ends
            left += std::abs(x + 0.5 - ofLeftPx) < 2.5 ? 1 : 0;
            right += std::abs(x + 0.5 - ofRightPx) < 2.5 ? 1 : 0;
            EXPECT_LT(std::min(std::abs(x + 0.5 - ofLeftPx), std::abs(x + 0.5 - ofRightPx)), 2.5);
        }
    });
    EXPECT_GT(left, 300);
    EXPECT_GT(right, 300);
}

TEST_F(FieldLayersTest, ATeamAloneHasNoOffsideLine) {
    auto frame = std::make_shared<monitor::MatchFrame>(*m_fetched.exact);
    std::erase_if(frame->robots,
                  [](const RobotFrame& robot) { return robot.id.side == Side::Right; });
    m_fetched.exact = m_fetched.drawn = frame;
    m_view.setFrame(m_fetched);
    m_plain = tests::picture(m_view);
    EXPECT_EQ(with({false, false, true}), m_plain);
}

TEST_F(FieldLayersTest, TeamNamesStandBesideTheGoalsThatTheyDefend) {
    const TeamColors colors;
    const QImage image = with({true, false, false});
    int left = 0;
    int right = 0;
    eachChange(image, [&](int x, int y) {
        EXPECT_TRUE(x < m_view.toWidget(-15, 0).x() || x > m_view.toWidget(15, 0).x());
        left += x < 450 && image.pixelColor(x, y) == colors.left ? 1 : 0;
        right += x > 450 && image.pixelColor(x, y) == colors.right ? 1 : 0;
    });
    EXPECT_GT(left, 200);
    EXPECT_GT(right, 200);
}

TEST_F(FieldLayersTest, TeamsWithoutNamesHaveNone) {
    auto frame = std::make_shared<monitor::MatchFrame>(*m_fetched.exact);
    frame->game.teamLeft.clear();
    frame->game.teamRight = std::string(300, 'W'); // and a long one is cut
    m_fetched.exact = m_fetched.drawn = frame;
    m_view.setFrame(m_fetched);
    eachChange(with({true, false, false}), [&](int x, int y) {
        ASSERT_GT(x, m_view.toWidget(15, 0).x());
        ASSERT_GT(y, m_view.toWidget(0, 10).y() - 2) << "beside the goal, not beyond the corner";
        ASSERT_LT(y, m_view.toWidget(0, 1).y());
    });
}

// Of a kick-in of the left team, in the color of the right one.
TEST_F(FieldLayersTest, TheCircleThatOpponentsLeaveFreeIsThereAtSetPlaysOnly) {
    FieldLayers layers = kNone;
    layers.keepOut = true;
    EXPECT_EQ(with(layers), m_plain) << "play is on";
    auto frame = std::make_shared<monitor::MatchFrame>(*m_fetched.exact);
    const auto& modes = frame->game.environment->playModes;
    frame->game.playMode =
        static_cast<int>(std::ranges::find(modes, "KickIn_Left") - modes.begin());
    m_fetched.exact = m_fetched.drawn = frame;
    m_view.setFrame(m_fetched);
    const Eigen::Vector2d ball_S = frame->ball->X_SBall.p.head<2>();
    const double radiusPx = QLineF(m_view.toWidget(0, 0), m_view.toWidget(2.0, 0)).length();
    int changed = 0;
    int rim = 0;
    const QImage image = with(layers);
    eachChange(image, [&](int x, int y) {
        const double awayPx =
            QLineF(m_view.toWidget(ball_S.x(), ball_S.y()), QPointF(x + 0.5, y + 0.5)).length();
        ASSERT_LT(awayPx, radiusPx + 2.0);
        ++changed;
        rim += image.pixelColor(x, y) == TeamColors().right ? 1 : 0;
    });
    EXPECT_GT(changed, 2.0 * radiusPx * radiusPx);
    EXPECT_GT(rim, 30);
    EXPECT_EQ(with(kNone), m_plain);
}

TEST_F(FieldLayersTest, ViewConesAreWhatTheCamerasSee) {
    FieldLayers layers = kNone;
    layers.viewCones = true;
    const RobotFrame& robot = m_fetched.drawn->robots.front();
    m_view.setSelection(ObjectId::ofRobot(robot.id));
    m_plain = tests::picture(m_view);
    const auto& head = robot.X_SBody[robot.model->findBody("head").index()];
    const QPointF eye = m_view.toWidget(head.p.x(), head.p.y());
    const double ahead = std::atan2(-head.R.col(1).y(), head.R.col(1).x()); // y is down
    int changed = 0;
    eachChange(with(layers), [&](int x, int y) {
        const QPointF way = QPointF(x + 0.5, y + 0.5) - eye;
        if (std::hypot(way.x(), way.y()) > 60.0) {
            const double off =
                std::remainder(std::atan2(way.y(), way.x()) - ahead, 2.0 * std::numbers::pi);
            ASSERT_LT(std::abs(off), math::radFromDeg(64.0)) << "120 degrees, and a bent rim";
            ++changed;
        }
    });
    EXPECT_GT(changed, 3000);
    m_view.setSelection({});
    m_view.setLayers(kNone);
    m_plain = tests::picture(m_view);
    int ofAll = 0;
    eachChange(with(layers), [&](int, int) { ++ofAll; });
    EXPECT_GT(ofAll, changed);
}

TEST_F(FieldLayersTest, EndsOfTheRulerSnapToMarksAndBodiesNearBy) {
    QSignalSpy rulers(&m_view, &FieldView::measured);
    m_view.setMeasuring(true);
    const Eigen::Vector3d& p_SBall = m_fetched.drawn->ball->X_SBall.p;
    drag(m_view.toWidget(15, 10) + QPointF(-6, 5),
         m_view.toWidget(p_SBall.x(), p_SBall.y()) + QPointF(-5, 8));
    ASSERT_FALSE(rulers.isEmpty());
    auto ruler = rulers.back()[0].value<monitor::Ruler>();
    EXPECT_EQ(ruler.from.mark, "corner flag F1R");
    EXPECT_EQ(ruler.from.p_S, Eigen::Vector2d(15, 10));
    EXPECT_EQ(ruler.to.object, ObjectId::ball());
    drag(m_view.toWidget(15, 10) + QPointF(-40, 35), m_view.toWidget(0, 0) + QPointF(4, 4));
    ruler = rulers.back()[0].value<monitor::Ruler>();
    EXPECT_EQ(ruler.from.mark, "") << "too far away";
    EXPECT_EQ(ruler.to.mark, "center");
}

TEST_F(FieldLayersTest, ADragMeasuresWhileThatIsOn) {
    QSignalSpy rulers(&m_view, &FieldView::measured);
    QSignalSpy selections(&m_view, &FieldView::selected);
    const QPointF from = m_view.toWidget(-3, 9.6);
    drag(from, m_view.toWidget(1, 9.2));
    EXPECT_TRUE(rulers.isEmpty()) << "else a drag moves the field";
    m_view.fit();
    m_view.setMeasuring(true);
    drag(from, m_view.toWidget(1, 9.2));
    ASSERT_FALSE(rulers.isEmpty());
    const auto ruler = rulers.back()[0].value<monitor::Ruler>();
    EXPECT_EQ(ruler.from.object.kind, ObjectId::Kind::None);
    EXPECT_NEAR(ruler.from.p_S.x(), -3.0, 0.05);
    EXPECT_NEAR(ruler.to.p_S.x(), 1.0, 0.05);
    EXPECT_NEAR(ruler.to.p_S.y(), 9.2, 0.05);
    EXPECT_EQ(m_view.toWidget(0, 0), QPointF(450, 320)) << "the field stays";
    EXPECT_TRUE(selections.isEmpty());
    const auto before = rulers.count();
    QTest::mouseClick(&m_view, Qt::LeftButton, {}, from.toPoint());
    EXPECT_EQ(rulers.count(), before) << "a click measures nothing";
    EXPECT_EQ(selections.count(), 1) << "and selects as ever";
}

TEST_F(FieldLayersTest, ARulerTakesHoldOfPlayersAndBall) {
    QSignalSpy rulers(&m_view, &FieldView::measured);
    m_view.setMeasuring(true);
    const RobotFrame& robot = m_fetched.drawn->robots.front();
    const Eigen::Vector3d& p_S = robot.X_STorso().p;
    const Eigen::Vector3d& p_SBall = m_fetched.drawn->ball->X_SBall.p;
    drag(m_view.toWidget(p_S.x(), p_S.y()) + QPointF(2, 1),
         m_view.toWidget(p_SBall.x(), p_SBall.y()));
    ASSERT_FALSE(rulers.isEmpty());
    const auto ruler = rulers.back()[0].value<monitor::Ruler>();
    EXPECT_EQ(ruler.from.object, ObjectId::ofRobot(robot.id));
    EXPECT_EQ(ruler.to.object, ObjectId::ball());
    EXPECT_DOUBLE_EQ(ruler.from.p_S.x(), p_S.x()) << "its middle";
}

TEST_F(FieldLayersTest, TheRulerIsPaintedWhateverIsHidden) {
    m_view.setRuler({drawing::Line{{-5, -5, 0}, {5, -5, 0}, 3.0, {255, 0, 254, 255}}});
    const QRect along(m_view.toWidget(-5, -5).toPoint() - QPoint(0, 3),
                      m_view.toWidget(5, -5).toPoint() + QPoint(0, 3));
    const QColor pink(255, 0, 254);
    EXPECT_GT(tests::countPixels(tests::picture(m_view), along, pink), 200);
    m_view.setRuler({});
    EXPECT_EQ(tests::countPixels(tests::picture(m_view), along, pink), 0);
}

} // namespace
} // namespace sideline::widgets
