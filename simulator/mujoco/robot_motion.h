#pragma once

#include <vector>

#include <Eigen/Core>

#include "simulator/mujoco/mujoco_world.h"

namespace sideline::simulator::mujoco {

/// Velocities of a robot's torso, at its origin, and of its joints.
struct RobotMotion {
    Eigen::Vector3d velocity_SMps = Eigen::Vector3d::Zero();
    Eigen::Vector3d turning_SRadPerS = Eigen::Vector3d::Zero();
    std::vector<double> jointRadPerS; ///< one per joint of the model
};

[[nodiscard]] RobotMotion motionOf(const MujocoWorld& world, RobotKey robot);
/// Sets the velocities of a robot in its present posture; `updateAll` computes what depends on
/// them.
void setMotion(MujocoWorld& world, RobotKey robot, const RobotMotion& motion);

/// Computes everything that depends on positions and velocities now, also contacts and sensors.
void updateAll(MujocoWorld& world);

[[nodiscard]] Eigen::Vector3d ballTurning_SRadPerS(const MujocoWorld& world);
void setBallTurning(MujocoWorld& world, const Eigen::Vector3d& turning_SRadPerS);

} // namespace sideline::simulator::mujoco
