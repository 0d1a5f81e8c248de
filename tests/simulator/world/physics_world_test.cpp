#include "agentcore/game/constants.h"
#include "simulator/world/physics_world.h"

#include <cmath>
#include <numbers>
#include <optional>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/field/field_model.h"
#include "agentcore/robot/nao.h"

namespace sideline::simulator {
namespace {

using robot::JointId;

field::FieldDimensions defaultField() {
    return field::newestField().dimensions;
}

// --- ball: distances measured on the real server (rolling on the ground, then thrown), meters
// after 1, 2, 3 and 5 s.
struct Throw {
    double speedMps;
    double upMps;
    std::array<double, 4> distanceM;
    double highestM; ///< of the center; 0: not measured
};

class BallThrowTest : public ::testing::TestWithParam<Throw> {};

TEST_P(BallThrowTest, BallGoesAsFarAsOnTheRealServer) {
    PhysicsWorld world(defaultField());
    BallState ball;
    ball.X_SBall = math::Pose::translation({-10, 0, game::kBallRadiusM});
    ball.velocity_SMps = {GetParam().speedMps, 0, GetParam().upMps};
    world.setBall(ball);
    constexpr std::array kTimesS = {1, 2, 3, 5};
    double highestM = 0.0;
    for (int step = 1, next = 0; next < 4; ++step) {
        world.step();
        highestM = std::max(highestM, world.ball().X_SBall.p.z());
        // The measurement started with the trainer's command, one cycle before the ball moved.
        if (step == 50 * kTimesS[static_cast<std::size_t>(next)] + 1) {
            const double expectedM = GetParam().distanceM[static_cast<std::size_t>(next)];
            // The table was taken from monitor frames, every second cycle.
            EXPECT_NEAR(world.ball().X_SBall.p.x() + 10.0, expectedM,
                        0.02 + 0.02 * expectedM + 0.02 * world.ball().velocity_SMps.norm())
                << "after " << kTimesS[static_cast<std::size_t>(next)] << " s";
            ++next;
        }
    }
    if (GetParam().highestM > 0.0) {
        EXPECT_NEAR(highestM, GetParam().highestM, 0.01 + 0.02 * GetParam().highestM);
    }
}

INSTANTIATE_TEST_SUITE_P(Table, BallThrowTest,
                         ::testing::Values(Throw{0.5, 0, {.22, .30, .32, .34}, .04},
                                           Throw{1, 0, {.45, .60, .65, .67}, 0},
                                           Throw{3, 0, {1.34, 1.80, 1.95, 2.02}, 0},
                                           Throw{7, 0, {3.20, 4.22, 4.55, 4.72}, 0},
                                           Throw{10, 0, {4.48, 6.00, 6.49, 6.74}, 0},
                                           Throw{3, 3, {1.72, 2.33, 2.52, 2.62}, .43},
                                           Throw{5, 5, {3.15, 4.55, 5.04, 5.27}, 1.12},
                                           Throw{7, 7, {4.37, 6.82, 7.82, 8.32}, 2.08},
                                           Throw{10, 6, {6.44, 9.50, 10.72, 11.30}, 1.56}));

// --- robot

class RobotBodyTest : public ::testing::Test {
protected:
    RobotBody& add(robot::NaoType type, double z = 0.40) {
        m_key = m_world.addRobot(robot::naoModel(type), math::Pose::translation({-3, 0, z}));
        return *m_world.findRobot(m_key);
    }
    void run(double seconds) {
        for (int i = 0; i < static_cast<int>(std::lround(seconds / game::kStepS)); ++i) {
            m_world.step();
        }
    }
    PhysicsWorld m_world{defaultField()};
    RobotKey m_key = 0;
};

TEST_F(RobotBodyTest, StandsWithHalfOfItsWeightOnEachFoot) {
    for (const robot::NaoType type : {robot::NaoType::Standard, robot::NaoType::FastAnklePitch}) {
        RobotBody& robot = add(type);
        run(0.6);
        for (const char* foot : {"rfoot", "lfoot"}) {
            const auto& force = robot.force(robot.model().findBody(foot));
            ASSERT_TRUE(force) << foot;
            EXPECT_NEAR(force->force_BodyN.z(), 22.59, 0.3) << foot;
        }
        EXPECT_NEAR((robot.acceleration_TMps2() - Eigen::Vector3d(0, 0, 9.81)).norm(), 0, 0.05);
        EXPECT_LT(robot.gyro_TRadPerS().norm(), 0.01);
        EXPECT_GT(robot.pose(robot::BodyId(0)).p.z(), 0.35);
        m_world.removeRobot(m_key);
    }
}

TEST_F(RobotBodyTest, UnloadedJointsFollowTheirMotors) {
    RobotBody& robot = add(robot::NaoType::Standard);
    run(0.5);
    const JointId head = robot.model().findJoint("hj1");
    const double before = robot.jointAngleRad(head);
    robot.setJointSpeed(head, 1.0);
    run(0.2);
    EXPECT_NEAR(robot.jointAngleRad(head) - before, 0.2, 1e-3);
    robot.setJointSpeed(head, 100.0); // clamped
    run(0.1);
    EXPECT_NEAR(robot.jointAngleRad(head) - before, 0.2 + 0.1 * 6.1395, 2e-3);
    robot.setJointSpeed(head, 0.0);
    const double stopped = robot.jointAngleRad(head);
    run(0.2);
    EXPECT_NEAR(robot.jointAngleRad(head), stopped, 1e-3);
}

// The server's joint limits reflect a driven joint at full speed: in a recording hj1 oscillates
// between 119.46 and 126.49 degrees, one step of the motor.
TEST_F(RobotBodyTest, DrivenJointsBounceAtTheirLimits) {
    RobotBody& robot = add(robot::NaoType::Standard);
    const JointId head = robot.model().findJoint("hj1");
    robot.setJointSpeed(head, 100.0);
    run(1.0);
    double minDeg = 180.0;
    double maxDeg = 0.0;
    for (int i = 0; i < 20; ++i) {
        m_world.step();
        const double angleDeg = robot.jointAngleRad(head) * 180.0 / std::numbers::pi;
        minDeg = std::min(minDeg, angleDeg);
        maxDeg = std::max(maxDeg, angleDeg);
    }
    EXPECT_NEAR(maxDeg - minDeg, 7.03, 0.05);
    EXPECT_NEAR(maxDeg, 126.5, 0.4);
}

TEST_F(RobotBodyTest, LeaningRobotFalls) {
    add(robot::NaoType::Standard);
    RobotBody& robot = *m_world.findRobot(m_key);
    math::Pose leaning = math::Pose::translation({0, 0, 0.42});
    leaning.R = Eigen::AngleAxisd(0.5, Eigen::Vector3d::UnitX()).toRotationMatrix();
    robot.place(leaning);
    run(2.0);
    EXPECT_LT(robot.pose(robot::BodyId(0)).p.z(), 0.15);
}

TEST_F(RobotBodyTest, HeldRobotStaysUntilReleased) {
    RobotBody& robot = add(robot::NaoType::Standard, 1.5);
    robot.setHeld(true);
    run(0.4);
    EXPECT_NEAR(robot.pose(robot::BodyId(0)).p.z(), 1.5, 1e-6);
    robot.setHeld(false);
    run(0.4); // 0.78 m after a free fall of this duration
    EXPECT_NEAR(robot.pose(robot::BodyId(0)).p.z(), 0.72, 0.05);
}

TEST_F(RobotBodyTest, ContactForcesOfTwoRobotsMatchTheirMotion) {
    m_world.setGravity(false);
    m_world.step(); // the force no longer acts
    const robot::RobotModel& model = robot::naoModel(robot::NaoType::Standard);
    const std::array keys = {m_world.addRobot(model, math::Pose::translation({0.0, 0.0, 2.0})),
                             m_world.addRobot(model, math::Pose::translation({0.08, 0.0, 2.0}))};
    m_world.step();
    for (const RobotKey key : keys) {
        const RobotBody& robot = *m_world.findRobot(key);
        Eigen::Vector3d felt_SNs = Eigen::Vector3d::Zero();
        Eigen::Vector3d moved_SNs = Eigen::Vector3d::Zero();
        for (std::size_t i = 0; i < model.bodies().size(); ++i) {
            const robot::BodyId id(i);
            moved_SNs += model.body(id).massKg * robot.body(id).velocityMps();
            if (const auto force = robot.force(id)) {
                felt_SNs += game::kStepS * (robot.pose(id).R * force->force_BodyN);
            }
        }
        EXPECT_GT(felt_SNs.norm(), 0.02);
        EXPECT_NEAR((moved_SNs - felt_SNs).norm() / felt_SNs.norm(), 0.0, 0.05)
            << felt_SNs.transpose() << " and " << moved_SNs.transpose();
    }
}

TEST_F(RobotBodyTest, FallsAsleepWhenNothingMovesAndWakesWithACommand) {
    RobotBody& robot = add(robot::NaoType::Standard);
    run(3.0);
    EXPECT_FALSE(robot.body(robot::BodyId(0)).isAwake());
    robot.setJointSpeed(robot.model().findJoint("raj1"), -1.0);
    run(0.1);
    EXPECT_TRUE(robot.body(robot::BodyId(0)).isAwake());
}

TEST_F(RobotBodyTest, KicksTheBallInItsWay) {
    RobotBody& robot = add(robot::NaoType::Standard);
    run(0.4);
    BallState ball; // in front of the right foot
    const math::Pose X_SFoot = robot.pose(robot.model().findBody("rfoot"));
    ball.X_SBall =
        math::Pose::translation({X_SFoot.p.x(), X_SFoot.p.y() + 0.13, game::kBallRadiusM});
    m_world.setBall(ball);
    bool isTouched = false;
    for (int i = 0; i < 25; ++i) {
        robot.setJointSpeed(robot.model().findJoint("rlj3"), 6.0);
        m_world.step();
        isTouched = isTouched || m_world.ballTouchers() == std::vector<RobotKey>{m_key};
    }
    EXPECT_TRUE(isTouched);
    EXPECT_GT(m_world.ball().X_SBall.p.y(), ball.X_SBall.p.y() + 0.02);
    ball.X_SBall.p.x() += 3.0;
    m_world.setBall(ball);
    m_world.step();
    EXPECT_TRUE(m_world.ballTouchers().empty()) << "those of the step";
}

TEST_F(RobotBodyTest, TouchWithBothFeetIsReportedOnce) {
    RobotBody& robot = add(robot::NaoType::Standard);
    run(0.4);
    BallState ball;
    ball.X_SBall.p = (robot.pose(robot.model().findBody("lfoot")).p +
                      robot.pose(robot.model().findBody("rfoot")).p) /
                     2.0;
    ball.X_SBall.p.z() = game::kBallRadiusM;
    m_world.setBall(ball);
    m_world.step();
    EXPECT_EQ(m_world.ballTouchers(), std::vector<RobotKey>{m_key});
}

TEST(FlyingBallTest, AirDragSlowsItsSpin) {
    PhysicsWorld world(defaultField());
    BallState ball;
    ball.X_SBall.p = {0.0, 0.0, 5.0};
    ball.angularVelocity_SRadPerS = {0.0, 0.0, 50.0};
    world.setBall(ball);
    for (int i = 0; i < 10; ++i) {
        world.step();
    }
    EXPECT_LT(world.ball().angularVelocity_SRadPerS.z(), 49.9);
    EXPECT_GT(world.ball().angularVelocity_SRadPerS.z(), 10.0);
}

// A sphere of 1 kg without forces and drag; it falls asleep like any body.
class IdleBodyTest : public ::testing::Test {
protected:
    IdleBodyTest() {
        dInitODE2(0);
        m_world.reset(dWorldCreate());
        dMass mass;
        dMassSetSphereTotal(&mass, 1.0, 0.1);
        m_body.emplace(m_world.get(), mass, RigidBody::Drag{0.0, 0.0},
                       math::Pose::translation({0.0, 0.0, 1.0}));
    }
    void run(int steps, double speedMps) {
        for (int i = 0; i < steps; ++i) {
            dBodySetLinearVel(m_body->id(), speedMps, 0.0, 0.0);
            m_body->prepareStep();
            dWorldStep(m_world.get(), game::kStepS);
        }
    }
    OdePtr<dxWorld> m_world;
    std::optional<RigidBody> m_body;
};

TEST_F(IdleBodyTest, SleepingBodyStandsStill) {
    run(11, 0.009);
    EXPECT_FALSE(m_body->isAwake());
    EXPECT_EQ(m_body->velocityMps(), Eigen::Vector3d::Zero());
}

TEST_F(IdleBodyTest, OnlyConsecutiveIdleStepsCount) {
    run(9, 0.009);
    run(1, 0.011);
    run(10, 0.009);
    EXPECT_TRUE(m_body->isAwake());
    run(1, 0.009);
    EXPECT_FALSE(m_body->isAwake());
}

// --- determinism

// Robots that move all joints randomly.
class Match {
public:
    explicit Match(int robots) {
        for (int i = 0; i < robots; ++i) {
            const auto type = robot::kNaoTypes[static_cast<std::size_t>(i) % 5];
            m_keys.push_back(
                m_world.addRobot(robot::naoModel(type),
                                 math::Pose::translation({-4.0 + 0.6 * i, 0.3 * (i % 2), 0.46})));
        }
    }
    void run(int steps) {
        for (int i = 0; i < steps; ++i) {
            for (const RobotKey key : m_keys) {
                RobotBody& robot = *m_world.findRobot(key);
                for (std::size_t j = 0; j < robot.model().joints().size(); ++j) {
                    robot.setJointSpeed(JointId(j), m_rng.uniform(-4.0, 4.0));
                }
            }
            m_world.step();
        }
    }
    PhysicsWorld m_world{defaultField()};
    base::Rng m_rng{7};
    std::vector<RobotKey> m_keys;
};

TEST(PhysicsWorldTest, RunsAreReproducible) {
    Match one(5);
    Match other(5);
    one.run(300);
    other.run(300);
    EXPECT_EQ(one.m_world.save(), other.m_world.save());
}

TEST(PhysicsWorldTest, ContinuesIdenticallyFromSavedWorld) {
    Match match(5);
    match.run(150);
    const PhysicsState saved = match.m_world.save();
    const base::Rng rng = match.m_rng;
    match.run(150);
    const PhysicsState straight = match.m_world.save();

    ASSERT_TRUE(match.m_world.restore(saved)); // in a world with a later state
    EXPECT_EQ(match.m_world.save(), saved);
    match.m_rng = rng;
    match.run(150);
    EXPECT_EQ(match.m_world.save(), straight);

    Match fresh(5); // in a new world
    ASSERT_TRUE(fresh.m_world.restore(saved));
    fresh.m_rng = rng;
    fresh.run(150);
    EXPECT_EQ(fresh.m_world.save(), straight);
}

// One robot sleeps standing, another falls onto it and wakes it.
class SleeperTest : public ::testing::TestWithParam<Solver> {
protected:
    SleeperTest() {
        const robot::RobotModel& nao = robot::naoModel(robot::NaoType::Standard);
        m_sleeper = m_world.addRobot(nao, math::Pose::translation({-3.0, 0.0, 0.40}));
        m_other.addRobot(nao, math::Pose::translation({-3.0, 0.0, 0.40}));
        const math::Pose X_SFaller = math::Pose::translation({-3.0, -0.45, 0.42});
        m_faller = m_world.addRobot(nao, X_SFaller);
        m_other.addRobot(nao, X_SFaller);
        for (int i = 0; i < 150; ++i) {
            m_world.step();
        }
        math::Pose leaning = X_SFaller;
        leaning.R = Eigen::AngleAxisd(-0.5, Eigen::Vector3d::UnitX()).toRotationMatrix();
        m_world.findRobot(m_faller)->place(leaning);
    }
    [[nodiscard]] bool isSleeping() {
        return !m_world.findRobot(m_sleeper)->body(robot::BodyId(0)).isAwake();
    }

