#pragma once

#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/decision/state_machine.h"

namespace sideline::decision {

/// Reads a state machine (docs/decisions.md):
///
///     behavior attack = striker
///     condition mine = ball.known and self.rank-to-ball < 1
///     machine
///       any
///         to wait when play.over
///       state wait do stand-and-look
///         to play when play.running after 1
///       state play
///         state hold do hold-place
///           to shoot when mine
///         state shoot do attack
///           to hold when not mine
///           to hold on failed
///
/// Indentation determines depth. Does not check whether behaviors exist.
/// @param title for display @param file for messages; may be empty
/// Errors, with file and line: Malformed, LimitExceeded.
[[nodiscard]] base::Expected<StateMachine> readMachineText(std::string_view text, std::string title,
                                                           std::string file);

} // namespace sideline::decision
