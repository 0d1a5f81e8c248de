#include "agentcore/game/constants.h"
#include "simulator/world/fast_step.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/base/thread_pool.h"
#include "agentcore/field/field_model.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "simulator/world/physics_world.h"
#include "tests/support/test_files.h"

namespace sideline::simulator {
namespace {

using robot::JointId;

field::FieldDimensions fastStepField() {
    return field::newestField().dimensions;
}

// Largest difference of velocities, relative to the largest velocity.
double deviation(const PhysicsState& a, const PhysicsState& b) {
    double worst = 0.0;
    double fastest = 1e-3;
    const auto compare = [&](const BodyState& x, const BodyState& y) {
        EXPECT_EQ(x.isAwake, y.isAwake);
        for (std::size_t i = 0; i < 3; ++i) {
            worst = std::max(worst, std::abs(x.v_SMps[i] - y.v_SMps[i]));
            worst = std::max(worst, std::abs(x.omega_SRadPerS[i] - y.omega_SRadPerS[i]));
            fastest = std::max({fastest, std::abs(x.v_SMps[i]), std::abs(x.omega_SRadPerS[i])});
        }
    };
    compare(a.ball, b.ball);
    for (std::size_t r = 0; r < a.robots.size(); ++r) {
        for (std::size_t i = 0; i < a.robots[r].second.bodies.size(); ++i) {
            compare(a.robots[r].second.bodies[i], b.robots[r].second.bodies[i]);
        }
    }
    return worst / fastest;
}

// Largest difference of the forces on bodies, relative to the largest force.
double forceDeviation(const PhysicsState& a, const PhysicsState& b) {
    double worst = 0.0;
    double greatest = 1.0;
    for (std::size_t r = 0; r < a.robots.size(); ++r) {
        for (std::size_t i = 0; i < a.robots[r].second.forces.size(); ++i) {
            const auto& x = a.robots[r].second.forces[i];
            const auto& y = b.robots[r].second.forces[i];
            EXPECT_EQ(x.has_value(), y.has_value());
            if (x && y) {
                worst = std::max(worst, (x->force_BodyN - y->force_BodyN).norm());
                greatest = std::max(greatest, x->force_BodyN.norm());
            }
        }
    }
    return worst / greatest;
}

struct Scene {
    const char* name;
    int robots;
    double apartM;
    double highM;
    double leanRad;
    double speedRadPerS; ///< random joint speeds up to this magnitude; above 7: into the limits
    bool hasBallAtFeet = false;
    robot::RobotModelPtr model = nullptr; ///< null: alternates between the Nao types
};

// The same robots in two worlds.
class Twins {
public:
    explicit Twins(const Scene& scene, std::uint64_t seed = 11) : m_rng(seed), m_scene(scene) {
        for (int i = 0; i < scene.robots; ++i) {
            const auto type = robot::kNaoTypes[static_cast<std::size_t>(i) % 5];
            math::Pose X_STorso = math::Pose::translation(
                {-3.0 + scene.apartM * i, 0.03 * (i % 2), scene.highM + 0.02 * (i % 3)});
            X_STorso.R = Eigen::AngleAxisd(scene.leanRad, Eigen::Vector3d::UnitX()).matrix() *
                         Eigen::AngleAxisd(0.9 * i, Eigen::Vector3d::UnitZ()).matrix();
            for (PhysicsWorld* world : {&m_exact, &m_fast}) {
                m_keys.push_back(world->addRobot(
                    scene.model != nullptr ? *scene.model : robot::naoModel(type), X_STorso));
            }
        }
    }
    void watchMotors() {
        for (RobotBody* robot : {firstRobots().first, firstRobots().second}) {
            robot->watchMotors();
        }
    }
    [[nodiscard]] std::pair<RobotBody*, RobotBody*> firstRobots() {
        return {m_exact.findRobot(m_keys[0]), m_fast.findRobot(m_keys[1])};
    }
    // One step of both worlds from the state of the first.
    void stepTogether() {
        command();
        ASSERT_TRUE(m_fast.restore(m_exact.save()));
        m_exact.step();
        m_fast.step();
    }
    void command() {
        if (m_scene.hasBallAtFeet && m_rng.uniform() < 0.05) {
            BallState ball;
            ball.X_SBall =
                math::Pose::translation({-3.0 + m_rng.uniform(-0.2, 0.2), m_rng.uniform(-0.2, 0.2),
                                         m_rng.uniform(0.05, 0.5)});
            ball.velocity_SMps = {m_rng.uniform(-4, 4), m_rng.uniform(-4, 4), 0.0};
            m_exact.setBall(ball);
        }
        for (std::size_t r = 0; r < m_keys.size(); r += 2) {
            RobotBody& robot = *m_exact.findRobot(m_keys[r]);
            for (std::size_t j = 0; j < robot.model().joints().size(); ++j) {
                if (m_rng.uniform() < 0.1) {
                    robot.setJointSpeed(JointId(j),
                                        m_rng.uniform(-m_scene.speedRadPerS, m_scene.speedRadPerS));
                }
            }
        }
    }
    PhysicsWorld m_exact{fastStepField()};
    PhysicsWorld m_fast{fastStepField(), Solver::Fast};
    base::Rng m_rng;
    Scene m_scene;
    std::vector<RobotKey> m_keys;
};

class FastStepTest : public ::testing::TestWithParam<Scene> {};

TEST_P(FastStepTest, StepsLikeOde) {
    Twins twins(GetParam());
    double worst = 0.0;
    double worstForce = 0.0;
    double sum = 0.0;
    int rounds = 0;
    constexpr int kSteps = 400;
    for (int i = 0; i < kSteps; ++i) {
        ASSERT_NO_FATAL_FAILURE(twins.stepTogether());
        const double off = deviation(twins.m_exact.save(), twins.m_fast.save());
        worst = std::max(worst, off);
        sum += off;
        worstForce =
            std::max(worstForce, forceDeviation(twins.m_exact.save(), twins.m_fast.save()));
        rounds += twins.m_fast.fastStep()->rounds();
    }
    RecordProperty("worst", fmt::format("{:.1e}", worst));
    RecordProperty("mean", fmt::format("{:.1e}", sum / kSteps));
    RecordProperty("worst_force", fmt::format("{:.1e}", worstForce));
    RecordProperty("rounds", fmt::format("{:.2f}", static_cast<double>(rounds) / kSteps));
    EXPECT_LT(worst, tests::tolerance(1e-6));
    EXPECT_LT(worstForce, tests::tolerance(1e-6));
    EXPECT_EQ(twins.m_fast.fastStep()->unsolvedCount(), 0U);
}

INSTANTIATE_TEST_SUITE_P(
    Scenes, FastStepTest,
    ::testing::Values(
        Scene{"standing", 1, 1.0, 0.40, 0.0, 0.0}, Scene{"waving", 1, 1.0, 0.40, 0.0, 3.0},
        Scene{"falling", 1, 1.0, 0.45, 0.5, 2.0}, Scene{"thrown", 1, 1.0, 1.5, 1.0, 7.0},
        Scene{"stops", 1, 1.0, 0.5, 0.2, 100.0}, Scene{"kicking", 1, 1.0, 0.40, 0.0, 5.0, true},
        Scene{"pair", 2, 0.15, 0.42, 0.1, 6.0, true}, Scene{"crowd", 5, 0.12, 0.45, 0.2, 7.0, true},
        Scene{"older", 2, 0.3, 0.45, 0.2, 6.0, true, robot::soccerbot056Model().shared()}),
    [](const auto& scene) { return std::string(scene.param.name); });

// --- joints of all kinds, without a robot

// A chain of boxes in a world without gravity: hinges and universal joints with and without motors
// and limits, a fixed joint, some with the parent as the joint's first body.
class Chain {
public:
    Chain() {
        dWorldSetGravity(m_world.get(), 0, 0, 0);
        dWorldSetCFM(m_world.get(), 1e-5);
        for (int i = 0; i < 7; ++i) {
            m_bodies.push_back(dBodyCreate(m_world.get()));
            dMass mass;
            dMassSetBoxTotal(&mass, 0.2 + 0.1 * i, 0.05, 0.1, 0.2);
            dBodySetMass(m_bodies.back(), &mass);
            dBodySetPosition(m_bodies.back(), 0.01 * i, 0, -0.2 * i);
            dBodySetLinearVel(m_bodies.back(), 0.3 * i, -0.1 * i, 0.1);
            dBodySetAngularVel(m_bodies.back(), 1.0 - i, 0.5 * i, 2.0);
        }
        hinge(0, 1, -0.5, 0.5, 10.0, true);
        hinge(1, 2, -0.1, 0.1, 0.2, false); // a weak motor
        universal(2, 3, 0.3, 5.0, true);
        universal(3, 4, 0.2, 0.05, false);
        hinge(2, 5, -0.2, 0.2, 0.0, true); // no motor; starts a second branch
        const dJointID fixed = dJointCreateFixed(m_world.get(), nullptr);
        dJointAttach(fixed, m_bodies[5], m_bodies[6]);
        dJointSetFixed(fixed);
    }
    ~Chain() {
        for (const dBodyID body : m_bodies) {
            dBodyDestroy(body);
        }
    }
    Chain(const Chain&) = delete;
    Chain& operator=(const Chain&) = delete;