    PhysicsWorld m_world{defaultField(), GetParam()};
    PhysicsWorld m_other{defaultField(), GetParam()};
    RobotKey m_sleeper = 0;
    RobotKey m_faller = 0;
};

TEST_P(SleeperTest, StepDependsOnlyOnThePreviousState) {
    ASSERT_TRUE(isSleeping());
    for (int i = 0; i < 100; ++i) {
        ASSERT_TRUE(m_other.restore(m_world.save()));
        m_world.step();
        m_other.step();
        ASSERT_EQ(m_world.save(), m_other.save()) << i;
    }
    EXPECT_FALSE(isSleeping());
}

INSTANTIATE_TEST_SUITE_P(Solvers, SleeperTest, ::testing::Values(Solver::Exact, Solver::Fast));

TEST(PhysicsWorldTest, RejectsStateOfOtherRobots) {
    Match two(2);
    Match three(3);
    const PhysicsState before = three.m_world.save();
    EXPECT_FALSE(three.m_world.restore(two.m_world.save()));
    EXPECT_EQ(three.m_world.save(), before);
}

class GravityTest : public ::testing::TestWithParam<Solver> {
protected:
    GravityTest() : m_world(defaultField(), GetParam()) {
        m_key = m_world.addRobot(robot::naoModel(robot::NaoType::Standard),
                                 math::Pose::translation({0, 0, 2}));
        m_world.setGravity(false);
        BallState ball;
        ball.X_SBall = math::Pose::translation({3, 0, 1});
        m_world.setBall(ball);
    }
    void run(int steps) {
        for (int i = 0; i < steps; ++i) {
            m_world.step();
        }
    }
    [[nodiscard]] RobotBody& nao() { return *m_world.findRobot(m_key); }
    [[nodiscard]] double torsoM() { return nao().pose(robot::BodyId(0)).p.z(); }

