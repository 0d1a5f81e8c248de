#pragma once

#include "agentcore/behavior/behavior.h"
#include "agentcore/motion/walk/walk_command.h"

namespace sideline::behavior {

/// A walk that does not run into others: the nearer a robot is that it walks toward, the slower, so
/// that they meet softly. An opponent that is farther from the ball than the robot itself is not
/// waited for. With anybody within 1.6 m it goes no faster than a walk does without a fast gait.
///
/// Who runs into an opponent that is nearer to the ball at 0.4 m/s or more is charging
/// (`soccerruleaspect.cpp`, docs/simulator.md): the server puts it outside the field.
/// @param command as it wants to walk
/// @return the same while nobody is near, or its own place is not known
[[nodiscard]] motion::WalkCommand carefulOf(const Context& context,
                                            const motion::WalkCommand& command);

} // namespace sideline::behavior
