#pragma once

#include <cstdint>

#include "agentcore/game/play_mode.h"
#include "agentcore/game/player_id.h"

namespace sideline::game {

/// What kind of restart a play mode stands for.
enum class SetPiece : std::uint8_t {
    None, ///< play on, or the game stands still
    KickOff,
    KickIn,
    CornerKick,
    GoalKick,
    FreeKick, ///< indirect: no goal straight from it
    DirectFreeKick,
    Pass, ///< pass mode
};

/// A restart, and whose it is.
struct Restart {
    SetPiece piece = SetPiece::None;
    Side side = Side::None; ///< none without a set piece
};

/// The restart that a play mode stands for.
[[nodiscard]] Restart restartOf(PlayMode mode);

} // namespace sideline::game
