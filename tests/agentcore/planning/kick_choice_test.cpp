#include "agentcore/planning/kick_choice.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "tests/support/allocation_guard.h"

namespace sideline::planning {
namespace {

using Eigen::Vector2d;
using math::radFromDeg;

class KickChoiceTest : public testing::Test {
protected:
    KickChoiceTest() { kickerAt({-0.4, 0.0}, 0.0); }

    void kickerAt(const Vector2d& fromBall, double headingRad) {
        m_players.resize(std::max<std::size_t>(m_players.size(), 1));
        m_players.front() = {true, 9, m_ball_F + fromBall, headingRad, false};
    }
    void ballAt(const Vector2d& ball_F) {
        const Vector2d fromBall = m_players.front().p_F - m_ball_F;
        m_ball_F = ball_F;
        m_players.front().p_F = ball_F + fromBall;
    }
    void opponentAt(const Vector2d& p_F) { m_players.push_back({false, 5, p_F, math::kPi, false}); }
    void mateAt(const Vector2d& p_F) { m_players.push_back({true, 7, p_F, 0.0, false}); }

    [[nodiscard]] KickScene scene() const {
        KickScene scene;
        scene.ball_F = m_ball_F;
        scene.players = m_players;
        scene.field = field::newestField().dimensions;
        scene.mayShoot = m_mayShoot;
        scene.isProtected = m_isProtected;
        return scene;
    }
    KickChoice choose() { return chooseKick(scene(), m_options, std::nullopt); }
    [[nodiscard]] KickChoice judge(double directionDeg, std::size_t kick = 0) const {
        return judgeKick(scene(), m_options[kick], radFromDeg(directionDeg));
    }

