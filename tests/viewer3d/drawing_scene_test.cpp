#include "viewer3d/scene/drawing_scene.h"

#include <optional>

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QTest>

#include "tests/gui/gui_support.h"
#include "tests/support/roboviz_client.h"
#include "tests/viewer3d/picture_checks.h"
#include "tests/viewer3d/viewer_checks.h"
#include "viewer3d/view/match_view.h"

namespace sideline::viewer3d {
namespace {

using namespace std::string_view_literals;
using drawing::DrawingBoardPtr;
using drawing::DrawingBuilder;
using drawing::DrawingFilter;
using Eigen::Vector3d;
using game::Side;
namespace rv = tests::roboviz;

constexpr QSize kSize(600, 400);
constexpr int kPinkHue = 315;
constexpr int kCyanHue = 186;
constexpr int kPreset = 8; // from above
constexpr std::string_view kPink = "\xff\x00\xc0"sv;
constexpr std::string_view kCyan = "\x00\xe6\xff"sv;

DrawingBoardPtr boardOf(const std::string& bytes) {
    DrawingBuilder builder;
    builder.apply("127.0.0.1:4000", bytes + rv::swap(""), {});
    EXPECT_EQ(builder.stats({}).senders.at(0).errors, 0U);
    return builder.board();
}

class DrawingSceneTest : public ::testing::Test {
protected:
    void SetUp() override {
        tests::ScriptedScene scene;
        scene.robots = {tests::scriptedRobot(Side::Left, 3, 3.0, 2.0)};
        scene.p_SBall = {9, 8, 0.042};
        SceneOptions options = m_view.options();
        options.shadows = false;
        options.playerLabels = false;
        m_view.setOptions(options);
        m_view.resize(kSize);
        m_view.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&m_view));
        m_view.setFrame(frameOf(scene));
        m_view.goToPreset(kPreset);
    }
    QImage picture(const char* name) {
        std::optional<QImage> taken;
        m_view.takePicture(kSize, [&](const QImage& image) { taken = image; });
        EXPECT_TRUE(tests::waitUntil([&] { return taken.has_value(); })) << "no picture came";
        if (taken && qEnvironmentVariableIsSet("SIDELINE_PICTURES")) { // to look at them
            taken->save(qEnvironmentVariable("SIDELINE_PICTURES") +
                        QStringLiteral("/drawing-%1.png").arg(QLatin1String(name)));
        }
        return taken.value_or(QImage());
    }
    QImage shown(const char* name, const std::string& bytes) {
        m_view.setDrawings(boardOf(bytes), {});
        return picture(name);
    }
    // Pixels of a hue around a place of the field.
    static int around(const QImage& image, int hue, const Vector3d& p_S, int half) {
        CameraRig rig;
        rig.goToPreset(kPreset);
        const QPoint at = projected(rig.pose(), p_S, kSize);
        return pixelsOf(image.copy(at.x() - half, at.y() - half, 2 * half + 1, 2 * half + 1), hue);
    }
    MatchView m_view;
};

TEST_F(DrawingSceneTest, LinesAreAsThickAsTheyAreToBe) {
    const QImage thin = shown("thin", rv::line({-6, 3, 0}, {6, 3, 0}, 2, kPink, "l"));
    const int thinPixels = around(thin, kPinkHue, {0, 3, 0}, 20);
    EXPECT_GE(thinPixels, 41);
    EXPECT_LE(thinPixels, 3 * 41);
    EXPECT_EQ(around(thin, kPinkHue, {0, 6, 0}, 15), 0);
    const QImage thick = shown("thick", rv::line({-6, 3, 0}, {6, 3, 0}, 12, kPink, "l"));
    EXPECT_NEAR(around(thick, kPinkHue, {0, 3, 0}, 20), 12 * 41, 45);
    EXPECT_EQ(around(thick, kPinkHue, {8, 3, 0}, 10), 0);
}

TEST_F(DrawingSceneTest, CirclesLieOnTheGround) {
    const QImage image = shown("circle", rv::circle(-5, 0, 2, 4, kCyan, "c"));
    EXPECT_EQ(around(image, kCyanHue, {-5, 0, 0}, 12), 0) << "not filled";
    for (const Vector3d& rim : {Vector3d(-3, 0, 0), Vector3d(-7, 0, 0), Vector3d(-5, 2, 0),
                                Vector3d(-5 + std::sqrt(2), -std::sqrt(2), 0)}) {
        EXPECT_GT(around(image, kCyanHue, rim, 4), 15) << rim.transpose();
    }
}

