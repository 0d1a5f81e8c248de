#pragma once

#include <cstdint>

#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// Joint limits of the soccerbot056.
enum class Soccerbot056Stops : std::uint8_t {
    None,      ///< no joint limits, as in the description of rcssserver3d 0.6 and later
    Described, ///< the limits that the description contains but no longer sets
};

/// The robot of rcssserver3d 0.5.6 and RoboCup 2007: 3.7 m tall and 2.5 kg, with a trunk of two
/// parts, universal joints in shoulders, hips and ankles, omnidirectional vision and force sensors.
///
/// 21 bodies and 21 joint angles, of which the agent moves 20; the joint between the two parts of
/// the trunk is locked. Masses are density times volume.
/// Source: `rcssserver3d/data/rsg/agent/soccerbot056.rsg` and `spark/data/rsg/boxspheres/*.rsg` of
/// rcssserver3d 0.7.3; the order of its percepts agrees with a message of the 0.5.6 server.
/// Any thread; the reference is valid until the program ends.
[[nodiscard]] const RobotModel& soccerbot056Model(
    Soccerbot056Stops stops = Soccerbot056Stops::None);

} // namespace sideline::robot
