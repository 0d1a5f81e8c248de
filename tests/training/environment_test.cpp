#include "training/environment/vector_environment.h"

#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/decision/run_policy.h"
#include "agentcore/robot/nao.h"
#include "agents/skill_library.h"
#include "training/task/behavior_mover.h"
#include "training/task/trial_runner.h"
#include "training/trial/trial_robot.h"

namespace sideline::training {
namespace {

using decision::ActionKind;
using testing::HasSubstr;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

std::unique_ptr<VectorEnvironment> made(const EnvironmentSettings& settings) {
    auto environment = VectorEnvironment::make(settings);
    EXPECT_TRUE(environment) << environment.error().toString();
    return std::move(*environment);
}

std::string refusal(const EnvironmentSettings& settings) {
    const auto environment = VectorEnvironment::make(settings);
    return environment ? "made" : environment.error().toString();
}

EnvironmentSettings shortStand(std::size_t count, unsigned threads) {
    EnvironmentSettings settings;
    settings.task = "stand";
    settings.taskSettings = {{"longest", "1"}, {"push", "1.5"}, {"push-every", "0.3"}};
    settings.observation = ObservationSource::Truth;
    settings.motion = "stand";
    settings.count = count;
    settings.threads = threads;
    settings.startStates = 8;
    return settings;
}

// Sets actions that differ between environments and steps.
void waggle(VectorEnvironment& environment, int step) {
    auto& actions = environment.buffers().actions;
    for (std::size_t i = 0; i < actions.size(); ++i) {
        actions[i] = 0.3F * static_cast<float>(std::sin(0.2 * step + static_cast<double>(i)));
    }
}

// Returns all observations and rewards of some steps.
std::vector<double> course(VectorEnvironment& environment, std::uint64_t seed, int steps) {
    std::vector<double> all;
    environment.reset(seed);
    for (int step = 0; step < steps; ++step) {
        waggle(environment, step);
        environment.step();
        const auto& buffers = environment.buffers();
        all.insert(all.end(), buffers.observations.begin(), buffers.observations.end());
        all.insert(all.end(), buffers.critics.begin(), buffers.critics.end());
        all.insert(all.end(), buffers.rewards.begin(), buffers.rewards.end());
        all.insert(all.end(), buffers.terminated.begin(), buffers.terminated.end());
    }
    return all;
}

TEST(EnvironmentTest, SeedAndActionsDetermineEverythingForAnyThreadCount) {
    const auto one = made(shortStand(6, 1));
    const auto three = made(shortStand(6, 3));
    EXPECT_EQ(three->threadCount(), 3U);
    const auto first = course(*one, 5, 120);
    EXPECT_EQ(first, course(*three, 5, 120));
    EXPECT_EQ(first, course(*one, 5, 120)) << "start poses come from the cache now";
    EXPECT_NE(first, course(*one, 6, 120));
}

TEST(EnvironmentTest, TrialsRestartWithEveryObservationAndACritic) {
    EnvironmentSettings settings = shortStand(2, 1);
    settings.observation = ObservationSource::Estimate;
    settings.critic = ObservationSource::Truth;
    settings.action = ActionKind::Residual;
    const auto environment = made(settings);
    const auto first = course(*environment, 5, 120);
    EXPECT_EQ(first, course(*environment, 5, 120));
    const auto& names = environment->observed();
    const auto isOfAction = [](const Feature& feature) {
        return feature.name.find("action") != std::string::npos;
    };
    ASSERT_TRUE(std::ranges::any_of(names, isOfAction));
    environment->reset(6);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (isOfAction(names[i])) {
            EXPECT_EQ(environment->buffers().observations[i], 0.0F) << names[i].name;
        }
    }
}

TEST(EnvironmentTest, PositionsAreRelativeToTheStartOfATrial) {
    EnvironmentSettings settings = shortStand(1, 1);
    settings.taskSettings = {{"longest", "1"}, {"push", "0"}, {"heading-noise", "40"}};
    settings.critic = ObservationSource::Truth;
    const auto environment = made(settings);
    const auto& names = environment->observed();
    const auto place = static_cast<std::size_t>(
        std::ranges::find(names, "heading.sin", &Feature::name) - names.begin());
    ASSERT_LT(place, names.size());
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        environment->reset(seed);
        EXPECT_NEAR(environment->buffers().observations[place], 0.0, 1e-5) << seed;
        EXPECT_NEAR(environment->buffers().critics[place], 0.0, 1e-5) << seed;
    }
}

