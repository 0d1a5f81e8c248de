#pragma once

#include <Eigen/Core>

#include "simulator/robot/robot_body.h"

namespace sideline::simulator {

// What a user's hand does to a robot; one thread at a time, as for its world.

/// Pulls a point of a body through the next cycle, as with a spring.
/// @param grip_Body the point, in the body's frame
/// @param target_S where it is wanted, server frame
void pullBy(RobotBody& robot, robot::BodyId body, const Eigen::Vector3d& grip_Body,
            const Eigen::Vector3d& target_S);

/// Puts the robot, as it is bent and at rest, so that a point of a body is where it is wanted; no
/// part of it goes below the ground.
void carryBy(RobotBody& robot, robot::BodyId body, const Eigen::Vector3d& grip_Body,
             const Eigen::Vector3d& target_S);

/// Lifts the robot so high that its limbs cannot touch the ground, whatever they do; one that is
/// higher stays there.
void liftClear(RobotBody& robot);

} // namespace sideline::simulator
