#include "training/trial/trial_robot.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/game/constants.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "tests/support/allocation_guard.h"
#include "training/trial/start_pose.h"

namespace sideline::training {
namespace {

const robot::RobotModel& sensedNao() {
    return robot::naoModel(robot::NaoType::Standard);
}

// Stands with straight legs for a second, then bends its knees.
void standAndBend(TrialRobot& robot) {
    base::Rng rng(1);
    takeStartPose(robot, motion::JointTrajectory(sensedNao().joints().size()), {}, rng,
                  [](double) { return true; });
    std::vector<double> targetRad(sensedNao().joints().size(), 0.0);
    targetRad[sensedNao().findJoint("lle4").index()] = -0.5;
    for (int cycle = 0; cycle < 10; ++cycle) {
        robot.setTargets(targetRad);
        robot.cycle();
    }
}

TEST(TrialSensesTest, PerceivesTheSameAsAnAgent) {
    TrialRobot robot(sensedNao(), false);
    robot.enableAllPercepts();
    base::Rng rng(1);
    takeStartPose(robot, motion::JointTrajectory(sensedNao().joints().size()), {}, rng,
                  [](double) { return true; });
    const world::BodyBelief& body = robot.belief();
    EXPECT_NEAR(body.acceleration_TMps2.z(), game::kGravityMps2, 0.1);
    EXPECT_LT(body.gyro_TRadPerS.norm(), 0.01);
    ASSERT_EQ(body.forces.size(), 2U);
    const double standsOnN = body.forces[0].force_BodyN.z() + body.forces[1].force_BodyN.z();
    EXPECT_NEAR(standsOnN, sensedNao().massKg() * game::kGravityMps2, 2.0);
    for (int axis = 0; axis < 3; ++axis) { // two decimals, as written by the server
        const double hundredths = body.acceleration_TMps2(axis) * 100.0;
        EXPECT_NEAR(hundredths, std::round(hundredths), 1e-6);
    }
    EXPECT_FALSE(body.isFallen);
}

TEST(TrialSensesTest, BothAxesOfAUniversalJointArePerceived) {
    const robot::RobotModel& tall = robot::soccerbot056Model();
    TrialRobot robot(tall, false);
    std::vector<double> anglesRad(tall.joints().size(), 0.0);
    for (std::size_t i = 1; i < anglesRad.size(); ++i) { // the first one is locked and not reported
        anglesRad[i] = 0.01 * static_cast<double>(i);
    }
    robot.setPosture(math::Pose::translation({0.0, 0.0, 10.0}), anglesRad);
    for (std::size_t i = 0; i < anglesRad.size(); ++i) {
        EXPECT_NEAR(robot.joints()[i].measuredRad, anglesRad[i], 1e-4) << i;
    }
}

TEST(TrialSensesTest, MotionIsIndependentOfPercepts) {
    TrialRobot feeling(sensedNao(), false);
    feeling.enableAllPercepts();
    TrialRobot numb(sensedNao(), false);
    standAndBend(feeling);
    standAndBend(numb);
    for (std::size_t i = 0; i < sensedNao().bodies().size(); ++i) {
        const robot::BodyId body(i);
        EXPECT_EQ(feeling.pose(body).p, numb.pose(body).p) << i;
        EXPECT_EQ(feeling.pose(body).R, numb.pose(body).R) << i;
    }
    EXPECT_TRUE(numb.belief().forces.empty());
    EXPECT_GT(std::abs(feeling.jointSpeedRadPerS(sensedNao().findJoint("lle4"))), 0.0);
}

TEST(TrialSensesTest, AssumingAPoseClearsPendingCommands) {
    TrialRobot robot(sensedNao(), false);
    standAndBend(robot); // its knees are moving
    TrialRobot fresh(sensedNao(), false);
    const std::vector<double> anglesRad(sensedNao().joints().size(), 0.1);
    const math::Pose X_STorso = math::Pose::translation({1.0, 0.0, 0.5});
    robot.setPosture(X_STorso, anglesRad);
    fresh.setPosture(X_STorso, anglesRad);
    for (std::size_t i = 0; i < anglesRad.size(); ++i) {
        EXPECT_EQ(robot.joints()[i].measuredRad, fresh.joints()[i].measuredRad) << i;
        EXPECT_EQ(robot.joints()[i].expectedRad, fresh.joints()[i].expectedRad) << i;
        EXPECT_EQ(robot.joints()[i].targetRad, fresh.joints()[i].targetRad) << i;
    }
}

TEST(TrialSensesTest, CyclesAllocateNothing) {
    for (const bool needsAllPercepts : {false, true}) {
        TrialRobot robot(sensedNao(), false);
        if (needsAllPercepts) {
            robot.enableAllPercepts();
        }
        standAndBend(robot);
        const std::vector<double> targetRad(sensedNao().joints().size(), 0.0);
        const auto run = [&](int cycles) {
            for (int cycle = 0; cycle < cycles; ++cycle) {
                robot.setTargets(targetRad);
                robot.cycle();
            }
        };
        run(100);
        const tests::AllocationGuard guard;
        run(200);
        EXPECT_EQ(guard.count(), 0U) << needsAllPercepts;
    }
}

TEST(TrialSensesTest, JointSpeedIsTheChangeOfTheAngle) {
    TrialRobot robot(sensedNao(), false);
    standAndBend(robot);
    std::vector<double> targetRad(sensedNao().joints().size(), 0.0);
    targetRad[sensedNao().findJoint("lae1").index()] = 1.0;
    const robot::JointId joint = sensedNao().findJoint("lae1");
    for (int cycle = 0; cycle < 4; ++cycle) {
        robot.setTargets(targetRad);
        robot.cycle();
    }
    const double beforeRad = robot.jointAngleRad(joint);
    robot.setTargets(targetRad);
    robot.cycle();
    EXPECT_NEAR(robot.jointSpeedRadPerS(joint),
                (robot.jointAngleRad(joint) - beforeRad) / game::kStepS, 0.05);
}

} // namespace
} // namespace sideline::training
