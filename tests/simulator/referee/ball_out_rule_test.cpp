#include "simulator/referee/ball_out_rule.h"

#include <gtest/gtest.h>

#include "tests/simulator/referee/match_script.h"

namespace sideline::simulator {
namespace {

using game::PlayMode;
using game::Side;
using tests::MatchScript;

struct Out {
    const char* what;
    bool byLeft;
    double xM;
    double yM;
    PlayMode after;
    Eigen::Vector2d kick_S;
};

class BallOutTest : public ::testing::TestWithParam<Out> {};

TEST_P(BallOutTest, AwardsSetPlayToTheOtherTeam) {
    MatchScript match;
    match.playOn();
    match.ballOut(GetParam().byLeft ? match.left1 : match.right1, GetParam().xM, GetParam().yM);
    EXPECT_EQ(match.mode(), GetParam().after) << GetParam().what;
    match.passPause();
    EXPECT_NEAR((match.world.ball_S.head<2>() - GetParam().kick_S).norm(), 0.0, 1e-9)
        << GetParam().what << ": " << match.world.ball_S.transpose();
}

constexpr double kCornerX = 15.0 - 0.042;
constexpr double kCornerY = (20.0 + 2.1) / 4.0 - 0.042;

INSTANTIATE_TEST_SUITE_P(
    Lines, BallOutTest,
    ::testing::Values(
        Out{"goal kick", true, 15.05, 3.0, PlayMode::GoalKickRight, {14.0, 0.0}},
        Out{"goal kick", false, -15.05, 3.0, PlayMode::GoalKickLeft, {-14.0, 0.0}},
        Out{"corner", true, -15.05, 3.0, PlayMode::CornerKickRight, {-kCornerX, kCornerY}},
        Out{"corner", false, 15.05, -3.0, PlayMode::CornerKickLeft, {kCornerX, -kCornerY}},
        Out{"kick-in", true, 4.0, 10.05, PlayMode::KickInRight, {4.0, 9.958}},
        Out{"kick-in", false, 4.0, -10.05, PlayMode::KickInLeft, {4.0, -9.958}}));

TEST(BallOutRuleTest, BallOnTheLineIsIn) {
    MatchScript match;
    match.playOn();
    match.ballOut(match.left1, 3.0, 10.0429);
    EXPECT_EQ(match.mode(), PlayMode::PlayOn);
    match.ballOut(match.left1, 3.0, 10.0431);
    EXPECT_EQ(match.mode(), PlayMode::KickInRight);
}

TEST(BallOutRuleTest, UntouchedBallStaysOut) {
    MatchScript match;
    match.playOn();
    match.world.setBall(3.0, 11.0);
    match.cycles(10);
    EXPECT_EQ(match.mode(), PlayMode::PlayOn);
    EXPECT_EQ(match.world.ballMoveCount, 0);
}

TEST(BallOutRuleTest, LastOfSeveralTouchesDecides) {
    MatchScript match;
    match.playOn();
    match.touch(match.left1);
    match.ballOut(match.right1, 3.0, 10.1);
    EXPECT_EQ(match.mode(), PlayMode::KickInLeft);
}

TEST(BallOutRuleTest, KickInIsWhereTheBallLeftTheField) {
    MatchScript match;
    match.playOn();
    match.world.setBall(4.0, 9.9);
    match.touch(match.left1);
    match.world.setBall(6.0, 11.0);
    match.cycles(1);
    ASSERT_EQ(match.mode(), PlayMode::KickInRight);
    match.passPause();
    EXPECT_EQ(match.world.ball_S.head<2>(), Eigen::Vector2d(4.0, 10.0 - 0.042));
}

} // namespace
} // namespace sideline::simulator
