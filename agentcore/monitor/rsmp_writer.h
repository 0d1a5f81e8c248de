#pragma once

#include <string>

#include "agentcore/monitor/game_state.h"
#include "agentcore/monitor/scene.h"

namespace sideline::monitor {

/// Writes a state as a full RSMP message, as rcssservermj does, without length prefix or newline.
///
/// Numbers have as many digits as the server's, so a decoded state is written with the same
/// numbers. Called by `encodeFullMessage` for streams of that server.
/// @param scene must have a structure
[[nodiscard]] std::string encodeRsmp(const GameState& game, const SceneState& scene);

} // namespace sideline::monitor
