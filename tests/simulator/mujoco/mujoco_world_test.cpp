#include "simulator/mujoco/mujoco_world.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/mujoco_robots.h"
#include "simulator/mujoco/robot_mjcf.h"
#include "simulator/mujoco/robot_touches.h"

namespace sideline::simulator::mujoco {

namespace {

using Eigen::Vector3d;
using robot::BodyId;
using robot::JointId;
using robot::MujocoRobot;
using testing::HasSubstr;

const BodyId kTorso(std::size_t{0});

class MujocoWorldTest : public testing::Test {
protected:
    void SetUp() override {
        auto created = MujocoWorld::create({.field = field::footballFields()[0].dimensions});
        ASSERT_TRUE(created) << created.error().toString();
        world = std::move(*created);
    }
    RobotKey add(MujocoRobot kind, const std::string& prefix, const Vector3d& p_S) {
        const robot::RobotModel& model = robot::mujocoRobotModel(kind);
        // Left of a robot whose body frame has x to the right: it looks along x of the field.
        math::Pose X_STorso = math::Pose::translation(p_S);
        X_STorso.R = Eigen::AngleAxisd(-math::radFromDeg(90.0), Vector3d::UnitZ()).matrix();
        X_STorso.p.z() = model.traits().p_STorsoAtStart.z();
        auto added = world->addRobot(prefix, model.shared(), robotPhysics(model), X_STorso);
        EXPECT_TRUE(added) << added.error().toString();
        return added ? *added : RobotKey{0};
    }
    // Holds all joints at zero by gains.
    void hold(RobotKey robot, double kpNmPerRad = 150.0, double kdNmsPerRad = 5.0) {
        for (std::size_t i = 0; i < world->model(robot).joints().size(); ++i) {
            EXPECT_TRUE(world->command(robot, JointId(i),
                                       {.kpNmPerRad = kpNmPerRad, .kdNmsPerRad = kdNmsPerRad}));
        }
    }
    void run(int cycles) {
        for (int i = 0; i < cycles; ++i) {
            EXPECT_TRUE(world->step().empty());
        }
    }

