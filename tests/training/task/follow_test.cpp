// Walk commands: the distance along each command counts.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "agents/behaviors/built_in.h"
#include "training/task/behavior_mover.h"
#include "training/task/task_registry.h"
#include "training/task/trial_runner.h"

namespace sideline::training {
namespace {

using motion::WalkCommand;

robot::RobotModelPtr walkingNao() {
    return robot::naoModel(robot::NaoType::Standard).shared();
}

TaskPtr followTaskWith(const agents::ParameterTexts& settings) {
    auto made = makeTask("follow", settings);
    EXPECT_TRUE(made) << made.error().toString();
    return *made;
}

BehaviorMover walker(const agents::ParameterTexts& settings = {}) {
    agents::SkillLibrary skills;
    const robot::RobotModelPtr model = walkingNao();
    auto walk = agents::builtInBehaviors().make("walk", settings, {*model, skills});
    EXPECT_TRUE(walk) << walk.error().toString();
    return {std::move(*walk), *model};
}

double metricOf(const Task& task, const TrialScore& score, const char* name) {
    const auto found = std::ranges::find(task.metrics(), name, &MetricInfo::name);
    EXPECT_NE(found, task.metrics().end()) << name;
    return score.metrics[static_cast<std::size_t>(found - task.metrics().begin())];
}

// Does not move, and records the commands.
class Stubborn final : public Mover {
public:
    void setCommand(const WalkCommand& command) override { commands.push_back(command); }
    void begin(const PhysicsRobot& robot) override { static_cast<void>(robot); }
    bool step(const PhysicsRobot& robot, double timeS, std::span<double> targetRad) override {
        static_cast<void>(robot);
        lastS = timeS;
        if (fallsS && timeS >= *fallsS) {
            // Lifts both feet: the robot sits down and falls over.
            for (const char* joint : {"lle3", "rle3"}) {
                targetRad[walkingNao()->findJoint(joint).index()] = 1.7;
            }
        }
        return true;
    }

    std::vector<WalkCommand> commands;
    std::optional<double> fallsS;
    double lastS = 0.0;
};

TEST(FollowTest, EqualSeedsGiveEqualCommands) {
    const TaskPtr follow = followTaskWith({{"longest", "60"}});
    const auto commands = [&](std::uint64_t seed) {
        base::Rng rng(seed);
        return follow->start(rng).commands;
    };
    const auto first = commands(7);
    const auto again = commands(7);
    ASSERT_EQ(first.size(), 24U) << "one every 2.5 s";
    ASSERT_EQ(again.size(), first.size());
    bool differs = false;
    const auto other = commands(8);
    for (std::size_t i = 0; i < first.size(); ++i) {
        EXPECT_DOUBLE_EQ(first[i].fromS, 2.5 * static_cast<double>(i));
        EXPECT_EQ(first[i].command, again[i].command);
        differs = differs || first[i].command != other[i].command;
    }
    EXPECT_TRUE(differs);
}

TEST(FollowTest, CommandsStayWithinTheLimits) {
    const TaskPtr follow = followTaskWith({{"longest", "600"},
                                           {"every", "0.5"},
                                           {"forward", "0.8"},
                                           {"backward", "0.3"},
                                           {"left", "0.2"},
                                           {"turn", "90"}});
    base::Rng rng(1);
    const auto commands = follow->start(rng).commands;
    int halts = 0;
    int fastest = 0;
    for (const TimedCommand& each : commands) {
        EXPECT_LE(each.command.forwardMps, 0.8);
        EXPECT_GE(each.command.forwardMps, -0.3);
        EXPECT_LE(std::abs(each.command.leftMps), 0.2);
        EXPECT_LE(std::abs(each.command.turnRadPerS), 0.5 * math::kPi + 1e-12);
        halts += each.command.isZero() ? 1 : 0;
        fastest += each.command == WalkCommand{0.8, 0.0, 0.0} ? 1 : 0;
    }
    ASSERT_EQ(commands.size(), 1200U);
    EXPECT_NEAR(halts, 120, 50);
    EXPECT_NEAR(fastest, 240, 50);
}

TEST(FollowTest, DisabledDirectionsAreOmitted) {
    const TaskPtr follow = followTaskWith({{"longest", "600"},
                                           {"every", "0.5"},
                                           {"forward", "0"},
                                           {"backward", "0.9"},
                                           {"left", "0"},
                                           {"turn", "0"}});
    base::Rng rng(1);
    int fastest = 0;
    for (const TimedCommand& each : follow->start(rng).commands) {
        EXPECT_LE(each.command.forwardMps, 0.0);
        EXPECT_EQ(std::abs(each.command.leftMps) + std::abs(each.command.turnRadPerS), 0.0);
        fastest += each.command.forwardMps == -0.9 ? 1 : 0;
    }
    EXPECT_NEAR(fastest, 720, 90);
}

TEST(FollowTest, AMoverReceivesEachCommandOnce) {
    const TaskPtr follow = followTaskWith({{"longest", "3"}, {"every", "0.7"}});
    TrialRunner runner(follow);
    Stubborn mover;
    const TrialScore score = runner.run(mover, walkingNao(), 5);
    EXPECT_EQ(mover.commands.size(), 5U) << "at 0, 0.7, 1.4, 2.1 and 2.8 s";
    EXPECT_NEAR(mover.lastS, 2.98, 1e-9);
    EXPECT_TRUE(score.isSuccess);
    mover.commands.clear();
    static_cast<void>(runner.run(mover, walkingNao(), 5));
    EXPECT_EQ(mover.commands.size(), 5U) << "and again in the next trial";
}

TEST(FollowTest, IgnoringCommandsScoresNothing) {
    const TaskPtr follow = followTaskWith({{"longest", "6"}});
    TrialRunner runner(follow);
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        Stubborn mover;
        const TrialScore score = runner.run(mover, walkingNao(), seed);
        EXPECT_TRUE(score.isSuccess);
        EXPECT_LT(metricOf(*follow, score, "followedM"), 0.03);
        EXPECT_GT(metricOf(*follow, score, "followedM"), -0.1) << "nor does it cost";
        EXPECT_EQ(score.fitness, metricOf(*follow, score, "followedM"));
    }
    // Walking in the wrong direction has a penalty.
    const TaskPtr halts = followTaskWith(
        {{"longest", "4"}, {"forward", "0"}, {"backward", "0"}, {"left", "0"}, {"turn", "0"}});
    TrialRunner other(halts);
    class Deaf final : public Mover {
    public:
        explicit Deaf(BehaviorMover mover) : m_mover(std::move(mover)) {}
        bool needsAllPercepts() const override { return true; }
        void begin(const PhysicsRobot& robot) override { m_mover.begin(robot); }
        bool step(const PhysicsRobot& robot, double timeS, std::span<double> targetRad) override {
            return m_mover.step(robot, timeS, targetRad);
        }

