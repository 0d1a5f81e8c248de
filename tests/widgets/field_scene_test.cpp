#include "widgets/match/field_scene.h"

#include <limits>

#include <gtest/gtest.h>

#include "widgets/match/steered_way.h"

namespace sideline::widgets {
namespace {

FieldCamera fittedCamera() {
    FieldCamera camera;
    camera.setSize({400.0, 300.0});
    camera.fit(field::newestField().dimensions);
    return camera;
}

TEST(FieldCameraTest, ZoomingKeepsThePointUnderTheMouse) {
    FieldCamera camera = fittedCamera();
    EXPECT_TRUE(camera.isFitted());
    const QPointF mouse(100.0, 60.0);
    const QPointF before = camera.toField(mouse);
    const double scale = camera.scale();
    camera.zoomAt(mouse, 2.0);
    EXPECT_FALSE(camera.isFitted());
    EXPECT_DOUBLE_EQ(camera.scale(), 2.0 * scale);
    EXPECT_NEAR(camera.toField(mouse).x(), before.x(), 1e-9);
    EXPECT_NEAR(camera.toField(mouse).y(), before.y(), 1e-9);
}

TEST(FieldCameraTest, AFlippedViewHasTheRightGoalOnTheLeft) {
    FieldCamera camera = fittedCamera();
    EXPECT_GT(camera.toWidget().map(QPointF(5.0, 0.0)).x(), 200.0);
    EXPECT_GT(camera.aheadOf(0.0).x(), 0.0);
    camera.setFlipped(true);
    EXPECT_LT(camera.toWidget().map(QPointF(5.0, 0.0)).x(), 200.0);
    EXPECT_LT(camera.aheadOf(0.0).x(), 0.0);
}

TEST(FieldCameraTest, InvalidZoomsChangeNothing) {
    FieldCamera camera = fittedCamera();
    const double scale = camera.scale();
    camera.zoomTo({1.0, 1.0}, 0.0);
    camera.zoomTo({std::numeric_limits<double>::quiet_NaN(), 0.0}, 5.0);
    EXPECT_TRUE(camera.isFitted());
    EXPECT_DOUBLE_EQ(camera.scale(), scale);
    EXPECT_EQ(camera.center(), QPointF());
}

TEST(FieldCameraTest, ALowerMaximumZoomsOut) {
    FieldCamera camera = fittedCamera();
    EXPECT_FALSE(camera.setMaxScale(FieldCamera::kMaxOverlayScale));
    camera.zoomTo({}, 0.1);
    EXPECT_DOUBLE_EQ(camera.scale(), 4000.0);
    EXPECT_TRUE(camera.setMaxScale(FieldCamera::kMaxScale));
    EXPECT_DOUBLE_EQ(camera.scale(), FieldCamera::kMaxScale);
}

TEST(SteeredWayTest, PointsAreSomePixelsApartAndTheLastOneAlwaysCounts) {
    const FieldCamera camera = fittedCamera();
    SteeredWay way;
    EXPECT_TRUE(way.isEmpty());
    EXPECT_TRUE(way.add({100.0, 100.0}, camera, false));
    EXPECT_FALSE(way.add({102.0, 100.0}, camera, false));
    EXPECT_TRUE(way.add({110.0, 100.0}, camera, false));
    EXPECT_TRUE(way.add({112.0, 100.0}, camera, true));
    EXPECT_EQ(way.way_S().size(), 3);
    EXPECT_NEAR(way.way_S().last().x(), camera.toField({112.0, 100.0}).x(), 1e-9);
}

TEST(SteeredWayTest, AnArrowHasTwoEnds) {
    const FieldCamera camera = fittedCamera();
    SteeredWay arrow(true);
    for (const double x : {100.0, 120.0, 140.0}) {
        EXPECT_TRUE(arrow.add({x, 50.0}, camera, false));
    }
    ASSERT_EQ(arrow.way_S().size(), 2);
    EXPECT_NEAR(arrow.way_S().first().x(), camera.toField({100.0, 50.0}).x(), 1e-9);
    EXPECT_NEAR(arrow.way_S().last().x(), camera.toField({140.0, 50.0}).x(), 1e-9);
}

} // namespace
} // namespace sideline::widgets
