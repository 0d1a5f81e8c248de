#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/game/server_kind.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/trainer_command.h"

namespace sideline::monitor {

/// Why a server cannot do what a command asks for; nothing if it can. SimSpark knows all commands;
/// rcssservermj knows kick-off, drop ball, play mode, and where ball and players are
/// (branches until June 2026).
[[nodiscard]] std::optional<std::string_view> whyUnknown(game::ServerKind server,
                                                         const TrainerCommand& command);

/// Names of the play modes that a server has, in its order. That of rcssservermj only logs what it
/// is asked for until June 2026.
[[nodiscard]] const std::vector<std::string_view>& playModesOf(game::ServerKind server);

/// A command as a server takes it. rcssservermj moves a ball only with its place, turns robots
/// from where they look along +x, and wants the torso where it is when the robot stands.
/// @param frame the match as of now; null: nothing is filled in
[[nodiscard]] TrainerCommand adapted(game::ServerKind server, const TrainerCommand& command,
                                     const MatchFrame* frame);

} // namespace sideline::monitor
