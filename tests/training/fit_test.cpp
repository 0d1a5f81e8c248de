// Networks fitted to functions and motions.
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/decision/policy_observation.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "agents/behaviors/built_in.h"
#include "training/fit/behavior_fit.h"
#include "training/fit/motion_fit.h"
#include "training/task/task_registry.h"

namespace sideline::training {
namespace {

using decision::ObservationKind;
using math::degFromRad;
using motion::JointTrajectory;
using testing::ElementsAre;
using testing::HasSubstr;

const robot::RobotModel& nao() {
    return robot::naoModel(robot::NaoType::Standard);
}

// Bends both knees and extends them again.
std::shared_ptr<JointTrajectory> squat() {
    auto trajectory = std::make_shared<JointTrajectory>(nao().joints().size());
    for (const auto& [name, bentRad] :
         {std::pair("lle3", 0.6), std::pair("rle3", 0.6), std::pair("lle4", -1.2),
          std::pair("rle4", -1.2), std::pair("lle5", 0.6), std::pair("rle5", 0.6)}) {
        trajectory->setKeys(nao().findJoint(name),
                            {{.timeS = 0.8, .angleRad = bentRad, .curve = motion::Curve::Sine},
                             {.timeS = 1.6, .angleRad = 0.0, .curve = motion::Curve::Sine}});
    }
    trajectory->lengthS = 1.6;
    return trajectory;
}

TEST(NetworkFitTest, LearnsAFunctionDeterministically) {
    FitExamples examples{Eigen::MatrixXd(2, 100), Eigen::MatrixXd(1, 100)};
    for (int i = 0; i < 100; ++i) {
        const double x = i / 50.0 - 1.0;
        examples.inputs.col(i) << x, 7.0;
        examples.outputs(0, i) = 5.0 + std::sin(4.0 * x);
    }
    const NetworkFitSettings settings{.hidden = {16, 16}, .epochs = 800, .seed = 3};
    const auto network = fitNetwork(examples, settings);
    ASSERT_TRUE(network);
    EXPECT_EQ(network->summary(),
              "2 inputs, subtract, divide, dense 16, tanh, dense 16, tanh, dense 1");
    auto memory = network->memory();
    for (int i = 0; i < 100; ++i) {
        const Eigen::Vector2f input = examples.inputs.col(i).cast<float>();
        float output = 0.0F;
        network->evaluate({input.data(), 2}, memory, {&output, 1});
        EXPECT_NEAR(output, examples.outputs(0, i), 0.02) << i;
    }
    EXPECT_EQ(fitNetwork(examples, settings)->layers(), network->layers());
}

TEST(NetworkFitTest, ReportsWhatCannotBeFitted) {
    const FitExamples some{Eigen::MatrixXd::Random(1, 4), Eigen::MatrixXd::Random(1, 4)};
    EXPECT_THAT(fitNetwork({}, {}).error().toString(), HasSubstr("no examples"));
    EXPECT_THAT(fitNetwork(some, {.hidden = {0}}).error().toString(),
                HasSubstr("hidden layer of 0 units; expected 1 to 1024"));
    EXPECT_THAT(fitNetwork(some, {.epochs = 0}).error().toString(), HasSubstr("0 epochs"));
    EXPECT_EQ(fitNetwork(some, {}, [] { return true; }).error().code, base::ErrorCode::Canceled);
}

TEST(MotionFitTest, AMotionBecomesAFunctionOfItsProgress) {
    MotionFitSettings settings;
    settings.network.epochs = 1500;
    const auto fit = fitMotion(squat(), nao(), settings);
    ASSERT_TRUE(fit) << fit.error().toString();
    EXPECT_EQ(fit->joints.size(), 6U);
    EXPECT_LT(degFromRad(fit->rmsRad), 0.5);
    EXPECT_LT(degFromRad(fit->unseenRmsRad), 0.5);
    EXPECT_LT(degFromRad(fit->maxRad), 2.0);
    EXPECT_TRUE(fit->policy.meaning.observes(ObservationKind::Progress));
    EXPECT_EQ(fit->policy.meaning.periodS, 1.6);
    EXPECT_TRUE(decision::check(fit->policy, nao()));
    EXPECT_THAT(fit->omitted, ElementsAre());
    // The policy in a robot reproduces the motion's targets.
    decision::PolicyObserver observer(fit->policy.meaning, nao());
    world::BodyBelief body;
    body.joints.resize(nao().joints().size());
    float progress = 0.0F;
    std::vector<float> action(6);
    auto memory = fit->policy.network->memory();
    for (int cycle = 1; cycle <= 40; ++cycle) {
        observer.observe({body, 0.02, {}}, {&progress, 1});
        fit->policy.network->evaluate({&progress, 1}, memory, action);
    }
    for (std::size_t i = 0; i < action.size(); ++i) {
        const robot::JointId joint = nao().findJoint(fit->policy.meaning.joints[i]);
        EXPECT_NEAR(action[i], squat()->angleRad(joint, 0.8, 0.0), 0.05);
    }
}

TEST(MotionFitTest, APolicyMovesBothAxesOfAUniversalJoint) {
    const robot::RobotModel& model = robot::soccerbot056Model();
    auto trajectory = std::make_shared<JointTrajectory>(model.joints().size());
    for (const char* name : {"lae1_2", "lae1_2.2"}) {
        trajectory->setKeys(model.findJoint(name), {{.timeS = 0.4, .angleRad = 0.3}});
    }
    trajectory->lengthS = 0.4;
    MotionFitSettings settings;
    settings.network.epochs = 10;
    const auto fit = fitMotion(trajectory, model, settings);
    ASSERT_TRUE(fit) << fit.error().toString();
    EXPECT_THAT(fit->policy.meaning.joints, ElementsAre("laj1_2", "laj1_2.2"));
    const auto checked = decision::check(fit->policy, model);
    EXPECT_TRUE(checked) << checked.error().toString();
}

TEST(MotionFitTest, ARepeatedPartBecomesAFunctionOfItsPhase) {
    auto trajectory = squat();
    trajectory->loop = motion::TrajectoryLoop{.beginS = 0.0, .endS = 1.6, .count = 0};
    trajectory->speed = 2.0;
    trajectory->waits = {{.timeS = 0.4}};
    MotionFitSettings settings;
    settings.network.epochs = 1500;
    const auto fit = fitMotion(trajectory, nao(), settings);
    ASSERT_TRUE(fit) << fit.error().toString();
    EXPECT_TRUE(fit->policy.meaning.observes(ObservationKind::Phase));
    EXPECT_EQ(fit->policy.meaning.periodS, 0.8);
    EXPECT_LT(degFromRad(fit->rmsRad), 0.5);
    EXPECT_THAT(fit->omitted, ElementsAre("its waits"));
}

TEST(MotionFitTest, TrialsAddTheBodyStateToTheInputs) {
    MotionFitSettings settings;
    settings.network = {.hidden = {24}, .epochs = 200, .seed = 1};
    settings.trials = 6;
    const auto fit = fitMotion(squat(), nao(), settings);
    ASSERT_TRUE(fit) << fit.error().toString();
    EXPECT_TRUE(fit->policy.meaning.observes(ObservationKind::FootForces));
    EXPECT_EQ(fit->policy.network->inputSize(), 1 + 6 + 3 + 3 + 6);
    EXPECT_EQ(fit->exampleCount, 480U) << "a cycle each";
    EXPECT_LT(degFromRad(fit->rmsRad), 3.0);
    EXPECT_LT(degFromRad(fit->unseenRmsRad), 6.0);
    EXPECT_TRUE(decision::check(fit->policy, nao()));
}

TEST(BehaviorFitTest, AWalkBecomesAFunctionOfBodyStateAndCommand) {
    agents::SkillLibrary skills;
    const auto registry = agents::builtInBehaviors();
    const auto complete = registry.complete("walk", {}, nao()).value();
    const auto walk = registry.make("walk", complete, {nao(), skills}).value();
    const TaskPtr follow = makeTask("follow", {{"longest", "4"},
                                               {"forward", "0.3"},
                                               {"backward", "0.1"},
                                               {"left", "0.1"},
                                               {"turn", "30"},
                                               {"self-collisions", "true"}})
                               .value();
    BehaviorFitSettings settings;
    settings.network = {.hidden = {24}, .epochs = 150, .seed = 1};
    settings.trials = 4;
    settings.testTrials = 2;
    const auto fit = fitBehavior(*walk, follow, nao().shared(), settings);
    ASSERT_TRUE(fit) << fit.error().toString();
    EXPECT_EQ(fit->trainingTrials, 4);
    EXPECT_EQ(fit->exampleCount, 800U);
    EXPECT_GE(fit->joints.size(), 12U) << "legs, and arms that swing";
    EXPECT_EQ(fit->behavior.succeeded, 2);
    EXPECT_GT(fit->behavior.fitness, 0.2);
    EXPECT_LT(degFromRad(fit->rmsRad), 2.0);
    EXPECT_LT(degFromRad(fit->unseenRmsRad), 4.0);
    EXPECT_TRUE(std::isfinite(fit->network.fitness));
    for (const ObservationKind kind :
         {ObservationKind::JointAngles, ObservationKind::LastAction, ObservationKind::Command}) {
        EXPECT_TRUE(fit->policy.meaning.observes(kind));
    }
    EXPECT_TRUE(decision::check(fit->policy, nao()));
    EXPECT_EQ(
        fitBehavior(*walk, follow, nao().shared(), settings, [] { return true; }).error().code,
        base::ErrorCode::Canceled);
    // A task that it never completes provides no examples.
    const TaskPtr hopeless = makeTask("get-up", {{"longest", "0.5"}, {"side", "back"}}).value();
    EXPECT_THAT(fitBehavior(*walk, hopeless, nao().shared(), settings).error().toString(),
                HasSubstr("failed in all trials"));
}

TEST(MotionFitTest, ReportsEmptyMotions) {
    JointTrajectory still(nao().joints().size());
    EXPECT_THAT(fitMotion(std::make_shared<JointTrajectory>(still), nao(), {}).error().toString(),
                HasSubstr("moves no joint"));
    EXPECT_THAT(fitMotion(std::make_shared<JointTrajectory>(3), nao(), {}).error().toString(),
                HasSubstr("3 joints, but nao0 has 22"));
    EXPECT_EQ(fitMotion(squat(), nao(), {}, [] { return true; }).error().code,
              base::ErrorCode::Canceled);
}

} // namespace
} // namespace sideline::training