    std::unique_ptr<MujocoWorld> world;
};

TEST_F(MujocoWorldTest, ACycleTakes20Ms) {
    run(5);
    EXPECT_NEAR(world->timeS(), 0.1, 1e-12);
}

TEST_F(MujocoWorldTest, T1StandsByItsGainsAndFallsWithoutThem) {
    const RobotKey t1 = add(MujocoRobot::T1, "r-0-1-", Vector3d::Zero());
    EXPECT_NEAR(world->pose(t1, kTorso).p.z(), 0.6735, 1e-9);
    hold(t1);
    run(150);
    EXPECT_GT(world->pose(t1, kTorso).p.z(), 0.64);
    EXPECT_GT(world->pose(t1, kTorso).R(2, 2), std::cos(math::radFromDeg(5.0)));
    hold(t1, 0.0, 0.0);
    run(150);
    EXPECT_LT(world->pose(t1, kTorso).p.z(), 0.4);
}

TEST_F(MujocoWorldTest, BodiesAreWhereTheDescriptionPutsThem) {
    const RobotKey t1 = add(MujocoRobot::T1, "r-0-1-", {1.0, 2.0, 0.0});
    const robot::RobotModel& model = world->model(t1);
    const math::Pose X_STorso = world->pose(t1, kTorso);
    EXPECT_LT((X_STorso.R * Vector3d::UnitY() - Vector3d::UnitX()).norm(), 1e-9);
    std::vector<math::Pose> poses = {X_STorso};
    for (std::size_t i = 1; i < model.bodies().size(); ++i) {
        const robot::Body& body = model.bodies()[i];
        poses.push_back(poses[body.parent.index()] *
                        math::Pose{body.R_ParentBody, body.p_ParentBody});
        const math::Pose there = world->pose(t1, BodyId(i));
        EXPECT_LT((there.p - poses[i].p).norm(), 1e-9) << body.name;
        EXPECT_LT((there.R - poses[i].R).norm(), 1e-9) << body.name;
    }
}

TEST_F(MujocoWorldTest, MotorsReachTheirTargetsAndRespectTheirLimits) {
    const RobotKey t1 = add(MujocoRobot::T1, "r-0-1-", Vector3d::Zero());
    hold(t1);
    const JointId head = world->model(t1).findJoint("he1");
    ASSERT_TRUE(world->command(
        t1, head,
        {.targetRad = 0.5, .targetRadPerS = 0.0, .kpNmPerRad = 20.0, .kdNmsPerRad = 1.0}));
    run(100);
    EXPECT_NEAR(world->jointRad(t1, head), 0.5, 0.03);
    ASSERT_TRUE(world->command(t1, head, {.torqueNm = -1000.0}));
    run(1);
    EXPECT_NEAR(world->motorTorqueNm(t1, head), -7.0, 1e-9);
    SensorReadings readings;
    world->readSensors(t1, readings);
    EXPECT_LT(readings.jointRadPerS[head.index()], -0.1);
}

TEST_F(MujocoWorldTest, ThighAndShankOfAT1DoNotStopItsKnee) {
    const RobotKey t1 = add(MujocoRobot::T1, "r-0-1-", Vector3d::Zero());
    world->hold(t1, true);
    world->setGravity(false);
    hold(t1);
    const JointId knee = world->model(t1).findJoint("lle4");
    const double limitRad = world->model(t1).joint(knee).maxRad;
    ASSERT_TRUE(
        world->command(t1, knee, {.targetRad = limitRad, .kpNmPerRad = 150.0, .kdNmsPerRad = 5.0}));
    run(150);
    EXPECT_NEAR(world->jointRad(t1, knee), limitRad, 0.02);
}

TEST_F(MujocoWorldTest, SensorsOfAStandingRobotMeasureGravity) {
    const RobotKey t1 = add(MujocoRobot::T1, "r-0-1-", {3.0, -2.0, 0.0});
    hold(t1);
    run(200);
    SensorReadings readings;
    world->readSensors(t1, readings);
    EXPECT_NEAR(readings.acceleration_TMps2.norm(), 9.81, 0.2);
    EXPECT_GT(readings.acceleration_TMps2.z(), 9.0);
    EXPECT_LT(readings.gyro_TRadPerS.norm(), 0.05);
    EXPECT_LT((readings.p_STorso - world->pose(t1, kTorso).p).norm(), 1e-3);
}

TEST_F(MujocoWorldTest, BallRollsAndIsStoppedByTheGoalsNet) {
    world->placeBall({.p_S = {26.0, 0.0, 0.11}, .velocity_SMps = {6.0, 0.0, 0.0}});
    double farthestM = 0.0;
    for (int i = 0; i < 100; ++i) {
        run(1);
        farthestM = std::max(farthestM, world->ball().p_S.x());
    }
    EXPECT_NEAR(farthestM, 28.5 - 0.05 - 0.11, 0.05);
    EXPECT_LT(world->ball().velocity_SMps.norm(), 3.0);
}

TEST_F(MujocoWorldTest, RobotsComeAndGoWithoutMovingTheOthers) {
    const RobotKey first = add(MujocoRobot::T1, "r-0-1-", Vector3d::Zero());
    hold(first);
    run(20);
    const math::Pose before = world->pose(first, kTorso);
    const RobotKey second = add(MujocoRobot::K1, "r-1-1-", {5.0, 0.0, 0.0});
    // Poses are those of the beginning of the last step until the world is built again.
    EXPECT_LT((world->pose(first, kTorso).p - before.p).norm(), 1e-3);
    EXPECT_THAT(world->robots(), testing::ElementsAre(first, second));
    EXPECT_NEAR(world->pose(second, kTorso).p.x(), 5.0, 1e-9);
    world->removeRobot(first);
    EXPECT_THAT(world->robots(), testing::ElementsAre(second));
    EXPECT_NEAR(world->pose(second, kTorso).p.x(), 5.0, 1e-9);
    // The same name again.
    const RobotKey third = add(MujocoRobot::PiPlus, "r-0-1-", Vector3d::Zero());
    hold(third, 30.0, 1.0);
    run(10);
    EXPECT_LT(world->pose(third, kTorso).p.norm(), 1.0);
}

TEST_F(MujocoWorldTest, ContinuesBitForBitFromASavedState) {
    const RobotKey t1 = add(MujocoRobot::T1, "r-0-1-", Vector3d::Zero());
    hold(t1, 40.0, 1.0);
    world->placeBall({.p_S = {0.3, 0.1, 0.11}, .velocity_SMps = {-1.0, 0.0, 0.0}});
    run(30);
    const std::vector<double> saved = world->save();
    run(50);
    const std::vector<double> later = world->save();
    hold(t1, 0.0, 0.0);
    run(10);
    ASSERT_TRUE(world->restore(saved));
    EXPECT_EQ(world->save(), saved);
    run(50);
    EXPECT_EQ(world->save(), later);
    add(MujocoRobot::T1, "r-0-2-", {4.0, 0.0, 0.0});
    const auto refused = world->restore(saved);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().toString(), HasSubstr("added or removed"));
}

TEST_F(MujocoWorldTest, TouchesNameTheBodyAtTheBall) {
    const RobotKey t1 = add(MujocoRobot::T1, "r-0-1-", {5.0, 0.0, 0.0});
    hold(t1);
    EXPECT_TRUE(world->ballTouches().empty());
    world->placeBall({.p_S = {5.6, 0.106, 0.11}, .velocity_SMps = {-4.0, 0.0, 0.0}});
    std::vector<MujocoWorld::Touch> touches;
    for (int i = 0; i < 30 && touches.empty(); ++i) {
        run(1);
        touches = world->ballTouches();
    }
    ASSERT_FALSE(touches.empty());
    EXPECT_EQ(touches[0].robot, t1);
    EXPECT_THAT(robotPhysics(world->model(t1)).colliders[touches[0].collider].name,
                testing::AnyOf("left_foot", "left_calf"));
}

TEST_F(MujocoWorldTest, ARobotIsPlacedInAPostureAndFeelsTheGround) {
    const RobotKey t1 = add(MujocoRobot::T1, "r-0-1-", {5.0, 0.0, 0.0});
    const robot::RobotModel& model = world->model(t1);
    std::vector<double> anglesRad(model.joints().size(), 0.0);
    const JointId knee = model.findJoint("lle4");
    anglesRad[knee.index()] = 0.5;
    math::Pose X_STorso = math::Pose::translation({1.0, 2.0, 3.0});
    placeInPosture(*world, t1, X_STorso, anglesRad);
    EXPECT_TRUE(touchesOf(*world, t1).empty()) << "it is in the air";
    EXPECT_DOUBLE_EQ(world->jointRad(t1, knee), 0.5);
    EXPECT_LT((world->pose(t1, kTorso).p - X_STorso.p).norm(), 1e-9);
    const BodyId foot = model.findBody(robot::BodyRole::LeftFoot);
    const BodyId other = model.findBody(robot::BodyRole::RightFoot);
    EXPECT_GT(world->pose(t1, foot).p.z(), world->pose(t1, other).p.z() + 0.03) << "knee is bent";
    anglesRad[knee.index()] = 0.0;
    X_STorso.p.z() = model.traits().p_STorsoAtStart.z();
    placeInPosture(*world, t1, X_STorso, anglesRad);
    hold(t1);
    run(50);
    double upN = 0.0;
    for (const BodyTouch& touch : touchesOf(*world, t1)) {
        EXPECT_THAT(touch.body, testing::AnyOf(foot, other));
        EXPECT_FALSE(touch.own.isValid());
        EXPECT_NEAR(touch.p_S.z(), 0.0, 0.01);
        upN += touch.force_SN.z();
    }
    EXPECT_NEAR(upN, model.massKg() * 9.81, 0.05 * model.massKg() * 9.81);
}

TEST_F(MujocoWorldTest, CommandsThatAreNotFiniteAreRefusedByName) {
    const RobotKey t1 = add(MujocoRobot::T1, "r-0-1-", Vector3d::Zero());
    const auto refused = world->command(t1, world->model(t1).findJoint("lle4"),
                                        {.torqueNm = std::numeric_limits<double>::quiet_NaN()});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().toString(), HasSubstr("lle4"));
}