TEST_F(DrawingSceneTest, PointsAreRoundAndAsLargeAsTheyAreToBe) {
    const QImage image = shown("points", rv::point({0, -4, 0}, 16, kPink, "p") +
                                             rv::point({6, -4, 0}, 6, kCyan, "p"));
    EXPECT_NEAR(around(image, kPinkHue, {0, -4, 0}, 12), 201, 45);
    EXPECT_NEAR(around(image, kCyanHue, {6, -4, 0}, 12), 28, 14);
}

TEST_F(DrawingSceneTest, SpheresAndPolygonsCoverTheirPlaces) {
    const std::string area = rv::polygon({{-9, -6, 0}, {-5, -6, 0}, {-5, -3, 0}, {-9, -3, 0}},
                                         "\xff\x00\xc0\xff"sv, "q");
    const QImage image = shown("areas", area + rv::sphere({6, 4, 1}, 1, kCyan, "s"));
    EXPECT_GT(around(image, kPinkHue, {-7, -4.5, 0}, 10), 400) << "filled";
    EXPECT_EQ(around(image, kPinkHue, {-7, -1, 0}, 8), 0);
    EXPECT_GT(around(image, kCyanHue, {6, 4, 1}, 4), 60);
    // Faint, high up, and with corners in the other direction.
    const QImage faint =
        shown("faint", rv::polygon({{-9, -6, 1}, {-9, -3, 1}, {-5, -3, 1}, {-5, -6, 1}},
                                   "\xff\x00\xc0\x60"sv, "q"));
    EXPECT_EQ(around(faint, kPinkHue, {-7, -4.5, 1}, 8), 0) << "the grass shines through";
    EXPECT_NE(faint.pixel(0, 0), QRgb(0));
    const QImage none = shown("none", "");
    EXPECT_GT(pixelsOf(none, kGreenHue), pixelsOf(faint, kGreenHue));
    EXPECT_EQ(pixelsOf(none, kPinkHue), 0);
}

TEST_F(DrawingSceneTest, TextsStandAtTheirPlacesAndOverAgents) {
    const QImage image =
        shown("texts", rv::annotation("Zone \xc3\x84 \xe2\x82\xac", {-6, 4, 0}, kPink, "t") +
                           rv::agentAnnotation("agent", false, 3, kCyan) +
                           rv::agentAnnotation("not here", true, 3, kCyan));
    EXPECT_GT(around(image, kPinkHue, {-6, 4.3, 0}, 30), 60);
    EXPECT_GT(around(image, kCyanHue, {3, 2.3, 0.6}, 30), 30);
    const int all = pixelsOf(image, kCyanHue);
    EXPECT_EQ(around(image, kCyanHue, {3, 2.3, 0.6}, 40), all)
        << "only over the agent that is there";
    // The text goes with its agent.
    tests::ScriptedScene scene;
    scene.robots = {tests::scriptedRobot(Side::Left, 3, -10.0, -7.0)};
    m_view.setFrame(frameOf(scene));
    const QImage moved = picture("texts-moved");
    EXPECT_GT(around(moved, kCyanHue, {-10, -6.7, 0.6}, 30), 30);
    EXPECT_EQ(around(moved, kCyanHue, {3, 2.3, 0.6}, 30), 0);
}

TEST_F(DrawingSceneTest, TheFilterHidesAndNullClears) {
    const DrawingBoardPtr board = boardOf(rv::circle(-5, 0, 2, 4, kCyan, "circles.a") +
                                          rv::line({-6, 3, 0}, {6, 3, 0}, 4, kPink, "lines") +
                                          rv::agentAnnotation("agent", false, 3, kCyan));
    DrawingFilter filter;
    filter.hide("", "circles");
    filter.hide("127.0.0.1:4000", "lines");
    m_view.setDrawings(board, filter);
    const QImage notes = picture("filtered");
    EXPECT_EQ(around(notes, kCyanHue, {-3, 0, 0}, 5), 0);
    EXPECT_EQ(pixelsOf(notes, kPinkHue), 0);
    EXPECT_GT(pixelsOf(notes, kCyanHue), 10);
    m_view.setDrawings(board, {});
    EXPECT_GT(pixelsOf(picture("unfiltered"), kPinkHue), 100);
    m_view.setDrawings(nullptr, {});
    const QImage none = picture("cleared");
    EXPECT_EQ(pixelsOf(none, kPinkHue) + pixelsOf(none, kCyanHue), 0);
}

