#include "logs/analysis/log_statistics.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "logs/analysis/statistics_json.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

using game::Side;
using tests::ScriptedScene;

// A match log of a pass: left 1 kicks the ball at 2 s to left 2, 3 m away.
std::vector<ScriptedScene> passScenes(int count) {
    std::vector<ScriptedScene> scenes;
    for (int i = 0; i < count; ++i) {
        ScriptedScene scene;
        scene.timeS = 0.2 * i;
        scene.playMode = 3;
        scene.p_SBall = {-std::clamp(2.0 * (scene.timeS - 2.0), 0.0, 3.0), 0, 0.042};
        scene.robots = {tests::scriptedRobot(Side::Left, 1, 0.2),
                        tests::scriptedRobot(Side::Left, 2, -3.2),
                        tests::scriptedRobot(Side::Right, 7, 5)};
        scenes.push_back(std::move(scene));
    }
    return scenes;
}

base::Expected<MatchStatistics> statisticsOfText(const std::string& text,
                                                 const StatisticsOptions& options = {}) {
    const tests::TempDir dir;
    tests::writeFile(dir / "a.log", text);
    const auto log = tests::openAnalyzed(dir / "a.log");
    return statisticsOf(log->parts(), options);
}

TEST(LogStatisticsTest, APassInALog) {
    const auto statistics = statisticsOfText(tests::scriptedLog(passScenes(40), 15));
    ASSERT_TRUE(statistics);
    EXPECT_EQ(statistics->frames, 40U);
    ASSERT_EQ(statistics->kicks.size(), 1U);
    EXPECT_NEAR(statistics->kicks[0].speedMps, 2.0, 0.05);
    EXPECT_TRUE(statistics->kicks[0].isPass);
    EXPECT_EQ(statistics->total.teams.left.completePasses, 1);
    EXPECT_EQ(statistics->players.size(), 3U);
}

} // namespace
} // namespace sideline::logs
