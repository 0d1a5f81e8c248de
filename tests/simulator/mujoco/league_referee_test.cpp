#include "simulator/mujoco/league_referee.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include "agentcore/math/angles.h"

namespace sideline::simulator::mujoco {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using game::PlayerId;
using game::PlayMode;
using game::Side;
using game::UniformNumber;

constexpr double kCycleS = 0.02;

PlayerId player(Side side, int unum) {
    return {side, UniformNumber(unum)};
}

// A stage whose players and ball are where the test puts them.
class LeagueRefereeTest : public testing::Test, public RefereeStage {
protected:
    LeagueRefereeTest() {
        for (const Side side : {Side::Left, Side::Right}) {
            for (int unum = 1; unum <= 4; ++unum) {
                ids[side == Side::Right].push_back(player(side, unum));
                torsos[player(side, unum)] = {side == Side::Left ? -12.0 : 12.0, unum - 2.0, 0.6};
            }
        }
    }

    [[nodiscard]] std::span<const PlayerId> players(Side side) const override {
        return ids[side == Side::Right];
    }
    [[nodiscard]] Vector3d torso_S(const PlayerId& id) const override { return torsos.at(id); }
    [[nodiscard]] Vector3d ball_S() const override { return ball; }
    void dropBall(const Vector2d& p_S) override { ball = {p_S.x(), p_S.y(), 0.11}; }
    void dropPlayer(const PlayerId& id, const Vector2d& p_S, double headingRad) override {
        torsos[id] = {p_S.x(), p_S.y(), 0.6};
        dropped.emplace_back(id, headingRad);
    }
    [[nodiscard]] bool isArmExtended(const PlayerId& /*id*/,
                                     std::span<const std::string> /*parts*/) const override {
        return armIsExtended;
    }

    void run(double seconds = kCycleS) {
        for (double s = 0.0; s < seconds - 1e-9; s += kCycleS) {
            timeS += kCycleS;
            contacts.update(touching, timeS);
            referee.update(timeS);
        }
    }
    void playOn() {
        referee.dropBall();
        run();
        ASSERT_EQ(game.playMode(), PlayMode::PlayOn);
    }
    void touch(const PlayerId& by, std::vector<std::string> parts = {"left_foot"}) {
        touching = {{by, std::move(parts)}};
        run();
        touching.clear();
    }

