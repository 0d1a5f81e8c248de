#pragma once

#include "agentcore/game/rules.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::simulator {

/// The room that a robot gets when it is put on the field.
struct StandingRoom {
    double torsoM = 0.0;  ///< height of the torso
    double radiusM = 0.0; ///< distance to what is beside it
};

/// Both are the rule AgentRadius, as in the real server. Its default is made for the Nao: a robot
/// that would stand more than 0.1 m in the ground, or is wider than that, gets what its standing
/// body takes, unless the rules set another radius.
[[nodiscard]] StandingRoom standingRoom(const game::Rules& rules, const robot::RobotModel& model);

} // namespace sideline::simulator
