#pragma once

#include <optional>
#include <string>

#include "agentcore/game/play_mode.h"
#include "agentcore/monitor/game_state.h"

namespace sideline::monitor {

/// Returns the play mode of a game; not set if it is not a play mode of rcssserver3d, or has not
/// been reported yet.
[[nodiscard]] std::optional<game::PlayMode> playModeOf(const GameState& game);

/// Returns the teams and the score, such as `Left 1 : 0 Right`.
[[nodiscard]] std::string resultText(const GameState& game);

} // namespace sideline::monitor