    [[nodiscard]] std::vector<double> state() const {
        std::vector<double> numbers;
        for (const dBodyID body : m_bodies) {
            numbers.insert(numbers.end(), dBodyGetPosition(body), dBodyGetPosition(body) + 3);
            numbers.insert(numbers.end(), dBodyGetQuaternion(body), dBodyGetQuaternion(body) + 4);
            numbers.insert(numbers.end(), dBodyGetLinearVel(body), dBodyGetLinearVel(body) + 3);
            numbers.insert(numbers.end(), dBodyGetAngularVel(body), dBodyGetAngularVel(body) + 3);
        }
        return numbers;
    }
    void twist(double torqueNm) {
        dBodyAddTorque(m_bodies[3], torqueNm, 0.0, -torqueNm);
        dBodyAddForce(m_bodies[6], 0.0, torqueNm, 0.0);
    }
    OdePtr<dxWorld> m_world{dWorldCreate()};
    std::vector<dBodyID> m_bodies; // the world destroys their joints

private:
    void hinge(std::size_t parent, std::size_t child, double low, double high, double torqueNm,
               bool isChildFirst) {
        const dJointID joint = dJointCreateHinge(m_world.get(), nullptr);
        attach(joint, parent, child, isChildFirst);
        const dReal* p = dBodyGetPosition(m_bodies[child]);
        dJointSetHingeAnchor(joint, p[0], p[1], p[2] + 0.1);
        dJointSetHingeAxis(joint, 1.0, 0.2, 0.1);
        dJointSetHingeParam(joint, dParamLoStop, low);
        dJointSetHingeParam(joint, dParamHiStop, high);
        dJointSetHingeParam(joint, dParamFMax, torqueNm);
        dJointSetHingeParam(joint, dParamVel, 1.0);
        dJointSetHingeParam(joint, dParamBounce, 0.5);
        dJointSetHingeParam(joint, dParamFudgeFactor, 0.1);
    }
    void universal(std::size_t parent, std::size_t child, double stopRad, double torqueNm,
                   bool isChildFirst) {
        const dJointID joint = dJointCreateUniversal(m_world.get(), nullptr);
        attach(joint, parent, child, isChildFirst);
        const dReal* p = dBodyGetPosition(m_bodies[child]);
        dJointSetUniversalAnchor(joint, p[0], p[1], p[2] + 0.1);
        dJointSetUniversalAxis1(joint, 1.0, 0.0, 0.1);
        dJointSetUniversalAxis2(joint, 0.1, 1.0, 0.0);
        for (const int group : {0, 0x100}) {
            dJointSetUniversalParam(joint, dParamLoStop + group, -stopRad);
            dJointSetUniversalParam(joint, dParamHiStop + group, 2.0 * stopRad);
            dJointSetUniversalParam(joint, dParamFMax + group, torqueNm);
            dJointSetUniversalParam(joint, dParamVel + group, group == 0 ? 2.0 : -1.0);
            dJointSetUniversalParam(joint, dParamCFM + group, 1e-8);
        }
    }
    void attach(dJointID joint, std::size_t parent, std::size_t child, bool isChildFirst) {
        dJointAttach(joint, m_bodies[isChildFirst ? child : parent],
                     m_bodies[isChildFirst ? parent : child]);
    }
};

TEST(JointedTreeTest, MovesAllKindsOfJointsLikeOde) {
    const PhysicsWorld initialized(fastStepField());
    Chain exact;
    Chain fast;
    FastStep step;
    step.addTree(fast.m_bodies);
    ASSERT_EQ(exact.state(), fast.state());
    for (int i = 0; i < 150; ++i) {
        const double torqueNm = 0.3 * std::sin(0.2 * i);
        exact.twist(torqueNm);
        fast.twist(torqueNm);
        dWorldStep(exact.m_world.get(), 0.02);
        step.step(fast.m_world.get(), 0.02, nullptr);
        const std::vector<double> expected = exact.state();
        const std::vector<double> actual = fast.state();
        for (std::size_t k = 0; k < expected.size(); ++k) {
            ASSERT_NEAR(actual[k], expected[k], tests::tolerance(1e-6)) << "step " << i;
        }
    }
}

// --- ball

TEST(FastBallTest, RollsAndBouncesLikeOde) {
    for (const auto& [forward, up] :
         {std::pair(0.5, 0.0), {3.0, 0.0}, {10.0, 0.0}, {5.0, 5.0}, {10.0, 6.0}, {-9.0, 3.0}}) {
        PhysicsWorld exact(fastStepField());
        PhysicsWorld fast(fastStepField(), Solver::Fast);
        for (PhysicsWorld* world : {&exact, &fast}) {
            BallState ball;
            ball.X_SBall = math::Pose::translation({-10, 0.2, game::kBallRadiusM});
            ball.velocity_SMps = {forward, 0.3, up};
            world->setBall(ball);
        }
        for (int i = 0; i < 300; ++i) {
            exact.step();
            fast.step();
            ASSERT_LT((exact.ball().X_SBall.p - fast.ball().X_SBall.p).norm(),
                      tests::tolerance(1e-9));
        }
    }
}

// --- determinism

// Robots that move all joints randomly, some of them into each other, with a ball among them.
class FastMatch {
public:
    explicit FastMatch(int robots, base::ThreadPool* pool = nullptr) {
        m_world.setThreadPool(pool);
        for (int i = 0; i < robots; ++i) {
            const auto type = robot::kNaoTypes[static_cast<std::size_t>(i) % 5];
            m_keys.push_back(
                m_world.addRobot(robot::naoModel(type),
                                 math::Pose::translation({-4.0 + 0.4 * i, 0.2 * (i % 3), 0.46})));
        }
    }
    void run(int steps) {
        for (int i = 0; i < steps; ++i) {
            for (const RobotKey key : m_keys) {
                RobotBody& robot = *m_world.findRobot(key);
                for (std::size_t j = 0; j < robot.model().joints().size(); ++j) {
                    robot.setJointSpeed(JointId(j), m_rng.uniform(-5.0, 5.0));
                }
            }
            m_world.step();
        }
    }
    PhysicsWorld m_world{fastStepField(), Solver::Fast};
    base::Rng m_rng{5};
    std::vector<RobotKey> m_keys;
};

TEST(FastWorldTest, ResultIsTheSameForAnyThreadCount) {
    constexpr int kRobots = 22;
    constexpr int kSteps = 500;
    FastMatch alone(kRobots);
    alone.run(kSteps);
    const PhysicsState expected = alone.m_world.save();
    for (const unsigned threads : {1U, 2U, 3U, 4U}) {
        base::ThreadPool pool(threads);
        FastMatch match(kRobots, &pool);
        match.run(kSteps);
        EXPECT_EQ(match.m_world.save(), expected) << threads << " threads";
    }
}

TEST(FastWorldTest, ContinuesIdenticallyFromSavedWorld) {
    FastMatch match(6);
    match.run(150);
    const PhysicsState saved = match.m_world.save();
    const base::Rng rng = match.m_rng;
    match.run(150);
    const PhysicsState straight = match.m_world.save();

    ASSERT_TRUE(match.m_world.restore(saved));
    match.m_rng = rng;
    match.run(150);
    EXPECT_EQ(match.m_world.save(), straight);

    FastMatch fresh(6);
    ASSERT_TRUE(fresh.m_world.restore(saved));
    fresh.m_rng = rng;
    fresh.run(150);
    EXPECT_EQ(fresh.m_world.save(), straight);
}

TEST(FastWorldTest, RobotsAreAddedAndRemoved) {
    FastMatch match(3);
    match.run(20);
    match.m_world.removeRobot(match.m_keys[1]);
    match.m_keys.erase(match.m_keys.begin() + 1);
    match.run(20);
    match.m_keys.push_back(match.m_world.addRobot(robot::naoModel(robot::NaoType::Toes),
                                                  math::Pose::translation({3, 0, 0.4})));
    match.run(20);
    EXPECT_EQ(match.m_world.robotCount(), 3U);
    EXPECT_GT(match.m_world.findRobot(match.m_keys[2])->pose(robot::BodyId(0)).p.z(), 0.2);
}

// ODE reports the torque of the whole joint; the motor's part is the component about the axis, up
// to the rotation of the axis during the step, which is larger for fast arms.
TEST(FastWorldTest, MotorTorquesMatchOde) {
    constexpr double kRoundingNm = 1e-3;
    Twins twins({"torques", 1, 0.0, 0.37, 0.0, 2.0});
    double greatestNm = 0.0;
    twins.watchMotors();
    for (int i = 0; i < 60; ++i) {
        ASSERT_NO_FATAL_FAILURE(twins.stepTogether());
        const auto [exact, fast] = twins.firstRobots();
        for (std::size_t j = 0; j < exact->model().joints().size(); ++j) {
            const auto exactNm = exact->motorTorqueNm(JointId(j));
            const auto fastNm = fast->motorTorqueNm(JointId(j));
            ASSERT_TRUE(exactNm && fastNm);
            EXPECT_NEAR(*fastNm, *exactNm, kRoundingNm) << i << ' ' << j;
            greatestNm = std::max(greatestNm, std::abs(*exactNm));
        }
    }
    EXPECT_GT(greatestNm, 3.0);
}

TEST(FastWorldTest, RobotsFallAsleepAndWakeWithACommand) {
    PhysicsWorld world(fastStepField(), Solver::Fast);
    RobotBody& robot = *world.findRobot(world.addRobot(robot::naoModel(robot::NaoType::Standard),
                                                       math::Pose::translation({-3, 0, 0.40})));
    for (int i = 0; i < 150; ++i) {
        world.step();
    }
    EXPECT_FALSE(robot.body(robot::BodyId(0)).isAwake());
    EXPECT_EQ(world.fastStep()->rounds(), 0);
    robot.setJointSpeed(robot.model().findJoint("raj1"), -1.0);
    for (int i = 0; i < 5; ++i) {
        world.step();
    }
    EXPECT_TRUE(robot.body(robot::BodyId(0)).isAwake());
    EXPECT_LT(robot.jointAngleRad(robot.model().findJoint("raj1")), -0.05);
}

} // namespace
} // namespace sideline::simulator
