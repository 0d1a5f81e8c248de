#pragma once

#include <string>
#include <vector>

#include "agentcore/behavior/striker.h"
#include "agentcore/motion/kick/kick_parameters.h"
#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Goes to the ball and kicks it out of the walk.
[[nodiscard]] BehaviorInfo kickInfo();

/// The numbers of the kick that a file names.
/// @param file as `sideline train` writes it, or `quick`: those that are shipped for the robot,
///     or the usual numbers if there is none; empty: quick
/// Errors: NotFound, Malformed with file and line; InvalidArgument for a number out of its range.
[[nodiscard]] base::Expected<motion::KickParameters> kickNumbersOf(const std::string& file,
                                                                   const robot::RobotModel& model);

/// What kicks come to, as files say it in `[measured]`.
[[nodiscard]] std::vector<ParameterInfo> kickFigureParameters();

/// The kicks that are shipped for a robot, with what they have come to; empty if there are none.
/// Errors: those of reading them.
[[nodiscard]] base::Expected<std::vector<behavior::KnownKick>> shippedKicks(
    const robot::RobotModel& model);

} // namespace sideline::agents
