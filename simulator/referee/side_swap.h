#pragma once

#include <map>
#include <utility>

#include "agentcore/game/player_id.h"
#include "simulator/referee/areas.h"

namespace sideline::simulator {

/// The same player after a change of ends.
[[nodiscard]] constexpr game::PlayerId onOtherSide(const game::PlayerId& player) {
    return {opponentOf(player.side), player.unum};
}

/// The stored player states after a change of ends.
template <typename Memory>
[[nodiscard]] std::map<game::PlayerId, Memory> onOtherSides(
    std::map<game::PlayerId, Memory> players) {
    std::map<game::PlayerId, Memory> swapped;
    for (auto& [player, memory] : players) {
        swapped.emplace(onOtherSide(player), std::move(memory));
    }
    return swapped;
}

} // namespace sideline::simulator
