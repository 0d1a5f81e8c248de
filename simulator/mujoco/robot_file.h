#pragma once

#include <filesystem>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"
#include "simulator/mujoco/robot_physics.h"

namespace sideline::simulator::mujoco {

/// A robot that agents can request.
struct LeagueRobot {
    robot::RobotModelPtr model;
    RobotPhysics physics;
};

/// Checks that a folder contains models of robots: `NAME/robot.xml` directly, in `robots` or in
/// `resources/robots` (an installed `rcsssmj`). Errors: NotFound.
[[nodiscard]] base::Expected<void> checkModels(const std::filesystem::path& folder);

/// Returns the robot with this name: from its file in `folder`, if there is one, otherwise our own
/// description of T1, K1 or PiPlus.
/// @param folder folder with models; empty: none
/// Errors: NotFound for an unknown name; those of `readRobotFile`
[[nodiscard]] base::Expected<LeagueRobot> leagueRobot(std::string_view name,
                                                      const std::filesystem::path& folder);

/// Reads a robot in the form of MJCF that rcssservermj uses: a body `torso` with a free joint
/// `root`, hinges, for each motor `he1` the actuators `he1_tau`, `he1_pos` and `he1_vel`, sensors
/// `torso_quat`, `torso_pos`, `torso_gyro`, `torso_acc`, `q_hj1`, `dq_hj1`, and a site `camera`. If
/// it has the bodies, motors and sensors of our robot with this name, it is described by that
/// model, otherwise by a model made from the file.
///
/// Errors, with the file: InvalidArgument with MuJoCo's message, if it rejects the file;
/// UnsupportedFormat for features that rcssservermj's robots do not have, naming the joint, motor
/// or sensor.
[[nodiscard]] base::Expected<LeagueRobot> readRobotFile(const std::filesystem::path& file,
                                                        std::string_view name);

} // namespace sideline::simulator::mujoco
