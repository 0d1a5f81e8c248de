#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// The humanoid robots of rcssservermj.
enum class MujocoRobot : std::uint8_t {
    T1,     ///< Booster T1: 23 joints
    K1,     ///< Booster K1: 22 joints, no waist
    PiPlus, ///< HighTorque Pi Plus: 23 joints
};

inline constexpr std::array kMujocoRobots = {MujocoRobot::T1, MujocoRobot::K1, MujocoRobot::PiPlus};

/// Returns the description of a robot. Body frames are those of the server with Sideline's axes (x
/// right, y forward, z up); their origins are at the joints. Bodies and joints are in the order of
/// the server's tree. Joints are named as in the agents' percepts (`q_hj1` is `hj1`) and have no
/// speed limit. Perceptors are in the order of T1's messages. Bodies are drawn by their `solids`;
/// their shapes are only approximate.
///
/// Values: branch `monitor-protocol` of the server (45ef386), November 2025.
[[nodiscard]] const RobotModel& mujocoRobotModel(MujocoRobot robot);

/// Returns the robot that agents request by this name (`T1`), or nullptr.
[[nodiscard]] const RobotModel* findMujocoRobot(std::string_view name);

/// Returns the file name, without folder and extension, of the server's mesh for a body.
[[nodiscard]] std::string_view mujocoMesh(MujocoRobot robot, BodyId body);

} // namespace sideline::robot