TEST(EnvironmentTest, TheBallIsRelativeToTheTorso) {
    EnvironmentSettings settings = shortStand(1, 1);
    settings.task = "kick";
    settings.taskSettings = {};
    const auto environment = made(settings);
    environment->reset(1);
    const auto valueOf = [&](const char* name) {
        const auto& names = environment->observed();
        const auto it = std::ranges::find(names, name, &Feature::name);
        EXPECT_NE(it, names.end()) << name;
        return environment->buffers().observations[static_cast<std::size_t>(it - names.begin())];
    };
    EXPECT_GT(valueOf("ball.y"), 0.1F) << "forward";
    EXPECT_LT(valueOf("ball.y"), 0.4F);
    EXPECT_LT(std::abs(valueOf("ball.x")), 0.1F) << "hardly to the right";
    EXPECT_LT(valueOf("ball.z"), -0.2F) << "below";
}

TEST(EnvironmentTest, AMotionIsPreparedOncePerCycleAndRestartedForEveryTrial) {
    const robot::RobotModelPtr model = robot::naoModel(robot::NaoType::Standard).shared();
    agents::SkillLibrary skills;
    ActionSettings action;
    action.kind = ActionKind::Residual;
    action.motion = *skills.find("getup-front", *model);
    ActionMover mover = *ActionMover::make(*model, action);
    TrialRobot robot(*model, false);
    const auto expectedAfter = [&](int cycles, bool isPreparedBefore) {
        std::vector<double> targetRad(model->joints().size(), 0.0);
        for (int i = 0; i < cycles; ++i) {
            if (isPreparedBefore) {
                mover.prepare(robot, 0.02 * i);
            }
            mover.step(robot, 0.02 * i, targetRad);
        }
        return targetRad;
    };
    mover.begin(robot);
    const std::vector<double> expected = expectedAfter(8, false);
    EXPECT_NE(expected, std::vector<double>(expected.size(), 0.0));
    mover.begin(robot);
    EXPECT_EQ(expectedAfter(8, true), expected);
    mover.prepare(robot, 0.0); // a step that is never executed
    mover.begin(robot);
    EXPECT_EQ(expectedAfter(8, false), expected);
}

TEST(EnvironmentTest, JointsWithoutKeysKeepTheirInitialAngles) {
    const robot::RobotModelPtr model = robot::naoModel(robot::NaoType::Standard).shared();
    motion::JointTrajectory still(model->joints().size()); // moves nothing
    still.lengthS = 1.0;
    ActionSettings action;
    action.kind = ActionKind::Residual;
    action.motion = std::make_shared<const motion::JointTrajectory>(std::move(still));
    ActionMover mover = *ActionMover::make(*model, action);
    TrialRobot robot(*model, false);
    const std::size_t head = model->findJoint("he1").index();
    std::vector<double> anglesRad(model->joints().size(), 0.0);
    for (const double headRad : {0.3, -0.2}) {
        anglesRad[head] = headRad;
        robot.setPosture(math::Pose::translation({0.0, 0.0, 1.0}), anglesRad);
        mover.begin(robot);
        mover.prepare(robot, 0.0);
        EXPECT_NEAR(mover.referenceRad()[head], headRad, 1e-3);
    }
}

// Replays recorded actions in a trial without an environment.
class Recorded final : public Mover {
public:
    Recorded(ActionMover mover, const std::vector<std::vector<float>>& actions)
        : m_mover(std::move(mover)), m_actions(actions) {}
    std::span<const double> startRad() const override { return m_mover.startRad(); }
    void begin(const PhysicsRobot& robot) override {
        m_next = 0;
        m_mover.begin(robot);
    }
    bool step(const PhysicsRobot& robot, double timeS, std::span<double> targetRad) override {
        m_mover.act(m_actions[m_next++]);
        return m_mover.step(robot, timeS, targetRad);
    }

private:
    ActionMover m_mover;
    const std::vector<std::vector<float>>& m_actions;
    std::size_t m_next = 0;
};

