#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/game/server_kind.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/trainer_command.h"

namespace sideline::monitor {

/// The reason why a server cannot execute a command; not set if it can. SimSpark supports all
/// commands; rcssservermj supports kick-off, drop ball, play mode, and the positions of ball and
/// players (branches until June 2026).
/// @param isOurs whether this program simulates the server: rcssservermj in version 0.2.1, which
///     ignores play modes
[[nodiscard]] std::optional<std::string_view> unsupportedReason(game::ServerKind server,
                                                                const TrainerCommand& command,
                                                                bool isOurs = false);

/// Names of a server's play modes, in its order. Until June 2026, rcssservermj only logs requests
/// to set them.
[[nodiscard]] const std::vector<std::string_view>& playModesOf(game::ServerKind server);

/// Converts a command to a server's conventions. rcssservermj sets a ball's velocity only together
/// with its position, measures a robot's rotation from facing +x, and expects the torso at its
/// standing height.
/// @param frame current state of the match; if null, missing values are not filled in
[[nodiscard]] TrainerCommand adapted(game::ServerKind server, const TrainerCommand& command,
                                     const MatchFrame* frame);

} // namespace sideline::monitor
