#pragma once

#include <vector>

#include "agentcore/robot/ids.h"

namespace sideline::simulator {

class RobotBody;

/// Two overlapping bodies of one robot.
struct SelfContact {
    robot::BodyId first;
    robot::BodyId second;
    [[nodiscard]] bool operator==(const SelfContact&) const = default;
};

/// Pairs of a robot's box colliders that overlap by more than `toleranceM`, without those that the
/// description excludes (thigh and torso, shank and thigh, ...). Physics ignores these overlaps;
/// the rules judge them.
[[nodiscard]] std::vector<SelfContact> selfContacts(const RobotBody& robot, double toleranceM);

} // namespace sideline::simulator
