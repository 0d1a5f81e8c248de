#pragma once

#include <cstdint>

#include "agentcore/field/play_mode.h"
#include "agentcore/monitor/ids.h"

namespace sideline::monitor {

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
[[nodiscard]] Restart restartOf(field::PlayMode mode);

} // namespace sideline::monitor