TEST(DrawingSceneShapesTest, NonsenseIsNotDrawn) {
    MatchScene scene;
    const auto count = [&](const drawing::Shape& shape) {
        auto board = std::make_shared<drawing::DrawingBoard>();
        board->sets.push_back(std::make_shared<const drawing::ShapeSet>(
            drawing::ShapeSet{"s", "n", {shape, drawing::Point{{1, 2, 3}, 1e30, {}}}}));
        scene.setDrawings(board, {});
        return scene.drawings().shapeCount();
    };
    EXPECT_EQ(count(drawing::Line{{0, 0, 0}, {1, 1, 1}, -5, {}}), 2U);
    EXPECT_EQ(count(drawing::Line{{0, 0, 0}, {1e30, 1, 1}, 1, {}}), 1U);
    EXPECT_EQ(count(drawing::Line{{NAN, 0, 0}, {1, 1, 1}, 1, {}}), 1U);
    EXPECT_EQ(count(drawing::Circle{{0, 0}, 1e9, 1, {}}), 1U);
    EXPECT_EQ(count(drawing::Sphere{{0, 0, 0}, 0.0, {}}), 1U);
    EXPECT_EQ(count(drawing::Polygon{{{0, 0, 0}, {1, 0, 0}}, {}}), 1U);
    EXPECT_EQ(count(drawing::Annotation{{0, 1e6, 0}, "far", {}}), 1U);
    EXPECT_EQ(count(drawing::Annotation{{0, 1, 0}, std::string(100'000, 'x'), {}}), 2U);
}

TEST(DrawingSceneShapesTest, ManyCharactersMoreThanThePictureHoldsAreNoDanger) {
    MatchScene scene;
    std::string text;
    for (int code = 0x4e00; code < 0x4e00 + 600; ++code) {
        text += QString(QChar(code)).toStdString();
    }
    auto board = std::make_shared<drawing::DrawingBoard>();
    std::vector<drawing::Shape> shapes;
    for (std::size_t i = 0; i + 90 <= text.size(); i += 90) {
        shapes.emplace_back(drawing::Annotation{{0, 0, 0}, text.substr(i, 90), {}});
    }
    board->sets.push_back(
        std::make_shared<const drawing::ShapeSet>(drawing::ShapeSet{"s", "n", shapes}));
    scene.setDrawings(board, {});
    EXPECT_EQ(scene.drawings().shapeCount(), 20U);
}

TEST(DrawingSceneShapesTest, ThousandsOfShapesAreQuick) {
    MatchScene scene;
    std::vector<drawing::Shape> shapes;
    for (int i = 0; i < 1000; ++i) {
        const double x = 0.01 * i;
        shapes.emplace_back(drawing::Circle{{x, 0}, 1, 2, {}});
        shapes.emplace_back(drawing::Line{{x, 0, 0}, {0, x, 1}, 2, {}});
        shapes.emplace_back(drawing::Point{{x, 0, 1}, 5, {}});
        shapes.emplace_back(drawing::Sphere{{x, 0, 1}, 0.1, {}});
        shapes.emplace_back(drawing::Annotation{{x, 0, 1}, "text " + std::to_string(i), {}});
    }
    QElapsedTimer timer;
    timer.start();
    constexpr int kTimes = 10;
    for (int i = 0; i < kTimes; ++i) {
        auto board = std::make_shared<drawing::DrawingBoard>();
        board->sets.push_back(
            std::make_shared<const drawing::ShapeSet>(drawing::ShapeSet{"s", "n", shapes}));
        scene.setDrawings(board, {});
    }
    const double eachMs = static_cast<double>(timer.nsecsElapsed()) / 1e6 / kTimes;
    RecordProperty("eachMs", std::to_string(eachMs));
    EXPECT_EQ(scene.drawings().shapeCount(), 5000U);
    EXPECT_LT(eachMs, 20.0) << "of 40 ms between two pictures";
}

} // namespace
} // namespace sideline::viewer3d
