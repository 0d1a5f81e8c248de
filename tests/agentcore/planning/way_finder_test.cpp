#include "agentcore/planning/path/way_finder.h"

#include <gtest/gtest.h>

#include "tests/support/allocation_guard.h"

namespace sideline::planning {
namespace {

using Eigen::Vector2d;

constexpr double kWayStepS = 0.02;

class WayFinderTest : public testing::Test {
protected:
    WayFinderTest() { m_frame.body.pose.isValid = true; }

    void standAt(const Vector2d& p_F) { m_frame.body.X_FT.p = {p_F.x(), p_F.y(), 0.4}; }
    world::PlayerBelief& addPlayer(const Vector2d& p_F, bool isTeammate = false, int unum = 0) {
        world::PlayerBelief& player = m_frame.world.players.emplace_back();
        player.p_F = {p_F.x(), p_F.y(), 0.0};
        player.isTeammate = isTeammate;
        player.unum = unum;
        return player;
    }
    const Path& find(const Vector2d& goal_F) {
        return m_finder.find(m_frame, m_field, goal_F, kWayStepS);
    }
    double lengthM(const Vector2d& goal_F) { return find(goal_F).lengthM; }

    world::AgentFrame m_frame;
    field::FieldDimensions m_field = field::newestField().dimensions;
    WayFinder m_finder;
};

TEST_F(WayFinderTest, GoesAroundPlayersThatItHasSeenOfLate) {
    EXPECT_DOUBLE_EQ(lengthM({4.0, 0.0}), 4.0);
    world::PlayerBelief& player = addPlayer({2.0, 0.0});
    const double aroundM = lengthM({4.0, 0.0});
    EXPECT_GT(aroundM, 4.1);
    player.isFallen = true;
    EXPECT_GT(lengthM({4.0, 0.0}), aroundM + 0.1);
    player.ageS = 6.0;
    EXPECT_DOUBLE_EQ(lengthM({4.0, 0.0}), 4.0);
}

TEST_F(WayFinderTest, PassesBehindAPlayerThatWalks) {
    addPlayer({2.0, -1.5}).velocity_FMps = {0.0, 0.6, 0.0};
    EXPECT_LT(find({5.0, 0.0}).points_F[1].y(), 0.0);
    m_finder.forget();
    m_frame.world.players[0].velocity_FMps = {0.0, 0.1, 0.0};
    EXPECT_DOUBLE_EQ(lengthM({5.0, 0.0}), 5.0);
}

TEST_F(WayFinderTest, GoesAroundTheBallIfItShould) {
    m_frame.world.ball.isKnown = true;
    m_frame.world.ball.p_F = {2.0, 0.0, 0.04};
    EXPECT_DOUBLE_EQ(lengthM({4.0, 0.0}), 4.0);
    m_finder = WayFinder({.ballM = 0.4});
    EXPECT_GT(lengthM({4.0, 0.0}), 4.05);
    m_frame.world.ball.isKnown = false;
    EXPECT_DOUBLE_EQ(lengthM({4.0, 0.0}), 4.0);
}

TEST_F(WayFinderTest, KeepsOffTheSidesOfBothGoals) {
    for (const double sign : {-1.0, 1.0}) {
        standAt({sign * 15.3, 2.0});
        m_finder.forget();
        const Path& path = find({sign * 15.3, 0.0}); // past a post, into the goal
        EXPECT_TRUE(path.isFree);
        EXPECT_GT(path.lengthM, 2.05);
        EXPECT_LT(sign * path.points_F[1].x(), 14.9);
    }
}

TEST_F(WayFinderTest, StaysOutOfAFullPenaltyArea) {
    standAt({-10.0, 6.0});
    addPlayer({-14.0, 1.0}, true, 2);
    EXPECT_FALSE(isOwnAreaFull(m_frame, m_field));
    const Vector2d goal(-14.0, 0.0);
    EXPECT_EQ(find(goal).points_F.back(), goal);
    world::PlayerBelief& third = addPlayer({-13.8, -1.0}, true, 3);
    EXPECT_TRUE(isOwnAreaFull(m_frame, m_field));
    EXPECT_NEAR(find(goal).points_F.back().x(), -13.0, 0.01); // 1.8 m deep, and a margin
    // And it does not cross it.
    standAt({-14.0, 6.0});
    EXPECT_GT(lengthM({-14.0, -6.0}), 12.2);
    third.isTeammate = false;
    EXPECT_FALSE(isOwnAreaFull(m_frame, m_field));
    third.isTeammate = true;
    third.unum = 1; // is counted wherever it is
    EXPECT_FALSE(isOwnAreaFull(m_frame, m_field));
    third.unum = 3;
    third.ageS = 6.0;
    EXPECT_FALSE(isOwnAreaFull(m_frame, m_field));
    third.ageS = 0.0;
    m_frame.identity.robot.unum = game::UniformNumber(1);
    standAt({-10.0, 6.0});
    EXPECT_EQ(find(goal).points_F.back(), goal);
}

TEST_F(WayFinderTest, AllocatesNothingAfterWarmUp) {
    for (int i = 0; i < 21; ++i) {
        addPlayer({0.5 * i - 4.0, i % 3 - 1.0}, i < 10);
    }
    (void)find({9.0, 0.0});
    const tests::AllocationGuard guard;
    (void)find({9.0, 0.5});
    EXPECT_EQ(guard.count(), 0U);
}

} // namespace
} // namespace sideline::planning