    std::vector<PlayerId> ids[2];
    std::map<PlayerId, Vector3d> torsos;
    Vector3d ball = {0.0, 0.0, 0.11};
    std::vector<std::pair<PlayerId, double>> dropped;
    bool armIsExtended = false;
    std::vector<BallContact> touching;
    double timeS = 0.0;
    LeagueGame game{LeaguePhase::FirstHalf, 0.0};
    BallContacts contacts;
    LeagueReferee referee{*leagueRules("ssim26"), field::footballFields()[0].dimensions, game,
                          contacts, *this};
};

TEST_F(LeagueRefereeTest, TheClockStandsBeforeTheKickOff) {
    run(1.0);
    EXPECT_EQ(game.gameTimeS(), 0.0);
    EXPECT_TRUE(referee.allowsBeams());
    referee.kickOff(Side::Left);
    run(1.0);
    EXPECT_NEAR(game.gameTimeS(), 1.0, 1e-9);
    EXPECT_EQ(game.playMode(), PlayMode::KickOffLeft);
    EXPECT_FALSE(referee.allowsBeams());
}

TEST_F(LeagueRefereeTest, KickOffEndsByATouchOrAfter15S) {
    referee.kickOff(Side::Left);
    run(15.0);
    EXPECT_EQ(game.playMode(), PlayMode::KickOffLeft);
    run(0.1);
    EXPECT_EQ(game.playMode(), PlayMode::PlayOn);
    referee.kickOff(Side::Right);
    run();
    touch(player(Side::Right, 2));
    EXPECT_EQ(game.playMode(), PlayMode::PlayOn);
}

TEST_F(LeagueRefereeTest, AGoalCountsPausesAndIsFollowedByAKickOff) {
    playOn();
    touch(player(Side::Left, 2));
    touch(player(Side::Right, 2));
    ball = {28.0, 0.5, 0.3};
    run();
    EXPECT_EQ(game.playMode(), PlayMode::GoalLeft);
    EXPECT_EQ(game.score(Side::Left), 1);
    EXPECT_TRUE(referee.allowsBeams());
    run(3.1);
    EXPECT_EQ(game.playMode(), PlayMode::KickOffRight);
    EXPECT_EQ(ball.head<2>(), Vector2d(0.0, 0.0));
}

TEST_F(LeagueRefereeTest, NoGoalRightFromTheKickOff) {
    referee.kickOff(Side::Left);
    run();
    touch(player(Side::Left, 2));
    ball = {28.0, 0.0, 0.3};
    run();
    EXPECT_EQ(game.playMode(), PlayMode::GoalKickRight);
    EXPECT_EQ(game.score(Side::Left), 0);
}

TEST_F(LeagueRefereeTest, TheBallOutsideGivesKickInCornerOrGoalKick) {
    struct Case {
        Side touched;
        Vector3d at;
        PlayMode mode;
        Vector2d placed;
    };
    const std::vector<Case> cases = {
        {Side::Left, {5.0, 18.2, 0.1}, PlayMode::KickInRight, {5.0, 18.0}},
        {Side::Right, {-3.0, -18.2, 0.1}, PlayMode::KickInLeft, {-3.0, -18.0}},
        {Side::Left, {27.6, 5.0, 0.1}, PlayMode::GoalKickRight, {25.5, 0.0}},
        {Side::Right, {27.6, -5.0, 0.1}, PlayMode::CornerKickLeft, {27.5, -18.0}},
        {Side::Left, {-27.6, 5.0, 0.1}, PlayMode::CornerKickRight, {-27.5, 18.0}},
        {Side::Right, {-27.6, 5.0, 0.1}, PlayMode::GoalKickLeft, {-25.5, 0.0}},
    };
    for (const Case& each : cases) {
        ball = {0.0, 0.0, 0.11};
        playOn();
        touch(player(each.touched, 3));
        ball = each.at;
        run();
        EXPECT_EQ(game.playMode(), each.mode) << game::playModeName(each.mode);
        EXPECT_LT((ball.head<2>() - each.placed).norm(), 1e-9) << ball.transpose();
    }
}

TEST_F(LeagueRefereeTest, TheTakerOfASetPlayMayNotTouchTwice) {
    referee.kickOff(Side::Left);
    run();
    touch(player(Side::Left, 2));
    ball = {-1.0, 3.0, 0.11};
    run(1.0);
    touch(player(Side::Left, 2));
    EXPECT_EQ(game.playMode(), PlayMode::FreeKickRight);
    EXPECT_LT((ball.head<2>() - Vector2d(-1.0, 3.0)).norm(), 1e-9);
}

TEST_F(LeagueRefereeTest, AnExtendedArmAtTheBallIsAHandFoul) {
    playOn();
    touch(player(Side::Right, 2), {"left_hand"});
    EXPECT_EQ(game.playMode(), PlayMode::PlayOn);
    armIsExtended = true;
    touch(player(Side::Right, 2), {"left_hand"});
    EXPECT_EQ(game.playMode(), PlayMode::DirectFreeKickLeft);
    ASSERT_EQ(referee.fouls().size(), 1U);
    EXPECT_EQ(referee.fouls()[0].foul, LeagueFoul::Hand);
    ball = {-25.0, 0.0, 0.11}; // the goalie in its area may
    playOn();
    touch(player(Side::Left, 1), {"left_hand"});
    EXPECT_EQ(game.playMode(), PlayMode::PlayOn);
}

TEST_F(LeagueRefereeTest, APlayerThatLiesForLongIsTakenOff) {
    playOn();
    torsos[player(Side::Left, 2)] = {3.0, 2.0, 0.1};
    run(14.5);
    EXPECT_TRUE(dropped.empty());
    run(1.0);
    ASSERT_EQ(dropped.size(), 1U);
    EXPECT_EQ(dropped[0].first, player(Side::Left, 2));
    EXPECT_LT((torsos[player(Side::Left, 2)].head<2>() - Vector2d(-2.0, 21.0)).norm(), 1e-9);
    EXPECT_NEAR(dropped[0].second, -math::kPi / 2.0, 1e-12);
}

TEST_F(LeagueRefereeTest, OfThreeDefendersInTheGoalAreaTheLastIsTakenOff) {
    playOn();
    for (int unum = 1; unum <= 3; ++unum) {
        torsos[player(Side::Left, unum)] = {-26.0, unum - 2.0, 0.6};
        run(1.0);
    }
    ASSERT_EQ(dropped.size(), 1U);
    EXPECT_EQ(dropped[0].first, player(Side::Left, 3));
}

TEST_F(LeagueRefereeTest, OpponentsNearASetPlayAreTakenOff) {
    torsos[player(Side::Right, 2)] = {1.0, 1.0, 0.6};
    torsos[player(Side::Left, 3)] = {2.0, 0.0, 0.6}; // takes the kick-off
    torsos[player(Side::Left, 4)] = {8.0, 0.0, 0.6}; // in the other half
    referee.kickOff(Side::Left);
    run();
    std::vector<PlayerId> names;
    for (const auto& [id, headingRad] : dropped) {
        names.push_back(id);
    }
    EXPECT_THAT(names, testing::ElementsAre(player(Side::Left, 4), player(Side::Right, 2)));
}

TEST_F(LeagueRefereeTest, TheHalfEndsAfterFiveMinutes) {
    playOn();
    run(5.0 * 60.0 + 0.1);
    EXPECT_EQ(game.playMode(), PlayMode::GameOver);
    const double endedS = game.gameTimeS();
    run(1.0);
    EXPECT_EQ(game.gameTimeS(), endedS);
}

TEST(LeagueRulesTest, BooksHaveTheirTimes) {
    EXPECT_EQ(leagueRules("fifa")->endS(LeaguePhase::SecondHalf), 5400.0);
    EXPECT_EQ(leagueRules("ssim26")->startS(LeaguePhase::FirstExtraHalf), 600.0);
    EXPECT_EQ(leagueRules("ssim26")->endS(LeaguePhase::SecondExtraHalf), 960.0);
    EXPECT_FALSE(leagueRules("chess"));
}

} // namespace

} // namespace sideline::simulator::mujoco
