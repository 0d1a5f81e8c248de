#include "agentcore/behavior/formation_player.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "tests/agentcore/behavior/ball_fixture.h"

namespace sideline::behavior {
namespace {

using Eigen::Vector2d;

constexpr const char* kFormation = "field 30 20\n"
                                   "role 1 goalkeeper\nrole 2 left\nrole 3 right\nrole 4 front\n"
                                   "situation play\n"
                                   "ball 0 0\ngoalkeeper -14 0\nleft -4 2\nright -4 -2\nfront 3 0\n"
                                   "ball 10 0\ngoalkeeper -13 0\nleft 2 2\nright 2 -2\nfront 8 0\n";

class FormationPlayerTest : public BallFixture {
protected:
    FormationPlayerTest() { beNumber(2); }

    FormationPlayerSettings settings() const {
        FormationPlayerSettings settings;
        settings.formation = std::make_shared<const planning::TeamFormation>(
            *planning::TeamFormation::parse(kFormation, "test"));
        return settings;
    }
    FormationPlayer player(const FormationPlayerSettings& settings) {
        FormationPlayer made(Striker(Walk({}), armGetUp(m_model), {KnownKick()}),
                             OnFeet(Walk({}), armGetUp(m_model)), settings);
        made.enter(context());
        return made;
    }
    void beNumber(int unum) { m_frame.identity.robot.unum = game::UniformNumber(unum); }
    world::PlayerBelief& addTeammate(int unum, const Vector2d& p_F) {
        world::PlayerBelief& mate = m_frame.world.players.emplace_back();
        mate.isTeammate = true;
        mate.unum = unum;
        mate.p_F = {p_F.x(), p_F.y(), 0.0};
        return mate;
    }
    void cycles(Behavior& behavior, double lengthS) {
        for (double timeS = 0.0; timeS < lengthS; timeS += 0.02) {
            ASSERT_EQ(cycle(behavior), Status::Running) << m_decision.reason;
        }
    }
};

TEST_F(FormationPlayerTest, TakesItsPlaceAndFacesTheBall) {
    FormationPlayer left = player(settings());
    place({-6.0, 0.0}, 0.0);
    putBall({0.0, 0.0});
    addTeammate(4, {0.5, 0.0}); // is at the ball
    cycles(left, 20.0);
    EXPECT_EQ(m_decision.reason, "at its position as left");
    EXPECT_LT((m_p_F - Vector2d(-4.0, 2.0)).norm(), 0.3) << m_p_F.transpose();
    EXPECT_LT(std::abs(math::wrapRad(m_headingRad - std::atan2(-2.0, 4.0))), 0.35);
    EXPECT_EQ(value("team.role"), 2.0);
    EXPECT_EQ(shapesIn("team.place"), 1U);
    EXPECT_GE(shapesIn("team.path"), 1U);
    // The ball goes ahead; so does the formation.
    putBall({10.0, 0.0});
    m_frame.world.players[0].p_F.x() = 9.0;
    cycle(left);
    EXPECT_EQ(m_decision.reason, "going to its position as left");
    cycles(left, 25.0);
    EXPECT_LT((m_p_F - Vector2d(2.0, 2.0)).norm(), 0.5) << m_p_F.transpose();
}

TEST_F(FormationPlayerTest, TheFirstAtTheBallIsTheStriker) {
    FormationPlayer left = player(settings());
    putBall({2.0, 0.0});
    addTeammate(4, {5.0, 0.0});
    cycles(left, 0.1);
    EXPECT_TRUE(left.isStriker());
    EXPECT_EQ(m_decision.reason, "walking to the ball");
    EXPECT_GT(value("team.ballInS"), 1.0);
    // A teammate that is a little sooner does not take it away, a much sooner one does.
    m_frame.world.players[0].p_F.x() = 2.0 + (2.0 - m_p_F.x()) - 0.2;
    cycles(left, 0.1);
    EXPECT_TRUE(left.isStriker());
    m_frame.world.players[0].p_F.x() = 2.2;
    cycles(left, 1.0);
    EXPECT_FALSE(left.isStriker());
    EXPECT_EQ(m_decision.reason, "going to its position as left");
    // A striker that loses sight of the ball stays one; another player does not become one.
    m_frame.world.ball.isKnown = false;
    cycles(left, 0.1);
    EXPECT_FALSE(left.isStriker());
    EXPECT_EQ(m_decision.reason, "searching for the ball");
}

TEST_F(FormationPlayerTest, ChangesItsTaskWithoutAHalt) {
    FormationPlayer left = player(settings());
    putBall({6.0, 0.0});
    cycles(left, 4.0);
    ASSERT_TRUE(left.isStriker());
    const double forwardMps = value("walk.forwardMps");
    ASSERT_GT(forwardMps, 0.2);
    addTeammate(4, {6.2, 0.0});
    cycle(left);
    EXPECT_FALSE(left.isStriker());
    EXPECT_NEAR(value("walk.forwardMps"), forwardMps, 0.1);
    m_frame.world.players.clear();
    cycle(left);
    EXPECT_TRUE(left.isStriker());
    EXPECT_NEAR(value("walk.forwardMps"), forwardMps, 0.1);
}

TEST_F(FormationPlayerTest, IsNoStrikerWhenItMayNotPlayTheBall) {
    const auto strikes = [&](FormationPlayerSettings with) {
        FormationPlayer made = player(with);
        putBall({1.0, 0.0});
        cycle(made);
        return made.isStriker();
    };
    EXPECT_TRUE(strikes(settings()));
    m_frame.situation.mayTouchBall = false;
    EXPECT_FALSE(strikes(settings()));
    m_frame.situation.mayTouchBall = true;
    FormationPlayerSettings supporter = settings();
    supporter.strikes = false;
    EXPECT_FALSE(strikes(supporter));
    beNumber(1);
    EXPECT_FALSE(strikes(settings()));
    beNumber(2);
    addTeammate(1, {0.9, 0.0}); // the goalkeeper does not keep it from the ball
    EXPECT_TRUE(strikes(settings()));
}

TEST_F(FormationPlayerTest, AfterEnteringItIsNoStriker) {
    FormationPlayer left = player(settings());
    putBall({1.0, 0.0});
    cycles(left, 0.1);
    ASSERT_TRUE(left.isStriker());
    m_frame.world.ball.isKnown = false;
    cycle(left);
    EXPECT_TRUE(left.isStriker()) << "it has lost sight of the ball";
    left.enter(context());
    cycle(left);
    EXPECT_FALSE(left.isStriker());
}

TEST_F(FormationPlayerTest, StaysInItsPlaceInSpiteOfAShove) {
    const double headingRad = std::atan2(-2.0, 4.0);
    FormationPlayer left = player(settings());
    place({-4.0, 2.0}, headingRad);
    putBall({0.0, 0.0});
    addTeammate(4, {0.5, 0.0}); // is at the ball
    cycles(left, 1.0);
    ASSERT_EQ(m_decision.reason, "at its position as left");
    place({-3.7, 2.0}, headingRad);
    cycle(left);
    EXPECT_EQ(m_decision.reason, "at its position as left");
    FormationPlayer restarted = left;
    restarted.enter(context());
    cycle(restarted);
    EXPECT_EQ(m_decision.reason, "going to its position as left");
    place({-3.7, 2.0}, headingRad);
    // A player that left its place for the ball has to go back to it.
    m_frame.world.players[0].p_F.x() = 9.0;
    cycle(left);
    ASSERT_TRUE(left.isStriker());
    m_frame.world.players[0].p_F.x() = 0.2;
    place({-3.7, 2.0}, headingRad);
    cycles(left, 0.1);
    ASSERT_FALSE(left.isStriker());
    EXPECT_EQ(m_decision.reason, "going to its position as left");
}

TEST_F(FormationPlayerTest, StandsInTheOwnHalfForAKickOff) {
    beNumber(4); // its place would be 3 m ahead
    m_frame.situation.mayTouchBall = false;
    m_frame.situation.setPiece = world::SetPiece::KickOff;
    for (const bool isOwn : {true, false}) {
        m_frame.situation.isOwnRestart = isOwn;
        place({-2.0, 0.5}, 0.0);
        putBall({0.0, 0.0});
        FormationPlayer front = player(settings());
        cycles(front, 10.0);
        EXPECT_EQ(m_decision.reason, "at its position as front");
        EXPECT_LT(m_p_F.x(), 0.0);
        EXPECT_GT(m_p_F.x(), -0.5);
    }
}

TEST_F(FormationPlayerTest, RolesGoToTheNearestRobot) {
    place({-4.0, -2.2}, 0.0); // where the right one should be
    putBall({0.0, 0.0});
    addTeammate(3, {-4.0, 2.2});
    addTeammate(4, {0.3, 0.0});
    FormationPlayer assigned = player(settings());
    cycle(assigned);
    EXPECT_EQ(value("team.role"), 3.0);
    // Keeps it until another one pays.
    m_frame.world.players[0].p_F = {-4.0, -2.1, 0.0};
    place({-4.0, -1.9}, 0.0);
    cycle(assigned);
    EXPECT_EQ(value("team.role"), 3.0);
    FormationPlayerSettings byNumber = settings();
    byNumber.assignsRoles = false;
    FormationPlayer fixed = player(byNumber);
    cycle(fixed);
    EXPECT_EQ(value("team.role"), 2.0);
    byNumber.role = 1;
    FormationPlayer chosen = player(byNumber);
    cycle(chosen);
    EXPECT_EQ(value("team.role"), 1.0);
}

TEST_F(FormationPlayerTest, KeepsAwayFromTheirRestart) {
    addTeammate(4, {3.0, 3.0});
    place({-6.0, 2.0}, 0.0);
    putBall({-3.0, 2.0});
    m_frame.situation.mayTouchBall = false;
    m_frame.situation.setPiece = world::SetPiece::FreeKick;
    m_frame.situation.hasRestartPlace = true;
    m_frame.situation.restart_F = {-3.0, 2.0};
    m_frame.situation.keepAwayM = 2.0;
    FormationPlayer left = player(settings());
    cycles(left, 15.0);
    EXPECT_GT((m_p_F - m_frame.situation.restart_F).norm(), 2.0);
}

TEST_F(FormationPlayerTest, WithoutARoleOrAPoseItStands) {
    putBall({2.0, 0.0});
    addTeammate(4, {2.2, 0.0});
    beNumber(9);
    FormationPlayer withoutRole = player(settings());
    cycles(withoutRole, 0.1);
    EXPECT_EQ(m_decision.reason, "its number has no role");
    beNumber(2);
    m_frame.body.pose.isValid = false;
    cycle(withoutRole);
    EXPECT_EQ(m_decision.reason, "its pose is unknown");
}

TEST_F(FormationPlayerTest, GetsUpAndContinues) {
    putBall({5.0, 0.0});
    addTeammate(4, {5.2, 0.0});
    FormationPlayer left = player(settings());
    cycles(left, 1.0);
    fall();
    for (int i = 0; i < 40; ++i) {
        ASSERT_EQ(step(left), Status::Running) << m_decision.reason;
    }
    m_frame.body.isFallen = false;
    place({0.0, 0.0}, 0.0);
    cycles(left, 1.5);
    EXPECT_EQ(m_decision.reason, "going to its position as left");
}

TEST_F(FormationPlayerTest, ComesToAHaltWhenItHasToSettle) {
    for (const bool isStriker : {false, true}) {
        FormationPlayer left = player(settings());
        place({-6.0, 0.0}, 0.0);
        putBall({4.0, 0.0});
        m_frame.world.players.clear();
        if (!isStriker) {
            addTeammate(4, {4.2, 0.0});
        }
        cycles(left, 1.0);
        ASSERT_EQ(left.isStriker(), isStriker);
        ASSERT_FALSE(left.mayBeInterrupted()) << "it walks";
        left.settle(true);
        cycles(left, 3.0);
        EXPECT_TRUE(left.mayBeInterrupted()) << m_decision.reason;
        left.settle(false);
        cycles(left, 1.0);
        EXPECT_FALSE(left.mayBeInterrupted());
    }
}

TEST_F(FormationPlayerTest, AllocatesNothingAfterWarmUp) {
    putBall({0.0, 0.0});
    place({-6.0, 0.0}, 0.0);
    addTeammate(3, {-4.0, 2.2});
    addTeammate(4, {0.3, 0.0});
    FormationPlayer left = player(settings());
    cycles(left, 3.0);
    EXPECT_EQ(allocationsIn(left), 0U);
}

} // namespace
} // namespace sideline::behavior
