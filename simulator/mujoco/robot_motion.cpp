#include "simulator/mujoco/robot_motion.h"

#include <Eigen/Geometry>

#include "simulator/mujoco/mujoco_library.h"

namespace sideline::simulator::mujoco {

namespace {

using Eigen::Vector3d;

// The velocities of a body's joint. For a free body: the velocity of its origin in S, then its
// angular velocity in the body's axes.
mjtNum* bodySpeeds(const MujocoWorld::Native& native, int body) {
    return native.data->qvel + native.model->body_dofadr[body];
}

// The orientation of a free body in S, as it is set, even if poses have not been computed since.
Eigen::Matrix3d freeTurn(const MujocoWorld::Native& native, int body) {
    const mjtNum* q =
        native.data->qpos + native.model->jnt_qposadr[native.model->body_jntadr[body]] + 3;
    return Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix();
}

Vector3d turningOf(const MujocoWorld::Native& native, int body) {
    return freeTurn(native, body) * Vector3d::Map(bodySpeeds(native, body) + 3);
}

void setTurning(const MujocoWorld::Native& native, int body, const Vector3d& turning_SRadPerS) {
    Vector3d::Map(bodySpeeds(native, body) + 3) =
        freeTurn(native, body).transpose() * turning_SRadPerS;
}

int ballBody(const MujocoWorld::Native& native) {
    return mj_name2id(native.model, mjOBJ_BODY, "ball");
}

} // namespace

RobotMotion motionOf(const MujocoWorld& world, RobotKey robot) {
    const MujocoWorld::Native native = world.native();
    const int torso = world.bodyId(robot, robot::BodyId(std::size_t{0}));
    RobotMotion motion{.velocity_SMps = Vector3d::Map(bodySpeeds(native, torso)),
                       .turning_SRadPerS = turningOf(native, torso),
                       .jointRadPerS = {}};
    for (const robot::Joint& joint : world.model(robot).joints()) {
        motion.jointRadPerS.push_back(*bodySpeeds(native, world.bodyId(robot, joint.child)));
    }
    return motion;
}

void setMotion(MujocoWorld& world, RobotKey robot, const RobotMotion& motion) {
    const MujocoWorld::Native native = world.native();
    const int torso = world.bodyId(robot, robot::BodyId(std::size_t{0}));
    Vector3d::Map(bodySpeeds(native, torso)) = motion.velocity_SMps;
    setTurning(native, torso, motion.turning_SRadPerS);
    const auto& joints = world.model(robot).joints();
    for (std::size_t i = 0; i < joints.size(); ++i) {
        *bodySpeeds(native, world.bodyId(robot, joints[i].child)) = motion.jointRadPerS[i];
    }
}

void updateAll(MujocoWorld& world) {
    const MujocoWorld::Native native = world.native();
    mj_forward(native.model, native.data);
}

Eigen::Vector3d ballTurning_SRadPerS(const MujocoWorld& world) {
    const MujocoWorld::Native native = world.native();
    return turningOf(native, ballBody(native));
}

void setBallTurning(MujocoWorld& world, const Eigen::Vector3d& turning_SRadPerS) {
    const MujocoWorld::Native native = world.native();
    setTurning(native, ballBody(native), turning_SRadPerS);
}

} // namespace sideline::simulator::mujoco
