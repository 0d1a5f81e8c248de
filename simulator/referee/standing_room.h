#pragma once

#include "agentcore/game/rules.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::simulator {

/// The space that a robot occupies when it is placed on the field.
struct StandingRoom {
    double torsoM = 0.0;  ///< height of the torso
    double radiusM = 0.0; ///< distance to adjacent objects
};

/// Both values are the rule AgentRadius, as on the real server. Its default is intended for the
/// Nao: a robot whose feet would be more than 0.1 m in the ground, or that is wider than this
/// radius, gets the space of its standing body unless the rules set another radius.
[[nodiscard]] StandingRoom standingRoom(const game::Rules& rules, const robot::RobotModel& model);

} // namespace sideline::simulator
