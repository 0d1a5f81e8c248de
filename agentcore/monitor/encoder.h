#pragma once

#include <string>

#include "agentcore/monitor/game_state.h"
#include "agentcore/monitor/scene.h"

namespace sideline::monitor {

/// Writes a state as a full monitor message (`RSG`), without length prefix or newline.
///
/// Numbers have six significant digits, like the server's; a state that was decoded from such
/// text comes out with the same numbers. Every reader of the league's logs accepts the result.
/// @param scene must have a structure
[[nodiscard]] std::string encodeFullMessage(const GameState& game, const SceneState& scene);

} // namespace sideline::monitor
