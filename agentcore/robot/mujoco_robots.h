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

/// The description of a robot. Body frames are those of the server, with this program's axes (x to
/// the right, y forward, z up); their origins are in the joints. Bodies and joints stand in the
/// order of the server's tree. Joints have the names of the agents' percepts (`q_hj1` is `hj1`) and
/// no limit of speed. What they perceive stands in the order of messages of T1. Bodies are drawn by
/// their `solids`; their shapes are only rough.
///
/// Values: branch `monitor-protocol` of the server (45ef386), November 2025.
[[nodiscard]] const RobotModel& mujocoRobotModel(MujocoRobot robot);

/// The one that agents ask for by this name (`T1`), or nullptr.
[[nodiscard]] const RobotModel* findMujocoRobot(std::string_view name);

/// File name, without folder and ending, of the mesh that the server draws a body with.
[[nodiscard]] std::string_view mujocoMesh(MujocoRobot robot, BodyId body);

} // namespace sideline::robot