TEST(EnvironmentTest, ATrialIsTheSameAsWithoutAnEnvironment) {
    EnvironmentSettings settings = shortStand(1, 1);
    const auto environment = made(settings);
    environment->reset(3);
    const std::uint64_t trialSeed = environment->buffers().seeds[0];
    std::vector<std::vector<float>> actions;
    do {
        waggle(*environment, static_cast<int>(actions.size()));
        actions.push_back(environment->buffers().actions);
        environment->step();
    } while (environment->buffers().lengths[0] == 0);

    const robot::RobotModelPtr model = robot::naoModel(robot::NaoType::Standard).shared();
    agents::SkillLibrary skills;
    ActionSettings action;
    action.motion = *skills.find("stand", *model);
    Recorded mover(*ActionMover::make(*model, action), actions);
    TrialRunner runner(*makeTask("stand", settings.taskSettings));
    const TrialScore score = runner.run(mover, model, trialSeed);
    const auto& buffers = environment->buffers();
    EXPECT_EQ(score.fitness, buffers.fitness[0]);
    EXPECT_EQ(score.isSuccess, buffers.success[0] != 0);
    EXPECT_EQ(buffers.endedSeed[0], trialSeed);
    EXPECT_EQ(buffers.lengths[0], actions.size());
    EXPECT_NEAR(buffers.returns[0], score.fitness, 1e-9) << "rewards are what fitness gains";
    ASSERT_EQ(score.metrics.size(), buffers.metrics.size());
    for (std::size_t i = 0; i < score.metrics.size(); ++i) {
        EXPECT_TRUE(score.metrics[i] == buffers.metrics[i] ||
                    (std::isnan(score.metrics[i]) && std::isnan(buffers.metrics[i])));
    }
}

// Records the accelerometer at the start of a trial, and does not move.
class Feeler final : public Mover {
public:
    explicit Feeler(bool feels) : m_feels(feels) {}
    bool needsAllPercepts() const override { return m_feels; }
    void begin(const PhysicsRobot& robot) override {
        felt = robot.belief().acceleration_TMps2.norm();
    }
    bool step(const PhysicsRobot&, double, std::span<double>) override { return true; }
    double felt = 0.0;

private:
    bool m_feels;
};

TEST(EnvironmentTest, ACachedStartPoseIsPerceivedToo) {
    const robot::RobotModelPtr model = robot::naoModel(robot::NaoType::Standard).shared();
    TrialRunner runner(*makeTask("stand", {{"longest", "0.5"}, {"push", "0"}}));
    Feeler numb(false);
    static_cast<void>(runner.run(numb, model, 1));
    Feeler feels(true);
    static_cast<void>(runner.run(feels, model, 1));
    EXPECT_GT(feels.felt, 9.0);
}

// A network with random weights.
decision::PolicyNetwork randomNetwork(int inputs, int outputs) {
    base::Rng rng(7);
    const auto dense = [&](int rows, int columns) {
        decision::DenseLayer layer;
        layer.weights = Eigen::MatrixXf(rows, columns).unaryExpr([&](float) {
            return static_cast<float>(rng.uniform(-0.1, 0.1));
        });
        layer.bias = Eigen::VectorXf::Zero(rows);
        return layer;
    };
    return *decision::PolicyNetwork::make(
        inputs, {dense(16, inputs), decision::ActivationLayer{}, dense(outputs, 16)});
}