TEST_F(MujocoWorldTest, AnUnstableRobotIsPlacedAndTheOthersContinue) {
    const RobotKey wild = add(MujocoRobot::T1, "r-0-1-", Vector3d::Zero());
    const RobotKey calm = add(MujocoRobot::T1, "r-1-1-", {6.0, 0.0, 0.0});
    hold(calm);
    hold(wild, 1e12, 0.0);
    for (std::size_t i = 0; i < world->model(wild).joints().size(); ++i) {
        ASSERT_TRUE(world->command(wild, JointId(i), {.kdNmsPerRad = -1e15}));
    }
    std::vector<RobotKey> placed;
    for (int i = 0; i < 50; ++i) {
        for (const RobotKey robot : world->step()) {
            placed.push_back(robot);
        }
    }
    EXPECT_GT(world->pose(calm, kTorso).p.z(), 0.6);
    EXPECT_TRUE(std::isfinite(world->pose(wild, kTorso).p.norm()));
}

TEST_F(MujocoWorldTest, ARobotThatMujocoRejectsLeavesTheWorldAsItWas) {
    const RobotKey t1 = add(MujocoRobot::T1, "r-0-1-", Vector3d::Zero());
    const robot::RobotModel& model = world->model(t1);
    std::vector<robot::Body> bodies(model.bodies().begin(), model.bodies().end());
    bodies[5].massKg = -1.0;
    const auto wrong = std::make_shared<const robot::RobotModel>(
        "wrong", bodies, std::vector(model.joints().begin(), model.joints().end()),
        model.percepts(), model.traits());
    const auto refused =
        world->addRobot("r-0-2-", wrong, robotPhysics(*wrong), math::Pose::translation({3, 0, 1}));
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().toString(), HasSubstr("MuJoCo rejects the description"));
    EXPECT_EQ(world->robots().size(), 1U);
    hold(t1);
    run(20);
    EXPECT_GT(world->pose(t1, kTorso).p.z(), 0.6);
}

