// Trials of the robots of rcssservermj, in MuJoCo's physics.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include <gmock/gmock.h>

#include "agentcore/behavior/play_motion.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/mujoco_robots.h"
#include "motions/format/format.h"
#include "motions/resolve.h"
#include "training/task/behavior_mover.h"
#include "training/task/task_registry.h"
#include "training/task/trajectory_mover.h"
#include "training/task/trial_runner.h"

namespace sideline::training {
namespace {

using robot::MujocoRobot;
using Trajectory = std::shared_ptr<const motion::JointTrajectory>;

robot::RobotModelPtr leagueRobot(MujocoRobot kind = MujocoRobot::T1) {
    return robot::mujocoRobotModel(kind).shared();
}

TaskPtr leagueTask(std::string_view name, const agents::ParameterTexts& settings) {
    auto made = makeTask(name, settings);
    EXPECT_TRUE(made) << made.error().toString();
    return *made;
}

// Stands with straight legs and hanging arms.
Trajectory standing(const std::string& gains, const robot::RobotModel& model = *leagueRobot()) {
    const auto file = keyframe::readMotions(
        "symmetry: true\n" + gains +
            "keyframes:\n  - delta: 1\n    motor_positions:\n      Shoulder_Roll: -90\n"
            "      Hip_Pitch: 0\n      Knee_Pitch: 0\n      Ankle_Pitch: 0\n",
        {.fileName = "a.yaml", .format = {}, .parameters = {}});
    EXPECT_TRUE(file) << file.error().toString();
    return keyframe::resolve(file->motions[0].motion, model).trajectory;
}

const agents::ParameterTexts kUndisturbed = {
    {"push", "0"}, {"joint-noise", "0"}, {"heading-noise", "0"}, {"longest", "4"}};

double metricOf(const Task& task, const TrialScore& score, std::string_view name) {
    const auto& infos = task.metrics();
    const auto found = std::ranges::find(infos, name, &MetricInfo::name);
    EXPECT_NE(found, infos.end()) << name;
    return score.metrics[static_cast<std::size_t>(found - infos.begin())];
}

TEST(LeagueTaskTest, AllRobotsOfTheFamilyStandInATrial) {
    TrialRunner runner(leagueTask("stand", kUndisturbed)); // one runner for several robots
    for (const MujocoRobot kind : robot::kMujocoRobots) {
        const robot::RobotModelPtr model = leagueRobot(kind);
        TrajectoryMover mover(standing("", *model), *model);
        const TrialScore score = runner.run(mover, model, 1);
        EXPECT_TRUE(score.isSuccess) << model->name();
        EXPECT_FALSE(score.failure) << model->name() << ": " << failureText(*score.failure);
    }
}

// With a tenth of the stiffness, the ankles cannot carry the robot.
TEST(LeagueTaskTest, MotorsHaveTheGainsOfTheMotion) {
    const TaskPtr stand = leagueTask("stand", kUndisturbed);
    const robot::RobotModelPtr t1 = leagueRobot();
    TrialRunner runner(stand);
    TrajectoryMover stiff(standing("kp: 150\nkd: 1\n"), *t1);
    EXPECT_TRUE(runner.run(stiff, t1, 1).isSuccess);
    TrajectoryMover weak(standing("kp: 15\nkd: 0.5\n"), *t1);
    const TrialScore fallen = runner.run(weak, t1, 1);
    EXPECT_FALSE(fallen.isSuccess);
    EXPECT_LT(metricOf(*stand, fallen, "fellS"), 4.0);
    // A behavior that plays the motion commands the same.
    BehaviorMover agent(
        std::make_unique<behavior::PlayMotion>(standing("kp: 15\nkd: 0.5\n"), "weak"), *t1);
    EXPECT_LT(metricOf(*stand, runner.run(agent, t1, 1), "fellS"), 4.0);
}

TEST(LeagueTaskTest, TrialsDependOnlyOnTheirSeed) {
    const TaskPtr stand = leagueTask(
        "stand", {{"push", "0.3"}, {"joint-noise", "5"}, {"push-every", "0.4"}, {"longest", "2"}});
    const robot::RobotModelPtr t1 = leagueRobot();
    TrajectoryMover mover(standing("kp: 150\nkd: 1\n"), *t1);
    TrialRunner used(stand);
    std::vector<TrialScore> scores;
    for (const std::uint64_t seed : {1U, 2U}) {
        scores.push_back(used.run(mover, t1, seed));
    }
    const auto same = [](const TrialScore& one, const TrialScore& other) {
        return std::ranges::equal(one.metrics, other.metrics, [](double a, double b) {
            return a == b || (std::isnan(a) && std::isnan(b));
        });
    };
    EXPECT_FALSE(same(scores[0], scores[1]));
    for (const std::uint64_t seed : {2U, 1U}) {
        TrialRunner fresh(stand);
        EXPECT_TRUE(same(used.run(mover, t1, seed), scores[seed - 1])) << "from a saved start";
        EXPECT_TRUE(same(fresh.run(mover, t1, seed), scores[seed - 1]));
    }
}

TEST(LeagueTaskTest, ARobotContinuesExactlyFromASavedState) {
    auto made = makePhysicsRobot(*leagueRobot(), false);
    ASSERT_TRUE(made) << made.error().toString();
    PhysicsRobot& robot = **made;
    robot.enableAllPercepts();
    simulator::BallState ball;
    ball.X_SBall.p = {2.0, 0.5, 0.11};
    ball.velocity_SMps = {1.0, -0.5, 2.0};
    ball.angularVelocity_SRadPerS = {3.0, 0.0, 1.0};
    robot.setBall(ball);
    std::vector<double> targetRad(leagueRobot()->joints().size(), 0.0);
    const auto run = [&] {
        std::vector<double> numbers;
        for (std::size_t i = 0; i < 40; ++i) {
            targetRad[i % targetRad.size()] = 0.1 * std::sin(0.3 * static_cast<double>(i));
            robot.setTargets(targetRad);
            if (i == 10) {
                robot.hit({0.2, 0.1, 0.0});
            }
            robot.cycle();
            const Eigen::Vector3d p_SBall = robot.ball().X_SBall.p;
            const world::BodyBelief& belief = robot.belief();
            for (const Eigen::Vector3d& each :
                 {robot.torso().p, p_SBall, robot.torsoVelocity_SMps(), belief.gyro_TRadPerS,
                  belief.acceleration_TMps2, belief.up_T}) {
                numbers.insert(numbers.end(), each.begin(), each.end());
            }
            numbers.push_back(robot.leftFootN());
            numbers.push_back(belief.joints[8].measuredRad);
        }
        return numbers;
    };
    run();
    const PhysicsRobot::StatePtr moment = robot.save();
    const std::vector<double> targetsThen = targetRad;
    const std::vector<double> first = run();
    targetRad = targetsThen;
    robot.restore(*moment);
    EXPECT_EQ(run(), first);
}

TEST(LeagueTaskTest, TheBallAloneRollsAsBesideTheRobot) {
    const auto beside = makePhysicsRobot(*leagueRobot(), false);
    const auto alone = makePhysicsRobot(*leagueRobot(), false);
    ASSERT_TRUE(beside && alone);
    simulator::BallState ball;
    ball.X_SBall.p = {2.0, 0.5, 0.3};
    ball.velocity_SMps = {5.0, 1.0, 2.0};
    (*beside)->setBall(ball);
    (*alone)->setBall(ball);
    const math::Pose before = (*alone)->torso();
    for (int i = 0; i < 150; ++i) {
        (*beside)->cycle();
        (*alone)->rollBall();
    }
    const Eigen::Vector3d p_SBall = (*alone)->ball().X_SBall.p;
    EXPECT_GT(p_SBall.x(), 4.0);
    EXPECT_LT(((*beside)->ball().X_SBall.p - p_SBall).norm(), 0.01);
    EXPECT_EQ((*alone)->torso().p, before.p);
}

TEST(LeagueTaskTest, AHitChangesTheSpeedOfTheWholeRobot) {
    const auto made = makePhysicsRobot(*leagueRobot(), false);
    ASSERT_TRUE(made);
    PhysicsRobot& robot = **made;
    math::Pose inTheAir = robot.torso();
    inTheAir.p.z() = 3.0;
    const std::vector<double> zeroRad(leagueRobot()->joints().size(), 0.0);
    robot.setPosture(inTheAir, zeroRad);
    const auto centerOfMass = [&] {
        Eigen::Vector3d sum = Eigen::Vector3d::Zero();
        const auto& bodies = leagueRobot()->bodies();
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            sum += bodies[i].massKg * (robot.pose(robot::BodyId(i)) * bodies[i].p_BodyCom);
        }
        return Eigen::Vector3d(sum / leagueRobot()->massKg());
    };
    robot.hit({0.5, -0.25, 0.0});
    robot.cycle();
    robot.cycle(); // poses after a cycle are those of its last step
    const Eigen::Vector3d before = centerOfMass();
    robot.cycle();
    const Eigen::Vector3d velocityMps = (centerOfMass() - before) / game::kStepS;
    EXPECT_NEAR(velocityMps.x(), 0.5, 0.02);
    EXPECT_NEAR(velocityMps.y(), -0.25, 0.02);
}

// Notes where a robot begins.
class Witness final : public Mover {
public:
    void begin(const PhysicsRobot& robot) override {
        torso = robot.torso();
        shoulderRad = robot.jointAngleRad(robot.model().findJoint("lae2"));
    }
    bool step(const PhysicsRobot&, double, std::span<double>) override { return false; }
    math::Pose torso;
    double shoulderRad = 0.0;
};

TEST(LeagueTaskTest, ALyingRobotHasItsArmsBesideTheBody) {
    TrialRunner runner(leagueTask("get-up", {{"side", "back"}, {"joint-noise", "0"}}));
    Witness witness;
    const TrialScore score = runner.run(witness, leagueRobot(), 1);
    EXPECT_GT(witness.torso.R(2, 1), 0.9) << "its front faces up";
    EXPECT_LT(witness.torso.p.z(), 0.35);
    EXPECT_GT(std::abs(witness.shoulderRad), math::radFromDeg(70.0));
    EXPECT_FALSE(score.isSuccess);
    ASSERT_TRUE(score.failure);
    EXPECT_EQ(score.failure->kind, FailureKind::NotUp);
}

// Crosses its legs.
class LegCrosser final : public Mover {
public:
    void begin(const PhysicsRobot&) override {}
    bool step(const PhysicsRobot& robot, double, std::span<double> targetRad) override {
        for (const auto& [joint, angleRad] : {std::pair("lle2", -0.2), {"rle2", 0.2}}) {
            targetRad[robot.model().findJoint(joint).index()] = angleRad;
        }
        return false;
    }
};

TEST(LeagueTaskTest, NoRuleOfThatLeagueForbidsSelfCollisions) {
    const TaskPtr getUp = leagueTask("get-up", {{"side", "back"}, {"joint-noise", "0"}});
    TrialRunner runner(getUp);
    LegCrosser mover;
    int touches = 0;
    const TrialScore score =
        runner.run(mover, leagueRobot(), 1, [&](const PhysicsRobot& robot, double) {
            touches += robot.selfContacts().empty() ? 0 : 1;
        });
    EXPECT_GT(touches, 0);
    EXPECT_EQ(metricOf(*getUp, score, "selfCollisions"), 0.0);
    ASSERT_TRUE(score.failure);
    EXPECT_EQ(score.failure->kind, FailureKind::NotUp) << failureText(*score.failure);
}

// Pushes that no physics follows.
class Explosive final : public Task {
public:
    explicit Explosive(TaskPtr task) : m_task(std::move(task)) {}
    const std::vector<MetricInfo>& metrics() const override { return m_task->metrics(); }
    TrialStart start(base::Rng& rng) const override {
        TrialStart start = m_task->start(rng);
        start.pushMps = 1e13;
        start.pushEveryS = 0.5;
        return start;
    }
    double longestS() const override { return m_task->longestS(); }
    std::unique_ptr<Episode> episode() const override { return m_task->episode(); }

private:
    TaskPtr m_task;
};

TEST(LeagueTaskTest, AnUnstableTrialIsWorthless) {
    const robot::RobotModelPtr t1 = leagueRobot();
    TrialRunner runner(std::make_shared<const Explosive>(leagueTask("stand", kUndisturbed)));
    TrajectoryMover mover(standing("kp: 150\nkd: 1\n"), *t1);
    for (int i = 0; i < 2; ++i) {
        const TrialScore score = runner.run(mover, t1, 1);
        EXPECT_TRUE(std::isnan(score.fitness));
        EXPECT_FALSE(score.isSuccess);
        ASSERT_TRUE(score.failure);
        EXPECT_EQ(score.failure->kind, FailureKind::Unstable) << failureText(*score.failure);
        EXPECT_NEAR(score.failure->atS, 0.5, 0.011) << "the second trial begins sound";
    }
}

} // namespace
} // namespace sideline::training