    Vector2d m_ball_F = Vector2d::Zero();
    std::vector<PitchPlayer> m_players;
    std::vector<KickOption> m_options = {{{5.0, 0.4, 0.05, 0.95, 1.0}, 0.0, 0.17, false},
                                         {{10.0, 1.5, 0.03, 1.0, 1.8}, 0.0, 0.185, true}};
    bool m_mayShoot = true;
    bool m_isProtected = false;
};

TEST_F(KickChoiceTest, ShootsFromWhereItReachesTheGoal) {
    ballAt({7.0, 2.0});
    opponentAt({5.0, 6.0});
    const KickChoice choice = choose();
    EXPECT_EQ(choice.kick, 1U) << "the long one";
    const double toGoalRad = std::atan2(-2.0, 8.0);
    EXPECT_NEAR(choice.directionRad, toGoalRad, 0.1);
    EXPECT_GT(choice.goalRatio, 0.5);
    m_mayShoot = false;
    EXPECT_EQ(choose().goalRatio, 0.0) << "it would not count";
}

TEST_F(KickChoiceTest, NoKickIsChosenIntoAnOpponentInFront) {
    opponentAt({0.5, 0.0});
    EXPECT_LT(judge(0.0).laneRatio, 0.2);
    EXPECT_GT(judge(60.0).laneRatio, 0.9);
    const KickChoice choice = choose();
    EXPECT_GT(choice.laneRatio, 0.5);
    EXPECT_GT(std::cos(choice.directionRad), -0.1) << "but not back";
}

TEST_F(KickChoiceTest, UnderPressureTheKickThatIsReadySoonIsTaken) {
    ballAt({6.5, 0.0});
    EXPECT_EQ(choose().kick, 1U);
    opponentAt({6.5, 0.6});
    const KickChoice choice = choose();
    EXPECT_EQ(choice.kick, 0U);
    EXPECT_LT(choice.inS, 1.6);
    EXPECT_LT(judge(0.0, 1).freeRatio, judge(0.0, 0).freeRatio);
    m_isProtected = true;
    EXPECT_GT(judge(0.0, 1).freeRatio, 0.95) << "no opponent may approach";
}

TEST_F(KickChoiceTest, TurningRoundTakesTime) {
    EXPECT_LT(judge(0.0).inS, judge(90.0).inS);
    EXPECT_LT(judge(90.0).inS, judge(180.0).inS);
    EXPECT_GT(judge(180.0).inS, 2.5);
    // Where an opponent stands on the other side of the ball, it takes longer still.
    const double freeS = judge(180.0).inS;
    opponentAt({0.2, 0.0});
    EXPECT_GT(judge(180.0).inS, freeS + 1.0);
}

TEST_F(KickChoiceTest, PassesToWhereATeammateIsSooner) {
    ballAt({-4.0, 0.0});
    opponentAt({1.0, 0.5});
    opponentAt({1.0, -3.0});
    mateAt({-0.5, 4.0});
    const KickChoice choice = choose();
    EXPECT_GT(choice.rest_F.y(), 1.0) << "towards the teammate";
}

TEST_F(KickChoiceTest, NeverTowardsTheOwnGoal) {
    ballAt({-13.0, 0.5});
    kickerAt({0.4, 0.0}, math::kPi); // it looks there
    opponentAt({-11.5, 0.5});
    const KickChoice choice = choose();
    EXPECT_GT(std::abs(math::wrapRad(choice.directionRad - math::kPi)), radFromDeg(60.0));
    EXPECT_GT(judge(180.0).costS, choice.costS + 30.0);
}

TEST_F(KickChoiceTest, NoPushTowardTheOwnGoalFromCloseBy) {
    m_options = {{{0.7, 0.05, 0.2, 0.97, 0.6}, 0.0, 0.2, false}};
    ballAt({-14.0, 0.0}); // it would come to rest before the line
    EXPECT_GT(judge(180.0).costS, judge(0.0).costS + 50.0);
    ballAt({-12.0, 0.0});
    EXPECT_LT(judge(180.0).costS, judge(0.0).costS + 50.0) << "far enough";
    ballAt({-14.0, 4.0});
    EXPECT_LT(judge(180.0).costS, judge(0.0).costS + 50.0) << "beside the goal";
}

// A goalkeeper of ours put the ball into its own goal so, a meter in front of it.
TEST_F(KickChoiceTest, NoKickAcrossTheOwnGoalFromBesideIt) {
    const auto moreS = [&](const Vector2d& ball_F) { // than away from it
        ballAt(ball_F);
        return judge(90.0).costS - judge(-90.0).costS;
    };
    EXPECT_GT(moreS({-14.0, -0.6}), moreS({-7.0, -0.6}) + 5.0);
    EXPECT_NEAR(moreS({-14.0, 4.0}), -moreS({-14.0, -4.0}), 1e-9);
    EXPECT_LT(std::abs(moreS({-14.0, 0.0})), 1e-9) << "as likely to either side";
}

TEST_F(KickChoiceTest, KeepsItsChoiceUnlessAnotherIsClearlyBetter) {
    opponentAt({3.0, 0.0});
    mateAt({2.0, 3.0});
    mateAt({2.0, -3.0}); // as good
    const KickChoice first = choose();
    m_players.back().p_F.x() += 0.2;
    const KickChoice second = chooseKick(scene(), m_options, first);
    EXPECT_EQ(second.directionRad, first.directionRad);
    opponentAt(m_ball_F +
               0.6 * Vector2d(std::cos(first.directionRad), std::sin(first.directionRad)));
    const KickChoice third = chooseKick(scene(), m_options, second);
    EXPECT_NE(third.directionRad, first.directionRad);
}

TEST_F(KickChoiceTest, AllocatesNothing) {
    opponentAt({1.0, 0.0});
    mateAt({2.0, 3.0});
    const KickScene now = scene();
    const tests::AllocationGuard guard;
    const KickChoice choice = chooseKick(now, m_options, std::nullopt);
    EXPECT_EQ(guard.count(), 0U);
    EXPECT_TRUE(std::isfinite(choice.costS));
}

} // namespace
} // namespace sideline::planning
