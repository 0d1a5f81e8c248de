#pragma once

#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/decision/condition_tree.h"

namespace sideline::decision {

/// Reads a condition tree in Sideline's own form (docs/decisions.md):
///
///     stay 0.1
///     behavior clear = striker
///     condition near = ball.to-own-goal < 2 ~ 0.5 and ball.known
///     tree
///       when play.running
///         when near do clear
///         else do keeper
///       else do stand-and-look
///
/// A node's depth is its indentation. Does not check whether behaviors exist.
/// @param title for display @param file for messages; may be empty
/// Errors, with file and line: Malformed, LimitExceeded.
[[nodiscard]] base::Expected<ConditionTree> readTreeText(std::string_view text, std::string title,
                                                         std::string file);

} // namespace sideline::decision
