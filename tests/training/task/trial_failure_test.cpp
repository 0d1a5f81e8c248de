// Why trials fail: the reason, its moment and its values, as tasks judge them.
#include "training/task/trial_failure.h"

#include <vector>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "agents/behaviors/built_in.h"
#include "agents/skill_library.h"
#include "training/task/behavior_mover.h"
#include "training/task/figure_task.h"
#include "training/task/task_registry.h"
#include "training/task/trajectory_mover.h"
#include "training/task/trial_runner.h"

namespace sideline::training {
namespace {

robot::RobotModelPtr failingNao() {
    return robot::naoModel(robot::NaoType::Standard).shared();
}

TaskPtr taskNamed(const char* name, const agents::ParameterTexts& settings = {}) {
    auto made = makeTask(name, settings);
    EXPECT_TRUE(made) << made.error().toString();
    return *made;
}

TrialFailure failureOf(const TaskPtr& task, const TrialFigures& figures) {
    return dynamic_cast<const FigureTask&>(*task).failureOf(figures);
}

std::optional<TrialFailure> failureWith(const char* motion, const TaskPtr& task,
                                        std::uint64_t seed = 1) {
    agents::SkillLibrary skills;
    const auto model = failingNao();
    TrajectoryMover mover(skills.find(motion, *model).value(), *model);
    TrialRunner runner(task);
    return runner.run(mover, model, seed).failure;
}

TEST(TrialFailureTest, EveryKindHasItsNameAndWords) {
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < kFailureKinds; ++i) {
        const auto kind = static_cast<FailureKind>(i);
        EXPECT_FALSE(failureWords(kind).empty());
        EXPECT_EQ(std::ranges::find(names, failureName(kind)), names.end());
        names.push_back(failureName(kind));
        EXPECT_FALSE(failureText({kind, 1.0, 1.0, 2.0}).empty());
    }
    EXPECT_EQ(failureName(FailureKind::CannotPlay), "cannot-play");
    EXPECT_EQ(failureName(FailureKind::TooWide), "too-wide");
    EXPECT_EQ(failureName(FailureKind::NoGoal), "no-goal");
}

TEST(TrialFailureTest, AFallHasADirection) {
    const auto lying = [](double aboutX, double aboutY) {
        return fallKind((Eigen::AngleAxisd(math::radFromDeg(aboutX), Eigen::Vector3d::UnitX()) *
                         Eigen::AngleAxisd(math::radFromDeg(aboutY), Eigen::Vector3d::UnitY()))
                            .toRotationMatrix());
    };
    // The torso's x axis is its right side, y its front.
    EXPECT_EQ(lying(-80.0, 0.0), FailureKind::FellForward);
    EXPECT_EQ(lying(80.0, 0.0), FailureKind::FellBackward);
    EXPECT_EQ(lying(0.0, 80.0), FailureKind::FellRight);
    EXPECT_EQ(lying(0.0, -80.0), FailureKind::FellLeft);
}

TEST(TrialFailureTest, AFallThatTurnsTheRobotIsRelativeToWhereItStood) {
    // It faced along y, and lies on its front with its head to where its left side was.
    math::Pose X_SGround;
    X_SGround.R = Eigen::AngleAxisd(math::radFromDeg(90.0), Eigen::Vector3d::UnitZ());
    Eigen::Matrix3d R_STorso;
    R_STorso.col(2) = -Eigen::Vector3d::UnitX();
    R_STorso.col(1) = -Eigen::Vector3d::UnitZ();
    R_STorso.col(0) = R_STorso.col(1).cross(R_STorso.col(2));
    EXPECT_EQ(fallKind(R_STorso), FailureKind::FellForward);
    EXPECT_EQ(fallKind(X_SGround, R_STorso), FailureKind::FellLeft);
}

TEST(TrialFailureTest, FailuresAreGroupedWithTheirMedians) {
    const std::vector<TrialFailure> failures = {
        {FailureKind::FellForward, 2.0},         {FailureKind::TooWide, 1.0, 12.0, 10.0},
        {FailureKind::TooWide, 1.1, 14.0, 10.0}, {FailureKind::TooWide, 1.2, 30.0, 10.0},
        {FailureKind::FellForward, 2.2},
    };
    EXPECT_EQ(failuresText(failures, 20),
              "5 of 20 failed: 3 too wide (median 14 degrees), 2 fell forward at a median of 2.2 "
              "s");
    EXPECT_EQ(failuresText({}, 20), "");
    EXPECT_EQ(failureText(failures[1]), "too wide: 12 degrees instead of at most 10");
    EXPECT_EQ(failureText({FailureKind::ConcededRight, 1.0, 0.8}),
              "let the ball in to the right: 0.80 m away");
}

TEST(TrialFailureTest, AKickIsJudgedByFallContactAngleAndDistance) {
    const TaskPtr kick = taskNamed("kick", {{"needed", "4"}, {"tolerance", "10"}});
    TrialFigures figures;
    figures.hasBall = true;
    figures.ballGapM = 0.12;
    figures.ballGapS = 1.7;
    EXPECT_EQ(failureOf(kick, figures), (TrialFailure{FailureKind::MissedBall, 1.7, 0.12}));
    figures.contactS = 2.0;
    figures.ballForwardM = 3.0;
    EXPECT_EQ(failureOf(kick, figures), (TrialFailure{FailureKind::TooWeak, 2.0, 3.0, 4.0}));
    figures.ballForwardM = 5.0;
    figures.ballLeftM = -5.0;
    const TrialFailure wide = failureOf(kick, figures);
    EXPECT_EQ(wide.kind, FailureKind::TooWide);
    EXPECT_NEAR(wide.value.value_or(0.0), 45.0, 1e-9);
    EXPECT_NEAR(wide.limit.value_or(0.0), 10.0, 1e-9);
    figures.ballLeftM = 0.0;
    EXPECT_TRUE(dynamic_cast<const FigureTask&>(*kick).isGoodAtEnd(figures));
    figures.fellS = 3.0;
    figures.fall = FailureKind::FellLeft;
    EXPECT_EQ(failureOf(kick, figures), (TrialFailure{FailureKind::FellLeft, 3.0}));
    figures.selfCollisionCount = 2;
    figures.selfCollisionS = 0.5;
    EXPECT_EQ(failureOf(kick, figures), (TrialFailure{FailureKind::SelfCollision, 0.5}));
    const TaskPtr allowed = taskNamed("kick", {{"self-collisions", "true"}});
    EXPECT_EQ(failureOf(allowed, figures).kind, FailureKind::FellLeft);
}

TEST(TrialFailureTest, OtherTasksHaveTheirOwnReasons) {
    TrialFigures figures;
    figures.timeS = 5.0;
    figures.headHeightRatio = 0.25;
    EXPECT_EQ(failureOf(taskNamed("get-up"), figures),
              (TrialFailure{FailureKind::NotUp, 5.0, 25.0}));
    figures.uprightS = 4.5;
    EXPECT_EQ(failureOf(taskNamed("get-up"), figures),
              (TrialFailure{FailureKind::TooLate, 4.5, 0.5, 1.0}));
    figures.haltDistanceM = 0.7;
    EXPECT_EQ(failureOf(taskNamed("stop"), figures),
              (TrialFailure{FailureKind::NotStopped, 5.0, 0.7}));
    figures.targetCount = 3;
    figures.targetsReached = 1;
    EXPECT_EQ(failureOf(taskNamed("walk-to"), figures),
              (TrialFailure{FailureKind::TooFewTargets, 5.0, 1.0, 3.0}));
    figures.targetCount = 1;
    figures.targetDistanceM = 0.4;
    EXPECT_EQ(failureOf(taskNamed("walk-to", {{"targets", "1"}}), figures),
              (TrialFailure{FailureKind::NotThere, 5.0, 0.4}));
    figures.leftM = 0.125;
    EXPECT_EQ(failureOf(taskNamed("dive", {{"reach", "0.25"}}), figures),
              (TrialFailure{FailureKind::TooShort, 5.0, 0.125, 0.25}));
    figures.fellS = 0.8; // a dive is a fall
    EXPECT_EQ(failureOf(taskNamed("dive"), figures).kind, FailureKind::TooShort);
    EXPECT_EQ(failureOf(taskNamed("play", {{"success", "$uprightTotalS - 3"}}), figures),
              (TrialFailure{FailureKind::BadScore, 0.8, -3.0}));
}

// In the simulator: the reasons of whole trials.
TEST(TrialFailureTest, AMotionThatDoesNotReachTheBallMissesIt) {
    const auto missed = failureWith("kick-far-right", taskNamed("kick", {{"ball-forward", "0.6"}}));
    ASSERT_TRUE(missed);
    EXPECT_EQ(missed->kind, FailureKind::MissedBall);
    EXPECT_GT(missed->value.value_or(0.0), 0.05);
    EXPECT_LT(missed->value.value_or(1.0), 0.5);
    EXPECT_GT(missed->atS, 0.0);
}

TEST(TrialFailureTest, AKickThatReachesTheBallCanBeTooWeak) {
    const agents::ParameterTexts settings = {
        {"ball-forward", "0.16"}, {"ball-left", "-0.05"}, {"needed", "25"}};
    const auto weak = failureWith("kick-far-right", taskNamed("kick", settings));
    ASSERT_TRUE(weak);
    EXPECT_EQ(weak->kind, FailureKind::TooWeak);
    EXPECT_GT(weak->value.value_or(0.0), 3.0);
    EXPECT_EQ(weak->limit, 25.0);
}

TEST(TrialFailureTest, APushedRobotFallsAndALyingOneStaysDown) {
    const auto pushed =
        failureWith("stand", taskNamed("stand", {{"push", "2.5"}, {"longest", "3"}}), 3);
    ASSERT_TRUE(pushed);
    EXPECT_LE(pushed->kind, FailureKind::SelfCollision) << failureName(pushed->kind);
    EXPECT_GT(pushed->atS, 0.1);
    EXPECT_LE(pushed->atS, 3.0);
    const auto down = failureWith("stand", taskNamed("get-up", {{"side", "back"}}));
    ASSERT_TRUE(down);
    EXPECT_TRUE(down->kind == FailureKind::NotUp || down->kind == FailureKind::SelfCollision)
        << failureName(down->kind);
    const auto up = failureWith("getup-back", taskNamed("get-up", {{"side", "back"}}), 7);
    EXPECT_FALSE(up) << "a success has no reason to fail";
}

} // namespace
} // namespace sideline::training
