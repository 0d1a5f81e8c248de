#include "studio/workspaces/replay/trail.h"

#include <gtest/gtest.h>

#include "tests/gui/gui_support.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::studio {
namespace {

// The ball rolls, is placed in frame 6, and rolls again.
TEST(TrailTest, RestartsWhereTheObjectWasPlaced) {
    auto scenes = tests::movingScenes(10);
    for (std::size_t i = 6; i < scenes.size(); ++i) {
        scenes[i].p_SBall.x() -= 8.0;
    }
    const tests::TempDir dir;
    tests::writeFile(dir / "t.log", tests::scriptedLog(scenes, 0));
    const auto log = tests::openAnalyzed(dir / "t.log");
    ASSERT_NE(log, nullptr);
    logs::FetchedFrame fetched;
    for (logs::FrameNumber n = 0; n < 10; ++n) {
        fetched.trail.push_back(tests::fetchedFrame(*log, n).exact);
    }
    const viewer3d::Trail ball = makeTrail(fetched, monitor::ObjectId::ball());
    EXPECT_EQ(ball.path_S.size(), 4U);
    EXPECT_LE(ball.ballGhosts_S.size(), 4U);
    const auto robot = monitor::ObjectId::ofRobot({game::Side::Left, game::UniformNumber(1)});
    EXPECT_EQ(makeTrail(fetched, robot).path_S.size(), 10U);
    EXPECT_TRUE(makeTrail({}, robot).path_S.empty());
}

} // namespace
} // namespace sideline::studio
