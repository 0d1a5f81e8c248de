#pragma once

#include <map>
#include <utility>

#include "agentcore/game/player_id.h"
#include "simulator/referee/areas.h"

namespace sideline::simulator {

/// The same player once the teams have changed ends.
[[nodiscard]] constexpr game::PlayerId onOtherSide(const game::PlayerId& player) {
    return {opponentOf(player.side), player.unum};
}

/// What is remembered of the players, once the teams have changed ends.
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