TEST(EnvironmentTest, APolicyObservesTheWalkCommand) {
    EnvironmentSettings settings;
    settings.task = "follow";
    settings.taskSettings = {{"forward", "2"}, {"backward", "0"}, {"left", "0"},      {"turn", "0"},
                             {"every", "0.2"}, {"longest", "1"},  {"fall-price", "0"}};
    settings.terms = {{decision::ObservationKind::Command}};
    settings.count = 8;
    const auto environment = made(settings);
    const auto& seen = environment->buffers().observations;
    environment->reset(1);
    EXPECT_TRUE(std::ranges::all_of(seen, [](float each) { return each == 0.0F; }))
        << "the command is set in the first cycle";
    std::set<float> forward;
    for (int i = 0; i < 40; ++i) {
        environment->step();
        for (std::size_t k = 0; k < seen.size(); k += 3) {
            forward.insert(seen[k]);
            EXPECT_EQ(seen[k + 1], 0.0F);
        }
    }
    EXPECT_TRUE(forward.contains(2.0F)) << "as fast as it may, more often than not";
    EXPECT_GT(forward.size(), 4U) << "and anything in between";
    EXPECT_LE(*forward.rbegin(), 2.0F);
}

TEST(EnvironmentTest, APolicyActsAsInABehavior) {
    EnvironmentSettings settings = shortStand(1, 1);
    settings.observation = ObservationSource::Estimate;
    settings.motion = {}; // a behavior begins with all joints at zero
    settings.actionScale = 0.5;
    settings.clip = 0.4;
    const auto environment = made(settings);
    const auto network = std::make_shared<const decision::PolicyNetwork>(
        randomNetwork(static_cast<int>(environment->observed().size()),
                      static_cast<int>(environment->actions().size())));
    auto memory = network->memory();
    auto& buffers = environment->buffers();
    environment->reset(4);
    const std::uint64_t trialSeed = buffers.seeds[0];
    while (buffers.lengths[0] == 0) {
        network->evaluate(buffers.observations, memory, buffers.actions);
        environment->step();
    }
    const robot::RobotModelPtr model = robot::naoModel(robot::NaoType::Standard).shared();
    const auto policy =
        std::make_shared<const decision::Policy>(decision::Policy{environment->meaning(), network});
    ASSERT_TRUE(decision::check(*policy, *model));
    BehaviorMover mover(
        std::make_unique<decision::RunPolicy>(policy, *model, decision::RunPolicy::Settings{}),
        *model);
    TrialRunner runner(*makeTask("stand", settings.taskSettings));
    EXPECT_EQ(runner.run(mover, model, trialSeed).fitness, buffers.fitness[0]);
    EXPECT_GT(buffers.lengths[0], 10U);
}

TEST(EnvironmentTest, FallsTerminateAndTimeTruncates) {
    EnvironmentSettings settings = shortStand(1, 1);
    settings.resetsItself = false;
    settings.taskSettings = {{"longest", "1"}, {"push", "0"}, {"joint-noise", "0"}};
    const auto stands = made(settings);
    stands->reset(1);
    std::ranges::fill(stands->buffers().actions, kNan); // keeps the targets
    const auto& names = stands->observed();
    const auto knee = static_cast<std::size_t>(
        std::ranges::find(names, "joint.lle4", &Feature::name) - names.begin());
    ASSERT_LT(knee, names.size());
    const float bentRad = stands->buffers().observations[knee];
    EXPECT_LT(bentRad, -0.2F);
    for (int step = 0; step < 50; ++step) {
        EXPECT_EQ(stands->buffers().truncated[0], 0) << step;
        stands->step();
    }
    EXPECT_EQ(stands->buffers().truncated[0], 1);
    EXPECT_EQ(stands->buffers().terminated[0], 0);
    EXPECT_EQ(stands->notFiniteCount(), 50U * 22U);
    EXPECT_NEAR(stands->buffers().observations[knee], bentRad, 0.05F);
    EXPECT_EQ(stands->buffers().success[0], 1);
    const auto last = stands->buffers().observations;
    stands->step(); // the finished trial is unchanged
    EXPECT_EQ(stands->buffers().observations, last);
    EXPECT_EQ(stands->buffers().rewards[0], 0.0);
    EXPECT_EQ(stands->buffers().truncated[0], 1);

    settings.taskSettings = {{"longest", "5"}, {"push", "3"}, {"push-every", "0.1"}};
    const auto falls = made(settings);
    falls->reset(1);
    std::ranges::fill(falls->buffers().actions, kNan);
    for (int step = 0; step < 250 && falls->buffers().terminated[0] == 0; ++step) {
        falls->step();
    }
    EXPECT_EQ(falls->buffers().terminated[0], 1);
    EXPECT_EQ(falls->buffers().truncated[0], 0);
    EXPECT_EQ(falls->buffers().success[0], 0);
}

