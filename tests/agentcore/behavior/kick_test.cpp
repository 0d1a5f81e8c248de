#include "agentcore/behavior/kick.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "agentcore/behavior/striker.h"
#include "tests/agentcore/behavior/ball_fixture.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/legless_robot.h"

namespace sideline::behavior {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

class KickTest : public BallFixture {
protected:
    Kick m_kick{Walk({}), KnownKick()};
};

TEST_F(KickTest, TakesItsPlaceAtTheBallAndKicksItToTheTarget) {
    for (const auto& [ball_F, target_F] :
         {std::pair(Vector2d(1.0, 0.3), Vector2d(15.0, 0.0)),
          std::pair(Vector2d(-1.0, 0.2), Vector2d(15.0, 0.0)), // behind the robot
          std::pair(Vector2d(0.8, 0.0), Vector2d(-15.0, 0.0)), // back to where it came from
          std::pair(Vector2d(0.5, -0.5), Vector2d(0.0, 9.0))}) {
        place({0.0, 0.0}, 0.0);
        putBall(ball_F);
        m_kick.setTarget(KickTarget{target_F});
        m_kick.enter(context());
        EXPECT_LT(until(m_kick, "kicking"), 20.0) << ball_F.transpose();
        const Vector2d way = target_F - ball_F;
        EXPECT_LT(std::abs(math::wrapRad(std::atan2(way.y(), way.x()) - m_headingRad)), 0.2);
        EXPECT_LT((m_p_F - ball_F).norm(), 0.3);
        EXPECT_GT((m_p_F - ball_F).norm(), 0.1) << "it did not run over the ball";
        EXPECT_FALSE(m_kick.mayBeInterrupted());
    }
}

TEST_F(KickTest, GoesAroundAPlayerOnItsWayToTheBall) {
    const Vector2d player(1.5, 0.1);
    addOpponent(player);
    putBall({4.0, 0.0});
    m_kick.setTarget(KickTarget{Vector2d(15.0, 0.0)});
    m_kick.enter(context());
    double nearestM = 9.0;
    bool drawsPath = false;
    for (int i = 0; i < 1500 && m_decision.reason != "kicking"; ++i) {
        ASSERT_EQ(cycle(m_kick), Status::Running);
        nearestM = std::min(nearestM, (m_p_F - player).norm());
        drawsPath = drawsPath || shapesIn("kick.path") > 0;
    }
    EXPECT_EQ(m_decision.reason, "kicking");
    EXPECT_TRUE(drawsPath);
    EXPECT_GT(nearestM, 0.4);
}

TEST_F(KickTest, AnOpponentAtTheBallIsNoObstacle) {
    addOpponent({0.8, 0.0}); // between robot and ball, but it is near them
    putBall({0.9, 0.2});
    m_kick.setTarget(KickTarget{Vector2d(15.0, 0.0)});
    m_kick.enter(context());
    cycle(m_kick);
    EXPECT_EQ(shapesIn("kick.path"), 0U);
    EXPECT_LT(until(m_kick, "kicking"), 20.0);
}

TEST_F(KickTest, TheNearerFootKicksAndGoesBackToWalkingWhenItIsDone) {
    putBall({0.17, 0.05});
    m_kick.enter(context());
    ASSERT_LT(until(m_kick, "kicking"), 1.0);
    EXPECT_EQ(m_kick.stage(), Kick::Stage::Swing);
    const double before = joint("lle3").measuredRad;
    double mostRad = 0.0;
    Status status = Status::Running;
    int cycles = 0;
    while (m_kick.stage() == Kick::Stage::Swing) {
        status = cycle(m_kick);
        mostRad = std::max(mostRad, std::abs(joint("lle3").measuredRad - before));
        ASSERT_LT(++cycles, 100);
    }
    EXPECT_GT(mostRad, 0.2) << "the left leg swung";
    EXPECT_FALSE(m_kick.mayResume());
    while (status == Status::Running) {
        EXPECT_EQ(m_decision.reason == "kicked" || m_decision.reason == "kicking", true)
            << m_decision.reason;
        status = cycle(m_kick);
        ASSERT_LT(++cycles, 200);
    }
    EXPECT_EQ(status, Status::Done);
    EXPECT_TRUE(m_kick.mayResume());
    EXPECT_TRUE(m_kick.mayBeInterrupted());
}

TEST_F(KickTest, OneThatRepeatsGoesToTheBallAgain) {
    putBall({0.17, -0.05});
    m_kick.setRepeats(true);
    m_kick.enter(context());
    ASSERT_LT(until(m_kick, "kicking"), 1.0);
    putBall({3.0, 0.0});
    bool walksAgain = false;
    for (int i = 0; i < 200; ++i) {
        ASSERT_EQ(cycle(m_kick), Status::Running);
        walksAgain = walksAgain || m_decision.reason == "walking to the ball";
    }
    EXPECT_TRUE(walksAgain);
    EXPECT_GT(m_p_F.x(), 0.5);
}

TEST_F(KickTest, WithoutABallItLooksAboutAndThenTurns) {
    m_kick.enter(context());
    for (int i = 0; i < 50; ++i) {
        ASSERT_EQ(cycle(m_kick), Status::Running);
    }
    EXPECT_EQ(m_decision.reason, "searching for the ball");
    EXPECT_EQ(m_headingRad, 0.0);
    for (int i = 0; i < 150; ++i) {
        ASSERT_EQ(cycle(m_kick), Status::Running);
    }
    EXPECT_GT(m_headingRad, 0.5);
}

TEST_F(KickTest, WithoutATargetItWaits) {
    putBall({0.17, -0.05});
    m_kick.setTarget(std::nullopt);
    m_kick.enter(context());
    for (int i = 0; i < 100; ++i) {
        ASSERT_EQ(cycle(m_kick), Status::Running);
        ASSERT_EQ(m_decision.reason, "waiting");
    }
    EXPECT_EQ(m_p_F, Vector2d(0.0, 0.0));
}

TEST_F(KickTest, FailsWhenFallenOrWithoutTwoLegs) {
    m_frame.body.isFallen = true;
    m_kick.enter(context());
    EXPECT_EQ(decide(m_kick), Status::Failed);
    EXPECT_EQ(m_decision.reason, "fallen");
    m_frame.body.isFallen = false;
    const robot::RobotModel& other = tests::leglessRobot();
    m_frame.identity.model = other.shared();
    m_joints.assign(other.joints().size(), {});
    m_frame.body.joints = m_joints;
    m_request.begin(other, m_joints);
    EXPECT_EQ(m_kick.update(context(), m_request), Status::Failed);
    EXPECT_EQ(m_decision.reason, "this robot does not have two legs");
}

TEST_F(KickTest, AKickLateralIsMadeByTheFootThatLooksAheadMeanwhile) {
    KnownKick lateral;
    lateral.numbers.directionRad = 0.5 * math::kPi; // inwards: the right foot kicks to the left
    lateral.numbers.ballForwardM = 0.12;
    lateral.numbers.ballLateralM = 0.0;
    m_kick.setKick(lateral);
    putBall({0.5, 0.0});
    for (const double side : {1.0, -1.0}) {
        place({0.0, 0.0}, 0.0);
        m_kick.setTarget(KickTarget{Vector2d(0.5, side * 9.0)});
        m_kick.enter(context());
        ASSERT_LT(until(m_kick, "kicking"), 20.0);
        EXPECT_LT(std::abs(math::wrapRad(m_headingRad)), 0.15) << "it need not turn";
        EXPECT_LT(m_p_F.x(), 0.5);
    }
}

TEST_F(KickTest, ARegionSaysFromWhereItKicks) {
    KnownKick known;
    const auto region =
        motion::KickRegion::parse(".....\n.***.\n.***.\n.***.\n.....", {0.12, 0.02}, 0.02);
    ASSERT_TRUE(region);
    known.region = *region; // around 16 cm ahead and 6 cm to the side
    m_kick.setKick(known);
    for (const auto& [ball_F, kicks] :
         {std::pair(Vector2d(0.16, 0.06), true), std::pair(Vector2d(0.16, -0.06), true),
          std::pair(Vector2d(0.22, 0.06), false), std::pair(Vector2d(0.16, 0.0), false)}) {
        place({0.0, 0.0}, 0.0);
        putBall(ball_F);
        m_kick.enter(context());
        cycle(m_kick);
        EXPECT_EQ(m_decision.reason == "kicking", kicks) << ball_F.transpose();
        EXPECT_EQ(shapesIn("kick.region"), 12U) << "three by three cells have as many edges";
    }
}

TEST_F(KickTest, AKickThatIsPlayedWaitsUntilItStands) {
    auto swing = std::make_shared<motion::JointTrajectory>(m_model.joints().size());
    swing->setKeys(m_model.findJoint("rae1"), {{.timeS = 0.4, .angleRad = 0.4}});
    swing->lengthS = 0.4;
    KnownKick known;
    known.motions = {swing, swing};
    m_kick.setKick(known);
    putBall({1.0, -0.05});
    m_kick.setTarget(KickTarget{Vector2d(15.0, -0.05)});
    m_kick.enter(context());
    bool halted = false;
    for (int i = 0; i < 1000 && m_kick.stage() != Kick::Stage::Swing; ++i) {
        ASSERT_EQ(cycle(m_kick), Status::Running);
        halted = halted || m_kick.stage() == Kick::Stage::Halt;
    }
    ASSERT_EQ(m_kick.stage(), Kick::Stage::Swing);
    EXPECT_TRUE(halted);
    EXPECT_FALSE(m_kick.mayBeInterrupted());
    double mostRad = -9.0;
    for (int i = 0; i < 40 && m_kick.stage() == Kick::Stage::Swing; ++i) {
        ASSERT_EQ(cycle(m_kick), Status::Running);
        mostRad = std::max(mostRad, joint("rae1").measuredRad);
    }
    EXPECT_NEAR(mostRad, 0.4, 0.05);
    EXPECT_EQ(m_kick.stage(), Kick::Stage::Recover);
}

TEST_F(KickTest, AShorterDistanceSwingsMoreSlowly) {
    const auto kickS = [&](double distanceM) {
        KnownKick known;
        known.swings = motion::SwingTable(
            std::array{motion::SwingTable::Row{1.0, 5.0}, motion::SwingTable::Row{3.0, 1.0}});
        Kick kick(Walk({}), known);
        kick.setDistance(distanceM);
        place({0.0, 0.0}, 0.0);
        putBall({0.17, -0.05});
        kick.enter(context());
        EXPECT_LT(until(kick, "kicking"), 1.0);
        int cycles = 0;
        while (kick.stage() == Kick::Stage::Swing && cycles < 200) {
            cycle(kick);
            ++cycles;
        }
        return 0.02 * cycles;
    };
    const double swingS = motion::KickParameters().swingS;
    EXPECT_NEAR(kickS(1.0) - kickS(0.0), 2.0 * swingS, 0.041);
    EXPECT_NEAR(kickS(3.0) - kickS(0.0), swingS, 0.041);
}

TEST_F(KickTest, CopiesContinueOnTheirOwnAndNothingIsAllocated) {
    putBall({0.6, 0.1});
    m_kick.enter(context());
    until(m_kick, "kicking");
    const std::unique_ptr<Behavior> copy = m_kick.clone();
    decide(m_kick);
    const std::vector<double> expected = m_targetRad;
    decide(*copy);
    EXPECT_EQ(m_targetRad, expected);
    for (int i = 0; i < 10; ++i) {
        cycle(m_kick);
    }
    m_frame.body.joints = m_joints;
    m_request.begin(m_model, m_joints);
    const tests::AllocationGuard guard;
    m_kick.update(context(), m_request);
    EXPECT_EQ(guard.count(), 0U);
}

KnownKick knownKick(double distanceM, double contactS) {
    KnownKick kick;
    kick.figures = {distanceM, contactS, 0.05, 0.95, 1.0};
    return kick;
}

TEST(TimeToGoalTest, OneKickThatReachesBeatsTwoThatDoNot) {
    const std::vector<KnownKick> kicks = {knownKick(5.0, 0.4), knownKick(10.0, 1.5)};
    EXPECT_LT(timeToGoalS(3.0, kicks, 0), timeToGoalS(3.0, kicks, 1)) << "the quick one is enough";
    EXPECT_LT(timeToGoalS(8.0, kicks, 1), timeToGoalS(8.0, kicks, 0)) << "only the long one is";
    double lastS = 0.0;
    for (double wayM = 1.0; wayM < 40.0; wayM += 1.0) {
        const double bestS = std::min(timeToGoalS(wayM, kicks, 0), timeToGoalS(wayM, kicks, 1));
        EXPECT_GE(bestS, lastS - 1e-9) << wayM;
        EXPECT_LT(bestS, 200.0);
        lastS = bestS;
    }
    EXPECT_TRUE(std::isfinite(timeToGoalS(30.0, std::vector{knownKick(0.0, 0.0)}, 0)))
        << "never measured";
}

TEST(TimeToGoalTest, ShotsThatGoWideCost) {
    KnownKick straight = knownKick(5.0, 0.4);
    KnownKick wild = straight;
    wild.figures.spreadRad = 0.5;
    EXPECT_GT(timeToGoalS(3.0, std::vector{wild}, 0),
              timeToGoalS(3.0, std::vector{straight}, 0) + 1.0);
}

class StrikerTest : public BallFixture {
protected:
    Striker m_striker{Walk({}), armGetUp(m_model), {knownKick(5.0, 0.4), knownKick(10.0, 1.5)}};
};

TEST_F(StrikerTest, KicksToTheGoalAgainAndAgain) {
    place({2.0, 3.0}, 2.0);
    putBall({4.0, 3.0});
    m_striker.enter(context());
    ASSERT_LT(until(m_striker, "kicking"), 20.0);
    const Vector2d goal = Vector2d(15.0, 0.0) - m_ball_F;
    EXPECT_LT(std::abs(math::wrapRad(m_headingRad - std::atan2(goal.y(), goal.x()))), 0.2);
    putBall({9.0, 1.5});
    for (int i = 0; i < 60; ++i) {
        cycle(m_striker);
    }
    EXPECT_EQ(m_decision.reason, "walking to the ball");
    ASSERT_LT(until(m_striker, "kicking"), 30.0);
    EXPECT_LT((m_p_F - m_ball_F).norm(), 0.3);
}

TEST_F(StrikerTest, TakesTheKickThatScoresSoonest) {
    putBall({6.5, 0.0}); // 8.5 m from the goal line, in reach of the long kick alone
    m_striker.enter(context());
    cycle(m_striker);
    EXPECT_EQ(value("striker.kick"), 1.0);
    putBall({12.0, 0.0});
    cycle(m_striker);
    EXPECT_EQ(value("striker.kick"), 0.0);
    EXPECT_GT(value("striker.goalS"), 0.0);
}

TEST_F(StrikerTest, StandsWhileTheRulesKeepItFromTheBall) {
    m_frame.situation.mayTouchBall = false;
    putBall({0.17, -0.05});
    m_striker.enter(context());
    for (int i = 0; i < 100; ++i) {
        ASSERT_EQ(cycle(m_striker), Status::Running);
        ASSERT_NE(m_decision.reason, "kicking");
    }
    EXPECT_EQ(m_decision.reason, "waiting");
    EXPECT_GT((m_p_F - m_ball_F).norm(), 0.25) << "no foot touches the ball by chance";
    m_frame.situation.mayTouchBall = true;
    EXPECT_LT(until(m_striker, "kicking"), 4.0);
}

TEST_F(StrikerTest, GivesUpItsKickWhenItMayNotTouchTheBallAnyMore) {
    putBall({0.17, -0.05});
    m_frame.situation.isOwnRestart = true;
    m_striker.enter(context());
    ASSERT_LT(until(m_striker, "kicking"), 4.0);
    EXPECT_FALSE(m_striker.mayHandOver());
    const Vector2d stood = m_p_F;
    // Its foot has nudged the ball, which was the set play.
    m_frame.situation.isOwnRestart = false;
    m_frame.situation.mayTouchBall = false;
    ASSERT_LT(until(m_striker, "waiting"), 2.0);
    for (int i = 0; i < 100; ++i) {
        ASSERT_EQ(cycle(m_striker), Status::Running);
        ASSERT_NE(m_decision.reason, "kicking");
    }
    EXPECT_LT(m_p_F.x(), stood.x() - 0.05) << "it steps back";
    EXPECT_NE(m_striker.walkToHandOver(), nullptr);
}

TEST_F(StrikerTest, ASetPlayIsApproachedWithMoreRoom) {
    const auto nearestM = [&](bool isSetPlay) {
        place({0.0, 0.0}, 0.0);
        putBall({0.6, 0.0});
        m_frame.situation.isOwnRestart = isSetPlay;
        place({1.2, 0.2}, math::kPi); // on the wrong side of the ball
        m_striker.enter(context());
        double leastM = 10.0;
        for (int i = 0; i < 1500 && m_p_F.x() > m_ball_F.x(); ++i) {
            cycle(m_striker);
            leastM = std::min(leastM, (m_p_F - m_ball_F).norm());
        }
        return leastM;
    };
    EXPECT_GT(nearestM(true), nearestM(false) + 0.08);
}

TEST_F(StrikerTest, PushesTheBallOnWhenAnOpponentIsNear) {
    putBall({0.3, 0.0});
    addOpponent({0.7, 0.1});
    m_striker.enter(context());
    cycle(m_striker);
    EXPECT_EQ(value("striker.duel"), 1.0);
    EXPECT_EQ(m_decision.reason, "dribbling");
    m_frame.world.players[0].p_F.x() = 1.5;
    cycle(m_striker);
    EXPECT_EQ(value("striker.duel"), 0.0) << "no opponent is near";
    m_frame.world.players[0].p_F.x() = 0.7;
    m_frame.situation.isOwnRestart = true;
    cycle(m_striker);
    EXPECT_EQ(value("striker.duel"), 0.0) << "a set play is one touch";
    // With its own goal behind the ball it does not.
    m_frame.situation.isOwnRestart = false;
    place({0.6, 0.0}, math::kPi);
    cycle(m_striker);
    EXPECT_EQ(value("striker.duel"), 0.0);
    // Nor across, in front of the own goal.
    for (const double x : {0.0, -13.0}) {
        place({x, -0.3}, 0.5 * math::kPi);
        putBall({x, 0.0});
        m_frame.world.players[0].p_F = {x, 0.4, 0.0};
        cycle(m_striker);
        EXPECT_EQ(value("striker.duel"), x < -1.0 ? 0.0 : 1.0) << x;
    }
}

TEST_F(StrikerTest, KicksInADuelWhenReadyToKick) {
    KnownKick quick = knownKick(5.0, 0.4);
    quick.figures.aimS = 0.5;
    Striker striker(Walk({}), armGetUp(m_model), {quick});
    addOpponent({10.5, 0.2});
    place({9.8, 0.05}, 0.0);
    putBall({10.05, 0.0});
    striker.enter(context());
    cycle(striker);
    EXPECT_LT(value("striker.inS"), 1.0);
    EXPECT_EQ(value("striker.duel"), 0.0);
    EXPECT_LT(until(striker, "kicking"), 1.5);
    // A robot a step away does not.
    place({9.55, 0.05}, 0.0);
    striker.enter(context());
    cycle(striker);
    EXPECT_EQ(value("striker.duel"), 1.0);
}

TEST_F(StrikerTest, TakesOverAWalkAndContinuesWithItsOwnSettings) {
    Dribble before(OnFeet(Walk({}), armGetUp(m_model)), {});
    putBall({4.0, 0.0});
    before.enter(context());
    for (int i = 0; i < 100; ++i) {
        cycle(before);
    }
    ASSERT_GT(value("walk.forwardMps"), 0.2);
    const Walk* walk = before.walkToHandOver();
    ASSERT_NE(walk, nullptr);
    m_striker.enterWalking(context(), *walk);
    cycle(m_striker);
    EXPECT_GT(value("walk.forwardMps"), 0.2) << "without a halt";
    EXPECT_EQ(m_decision.reason, "walking to the ball");
}

TEST_F(StrikerTest, GetsUpAndContinues) {
    putBall({3.0, 0.0});
    m_striker.enter(context());
    cycle(m_striker);
    fall();
    bool rose = false;
    for (int i = 0; i < 40; ++i) {
        ASSERT_EQ(step(m_striker), Status::Running) << m_decision.reason;
        rose = rose || m_decision.reason.starts_with("get up");
    }
    EXPECT_TRUE(rose);
    m_frame.body.isFallen = false;
    place({0.0, 0.0}, 0.0);
    for (int i = 0; i < 60; ++i) {
        ASSERT_EQ(cycle(m_striker), Status::Running);
    }
    EXPECT_EQ(m_decision.reason, "walking to the ball");
}

TEST_F(StrikerTest, AFallEndsItsKick) {
    putBall({0.17, -0.05});
    m_striker.enter(context());
    ASSERT_LT(until(m_striker, "kicking"), 2.0);
    fall();
    for (int i = 0; i < 40; ++i) {
        ASSERT_EQ(step(m_striker), Status::Running);
    }
    m_frame.body.isFallen = false;
    place(m_p_F, m_headingRad);
    putBall(m_ball_F + Vector2d(1.0, 0.0)); // another robot has played it
    for (int i = 0; i < 50 && m_decision.reason.starts_with("get up"); ++i) {
        ASSERT_EQ(step(m_striker), Status::Running);
    }
    EXPECT_EQ(m_decision.reason, "walking to the ball");
    EXPECT_LT(until(m_striker, "kicking"), 15.0) << "once it aims again";
}

TEST_F(StrikerTest, ChangesItsKickOnlyForAMuchBetterOne) {
    Striker striker(Walk({}), armGetUp(m_model), {knownKick(5.0, 0.4), knownKick(10.0, 0.7)});
    striker.enter(context());
    const auto chosen = [&](double x) {
        putBall({x, 0.0});
        cycle(striker);
        return value("striker.kick");
    };
    EXPECT_EQ(chosen(12.0), 0.0);
    EXPECT_EQ(chosen(6.5), 1.0) << "in reach of the long one alone";
    EXPECT_EQ(chosen(12.0), 1.0) << "0.3 s are not worth it";
}

TEST_F(StrikerTest, TakesTheBestOfAllBetterOnes) {
    Striker striker(Walk({}), armGetUp(m_model),
                    {knownKick(5.0, 0.4), knownKick(10.0, 0.4), knownKick(10.0, 1.5)});
    striker.enter(context());
    putBall({6.5, 0.0});
    cycle(striker);
    EXPECT_EQ(value("striker.kick"), 1.0);
}

TEST_F(StrikerTest, KicksToTheSideAmongOpponentsWhereThatIsSooner) {
    KnownKick lateral = knownKick(5.0, 0.5);
    lateral.numbers.directionRad = 0.5 * math::kPi;
    Striker striker(Walk({}), armGetUp(m_model), {lateral, knownKick(5.0, 0.5)});
    const Vector2d ball_F(12.0, 0.0);
    for (const double side : {1.0, -1.0}) {
        place(ball_F + Vector2d(0.0, -side * 0.6), side * 0.5 * math::kPi);
        putBall(ball_F);
        striker.enter(context());
        cycle(striker);
        EXPECT_EQ(value("striker.kick"), 0.0) << "alone it kicks straight ahead";
        addOpponent({10.0, 0.0});
        ASSERT_LT(until(striker, "kicking"), 5.0);
        EXPECT_EQ(value("striker.kick"), 1.0);
        EXPECT_NEAR(m_headingRad, side * 0.5 * math::kPi, 0.3) << "toward the goal";
        m_frame.world.players.clear();
        m_frame.situation.opponentsByBall.clear();
    }
}

TEST_F(StrikerTest, KicksTheKickThatItHasChosen) {
    const auto kickS = [&](double x) {
        KnownKick slow = knownKick(10.0, 0.7);
        slow.numbers.swingS += 0.4;
        Striker striker(Walk({}), armGetUp(m_model), {knownKick(5.0, 0.4), slow});
        putBall({x, 0.0});
        place({x - 0.17, 0.05}, 0.0);
        striker.enter(context());
        EXPECT_LT(until(striker, "kicking"), 2.0);
        int cycles = 0;
        while (m_decision.reason == "kicking" && cycles < 200) {
            cycle(striker);
            ++cycles;
        }
        return 0.02 * cycles;
    };
    EXPECT_NEAR(kickS(6.5) - kickS(12.0), 0.4, 0.05);
}

} // namespace
} // namespace sideline::behavior
