#include "simulator/referee/drop_ball.h"

#include <gtest/gtest.h>

#include "tests/simulator/referee/match_script.h"

namespace sideline::simulator {
namespace {

using game::PlayMode;
using tests::MatchScript;

TEST(DropBallTest, BothTeamsKeepTheDistance) {
    MatchScript match;
    match.world.setBall(3.0, 2.0);
    match.world.movePlayer(match.left1, {3.5, 2.5, 0.385});
    match.world.movePlayer(match.right1, {2.5, 1.5, 0.385});
    match.referee.dropBall(match.world);
    EXPECT_EQ(match.mode(), PlayMode::PlayOn);
    EXPECT_EQ(match.world.placeOf(match.left1), Eigen::Vector2d(0.5, 2.5));
    EXPECT_EQ(match.world.placeOf(match.right1), Eigen::Vector2d(5.5, 1.5));
}

TEST(DropBallTest, PlayersMoveSidewaysWithoutSpaceBehind) {
    MatchScript match;
    match.world.setBall(-13.0, 5.0);
    match.world.movePlayer(match.left1, {-13.0, 5.5, 0.385});
    match.referee.dropBall(match.world);
    EXPECT_EQ(match.world.placeOf(match.left1), Eigen::Vector2d(-13.0, 2.5));
}

TEST(DropBallTest, BallIsMovedOutOfPenaltyAreasAndBackInside) {
    MatchScript match;
    match.world.setBall(-14.0, 0.5);
    match.referee.dropBall(match.world);
    EXPECT_EQ(match.world.ball_S.head<2>(), Eigen::Vector2d(-13.2, 3.0));
    match.world.setBall(2.0, -12.0);
    match.referee.dropBall(match.world);
    EXPECT_EQ(match.world.ball_S.head<2>(), Eigen::Vector2d(2.0, -10.0 + 0.042));
}

TEST(DropBallTest, HeldPlayerIsIgnored) {
    MatchScript match;
    match.world.setBall(3.0, 2.0);
    match.world.movePlayer(match.left1, {3.5, 2.5, 3.0});
    match.referee.dropBall(match.world);
    EXPECT_EQ(match.world.placeOf(match.left1), Eigen::Vector2d(3.5, 2.5));
}

} // namespace
} // namespace sideline::simulator
