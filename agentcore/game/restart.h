#pragma once

#include <cstdint>

#include "agentcore/game/play_mode.h"
#include "agentcore/game/player_id.h"

namespace sideline::game {

/// The kind of restart that a play mode stands for.
enum class SetPiece : std::uint8_t {
    None, ///< the ball is in play, or the game is stopped
    KickOff,
    KickIn,
    CornerKick,
    GoalKick,
    FreeKick, ///< indirect: no goal may be scored directly
    DirectFreeKick,
    Pass, ///< pass mode
};

/// A restart and the team that takes it.
struct Restart {
    SetPiece piece = SetPiece::None;
    Side side = Side::None; ///< `None` without a set piece
};

/// The restart that a play mode stands for.
[[nodiscard]] Restart restartOf(PlayMode mode);

} // namespace sideline::game