TEST(EnvironmentTest, TheNextTrialFollowsAndTheLastObservationStays) {
    const auto environment = made(shortStand(1, 1));
    environment->reset(1);
    EXPECT_EQ(environment->observed().front().name, "time");
    std::ranges::fill(environment->buffers().actions, kNan);
    while (environment->buffers().lengths[0] == 0) {
        environment->step();
    }
    const auto& buffers = environment->buffers();
    EXPECT_EQ(buffers.observations.front(), 0.0F);
    EXPECT_NEAR(buffers.finalObservations.front(), 0.02 * static_cast<double>(buffers.lengths[0]),
                1e-6);
}

TEST(EnvironmentTest, ResetsOnlySelectedEnvironments) {
    const auto environment = made(shortStand(3, 2));
    environment->reset(1);
    waggle(*environment, 1);
    environment->step();
    const auto before = environment->buffers().observations;
    const std::size_t width = environment->observed().size();
    environment->reset(std::nullopt, std::vector<std::uint8_t>{0, 1, 0});
    const auto& after = environment->buffers().observations;
    EXPECT_EQ(after[0], before[0]);
    EXPECT_EQ(after[width], 0.0F);
    EXPECT_EQ(after[2 * width], before[2 * width]);
}

TEST(EnvironmentTest, CountsEachTrialSeparately) {
    const auto environment = made(shortStand(1, 1));
    environment->reset(1);
    const auto& buffers = environment->buffers();
    for (int trial = 0; trial < 3; ++trial) {
        const std::uint64_t seed = buffers.seeds[0];
        double sum = 0.0;
        std::uint64_t steps = 0;
        do {
            waggle(*environment, static_cast<int>(steps));
            environment->step();
            sum += buffers.rewards[0];
            ++steps;
        } while (buffers.terminated[0] == 0 && buffers.truncated[0] == 0);
        EXPECT_EQ(buffers.lengths[0], steps) << trial;
        EXPECT_NEAR(buffers.returns[0], sum, 1e-9) << trial;
        EXPECT_EQ(buffers.endedSeed[0], seed) << trial;
    }
}

TEST(EnvironmentTest, TheRewardOfAStepSumsItsCycles) {
    EnvironmentSettings settings = shortStand(1, 1);
    settings.taskSettings = {{"longest", "1"}, {"push", "0"}};
    const auto single = made(settings);
    settings.cyclesPerStep = 5;
    const auto five = made(settings);
    single->reset(2);
    five->reset(2);
    std::ranges::fill(single->buffers().actions, kNan);
    std::ranges::fill(five->buffers().actions, kNan);
    for (int step = 0; step < 6; ++step) {
        double sum = 0.0;
        for (int cycle = 0; cycle < 5; ++cycle) {
            single->step();
            sum += single->buffers().rewards[0];
        }
        five->step();
        EXPECT_NEAR(five->buffers().rewards[0], sum, 1e-9) << step;
        EXPECT_NE(sum, 0.0) << step;
    }
}

TEST(EnvironmentTest, AResetRestartsHoweverTheLastTrialEnded) {
    EnvironmentSettings settings = shortStand(2, 1);
    settings.resetsItself = false;
    settings.taskSettings = {{"longest", "0.5"}, {"push", "0"}};
    const auto environment = made(settings);
    environment->reset(1);
    std::ranges::fill(environment->buffers().actions, kNan);
    const auto& buffers = environment->buffers();
    for (int step = 0; step < 25; ++step) {
        environment->step();
    }
    ASSERT_EQ(buffers.truncated, (std::vector<std::uint8_t>{1, 1}));
    const double last = buffers.rewards[0];
    ASSERT_NE(last, 0.0);
    environment->reset(std::nullopt, std::vector<std::uint8_t>{0, 1});
    EXPECT_EQ(buffers.truncated, (std::vector<std::uint8_t>{1, 0}));
    EXPECT_EQ(buffers.rewards[0], last);
    EXPECT_EQ(buffers.rewards[1], 0.0);
    const std::size_t width = environment->observed().size();
    for (int step = 1; step <= 25; ++step) {
        EXPECT_EQ(buffers.truncated[1], 0) << step;
        environment->step();
        EXPECT_NEAR(buffers.observations[width], 0.02 * step, 1e-6) << "time advances";
    }
    EXPECT_EQ(buffers.truncated[1], 1);
    EXPECT_EQ(buffers.lengths[1], 25U);
}

