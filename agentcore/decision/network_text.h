#pragma once

#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/decision/behavior_network.h"

namespace sideline::decision {

/// Reads an extended behavior network (docs/decisions.md):
///
///     behavior attack = striker
///     network
///     gamma 0.8
///     belief at-ball = ball.distance < 0.6 ~ 0.3
///     belief scored = ball.to-opponent-goal < 0.5
///     resource legs 1
///     goal score
///       wants scored
///       importance 0.9
///       when play.running
///     module shoot
///       do attack
///       needs at-ball
///       effect scored 0.5
///       uses legs 1
///
/// Does not check whether behaviors exist.
/// @param title for display @param file for messages; may be empty
/// Errors, with file and line: Malformed, LimitExceeded.
[[nodiscard]] base::Expected<BehaviorNetwork> readNetworkText(std::string_view text,
                                                              std::string title, std::string file);

} // namespace sideline::decision