    private:
        BehaviorMover m_mover;
    };
    Deaf wanders(walker({{"go-forward", "0.2"}}));
    const TrialScore wandered = other.run(wanders, walkingNao(), 1);
    EXPECT_LT(metricOf(*halts, wandered, "followedM"), -0.05);
    // Excess speed has none of the reward either.
    const TaskPtr slow = followTaskWith(
        {{"longest", "4"}, {"forward", "0.05"}, {"backward", "0"}, {"left", "0"}, {"turn", "0"}});
    TrialRunner third(slow);
    Deaf hurries(walker({{"go-forward", "0.3"}}));
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
        const TrialScore hurried = third.run(hurries, walkingNao(), seed);
        EXPECT_LT(metricOf(*slow, hurried, "followedM"), 0.05) << seed;
    }
}

TEST(FollowTest, AFallIsAFailureWithItsPrice) {
    const TaskPtr follow =
        followTaskWith({{"longest", "6"}, {"fall-price", "4"}, {"self-collisions", "true"}});
    TrialRunner runner(follow);
    Stubborn mover;
    mover.fallsS = 1.0;
    const TrialScore score = runner.run(mover, walkingNao(), 1);
    EXPECT_FALSE(score.isSuccess);
    EXPECT_LT(score.simulatedS, 5.0) << "it ends there";
    EXPECT_NEAR(score.fitness, metricOf(*follow, score, "followedM") - 4.0, 1e-9);
    EXPECT_TRUE(std::isfinite(metricOf(*follow, score, "fellS")));
}

TEST(FollowTest, AWalkScoresTheCommandedDistance) {
    const TaskPtr follow = followTaskWith({{"longest", "5"},
                                           {"forward", "0.2"},
                                           {"backward", "0.1"},
                                           {"left", "0.1"},
                                           {"turn", "40"},
                                           {"self-collisions", "true"}});
    TrialRunner runner(follow);
    BehaviorMover walk = walker();
    for (const std::uint64_t seed : {1U, 2U}) {
        const TrialScore score = runner.run(walk, walkingNao(), seed);
        EXPECT_TRUE(std::isfinite(score.fitness));
        const double followedM = metricOf(*follow, score, "followedM");
        EXPECT_TRUE(std::isfinite(followedM));
        EXPECT_GT(followedM, 0.2) << "the default walk follows slow commands";
        EXPECT_LT(followedM, 5.0 * 0.3) << "the score is limited by the command";
        BehaviorMover fresh = walker();
        TrialRunner alone(follow);
        EXPECT_EQ(alone.run(fresh, walkingNao(), seed).fitness, score.fitness) << "bit for bit";
    }
}

} // namespace
} // namespace sideline::training
