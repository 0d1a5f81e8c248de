#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/mujoco_robots.h"
#include "simulator/mujoco/mujoco_world.h"

namespace sideline::simulator::mujoco {

namespace {

using Eigen::Vector3d;
using robot::BodyId;
using robot::JointId;
using testing::HasSubstr;

const BodyId kBase(std::size_t{0});

// A world with a T1 that looks along y.
class WorldHandlingTest : public testing::Test {
protected:
    void SetUp() override {
        auto created = MujocoWorld::create({.field = field::footballFields()[0].dimensions});
        ASSERT_TRUE(created) << created.error().toString();
        world = std::move(*created);
        t1 = add("r-0-1-", {2.0, 1.0, 0.0});
    }
    RobotKey add(const std::string& prefix, const Vector3d& p_S) {
        const robot::RobotModel& model = robot::mujocoRobotModel(robot::MujocoRobot::T1);
        const auto X_STorso =
            math::Pose::translation({p_S.x(), p_S.y(), model.traits().p_STorsoAtStart.z()});
        auto added = world->addRobot(prefix, model.shared(), robotPhysics(model), X_STorso);
        EXPECT_TRUE(added) << added.error().toString();
        return added ? *added : RobotKey{0};
    }
    void stiffen(RobotKey robot) {
        for (std::size_t i = 0; i < world->model(robot).joints().size(); ++i) {
            EXPECT_TRUE(
                world->command(robot, JointId(i), {.kpNmPerRad = 150.0, .kdNmsPerRad = 5.0}));
        }
    }
    void run(int cycles) {
        for (int i = 0; i < cycles; ++i) {
            EXPECT_TRUE(world->step().empty());
        }
    }
    [[nodiscard]] Vector3d torso() const { return world->pose(t1, kBase).p; }
    [[nodiscard]] Vector3d centerOfMass() const {
        std::vector<math::Pose> X_SBody;
        for (std::size_t i = 0; i < world->model(t1).bodies().size(); ++i) {
            X_SBody.push_back(world->pose(t1, BodyId(i)));
        }
        return robot::centerOfMass(world->model(t1), X_SBody);
    }
    void lift(double heightM) { world->place(t1, math::Pose::translation({2.0, 1.0, heightM})); }

    std::unique_ptr<MujocoWorld> world;
    RobotKey t1 = 0;
};

TEST_F(WorldHandlingTest, AHeldTorsoStaysInTheAirWhileItsJointsMove) {
    stiffen(t1);
    lift(1.5);
    world->hold(t1, true);
    const JointId knee = world->model(t1).findJoint("lle4");
    ASSERT_TRUE(
        world->command(t1, knee, {.targetRad = 1.0, .kpNmPerRad = 150.0, .kdNmsPerRad = 5.0}));
    run(150);
    EXPECT_LT((torso() - Vector3d(2.0, 1.0, 1.5)).norm(), 1e-12);
    EXPECT_NEAR(world->jointRad(t1, knee), 1.0, 0.1);
    SensorReadings readings;
    world->readSensors(t1, readings);
    EXPECT_NEAR(readings.acceleration_TMps2.z(), 9.81, 0.05);
    EXPECT_LT(readings.gyro_TRadPerS.norm(), 1e-3);

    add("r-0-2-", {-3.0, 0.0, 0.0}); // compiles the world again
    run(50);
    EXPECT_TRUE(world->isHeld(t1));
    EXPECT_LT((torso() - Vector3d(2.0, 1.0, 1.5)).norm(), 1e-12);

    world->hold(t1, false);
    run(10);
    EXPECT_NEAR(torso().z(), 1.5 - 0.5 * 9.81 * 0.2 * 0.2, 0.05) << "falls freely";
}

TEST_F(WorldHandlingTest, NothingFallsWithoutGravity) {
    stiffen(t1);
    lift(2.0);
    world->placeBall({.p_S = {0.0, 0.0, 1.0}});
    world->setGravity(false);
    run(10);
    add("r-0-2-", {-3.0, 0.0, 0.0});
    run(40);
    EXPECT_FALSE(world->hasGravity());
    EXPECT_NEAR(torso().z(), 2.0, 0.01);
    EXPECT_NEAR(world->ball().p_S.z(), 1.0, 1e-6);
    world->setGravity(true);
    run(10);
    EXPECT_NEAR(world->ball().p_S.z(), 1.0 - 0.5 * 9.81 * 0.2 * 0.2, 0.03);
}

TEST_F(WorldHandlingTest, APushChangesTheMomentumOnce) {
    stiffen(t1);
    lift(2.0);
    world->setGravity(false);
    run(1);
    const Vector3d before_S = centerOfMass();
    const Vector3d impulse_SNs(0.0, 10.0, 0.0);
    world->push(t1, kBase, torso(), impulse_SNs / 0.02);
    run(51);
    const double speedMps = (centerOfMass() - before_S).y() / (50.5 * 0.02);
    EXPECT_NEAR(speedMps, 10.0 / world->model(t1).massKg(), 0.01);
}

TEST_F(WorldHandlingTest, APullLiftsTheRobotTowardsItsTarget) {
    stiffen(t1);
    run(10);
    const Vector3d target_S = torso() + Vector3d(0.3, 0.0, 0.6);
    for (int i = 0; i < 300; ++i) {
        world->pull(t1, kBase, Vector3d::Zero(), target_S);
        run(1);
    }
    EXPECT_LT((torso() - target_S).head<2>().norm(), 0.1);
    EXPECT_GT(torso().z(), target_S.z() - 0.25);
    EXPECT_LT(torso().z(), target_S.z());
    run(30);
    EXPECT_LT(torso().z(), target_S.z() - 0.3) << "ends with the cycle";
}

TEST_F(WorldHandlingTest, AStateContainsGravityAndHeldTorsos) {
    stiffen(t1);
    lift(1.5);
    world->hold(t1, true);
    world->setGravity(false);
    const std::vector<double> state = world->save();
    world->hold(t1, false);
    world->setGravity(true);
    run(30);
    ASSERT_TRUE(world->restore(state));
    EXPECT_TRUE(world->isHeld(t1));
    EXPECT_FALSE(world->hasGravity());
    run(30);
    EXPECT_LT((torso() - Vector3d(2.0, 1.0, 1.5)).norm(), 1e-12);

    // The same robot, but another one: its key differs.
    world->removeRobot(t1);
    t1 = add("r-0-1-", {2.0, 1.0, 0.0});
    const auto refused = world->restore(state);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().toString(), HasSubstr("added or removed"));
}

} // namespace

} // namespace sideline::simulator::mujoco