TEST(EnvironmentTest, SpeedsTargetsAndResidualsMoveAJoint) {
    for (const auto& [kind, value] : std::map<ActionKind, float>{{ActionKind::JointSpeeds, 2.0F},
                                                                 {ActionKind::JointTargets, 0.5F},
                                                                 {ActionKind::Residual, 0.5F}}) {
        EnvironmentSettings settings = shortStand(1, 1);
        settings.taskSettings = {{"push", "0"}, {"joint-noise", "0"}};
        settings.action = kind;
        settings.joints = {"hj1"};
        const auto environment = made(settings);
        ASSERT_EQ(environment->actions().size(), 1U);
        EXPECT_EQ(environment->actions()[0].name, "he1");
        EXPECT_EQ(environment->actions()[0].unit,
                  kind == ActionKind::JointSpeeds ? "rad/s" : "rad");
        environment->reset(1);
        const auto& names = environment->observed();
        const auto head = static_cast<std::size_t>(
            std::ranges::find(names, "joint.he1", &Feature::name) - names.begin());
        ASSERT_LT(head, names.size());
        environment->buffers().actions[0] = value;
        for (int step = 0; step < 13; ++step) {
            environment->step();
        }
        // A target acts in the cycle after the next.
        EXPECT_NEAR(environment->buffers().observations[head], 0.5, 0.05) << wordOf(kind);
    }
}

TEST(EnvironmentTest, ReportsErrors) {
    const EnvironmentSettings good = shortStand(1, 1);
    EnvironmentSettings bad = good;
    bad.task = "stnad";
    EXPECT_THAT(refusal(bad), HasSubstr("stand"));
    bad = good;
    bad.taskSettings = {{"pussh", "1"}};
    EXPECT_THAT(refusal(bad), HasSubstr("push"));
    bad = good;
    bad.joints = {"hj11"};
    EXPECT_THAT(refusal(bad), HasSubstr("has no movable joint hj11"));
    bad = good;
    bad.joints = {"hj1", "he1"};
    EXPECT_THAT(refusal(bad), HasSubstr("named twice"));
    bad = good;
    bad.action = ActionKind::Residual;
    bad.motion = "";
    EXPECT_THAT(refusal(bad), HasSubstr("need a motion"));
    bad.motion = "stnad";
    EXPECT_THAT(refusal(bad), HasSubstr("stand"));
    bad = good;
    bad.clip = -1.0;
    EXPECT_THAT(refusal(bad), HasSubstr("above 0"));
    bad = good;
    bad.actionScale = 0.0;
    EXPECT_THAT(refusal(bad), HasSubstr("above 0"));
    bad = good;
    bad.terms = {{decision::ObservationKind::Phase}};
    EXPECT_THAT(refusal(bad), HasSubstr("period"));
    bad = good;
    bad.robotTypes = {0, 5};
    bad.count = 2;
    EXPECT_THAT(refusal(bad), HasSubstr("0 to 4"));
    bad.robotTypes = {0, 4};
    EXPECT_THAT(refusal(bad), HasSubstr("same joints"));
    bad = good;
    bad.count = 0;
    EXPECT_THAT(refusal(bad), HasSubstr("number of environments"));
    bad = good;
    bad.cyclesPerStep = 0;
    EXPECT_THAT(refusal(bad), HasSubstr("cycles"));
    EXPECT_THAT(observationSourceFromName("truht").error().toString(), HasSubstr("truth"));
}

} // namespace
} // namespace sideline::training