    PhysicsWorld m_world;
    RobotKey m_key = 0;
};

TEST_P(GravityTest, WithoutItNothingFallsAndAccelerometersReadZero) {
    run(100);
    EXPECT_NEAR(torsoM(), 2.0, 1e-6);
    EXPECT_NEAR(m_world.ball().X_SBall.p.z(), 1.0, 1e-9);
    EXPECT_LT(nao().acceleration_TMps2().norm(), 1e-6);
    EXPECT_FALSE(m_world.hasGravity());
}

TEST_P(GravityTest, MovingArmRotatesFloatingTorso) {
    const robot::JointId shoulder = nao().model().findJoint("raj1");
    ASSERT_TRUE(shoulder.isValid());
    nao().setJointSpeed(shoulder, 2.0);
    run(25);
    EXPECT_GT(std::abs(nao().jointAngleRad(shoulder)), 0.5);
    const Eigen::Matrix3d R = nao().pose(robot::BodyId(0)).R;
    EXPECT_GT(Eigen::AngleAxisd(R).angle(), 0.005) << "action and reaction";
    EXPECT_NEAR(torsoM(), 2.0, 0.05);
}

TEST_P(GravityTest, TurningItOnWakesSleepingBodies) {
    run(100); // long enough to fall asleep
    m_world.setGravity(true);
    m_world.step();
    EXPECT_LT(nao().acceleration_TMps2().norm(), 1e-6) << "reported one step late, as always";
    m_world.step();
    EXPECT_LT(nao().acceleration_TMps2().norm(), 0.2) << "free fall";
    run(18);
    EXPECT_LT(torsoM(), 1.5);
    EXPECT_LT(m_world.ball().X_SBall.p.z(), 0.5);
    run(400); // on the ground
    EXPECT_NEAR(nao().acceleration_TMps2().norm(), 9.81, 0.5);
}

TEST_P(GravityTest, IsPartOfASavedState) {
    nao().setJointSpeed(nao().model().findJoint("lle4"), -1.0);
    run(20);
    const PhysicsState saved = m_world.save();
    EXPECT_FALSE(saved.hasGravity);
    run(20);
    const PhysicsState straight = m_world.save();
    m_world.setGravity(true);
    run(20);
    ASSERT_TRUE(m_world.restore(saved));
    EXPECT_EQ(m_world.save(), saved);
    run(20);
    EXPECT_EQ(m_world.save(), straight);
}

INSTANTIATE_TEST_SUITE_P(Solvers, GravityTest, ::testing::Values(Solver::Exact, Solver::Fast));

} // namespace
} // namespace sideline::simulator