TEST(RobotMjcfTest, NamesTheBodiesThatDoNotCollide) {
    const auto textOf = [](MujocoRobot kind) {
        const robot::RobotModel& model = robot::mujocoRobotModel(kind);
        return robotMjcf(model, robotPhysics(model));
    };
    const std::string t1 = textOf(MujocoRobot::T1);
    EXPECT_THAT(t1, HasSubstr("<exclude body1=\"Shank_Left\" body2=\"left_foot_link\"/>"));
    EXPECT_THAT(t1, HasSubstr("<exclude body1=\"Hip_Roll_Right\" body2=\"Shank_Right\"/>"));
    EXPECT_THAT(textOf(MujocoRobot::PiPlus),
                HasSubstr("<exclude body1=\"r_hip_roll_link\" body2=\"r_calf_link\"/>"));
    EXPECT_THAT(textOf(MujocoRobot::K1), testing::Not(HasSubstr("<exclude")));
}

TEST(RobotMjcfTest, HasTheMassOfTheDescription) {
    for (const MujocoRobot kind : robot::kMujocoRobots) {
        const robot::RobotModel& model = robot::mujocoRobotModel(kind);
        const std::string text = robotMjcf(model, robotPhysics(model));
        EXPECT_THAT(text, HasSubstr("<framequat name=\"torso_quat\""));
        for (const robot::Joint& joint : model.joints()) {
            EXPECT_THAT(text, HasSubstr("<motor name=\"" + joint.effector + "_tau\""));
            EXPECT_THAT(text, HasSubstr("name=\"q_" + joint.perceptor + "\""));
        }
    }
}

} // namespace

} // namespace sideline::simulator::mujoco
