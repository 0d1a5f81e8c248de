#pragma once

#include <span>

#include "agentcore/base/number_info.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/motion/walk/walk_command.h"

namespace sideline::behavior {

/// Settings for slowing down near other robots. Distances are between torsos.
struct SlowdownSettings {
    double rangeM = 1.0;
    double crowdM = 1.6;
    double crowdMps = 0.75;
    double touchM = 0.4;
    double touchMps = 0.25;
    double gainPerS = 1.2;
    double maxAgeS = 1.0;
    double rightOfWayM = 0.1;

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<SlowdownSettings>> numbers();
};

/// Limits the speed toward other robots, so that contacts are soft: the closer a robot in the way,
/// the slower. Ignores an opponent that is farther from the ball and must give way. Near other
/// robots, the speed also stays below that of the fast gaits.
///
/// A robot that runs into an opponent nearer to the ball at 0.4 m/s or more is charging
/// (`soccerruleaspect.cpp`, docs/simulator.md): the server puts it outside the field.
/// @return the unchanged command while no robot is near or the robot's own pose is unknown
[[nodiscard]] motion::WalkCommand limitSpeedNearRobots(const Context& context,
                                                       const motion::WalkCommand& command,
                                                       const SlowdownSettings& settings = {});

} // namespace sideline::behavior
