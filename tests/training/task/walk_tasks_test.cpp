// Robots that visit targets, and robots that have to stop.
#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "agents/behaviors/built_in.h"
#include "training/task/behavior_mover.h"
#include "training/task/target_run.h"
#include "training/task/task_registry.h"
#include "training/task/trial_runner.h"
#include "training/trial/start_pose.h"
#include "training/trial/trial_robot.h"

namespace sideline::training {
namespace {

robot::RobotModelPtr walkNao() {
    return robot::naoModel(robot::NaoType::Standard).shared();
}

TaskPtr taskWith(const char* name, const agents::ParameterTexts& settings) {
    auto made = makeTask(name, settings);
    EXPECT_TRUE(made) << made.error().toString();
    return *made;
}

BehaviorMover moverOf(const char* behavior, const robot::RobotModelPtr& model = walkNao()) {
    agents::SkillLibrary skills;
    const auto registry = agents::builtInBehaviors();
    const auto suited = registry.complete(behavior, {}, *model);
    EXPECT_TRUE(suited) << suited.error().toString();
    auto made = registry.make(behavior, *suited, {*model, skills});
    EXPECT_TRUE(made) << made.error().toString();
    return {std::move(*made), *model};
}

double walkMetricOf(const Task& task, const TrialScore& score, const char* name) {
    const auto found = std::ranges::find(task.metrics(), name, &MetricInfo::name);
    EXPECT_NE(found, task.metrics().end()) << name;
    return score.metrics[static_cast<std::size_t>(found - task.metrics().begin())];
}

math::Pose groundAt(double x, double y, double headingRad) {
    math::Pose pose = math::Pose::translation({x, y, 0.0});
    pose.R = Eigen::AngleAxisd(headingRad, Eigen::Vector3d::UnitZ()).toRotationMatrix();
    return pose;
}

// Does not move, and records targets and commands.
class StubbornWalk final : public Mover {
public:
    explicit StubbornWalk(bool plansPath = false) : m_plansPath(plansPath) {}
    void setCommand(const motion::WalkCommand& command) override { commands.push_back(command); }
    bool goTo(const behavior::GoToPlace& place) override {
        sent.push_back(place);
        return m_plansPath;
    }
    void begin(const PhysicsRobot& robot) override { static_cast<void>(robot); }
    bool step(const PhysicsRobot& robot, double timeS, std::span<double> targetRad) override {
        static_cast<void>(robot);
        static_cast<void>(timeS);
        static_cast<void>(targetRad);
        return true;
    }

