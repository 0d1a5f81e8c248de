// What policies observe, what their outputs do, and the behavior of both.
#include <cmath>
#include <functional>
#include <numeric>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/decision/run_policy.h"
#include "agentcore/robot/soccerbot056.h"
#include "tests/agentcore/behavior/action_fixture.h"
#include "tests/support/allocation_guard.h"

namespace sideline::decision {
namespace {

using behavior::Status;
using testing::ElementsAre;
using testing::FloatNear;
using testing::HasSubstr;
using testing::Pointwise;

PolicyInterface twoJoints() {
    PolicyInterface meaning;
    meaning.observation = {{ObservationKind::JointAngles, 1.0}};
    meaning.joints = {"rlj4", "llj4"};
    return meaning;
}

// Gives `outputs` whatever it observes.
Policy constantPolicy(PolicyInterface meaning, const robot::RobotModel& model,
                      const Eigen::VectorXf& outputs) {
    const int inputs = observationSize(meaning, model);
    auto network = PolicyNetwork::make(
        inputs, {DenseLayer{Eigen::MatrixXf::Zero(outputs.size(), inputs), outputs}});
    return {std::move(meaning), std::make_shared<const PolicyNetwork>(std::move(*network))};
}

class RunPolicyTest : public behavior::ActionFixture {
protected:
    RunPolicy make(const PolicyInterface& meaning, const Eigen::VectorXf& outputs,
                   RunPolicy::Settings settings = {}) {
        auto policy = std::make_shared<const Policy>(constantPolicy(meaning, m_model, outputs));
        EXPECT_TRUE(check(*policy, m_model)) << check(*policy, m_model).error().toString();
        return {policy, m_model, std::move(settings)};
    }
};

TEST_F(RunPolicyTest, ObservesWhatTheBodyBelieves) {
    PolicyInterface meaning = twoJoints();
    meaning.observation = {
        {ObservationKind::JointAngles, 1.0},     {ObservationKind::JointSpeeds, 0.1},
        {ObservationKind::ReferenceAngles, 1.0}, {ObservationKind::Gyro, 0.5},
        {ObservationKind::Acceleration, 1.0},    {ObservationKind::Up, 1.0},
        {ObservationKind::FootForces, 0.01},     {ObservationKind::FootCenters, 1.0},
        {ObservationKind::LastAction, 1.0},      {ObservationKind::Phase, 1.0},
        {ObservationKind::Progress, 1.0},        {ObservationKind::Command, 1.0}};
    meaning.observedJoints = {"he1"};
    meaning.periodS = 0.08;
    PolicyObserver observer(meaning, m_model);
    ASSERT_EQ(observer.size(), 1 + 1 + 2 + 3 + 3 + 3 + 6 + 4 + 2 + 2 + 1 + 3);
    EXPECT_THAT(observer.names().front(), "joint-angles.he1");
    EXPECT_THAT(observer.names()[15], HasSubstr("foot-forces."));

    world::BodyBelief body;
    body.joints.resize(m_model.joints().size());
    body.acceleration_TMps2 = {0.0, 9.81, 0.0};
    body.gyro_TRadPerS = {0.0, 0.0, 2.0};
    body.forces = {{m_model.findBody("lfoot"), {0.01, 0.02, 0.03}, {1.0, 2.0, 30.0}}};
    std::vector<double> referenceRad(body.joints.size(), 0.0);
    referenceRad[m_model.findJoint("llj4").index()] = -0.3;
    const std::vector<float> lastAction = {0.5F, -0.5F};
    const ObservationInput input{body, 0.02, lastAction, referenceRad, {0.4, 0.1, -0.2}};
    std::vector<float> values(static_cast<std::size_t>(observer.size()));
    const auto head = [&](double angleRad) {
        body.joints[m_model.findJoint("he1").index()].measuredRad = angleRad;
        observer.observe(input, values);
    };
    head(0.1);
    EXPECT_EQ(values[1], 0.0F) << "no speed without a cycle before";
    EXPECT_THAT((std::vector<float>(values.begin() + 10, values.begin() + 13)),
                ElementsAre(0.0F, 1.0F, 0.0F));
    head(0.14);
    std::vector<float> expected = {0.14F, 0.2F, 0.0F, -0.3F, 0.0F, 0.0F, 1.0F, 0.0F, 9.81F, 0.0F};
    const std::vector<std::size_t> foot = observer.names()[13] == "foot-forces.lfoot.x"
                                              ? std::vector<std::size_t>{13, 19}
                                              : std::vector<std::size_t>{16, 21};
    EXPECT_THAT((std::vector<float>(values.begin(), values.begin() + 10)),
                Pointwise(FloatNear(1e-6F), expected));
    EXPECT_GT(values[10], 0.03F) << "the torso turns to the left, up turns to its right";
    EXPECT_NEAR(std::hypot(values[10], values[11], values[12]), 1.0, 1e-6);
    EXPECT_NEAR(values[foot[0] + 2], 0.3F, 1e-6);
    EXPECT_NEAR(values[foot[1] + 1], 0.02F, 1e-6);
    EXPECT_NEAR(std::accumulate(values.begin() + 13, values.begin() + 19, 0.0F), 0.33F, 1e-6);
    expected = {0.5F, -0.5F, 0.0F, -1.0F, 0.5F, 0.4F, 0.1F, -0.2F};
    EXPECT_THAT((std::vector<float>(values.begin() + 23, values.end())),
                Pointwise(FloatNear(1e-6F), expected));
    for (int i = 0; i < 5; ++i) {
        head(0.14);
    }
    EXPECT_EQ(values[1], 0.0F) << "the head stands still";
    EXPECT_EQ(values[27], 1.0F) << "progress stays at its end";
    observer.reset();
    head(0.2);
    EXPECT_EQ(values[1], 0.0F);
    EXPECT_EQ(values[27], 0.25F);
}

TEST_F(RunPolicyTest, ExplainsWhatItObservesItsLayersAndItsOutputs) {
    Eigen::VectorXf outputs(2);
    outputs << 0.3F, -0.4F;
    RunPolicy::Settings settings;
    settings.title = "kick.onnx";
    settings.explains = true;
    RunPolicy policy = make(twoJoints(), outputs, settings);
    policy.enter(context());
    ASSERT_EQ(decide(policy), Status::Running);
    const world::DecisionTrace& trace = m_request.decision.trace;
    EXPECT_EQ(trace.maker, "policy kick");
    std::string text;
    for (const world::DecisionNode& node : trace.nodes) {
        text += fmt::format("{}{} {:.2f}\n", std::string(node.depth > 0 ? 2 : 0, ' '), node.name,
                            node.score);
    }
    EXPECT_THAT(text, HasSubstr("inputs 0.00\n  joint-angles "));
    EXPECT_THAT(
        text, HasSubstr("layers 0.00\n  dense 2 0.35\noutputs 0.00\n  rlj4 0.30\n  llj4 -0.40\n"));
    // Adds nothing to the trace of another maker.
    m_request.decision.trace = {.maker = "tree field", .fault = {}, .nodes = {}, .terms = {}};
    ASSERT_EQ(policy.update(context(), m_request), Status::Running);
    EXPECT_EQ(trace.maker, "tree field");
    EXPECT_TRUE(trace.nodes.empty());
    RunPolicy silent = make(twoJoints(), outputs);
    silent.enter(context());
    m_request.decision.trace.clear();
    decide(silent);
    EXPECT_TRUE(trace.isEmpty());
}

TEST_F(RunPolicyTest, TheUpVectorForgetsWhatTheGyroMissed) {
    PolicyInterface meaning = twoJoints();
    meaning.observation = {{ObservationKind::Up, 1.0}};
    PolicyObserver observer(meaning, m_model);
    world::BodyBelief body;
    body.joints.resize(m_model.joints().size());
    std::vector<float> up(3);
    observer.observe({body, 0.02, {}}, up);
    EXPECT_THAT(up, ElementsAre(0.0F, 0.0F, 1.0F)) << "without an accelerometer";
    body.acceleration_TMps2 = {-9.81, 0.0, 0.0};
    for (int i = 0; i < 200; ++i) {
        observer.observe({body, 0.02, {}}, up);
    }
    EXPECT_NEAR(up[0], -1.0F, 1e-3F);
    // An impact that the accelerometer measures is not gravity.
    body.acceleration_TMps2 = {0.0, 80.0, 0.0};
    observer.observe({body, 0.02, {}}, up);
    EXPECT_NEAR(up[0], -1.0F, 1e-3F);
    // Nor is a turn one whose angle is no number.
    body.gyro_TRadPerS = {0.0, 0.0, 1e200};
    observer.observe({body, 0.02, {}}, up);
    EXPECT_NEAR(up[0], -1.0F, 1e-3F);
}

TEST_F(RunPolicyTest, JointTargetsAreScaledAndMoved) {
    PolicyInterface meaning = twoJoints();
    meaning.scale = {0.5, 0.25};
    meaning.offsetRad = {-0.6, -0.1};
    meaning.clip = 1.0;
    RunPolicy policy = make(meaning, Eigen::Vector2f(0.4F, -3.0F));
    m_joints[m_model.findJoint("he1").index()].targetRad = 0.7;
    policy.enter(context());
    EXPECT_EQ(step(policy), Status::Running);
    EXPECT_NEAR(joint("rlj4").targetRad, -0.4, 1e-6);
    EXPECT_NEAR(joint("llj4").targetRad, -0.35, 1e-6) << "clipped to -1";
    EXPECT_EQ(joint("he1").targetRad, 0.7) << "left alone";
    EXPECT_EQ(m_values.front().name, "policy.timeS");
}

TEST_F(RunPolicyTest, JointSpeedsAreThoseThatAreSent) {
    PolicyInterface meaning = twoJoints();
    meaning.action = ActionKind::JointSpeeds;
    meaning.scale = {2.0};
    RunPolicy policy = make(meaning, Eigen::Vector2f(-0.5F, 0.0F));
    policy.enter(context());
    for (const char* each : {"rlj4", "llj4"}) {
        m_joints[m_model.findJoint(each).index()].expectedRad = -0.5;
    }
    step(policy);
    EXPECT_NEAR(joint("rlj4").commandRadPerS, -1.0, 1e-6);
    EXPECT_NEAR(joint("llj4").commandRadPerS, 0.0, 1e-6);
}

TEST_F(RunPolicyTest, ResidualsAreAddedToAMotion) {
    auto motion = std::make_shared<motion::JointTrajectory>(m_model.joints().size());
    motion->setKeys(m_model.findJoint("rle4"), {{.timeS = 0.2, .angleRad = -0.2}});
    motion->lengthS = 0.2;
    PolicyInterface meaning = twoJoints();
    meaning.observation.push_back({ObservationKind::ReferenceAngles, 1.0});
    meaning.action = ActionKind::Residual;
    meaning.motion = "nod";
    RunPolicy policy = make(meaning, Eigen::Vector2f(-0.05F, -0.03F),
                            {.title = {}, .start = {}, .motion = motion});
    policy.enter(context());
    for (int i = 0; i < 5; ++i) {
        step(policy);
    }
    EXPECT_NEAR(joint("rlj4").targetRad, -0.15, 1e-6);
    EXPECT_NEAR(joint("llj4").targetRad, -0.03, 1e-6)
        << "added once where the motion moves nothing";
    policy.enter(context());
    m_joints[m_model.findJoint("rle4").index()] = {};
    m_joints[m_model.findJoint("lle4").index()] = {-0.5, -0.5, -0.5, 0.0};
    step(policy);
    EXPECT_NEAR(joint("rlj4").targetRad, -0.07, 1e-6) << "from the motion's beginning";
    EXPECT_NEAR(joint("llj4").targetRad, -0.53, 1e-6) << "and from where the robot is now";
}

TEST_F(RunPolicyTest, TheStartMotionComesFirst) {
    auto motion = std::make_shared<motion::JointTrajectory>(m_model.joints().size());
    motion->setKeys(m_model.findJoint("lae1"), {{.timeS = 0.1, .angleRad = -0.3}});
    motion->lengthS = 0.1;
    RunPolicy policy = make(twoJoints(), Eigen::Vector2f(-0.05F, -0.05F),
                            {.title = {}, .start = motion, .motion = {}});
    for (int round = 0; round < 2; ++round) {
        policy.enter(context());
        int before = 0;
        do {
            EXPECT_EQ(step(policy), Status::Running);
            ++before;
        } while (m_decision.reason == "moving to the start pose" && before < 50);
        EXPECT_GE(before, 5);
        EXPECT_LT(before, 10) << "the motion takes 0.1 s";
        EXPECT_NEAR(joint("lae1").measuredRad, -0.3, 0.02);
        for (int i = 0; i < 10; ++i) {
            step(policy);
        }
        EXPECT_NEAR(joint("rlj4").measuredRad, -0.05, 1e-3);
        EXPECT_NEAR(joint("lae1").measuredRad, -0.3, 0.02) << "it stays";
    }
}

TEST_F(RunPolicyTest, APolicyWithAnEndIsDoneThere) {
    PolicyInterface meaning = twoJoints();
    meaning.observation = {{ObservationKind::Progress, 1.0}};
    meaning.periodS = 0.05;
    RunPolicy policy = make(meaning, Eigen::Vector2f(0.0F, 0.0F));
    policy.enter(context());
    EXPECT_EQ(step(policy), Status::Running);
    EXPECT_EQ(step(policy), Status::Running);
    EXPECT_EQ(step(policy), Status::Running);
    EXPECT_EQ(step(policy), Status::Done);
    policy.enter(context());
    EXPECT_EQ(step(policy), Status::Running);
}

TEST_F(RunPolicyTest, OutputsThatAreNotFiniteMoveNothing) {
    PolicyInterface meaning = twoJoints();
    auto network = PolicyNetwork::make(
        2, {DenseLayer{Eigen::MatrixXf::Constant(2, 2, 3e38F), Eigen::Vector2f(0.0F, 0.0F)}});
    RunPolicy policy(std::make_shared<const Policy>(Policy{
                         meaning, std::make_shared<const PolicyNetwork>(std::move(*network))}),
                     m_model, {.title = "walk.onnx", .start = {}, .motion = {}});
    policy.enter(context());
    for (const char* each : {"rlj4", "llj4"}) {
        m_joints[m_model.findJoint(each).index()] = {-2.0, -2.0, -2.0, 0.0};
    }
    EXPECT_EQ(step(policy), Status::Failed);
    EXPECT_EQ(m_decision.reason, "walk.onnx: its outputs are not finite");
    EXPECT_EQ(joint("rlj4").targetRad, -2.0);
    m_frame.identity.model = robot::soccerbot056Model().shared();
    EXPECT_EQ(policy.update(context(), m_request), Status::Failed);
    EXPECT_THAT(m_decision.reason, HasSubstr("different joints"));
}

// With a memory, a time, and what it did last among what it observes.
Policy rememberingPolicy(const robot::RobotModel& model) {
    PolicyInterface meaning = twoJoints();
    meaning.observation.push_back({ObservationKind::Phase, 1.0});
    meaning.observation.push_back({ObservationKind::LastAction, 1.0});
    meaning.periodS = 0.5;
    meaning.scale = {-1.0}; // a knee bends to one side only
    const Eigen::Index inputs = observationSize(meaning, model);
    auto network = PolicyNetwork::make(
        static_cast<int>(inputs),
        {GruLayer{Eigen::MatrixXf::Constant(6, inputs, 0.3F), Eigen::MatrixXf::Constant(6, 2, 0.4F),
                  Eigen::VectorXf::Constant(6, 0.1F), Eigen::VectorXf::Zero(6), true}});
    return {std::move(meaning), std::make_shared<const PolicyNetwork>(std::move(*network))};
}

TEST_F(RunPolicyTest, ACopyContinuesAndNothingIsAllocated) {
    RunPolicy policy(
        std::make_shared<const Policy>(rememberingPolicy(m_model)), m_model,
        {.title = "a title that is too long for a small string", .start = {}, .motion = {}});
    policy.enter(context());
    for (int i = 0; i < 10; ++i) {
        step(policy);
    }
    const auto copy = policy.clone();
    const std::vector<world::JointBelief> joints = m_joints;
    step(policy);
    const double targetRad = joint("rlj4").targetRad;
    m_joints = joints;
    step(*copy);
    EXPECT_EQ(joint("rlj4").targetRad, targetRad);
    const sideline::tests::AllocationGuard guard;
    for (int i = 0; i < 20; ++i) {
        step(policy);
    }
    EXPECT_EQ(guard.count(), 0U);
}

TEST_F(RunPolicyTest, EnteredAgainItDoesWhatItDidTheFirstTime) {
    RunPolicy policy(std::make_shared<const Policy>(rememberingPolicy(m_model)), m_model, {});
    const std::vector<world::JointBelief> joints = m_joints;
    std::vector<double> targetRad[2];
    for (std::vector<double>& round : targetRad) {
        m_joints = joints;
        policy.enter(context());
        for (int i = 0; i < 10; ++i) {
            step(policy);
            round.push_back(joint("rlj4").targetRad);
        }
    }
    EXPECT_EQ(targetRad[1], targetRad[0]);
    EXPECT_NE(targetRad[0].front(), targetRad[0].back());
}

TEST_F(RunPolicyTest, ItContinuesAfterAnAngleThatIsNotANumber) {
    RunPolicy policy(std::make_shared<const Policy>(rememberingPolicy(m_model)), m_model, {});
    policy.enter(context());
    EXPECT_EQ(step(policy), Status::Running);
    const std::size_t knee = m_model.findJoint("rlj4").index();
    const world::JointBelief good = m_joints[knee];
    m_joints[knee].measuredRad = std::nan("");
    EXPECT_EQ(step(policy), Status::Failed);
    m_joints[knee] = good;
    EXPECT_EQ(step(policy), Status::Running);
}

TEST_F(RunPolicyTest, ReportsAMeaningThatDoesNotFit) {
    const auto faultOf = [&](const std::function<void(PolicyInterface&)>& change) {
        PolicyInterface meaning = twoJoints();
        change(meaning);
        const auto checked = check(meaning);
        return checked ? std::string("none") : checked.error().toString();
    };
    EXPECT_EQ(faultOf([](PolicyInterface&) {}), "none");
    EXPECT_THAT(faultOf([](auto& m) { m.joints.clear(); }), HasSubstr("no joints"));
    EXPECT_THAT(faultOf([](auto& m) { m.joints = {"rlj4", "rlj4"}; }), HasSubstr("named twice"));
    EXPECT_THAT(faultOf([](auto& m) {
                    m.observation = {{ObservationKind::Phase, 1.0}};
                }),
                HasSubstr("need a period, not 0 s"));
    EXPECT_THAT(faultOf([](auto& m) { m.action = ActionKind::Residual; }),
                HasSubstr("needs a motion"));
    EXPECT_THAT(faultOf([](auto& m) { m.motion = "walk"; }), HasSubstr("not a residual"));
    EXPECT_THAT(faultOf([](auto& m) {
                    m.observation = {{ObservationKind::ReferenceAngles, 1.0}};
                }),
                HasSubstr("there is none"));
    EXPECT_THAT(faultOf([](auto& m) {
                    m.scale = {1.0, 2.0, 3.0};
                }),
                HasSubstr("3 scales for 2 joints"));
    EXPECT_THAT(faultOf([](auto& m) { m.observation.front().scale = NAN; }),
                HasSubstr("scale of joint-angles is nan"));
    EXPECT_THAT(faultOf([](auto& m) { m.offsetRad = {1.0}; }), HasSubstr("offsets do not match"));
    EXPECT_THAT(faultOf([](auto& m) { m.clip = 0.0; }), HasSubstr("invalid clip value 0"));

    const auto fits = [&](const PolicyInterface& meaning, int inputs, int outputs) {
        auto network = PolicyNetwork::make(
            inputs,
            {DenseLayer{Eigen::MatrixXf::Zero(outputs, inputs), Eigen::VectorXf::Zero(outputs)}});
        const auto checked =
            check({meaning, std::make_shared<const PolicyNetwork>(std::move(*network))}, m_model);
        return checked ? std::string("none") : checked.error().toString();
    };
    EXPECT_EQ(fits(twoJoints(), 2, 2), "none");
    EXPECT_THAT(fits(twoJoints(), 3, 2), HasSubstr("has 3 inputs"));
    EXPECT_THAT(fits(twoJoints(), 3, 2), HasSubstr("joint-angles 2"));
    EXPECT_THAT(fits(twoJoints(), 2, 3), HasSubstr("has 3 outputs for 2 joints"));
    PolicyInterface toes = twoJoints();
    toes.robot = "nao4";
    toes.joints = {"rlj7", "llj7"};
    EXPECT_THAT(fits(toes, 2, 2), HasSubstr("needs joint 'rlj7', which nao0 does not have; "
                                            "expected a robot like nao4"));
}

} // namespace
} // namespace sideline::decision
