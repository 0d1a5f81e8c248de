#include "agentcore/monitor/keep_out.h"

#include <gtest/gtest.h>

#include "agentcore/game/play_mode.h"

namespace sideline::monitor {
namespace {

using Eigen::Vector2d;
using game::PlayMode;

MatchFrame frameIn(PlayMode mode, double freeKickDistanceM = 2.0) {
    auto environment = std::make_shared<Environment>();
    environment->field = field::newestField().dimensions;
    environment->freeKickDistanceM = freeKickDistanceM;
    environment->passModeMinOpponentBallDistanceM = 1.0;
    environment->playModes.assign(game::kPlayModeNames.begin(), game::kPlayModeNames.end());
    MatchFrame frame;
    frame.game.environment = environment;
    frame.game.playMode = static_cast<int>(mode);
    frame.ball = BallFrame{math::Pose::translation({3.0, -9.0, 0.042})};
    return frame;
}

TEST(KeepOutTest, CircleAroundTheBallAtSetPlays) {
    const Vector2d ball_S(3.0, -9.0);
    struct Row {
        PlayMode mode;
        game::Side waiting;
        Vector2d center_S;
        double radiusM;
    };
    for (const Row& row : {Row{PlayMode::KickInLeft, game::Side::Right, ball_S, 2.0},
                           Row{PlayMode::KickInRight, game::Side::Left, ball_S, 2.0},
                           Row{PlayMode::CornerKickRight, game::Side::Left, ball_S, 2.0},
                           Row{PlayMode::FreeKickLeft, game::Side::Right, ball_S, 2.0},
                           Row{PlayMode::DirectFreeKickRight, game::Side::Left, ball_S, 2.0},
                           Row{PlayMode::OffsideLeft, game::Side::Right, ball_S, 2.0},
                           Row{PlayMode::KickOffLeft, game::Side::Right, Vector2d(0.0, 0.0), 2.0},
                           Row{PlayMode::PassRight, game::Side::Left, ball_S, 1.0}}) {
        const auto zone = keepOut(frameIn(row.mode));
        ASSERT_TRUE(zone) << game::playModeName(row.mode);
        EXPECT_EQ(zone->side, row.waiting) << game::playModeName(row.mode);
        const auto* circle = std::get_if<GroundCircle>(&zone->area);
        ASSERT_NE(circle, nullptr);
        EXPECT_EQ(circle->center_S, row.center_S) << game::playModeName(row.mode);
        EXPECT_EQ(circle->radiusM, row.radiusM);
    }
}

TEST(KeepOutTest, PenaltyAreaAtGoalKicks) {
    const auto zone = keepOut(frameIn(PlayMode::GoalKickRight));
    ASSERT_TRUE(zone);
    EXPECT_EQ(zone->side, game::Side::Left);
    const auto& area = std::get<Eigen::AlignedBox2d>(zone->area);
    const auto size = field::newestField().dimensions;
    EXPECT_DOUBLE_EQ(area.max().x(), size.lengthM / 2.0);
    EXPECT_DOUBLE_EQ(area.min().x(), size.lengthM / 2.0 - size.penaltyLengthM);
    EXPECT_DOUBLE_EQ(area.max().y(), size.penaltyWidthM / 2.0);
}

TEST(KeepOutTest, NothingInOtherModesOrWithoutDistances) {
    for (const PlayMode mode :
         {PlayMode::BeforeKickOff, PlayMode::PlayOn, PlayMode::GameOver, PlayMode::GoalLeft}) {
        EXPECT_FALSE(keepOut(frameIn(mode))) << game::playModeName(mode);
    }
    EXPECT_FALSE(keepOut(frameIn(PlayMode::KickInLeft, 0.0)));
    MatchFrame withoutBall = frameIn(PlayMode::KickInLeft);
    withoutBall.ball.reset();
    EXPECT_FALSE(keepOut(withoutBall));
    EXPECT_FALSE(keepOut(MatchFrame{}));
}

} // namespace
} // namespace sideline::monitor
