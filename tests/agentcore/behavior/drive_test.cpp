#include "agentcore/behavior/drive.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "tests/agentcore/behavior/action_fixture.h"
#include "tests/agentcore/behavior/ball_fixture.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/legless_robot.h"

namespace sideline::behavior {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using motion::WalkCommand;

// A robot that goes exactly where its walk means to go.
class DriveTest : public ActionFixture {
protected:
    DriveTest() {
        m_frame.body.acceleration_TMps2 = {0.0, 0.0, 9.81};
        place({0.0, 0.0}, 0.0);
        m_drive.enter(context());
    }

    void place(const Vector2d& p_F, double headingRad) {
        m_p_F = p_F;
        m_headingRad = headingRad;
        standAt(p_F, headingRad);
    }
    void cycle() {
        ASSERT_EQ(step(m_drive), Status::Running);
        const Vector2d move = 0.02 * Vector2d(value("walk.forwardMps"), value("walk.leftMps"));
        const double turnRad = 0.02 * math::radFromDeg(value("walk.turnDps"));
        ASSERT_TRUE(move.allFinite());
        place(m_p_F + Eigen::Rotation2Dd(m_headingRad) * move, m_headingRad + turnRad);
    }
    void cycles(double lengthS) {
        for (int i = 0; i < std::lround(lengthS / 0.02); ++i) {
            ASSERT_NO_FATAL_FAILURE(cycle());
        }
    }
    void fall() {
        m_frame.body.isFallen = true;
        m_frame.body.pose.X_ST.R =
            Eigen::AngleAxisd(-0.5 * math::kPi, Vector3d::UnitX()).toRotationMatrix();
        m_frame.body.acceleration_TMps2 = {0.0, -9.81, 0.0};
    }
    void stand() {
        m_frame.body.isFallen = false;
        m_frame.body.acceleration_TMps2 = {0.0, 0.0, 9.81};
        place(m_p_F, m_headingRad);
    }