    std::vector<motion::WalkCommand> commands;
    std::vector<behavior::GoToPlace> sent;

private:
    bool m_plansPath;
};

TEST(TargetRunTest, TargetsAreRelativeToTheRobot) {
    TargetRun run;
    // It starts at (1, 2) and faces along +y of S: ahead is +y, left is -x.
    run.begin({.places = {{{2.0, 1.0}, 0.5 * math::kPi}}}, groundAt(1.0, 2.0, 0.5 * math::kPi));
    EXPECT_NEAR(run.goal_R().x(), 2.0, 1e-12);
    EXPECT_NEAR(run.goal_R().y(), 1.0, 1e-12);
    EXPECT_NEAR(*run.turnRad(), 0.5 * math::kPi, 1e-12);
    // One meter farther ahead and turned left: the target is to its right and ahead.
    run.update(groundAt(1.0, 3.0, math::kPi), 1.0);
    EXPECT_NEAR(run.goal_R().x(), 1.0, 1e-12);
    EXPECT_NEAR(run.goal_R().y(), -1.0, 1e-12);
    EXPECT_NEAR(*run.turnRad(), 0.0, 1e-12);
    EXPECT_GT(run.progress(), 0.3);
    EXPECT_LT(run.progress(), 0.7);
}

TEST(TargetRunTest, ATargetRequiresStayingWithTheRightHeading) {
    TargetRun run;
    run.begin({.places = {{{1.0, 0.0}, 0.0}, {{1.0, 1.0}, {}}},
               .nearM = 0.1,
               .nearRad = 0.2,
               .heldS = 0.1},
              groundAt(0.0, 0.0, 0.0));
    run.update(groundAt(0.95, 0.0, 0.3), 1.0); // in position, but with the wrong heading
    run.update(groundAt(0.95, 0.0, 0.3), 1.2);
    EXPECT_EQ(run.reachedCount(), 0);
    run.update(groundAt(0.95, 0.0, 0.1), 1.3);
    run.update(groundAt(0.80, 0.0, 0.1), 1.35); // and away again
    run.update(groundAt(0.95, 0.0, 0.1), 1.4);
    EXPECT_EQ(run.reachedCount(), 0);
    run.update(groundAt(0.95, 0.0, 0.1), 1.5);
    EXPECT_EQ(run.reachedCount(), 1);
    EXPECT_DOUBLE_EQ(run.reachedS(), 1.5);
    ASSERT_NE(run.target(), nullptr);
    EXPECT_EQ(run.target()->p_F, Eigen::Vector2d(1.0, 1.0));
    EXPECT_NEAR(run.progress(), 0.0, 1e-12) << "of the next one";
    EXPECT_FALSE(run.turnRad()) << "any heading is fine there";
    run.update(groundAt(1.0, 1.0, 2.0), 2.0);
    run.update(groundAt(1.0, 1.0, 2.0), 2.2);
    EXPECT_EQ(run.reachedCount(), 2);
    EXPECT_EQ(run.target(), nullptr);
    run.update(groundAt(5.0, 1.0, 2.0), 3.0);
    EXPECT_EQ(run.reachedCount(), 2) << "what was reached stays so";
}

TEST(WalkToTest, TargetsHaveTheSetDistances) {
    const TaskPtr task =
        taskWith("walk-to", {{"targets", "50"}, {"nearest", "1"}, {"farthest", "2"}});
    base::Rng rng(3);
    const TargetPlan plan = task->start(rng).targets;
    ASSERT_EQ(plan.places.size(), 50U);
    Eigen::Vector2d from = Eigen::Vector2d::Zero();
    for (const behavior::GoToPlace& place : plan.places) {
        const double wayM = (place.p_F - from).norm();
        EXPECT_GE(wayM, 1.0);
        EXPECT_LE(wayM, 2.0);
        EXPECT_TRUE(place.headingRad);
        from = place.p_F;
    }
    base::Rng same(3);
    EXPECT_EQ(task->start(same).targets.places.back().p_F, plan.places.back().p_F);
    base::Rng other(4);
    EXPECT_NE(task->start(other).targets.places.back().p_F, plan.places.back().p_F);
    base::Rng any(3);
    EXPECT_FALSE(
        taskWith("walk-to", {{"headings", "false"}})->start(any).targets.places.front().headingRad);
}

TEST(WalkToTest, PathPlannersGetTheTargetOnceOthersACommandPerCycle) {
    const TaskPtr task = taskWith("walk-to", {{"longest", "1"}});
    TrialRunner runner(task);
    StubbornWalk finder(true);
    const TrialScore score = runner.run(finder, walkNao(), 5);
    EXPECT_EQ(finder.sent.size(), 1U);
    EXPECT_TRUE(finder.commands.empty());
    EXPECT_FALSE(score.isSuccess);
    EXPECT_NEAR(score.fitness, 0.0, 0.05) << "a robot that stands reaches no target";
    EXPECT_EQ(walkMetricOf(*task, score, "targetsReached"), 0.0);
    StubbornWalk follower(false);
    static_cast<void>(runner.run(follower, walkNao(), 5));
    EXPECT_EQ(follower.sent.size(), 1U);
    EXPECT_EQ(follower.commands.size(), 50U);
    EXPECT_FALSE(follower.commands.front().isZero());
}

TEST(WalkToTest, RobotsReachTheirTargets) {
    const TaskPtr task = taskWith(
        "walk-to",
        {{"targets", "2"}, {"farthest", "1.5"}, {"longest", "40"}, {"self-collisions", "true"}});
    // One plans its path, the other receives velocity commands.
    for (const char* behavior : {"drive", "walk"}) {
        TrialRunner runner(task);
        BehaviorMover mover = moverOf(behavior);
        int reached = 0;
        for (const std::uint64_t seed : {1U, 2U, 3U}) {
            const TrialScore score = runner.run(mover, walkNao(), seed);
            reached += static_cast<int>(walkMetricOf(*task, score, "targetsReached"));
            if (score.isSuccess) {
                EXPECT_GT(score.fitness, 2.0) << behavior;
                EXPECT_EQ(walkMetricOf(*task, score, "targetsReached"), 2.0) << behavior;
                EXPECT_LT(walkMetricOf(*task, score, "targetWayM"), 0.1) << behavior;
                EXPECT_NEAR(walkMetricOf(*task, score, "targetsReachedS"),
                            walkMetricOf(*task, score, "endS"), 1e-9);
            }
            BehaviorMover fresh = moverOf(behavior);
            TrialRunner alone(task);
            EXPECT_EQ(alone.run(fresh, walkNao(), seed).fitness, score.fitness) << "bit for bit";
        }
        EXPECT_GE(reached, 4) << behavior;
    }
}

TEST(StopTest, TheStopCommandComesAtRandomTimes) {
    const TaskPtr task = taskWith("stop", {{"earliest", "2"}, {"latest", "4"}, {"left", "0.3"}});
    double minimum = 10.0;
    double maximum = 0.0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        base::Rng rng(seed);
        const auto commands = task->start(rng).commands;
        ASSERT_EQ(commands.size(), 2U);
        EXPECT_EQ(commands[0].command.leftMps, 0.3);
        EXPECT_TRUE(commands[1].command.isZero());
        minimum = std::min(minimum, commands[1].fromS);
        maximum = std::max(maximum, commands[1].fromS);
    }
    EXPECT_GE(minimum, 2.0);
    EXPECT_LT(minimum, 2.3);
    EXPECT_GT(maximum, 3.7);
    EXPECT_LE(maximum, 4.0);
}

TEST(StopTest, AWalkStops) {
    const TaskPtr task =
        taskWith("stop", {{"forward", "0.4"}, {"held", "0.5"}, {"self-collisions", "true"}});
    TrialRunner runner(task);
    BehaviorMover mover = moverOf("walk");
    // The first seed is one of the few that fall in the first second of walking.
    for (std::uint64_t seed = 2; seed <= 11; ++seed) {
        const TrialScore score = runner.run(mover, walkNao(), seed);
        EXPECT_TRUE(score.isSuccess) << seed;
        const double haltS = walkMetricOf(*task, score, "haltS");
        const double haltDistanceM = walkMetricOf(*task, score, "haltWayM");
        const double speedMps = walkMetricOf(*task, score, "haltSpeedMps");
        EXPECT_GT(haltS, 0.1);
        EXPECT_LT(haltS, 2.5);
        EXPECT_LT(haltDistanceM, 0.6);
        EXPECT_GT(speedMps, 0.25);
        EXPECT_LT(speedMps, 0.6);
        EXPECT_NEAR(score.fitness, 3.0 * speedMps - haltS - haltDistanceM, 1e-9);
    }
}

TEST(StopTest, StandingAndContinuedWalkingAreScoredToo) {
    // A robot that stands all the time was not fast.
    const TaskPtr task = taskWith("stop", {{"held", "0.5"}});
    TrialRunner runner(task);
    StubbornWalk still;
    const TrialScore stood = runner.run(still, walkNao(), 1);
    EXPECT_NEAR(walkMetricOf(*task, stood, "haltSpeedMps"), 0.0, 0.02);
    EXPECT_LT(stood.fitness, 0.1);
    // A robot that keeps walking has failed, and scores less than one that stands.
    class Deaf final : public Mover {
    public:
        explicit Deaf(BehaviorMover mover) : m_mover(std::move(mover)) {}
        bool needsAllPercepts() const override { return true; }
        void setCommand(const motion::WalkCommand& command) override {
            if (!command.isZero()) {
                m_mover.setCommand(command);
            }
        }
        void begin(const PhysicsRobot& robot) override { m_mover.begin(robot); }
        bool step(const PhysicsRobot& robot, double timeS, std::span<double> targetRad) override {
            return m_mover.step(robot, timeS, targetRad);
        }

    private:
        BehaviorMover m_mover;
    };
    const TaskPtr slow = taskWith("stop", {{"forward", "0.3"}, {"longest", "2"}});
    TrialRunner other(slow);
    Deaf walksOn(moverOf("walk"));
    const TrialScore walked = other.run(walksOn, walkNao(), 1);
    EXPECT_FALSE(walked.isSuccess);
    EXPECT_LT(walked.fitness, -1.0);
}

// Returns the largest error of the perceived up direction, rad, within two seconds after a drop on
// straight legs, as after a beam, followed by a walk command.
double maxBeliefErrorRad(const robot::RobotModelPtr& model, double dropM, int waitsCycles) {
    const std::vector<double> straightRad(model->joints().size(), 0.0);
    TrialRobot stands(*model, false);
    base::Rng rng(1);
    takeStartPose(stands, motion::JointTrajectory(straightRad.size()), {}, rng,
                  [](double) { return true; });
    math::Pose X_STorso = stands.torso();
    X_STorso.p.z() += dropM;
    TrialRobot robot(*model, false);
    robot.enableAllPercepts();
    robot.setPosture(X_STorso, straightRad);
    for (int i = 0; i < waitsCycles; ++i) {
        robot.setTargets(straightRad);
        robot.cycle();
    }
    BehaviorMover mover = moverOf("walk", model);
    mover.begin(robot);
    mover.setCommand({0.4, 0.0, 0.0});
    std::vector<double> targetRad = straightRad;
    double mostRad = 0.0;
    for (int i = 0; i < 100 && robot.uprightness() > 0.5; ++i) {
        mover.step(robot, 0.02 * i, targetRad);
        robot.setTargets(targetRad);
        mover.sent(robot);
        robot.cycle();
        const Eigen::Vector3d up_T = robot.torso().R.row(2);
        mostRad = std::max(mostRad, std::acos(std::min(up_T.dot(robot.belief().up_T), 1.0)));
    }
    return mostRad;
}

TEST(LandingTest, TheUpDirectionIsCorrectAfterLanding) {
    for (int type = 0; type < 5; ++type) {
        const auto model = robot::naoModel(static_cast<robot::NaoType>(type)).shared();
        for (const double dropM : {0.0, 0.03}) {
            std::vector<double> errorsRad;
            for (int waits = 0; waits < 12; ++waits) {
                errorsRad.push_back(maxBeliefErrorRad(model, dropM, waits));
            }
            std::ranges::sort(errorsRad);
            EXPECT_LT(errorsRad[6], math::radFromDeg(4.0)) << "type " << type << ", " << dropM;
        }
    }
}

TEST(WalkTasksTest, ReportErrors) {
    for (const auto& [name, settings, message] :
         std::initializer_list<std::tuple<const char*, agents::ParameterTexts, const char*>>{
             {"walk-to", {{"nearest", "3"}, {"farthest", "1"}}, "farthest is 1 m, nearest 3 m"},
             {"walk-to", {{"target", "3"}}, "did you mean 'targets'"},
             {"stop", {{"earliest", "5"}, {"latest", "4"}}, "latest is 4 s, earliest 5 s"},
             {"stop", {{"forward", "0"}}, "forward, left and turn are all 0"}}) {
        const auto made = makeTask(name, settings);
        ASSERT_FALSE(made) << message;
        EXPECT_NE(made.error().toString().find(message), std::string::npos)
            << made.error().toString();
    }
}

} // namespace
} // namespace sideline::training
