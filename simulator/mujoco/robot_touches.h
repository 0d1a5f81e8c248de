#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/robot/ids.h"
#include "simulator/mujoco/mujoco_world.h"

namespace sideline::simulator::mujoco {

/// A contact point of a robot.
struct BodyTouch {
    robot::BodyId body;
    robot::BodyId own; ///< the other body of the same robot; invalid: ground, ball, goal, ...
    Eigen::Vector3d p_S = Eigen::Vector3d::Zero();
    Eigen::Vector3d force_SN = Eigen::Vector3d::Zero(); ///< on `body`
};

/// Contact points of a robot, in the last step or since it was placed, in MuJoCo's order.
[[nodiscard]] std::vector<BodyTouch> touchesOf(const MujocoWorld& world, RobotKey robot);

/// Places a robot at rest in a posture; `updateAll` computes what depends on it.
/// @param anglesRad one per joint of the model
void setPosture(MujocoWorld& world, RobotKey robot, const math::Pose& X_STorso,
                std::span<const double> anglesRad);
/// Like `setPosture`; all bodies of the robot are reported there immediately.
void placeInPosture(MujocoWorld& world, RobotKey robot, const math::Pose& X_STorso,
                    std::span<const double> anglesRad);

} // namespace sideline::simulator::mujoco
