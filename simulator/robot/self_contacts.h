#pragma once

#include <vector>

#include "agentcore/robot/ids.h"

namespace sideline::simulator {

class RobotBody;

/// Two bodies of one robot that overlap.
struct SelfContact {
    robot::BodyId first;
    robot::BodyId second;
};

/// Pairs of box-shaped colliders of a robot that overlap by more than `toleranceM`; those that the
/// description excludes (thigh and torso, shank and thigh, ...) are omitted. The physics lets them
/// pass through each other; the rules judge them.
[[nodiscard]] std::vector<SelfContact> selfContacts(const RobotBody& robot, double toleranceM);

} // namespace sideline::simulator
