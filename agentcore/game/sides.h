#pragma once

#include "agentcore/game/player_id.h"

namespace sideline::game {

/// The other team's side; None for None.
[[nodiscard]] constexpr Side opponentOf(Side side) {
    switch (side) {
    case Side::Left:
        return Side::Right;
    case Side::Right:
        return Side::Left;
    case Side::None:
        break;
    }
    return Side::None;
}

/// The sign of x of a side's own goal in frame S: -1 for left, +1 for right.
[[nodiscard]] constexpr double ownGoalSign(Side side) {
    return side == Side::Left ? -1.0 : 1.0;
}

} // namespace sideline::game
