#include "viewer3d/scene/match_scene.h"

#include <gtest/gtest.h>

#include "tests/gui/gui_support.h"

namespace sideline::viewer3d {
namespace {

// Seen from a distance along x from the middle of the field.
ViewScale from(double distanceM) {
    return {Eigen::Vector3d(0, -distanceM, 1), 700.0, 0.0};
}

class MatchSceneTest : public ::testing::Test {
protected:
    // Draws the sample match from there and returns the triangles that it takes.
    std::size_t trianglesFrom(const ViewScale& scale) {
        (void)m_scene.setViewScale(scale);
        m_scene.setFrame(*m_frame);
        return m_scene.triangleCount();
    }
    MatchScene m_scene;
    const monitor::MatchFramePtr m_frame = tests::fetchedFrame(*tests::sampleMatch(), 20).exact;
};

TEST_F(MatchSceneTest, FarRobotsAreDrawnWithFewerTriangles) {
    const std::size_t far = trianglesFrom(from(60.0));
    const std::size_t middle = trianglesFrom({Eigen::Vector3d::Zero(), 0.0, 250.0});
    const std::size_t near = trianglesFrom({Eigen::Vector3d::Zero(), 0.0, 800.0});
    EXPECT_LT(far, 22U * 3000U);
    EXPECT_GT(middle, 2 * far);
    EXPECT_GT(near, 3 * middle / 2);
    EXPECT_GT(near, 22U * 10'000U);
}

TEST_F(MatchSceneTest, AsksToBeDrawnAgainOnlyWhenARobotGetsAnotherLevel) {
    m_scene.setFrame(*m_frame);
    (void)trianglesFrom(from(60.0));
    EXPECT_FALSE(m_scene.setViewScale(from(60.0)));
    EXPECT_FALSE(m_scene.setViewScale(from(70.0)));
    EXPECT_TRUE(m_scene.setViewScale(from(3.0)));
    EXPECT_TRUE(m_scene.setViewScale(from(3.0))) << "it has not been drawn yet";
    m_scene.setFrame(*m_frame);
    EXPECT_FALSE(m_scene.setViewScale(from(3.0)));
}

TEST_F(MatchSceneTest, ARobotAtTheBorderOfTwoLevelsKeepsTheOneItHas) {
    const auto orthographic = [](double pixelsPerM) {
        return ViewScale{Eigen::Vector3d::Zero(), 0.0, pixelsPerM};
    };
    // Goes up and down through the border: the way back changes later than the way there.
    double up = 0.0;
    double down = 0.0;
    (void)trianglesFrom(orthographic(50.0));
    for (double scale = 50.0; up == 0.0 && scale < 400.0; scale += 1.0) {
        up = m_scene.setViewScale(orthographic(scale)) ? scale : 0.0;
    }
    ASSERT_GT(up, 0.0);
    m_scene.setFrame(*m_frame);
    for (double scale = up; down == 0.0 && scale > 50.0; scale -= 1.0) {
        down = m_scene.setViewScale(orthographic(scale)) ? scale : 0.0;
    }
    EXPECT_LT(down, 0.85 * up);
    EXPECT_GT(down, 0.5 * up);
}

TEST_F(MatchSceneTest, TheCoarseSettingBoundsNearRobotsToo) {
    const ViewScale close{Eigen::Vector3d::Zero(), 0.0, 800.0};
    const std::size_t fine = trianglesFrom(close);
    SceneOptions options;
    options.detail = 0;
    m_scene.setOptions(options);
    EXPECT_LT(trianglesFrom(close), 2 * fine / 3);
}

} // namespace
} // namespace sideline::viewer3d