    Vector2d m_p_F = Vector2d::Zero();
    double m_headingRad = 0.0;
    Drive m_drive{OnFeet(Walk({}), armGetUp(m_model))};
};

TEST_F(DriveTest, StandsWithoutACommand) {
    cycles(1.0);
    EXPECT_EQ(m_decision.reason, "standing");
    EXPECT_EQ(m_p_F, Vector2d(0.0, 0.0));
    EXPECT_FALSE(m_drive.hasArrived());
}

TEST_F(DriveTest, WalksAsCommanded) {
    m_drive.go(WalkCommand{0.3, 0.0, 0.0});
    cycles(4.0);
    EXPECT_EQ(m_decision.reason, "walking");
    EXPECT_NEAR(value("walk.forwardMps"), 0.3, 1e-9);
    EXPECT_GT(m_p_F.x(), 0.5);
    m_drive.setCommand({0.0, 0.2, 0.0});
    cycles(3.0);
    EXPECT_NEAR(value("walk.forwardMps"), 0.0, 1e-9);
    EXPECT_NEAR(value("walk.leftMps"), 0.2, 1e-9);
    m_drive.go(WalkCommand{});
    cycles(3.0);
    EXPECT_EQ(m_decision.reason, "standing");
    EXPECT_FALSE(m_drive.hasArrived());
}

TEST_F(DriveTest, CommandsNeedNoPose) {
    m_frame.body.pose.isValid = false;
    m_drive.go(WalkCommand{0.3, 0.0, 0.0});
    cycles(3.0);
    EXPECT_NEAR(value("walk.forwardMps"), 0.3, 1e-9);
}

TEST_F(DriveTest, GoesAroundAPlayerOnItsWayToAPlace) {
    m_frame.world.players.resize(1);
    const Vector2d player(1.5, 0.1);
    m_frame.world.players[0].p_F = {player.x(), player.y(), 0.0};
    m_drive.go(GoToPlace{{3.0, 0.0}, {}});
    cycle();
    EXPECT_TRUE(std::ranges::any_of(m_drawings,
                                    [](const auto& shape) { return shape.set == "drive.path"; }));
    EXPECT_GT(value("drive.toGoM"), 3.02);
    double nearestM = 9.0;
    for (int i = 0; i < 1500 && !m_drive.hasArrived(); ++i) {
        ASSERT_NO_FATAL_FAILURE(cycle());
        nearestM = std::min(nearestM, (m_p_F - player).norm());
    }
    EXPECT_TRUE(m_drive.hasArrived());
    EXPECT_GT(nearestM, 0.4);
    EXPECT_LT((m_p_F - Vector2d(3.0, 0.0)).norm(), 0.1);
}

TEST_F(DriveTest, LooksAtTheBallMeanwhile) {
    m_frame.world.ball.isKnown = true;
    m_frame.world.ball.p_T = {-1.0, 1.0, -0.3};
    m_drive.go(WalkCommand{0.2, 0.0, 0.0});
    cycles(2.0);
    EXPECT_NEAR(joint("hj1").measuredRad, 0.25 * math::kPi, 0.1);
}

TEST_F(DriveTest, GetsUpAfterAFallAndContinues) {
    m_drive.go(WalkCommand{0.3, 0.0, 0.0});
    cycles(2.0);
    fall();
    bool wasRising = false;
    for (int i = 0; i < 20; ++i) {
        ASSERT_EQ(step(m_drive), Status::Running);
        wasRising = wasRising || !m_drive.mayBeInterrupted();
    }
    EXPECT_TRUE(wasRising);
    EXPECT_FALSE(m_drive.mayBeInterrupted());
    EXPECT_NE(m_decision.reason.find("get up"), std::string::npos) << m_decision.reason;
    stand();
    int left = 0;
    double armRad = 0.0;
    for (; left < 50 && m_decision.reason != "walking" && m_decision.reason != "standing"; ++left) {
        armRad = joint("laj1").measuredRad;
        ASSERT_EQ(step(m_drive), Status::Running);
    }
    EXPECT_LT(left, 20);
    EXPECT_GT(armRad, 0.2);
    EXPECT_NEAR(m_targetRad[m_model.findJoint("lae1").index()], armRad, 0.05)
        << "from where the motion has brought it, not at once as it walked before";
    cycles(2.0);
    EXPECT_NEAR(value("walk.forwardMps"), 0.3, 1e-9);
    EXPECT_EQ(m_decision.reason, "walking");
}

TEST_F(DriveTest, FacesAPlaceWithoutGoingThere) {
    m_drive.go(FaceTo{{0.0, 3.0}});
    cycles(4.0);
    EXPECT_EQ(m_decision.reason, "arrived");
    EXPECT_NEAR(m_headingRad, 0.5 * math::kPi, 0.1);
    EXPECT_LT(m_p_F.norm(), 0.1);
    m_drive.go(FaceTo{{0.0, -3.0}});
    cycles(0.5);
    EXPECT_EQ(m_decision.reason, "walking");
}

TEST_F(DriveTest, SaysThatItCannotKick) {
    m_drive.go(KickTo{{5.0, 0.0}});
    cycles(1.0);
    EXPECT_EQ(m_decision.reason, "it has no kick");
    m_drive.go(WalkCommand{0.3, 0.0, 0.0});
    cycles(1.0);
    EXPECT_EQ(m_decision.reason, "walking");
}

// A ball where the robot can kick it at once.
TEST_F(DriveTest, StopsKicksOnceAndStands) {
    const motion::KickParameters numbers;
    Drive drive{OnFeet(Walk({}), armGetUp(m_model)), WalkCommand{0.3, 0.0, 0.0},
                Kick(Walk({}), KnownKick{})};
    const auto cycle = [&] {
        m_frame.world.ball.isKnown = true;
        m_frame.world.ball.ageS = 0.0;
        // On the ground beside the right foot, however the robot has moved.
        m_frame.world.ball.p_T = {numbers.ballLateralM, numbers.ballForwardM, -0.35};
        m_frame.world.ball.p_F = {m_p_F.x() + numbers.ballForwardM,
                                  m_p_F.y() - numbers.ballLateralM, 0.04};
        EXPECT_EQ(step(drive), Status::Running);
    };
    drive.enter(context());
    for (int i = 0; i < 50; ++i) {
        cycle();
    }
    EXPECT_EQ(m_decision.reason, "walking");
    drive.go(KickTo{{15.0, m_p_F.y() - numbers.ballLateralM}});
    int stoppedAt = -1;
    int kickedAt = -1;
    int stoodAt = -1;
    for (int i = 0; i < 400 && stoodAt < 0; ++i) {
        cycle();
        const bool isKicking = m_decision.reason == "kicking";
        stoppedAt = stoppedAt < 0 && m_decision.reason != "walking" ? i : stoppedAt;
        kickedAt = kickedAt < 0 && isKicking ? i : kickedAt;
        stoodAt = kickedAt >= 0 && m_decision.reason == "standing" ? i : stoodAt;
    }
    EXPECT_GT(stoppedAt, 0) << "it comes to a halt first";
    EXPECT_GE(kickedAt, stoppedAt);
    EXPECT_GT(stoodAt, kickedAt);
    for (int i = 0; i < 100; ++i) {
        cycle();
        EXPECT_EQ(m_decision.reason, "standing") << "one click is one kick";
    }
    // A click while it kicks is another kick.
    drive.go(KickTo{{15.0, m_p_F.y() - numbers.ballLateralM}});
    int kicks = 0;
    bool wasKicking = false;
    for (int i = 0; i < 400; ++i) {
        cycle();
        const bool isKicking = m_decision.reason == "kicking";
        if (isKicking && !wasKicking && ++kicks == 1) {
            drive.go(KickTo{{14.0, m_p_F.y() - numbers.ballLateralM}});
        }
        wasKicking = isKicking;
    }
    EXPECT_EQ(kicks, 2);
}

class DriveKickTest : public BallFixture {
protected:
    DriveKickTest() {
        putBall({0.17, -0.05});
        m_drive.go(KickTo{{15.0, -0.05}});
        m_drive.enter(context());
        EXPECT_LT(until(m_drive, "kicking"), 2.0);
    }
    Drive m_drive{OnFeet(Walk({}), armGetUp(m_model)), WalkCommand{}, Kick(Walk({}), KnownKick{})};
};

TEST_F(DriveKickTest, AfterEnteringItDoesNotContinueAKick) {
    m_drive.go(WalkCommand{});
    m_drive.enter(context());
    cycle(m_drive);
    EXPECT_EQ(m_decision.reason, "standing");
}

TEST_F(DriveKickTest, AFallEndsTheKick) {
    fall();
    for (int i = 0; i < 40; ++i) {
        ASSERT_EQ(step(m_drive), Status::Running);
    }
    m_frame.body.isFallen = false;
    place(m_p_F, m_headingRad);
    putBall(m_ball_F + Vector2d(1.0, 0.0)); // another robot has played it
    for (int i = 0; i < 50 && m_decision.reason.starts_with("get up"); ++i) {
        ASSERT_EQ(step(m_drive), Status::Running);
    }
    EXPECT_EQ(m_decision.reason, "walking to the ball");
    EXPECT_LT(until(m_drive, "kicking"), 15.0) << "once it aims again";
}

TEST_F(DriveTest, TakesOtherSettingsAndContinues) {
    m_drive.go(GoToPlace{{2.0, 0.0}, {}});
    cycles(2.0);
    EXPECT_NEAR(value("walk.forwardMps"), 0.4, 1e-6) << "the default maximum speed";
    Walk::Settings slower;
    slower.parameters.forwardMps = 0.2;
    EXPECT_TRUE(m_drive.takeSettings(Drive(OnFeet(Walk(slower), armGetUp(m_model)))));
    cycles(2.0);
    EXPECT_NEAR(value("walk.forwardMps"), 0.2, 1e-6);
    EXPECT_EQ(m_decision.reason, "walking");
    EXPECT_TRUE(m_drive.takeSettings(
        Drive(OnFeet(Walk(slower), armGetUp(m_model)), WalkCommand{-0.1, 0.0, 0.0})))
        << "another first goal";
    cycles(3.0);
    EXPECT_NEAR(value("walk.forwardMps"), -0.1, 1e-6);
    EXPECT_FALSE(m_drive.takeSettings(Walk({})));
}

TEST_F(DriveTest, FallsAgainAndAgain) {
    m_drive.go(WalkCommand{0.3, 0.0, 0.0});
    for (int falls = 0; falls < 3; ++falls) {
        cycles(1.0);
        fall();
        for (int i = 0; i < 15; ++i) {
            ASSERT_EQ(step(m_drive), Status::Running);
        }
        stand();
        for (int i = 0; i < 20; ++i) {
            ASSERT_EQ(step(m_drive), Status::Running);
        }
        EXPECT_EQ(m_decision.reason, "walking") << falls;
    }
    cycles(2.0);
    EXPECT_NEAR(value("walk.forwardMps"), 0.3, 1e-9);
}

TEST_F(DriveTest, WithoutAMotionToGetUpItFails) {
    Drive drive{OnFeet(Walk({}), GetUp())};
    drive.enter(context());
    fall();
    Status status = Status::Running;
    for (int i = 0; i < 20 && status == Status::Running; ++i) {
        status = step(drive);
    }
    EXPECT_EQ(status, Status::Failed);
}

TEST_F(DriveTest, GoesToAPlaceAndTakesItsHeading) {
    place({-1.0, 0.5}, 2.0);
    m_drive.go(GoToPlace{{1.0, -0.5}, -1.0});
    cycles(0.5);
    EXPECT_NEAR(value("drive.toGoM"), std::hypot(2.0, 1.0), 0.05);
    EXPECT_TRUE(std::ranges::any_of(
        m_drawings, [](const drawing::NamedShape& shape) { return shape.set == "drive.goal"; }));
    double timeS = 0.0;
    for (; timeS < 40.0 && !m_drive.hasArrived(); timeS += 0.02) {
        ASSERT_NO_FATAL_FAILURE(cycle());
    }
    EXPECT_LT(timeS, 25.0);
    cycles(3.0);
    EXPECT_EQ(m_decision.reason, "arrived");
    EXPECT_LT((m_p_F - Vector2d(1.0, -0.5)).norm(), 0.1);
    EXPECT_LT(std::abs(math::wrapRad(m_headingRad + 1.0)), 0.2);
    // A little shove does not matter, a great one does.
    place({1.06, -0.5}, -0.9);
    cycles(0.2);
    EXPECT_TRUE(m_drive.hasArrived());
    place(m_p_F + Vector2d(0.5, 0.0), m_headingRad);
    cycles(0.2);
    EXPECT_FALSE(m_drive.hasArrived());
    m_drive.go(WalkCommand{});
    cycles(0.2);
    EXPECT_FALSE(m_drive.hasArrived()) << "with commanded speeds, it never arrives";
}

TEST_F(DriveTest, TheRightTeamGoesToItsOwnPlaces) {
    m_frame.identity.robot.side = game::Side::Right;
    place({-1.0, 0.0}, 0.0);
    m_frame.body.pose.X_ST =
        world::fieldFromServer(game::Side::Right).inverse() * m_frame.body.X_FT;
    m_drive.go(GoToPlace{{0.5, 0.0}, {}});
    cycles(2.0);
    EXPECT_GT(m_p_F.x(), -0.9);
    EXPECT_NEAR(m_p_F.y(), 0.0, 0.05);
}

TEST_F(DriveTest, WithoutAPoseItStandsAndWaits) {
    m_frame.body.pose.isValid = false;
    for (const DriveGoal& goal :
         {DriveGoal(GoToPlace{{2.0, 0.0}, {}}), DriveGoal(FollowPath{{{1.0, 0.0}, {2.0, 0.0}}})}) {
        m_drive.go(goal);
        cycles(1.0);
        EXPECT_EQ(m_p_F, Vector2d(0.0, 0.0));
        EXPECT_FALSE(m_drive.hasArrived());
    }
    m_frame.body.pose.isValid = true;
    cycles(2.0);
    EXPECT_GT(m_p_F.x(), 0.1);
}

TEST_F(DriveTest, FollowsAPathInOrder) {
    // Around a corner and back: the way home crosses the start.
    const std::vector<Vector2d> points = {{1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}, {0.3, -0.3}};
    m_drive.go(FollowPath{points});
    std::size_t next = 0;
    double timeS = 0.0;
    double lastM = 10.0;
    for (; timeS < 60.0 && !m_drive.hasArrived(); timeS += 0.02) {
        ASSERT_NO_FATAL_FAILURE(cycle());
        if (next < points.size() && (m_p_F - points[next]).norm() < 0.4) {
            ++next;
        }
        const double remainingM = value("drive.toGoM");
        EXPECT_LT(remainingM, lastM + 0.05) << "less and less, at " << timeS;
        lastM = std::min(lastM, remainingM);
    }
    EXPECT_EQ(next, points.size());
    EXPECT_LT(timeS, 30.0);
    EXPECT_LT((m_p_F - points.back()).norm(), 0.1);
    // A new path begins at its own begin.
    m_drive.go(FollowPath{{{1.3, -0.3}, {1.3, 0.7}}});
    cycles(0.2);
    EXPECT_FALSE(m_drive.hasArrived());
    EXPECT_NEAR(value("drive.toGoM"), 2.0, 0.15);
}

TEST_F(DriveTest, PathsWithoutPointsAreNowhere) {
    m_drive.go(FollowPath{});
    cycles(1.0);
    EXPECT_EQ(m_p_F, Vector2d(0.0, 0.0));
    m_drive.go(FollowPath{{{0.5, 0.0}}});
    cycles(8.0);
    EXPECT_TRUE(m_drive.hasArrived());
    EXPECT_NEAR(m_p_F.x(), 0.5, 0.1);
}

TEST_F(DriveTest, CopiesContinueOnTheirOwn) {
    m_drive.go(WalkCommand{0.3, 0.0, 0.0});
    cycles(1.5);
    const std::unique_ptr<Behavior> copy = m_drive.clone();
    m_drive.go(WalkCommand{});
    EXPECT_EQ(decide(*copy), Status::Running);
    const std::vector<double> walks = m_targetRad;
    cycles(3.0);
    EXPECT_EQ(m_decision.reason, "standing");
    EXPECT_EQ(decide(*copy), Status::Running);
    EXPECT_EQ(m_decision.reason, "walking");
    EXPECT_NE(m_targetRad, walks) << "a cycle farther";
}

TEST_F(DriveTest, AnotherRobotStaysWhereItIs) {
    const robot::RobotModel& bot = tests::leglessRobot();
    std::vector<world::JointBelief> joints(bot.joints().size());
    m_frame.identity.model = bot.shared();
    m_frame.body.joints = joints;
    ActionRequest request;
    request.begin(bot, joints);
    EXPECT_EQ(m_drive.update(context(), request), Status::Failed);
    EXPECT_NE(request.decision.reason.find("legs"), std::string::npos);
}

TEST_F(DriveTest, WarmCyclesAllocateNothing) {
    m_drive.go(GoToPlace{{2.0, 1.0}, 1.0});
    cycles(2.0);
    std::uint64_t allocations = 0;
    for (int i = 0; i < 200; ++i) {
        m_frame.body.joints = m_joints;
        const tests::AllocationGuard guard;
        m_request.begin(m_model, m_joints);
        static_cast<void>(m_drive.update(context(), m_request));
        allocations += guard.count();
        m_frame.game.serverTimeS += 0.02;
    }
    EXPECT_EQ(allocations, 0U);
}

} // namespace
} // namespace sideline::behavior
