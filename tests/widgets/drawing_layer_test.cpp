#include "widgets/match/drawing_layer.h"

#include <gtest/gtest.h>

#include "tests/gui/gui_support.h"
#include "tests/support/roboviz_client.h"
#include "tests/widgets/input_events.h"
#include "widgets/match/field_view.h"

namespace sideline::widgets {
namespace {

using namespace std::string_view_literals;
using drawing::DrawingBoardPtr;
using drawing::DrawingFilter;
namespace rv = tests::roboviz;

constexpr std::string_view kPink = "\xff\x00\xc0"sv;
const QColor kPinkColor(255, 0, 192);

DrawingBoardPtr boardOf(const std::string& bytes) {
    drawing::DrawingBuilder builder;
    builder.apply("a:1", bytes + rv::swap(""), {});
    EXPECT_EQ(builder.stats({}).senders.at(0).errors, 0U);
    return builder.board();
}

int countOf(const QImage& image, const QRect& part, const QColor& color, int apart = 24) {
    int count = 0;
    for (int y = part.top(); y <= part.bottom(); ++y) {
        for (int x = part.left(); x <= part.right(); ++x) {
            const QColor found = image.pixelColor(x, y);
            count += std::abs(found.red() - color.red()) <= apart &&
                             std::abs(found.green() - color.green()) <= apart &&
                             std::abs(found.blue() - color.blue()) <= apart
                         ? 1
                         : 0;
        }
    }
    return count;
}

class DrawingLayerTest : public ::testing::Test {
protected:
    void SetUp() override {
        m_fetched = tests::fetchedFrame(*tests::sampleMatch(), 20);
        m_view.setFrame(m_fetched);
        ASSERT_TRUE(tests::showWidget(m_view, 900, 640));
    }
    QImage shown(const std::string& bytes, const DrawingFilter& filter = {}) {
        m_view.setDrawings(boardOf(bytes), filter);
        return m_view.grab().toImage();
    }
    // Pixels of the color around a place of the field.
    int around(const QImage& image, double x, double y, int half) const {
        const QPoint at = m_view.toWidget(x, y).toPoint();
        return countOf(image, {at.x() - half, at.y() - half, 2 * half + 1, 2 * half + 1},
                       kPinkColor);
    }
    FieldView m_view;
    logs::FetchedFrame m_fetched;
};

TEST_F(DrawingLayerTest, PaintsEveryKindOfShape) {
    EXPECT_EQ(countOf(shown(""), m_view.rect(), kPinkColor), 0);
    const QImage line = shown(rv::line({-14, 9.4, 0}, {-10, 9.4, 3}, 6, kPink, "l"));
    EXPECT_NEAR(around(line, -12, 9.4, 10), 6 * 21, 30);
    const QImage circle = shown(rv::circle(-12, 8, 1, 4, kPink, "c"));
    EXPECT_EQ(around(circle, -12, 8, 8), 0);
    EXPECT_GT(around(circle, -11, 8, 3), 14);
    const QImage point = shown(rv::point({-12, 9, 1}, 12, kPink, "p"));
    EXPECT_NEAR(around(point, -12, 9, 10), 113, 35);
    const QImage sphere = shown(rv::sphere({-12, 8, 1}, 1, kPink, "s"));
    EXPECT_GT(around(sphere, -11, 8, 3), 3) << "its rim";
    EXPECT_NE(sphere.pixel(m_view.toWidget(-12, 8).toPoint()),
              point.pixel(m_view.toWidget(-12, 8).toPoint()))
        << "filled, but grass shines through";
    const QImage area = shown(rv::polygon({{-14, 7, 0}, {-11, 7, 0}, {-11, 9, 0}, {-14, 9, 0}},
                                          "\xff\x00\xc0\xff"sv, "q"));
    EXPECT_EQ(around(area, -12.5, 8, 10), 21 * 21);
    const QImage text = shown(rv::annotation("HHH", {-12, 8, 0}, kPink, "t"));
    EXPECT_GT(around(text, -12, 8.2, 16), 40);
}

TEST_F(DrawingLayerTest, PlayersCoverShapesAndTextsStandAboveThem) {
    const auto& robot = m_fetched.drawn->robots.front();
    const Eigen::Vector3d p_S = robot.X_STorso().p;
    const int unum = robot.id.unum.value();
    const bool isRight = robot.id.side == game::Side::Right;
    const QImage covered = shown(rv::point({p_S.x(), p_S.y(), 0}, 10, kPink, "p"));
    EXPECT_LT(around(covered, p_S.x(), p_S.y(), 5), 10);
    const QImage noted = shown(rv::agentAnnotation("HHH", isRight, unum, kPink));
    const QPoint at = m_view.toWidget(p_S.x(), p_S.y()).toPoint();
    EXPECT_GT(countOf(noted, {at.x() - 25, at.y() - 40, 50, 36}, kPinkColor), 40);
    EXPECT_EQ(
        countOf(shown(rv::agentAnnotation("HHH", isRight, 77, kPink)), m_view.rect(), kPinkColor),
        0)
        << "no player has that number";
}

TEST_F(DrawingLayerTest, TheFilterHidesAndNullClears) {
    const std::string bytes = rv::line({-14, 9.4, 0}, {-10, 9.4, 3}, 6, kPink, "l.x") +
                              rv::point({-12, 8, 1}, 12, kPink, "p");
    DrawingFilter filter;
    filter.hide("a:1", "l");
    const QImage image = shown(bytes, filter);
    EXPECT_EQ(around(image, -12, 9.4, 10), 0);
    EXPECT_GT(around(image, -12, 8, 8), 60);
    m_view.setDrawings(nullptr, {});
    EXPECT_EQ(countOf(m_view.grab().toImage(), m_view.rect(), kPinkColor), 0);
}

TEST_F(DrawingLayerTest, FollowsTheViewAndBearsNonsense) {
    m_view.setDrawings(boardOf(rv::line({-14, 9.4, 0}, {-10, 9.4, 3}, 6, kPink, "l") +
                               rv::circle(1e5, 1e5, 1e5, 1e5, kPink, "far") +
                               rv::sphere({0, 99999, 0}, 99999, kPink, "far") +
                               rv::polygon({{0, 0, 0}}, "\xff\x00\xc0\xff"sv, "far")),
                       {});
    tests::turnWheel(m_view, m_view.toWidget(-12, 9.4), 3);
    EXPECT_NEAR(around(m_view.grab().toImage(), -12, 9.4, 10), 6 * 21, 30);
}

} // namespace
} // namespace sideline::widgets
