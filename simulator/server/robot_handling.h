#pragma once

#include <Eigen/Core>

#include "simulator/robot/robot_body.h"

namespace sideline::simulator {

// Manual manipulation of robots; one thread at a time, like the world.

/// Pulls a point of a body during the next cycle with a spring.
/// @param grip_Body the point, in the body's frame
/// @param target_S target of the point, server frame
void pullBy(RobotBody& robot, robot::BodyId body, const Eigen::Vector3d& grip_Body,
            const Eigen::Vector3d& target_S);

/// Moves the robot, at rest and without changing its posture, so that a point of a body reaches a
/// target; no part of the robot is moved below the ground.
void carryBy(RobotBody& robot, robot::BodyId body, const Eigen::Vector3d& grip_Body,
             const Eigen::Vector3d& target_S);

/// Lifts the robot so high that its limbs cannot touch the ground in any posture; a robot at a
/// greater height is not moved.
void liftClear(RobotBody& robot);

} // namespace sideline::simulator
