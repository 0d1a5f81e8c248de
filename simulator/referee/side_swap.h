#pragma once

#include <map>
#include <utility>

#include "agentcore/monitor/ids.h"
#include "simulator/referee/areas.h"

namespace sideline::simulator {

/// The same player once the teams have changed ends.
[[nodiscard]] constexpr monitor::RobotId onOtherSide(const monitor::RobotId& player) {
    return {opponentOf(player.side), player.unum};
}

/// What is remembered of the players, once the teams have changed ends.
template <typename Memory>
[[nodiscard]] std::map<monitor::RobotId, Memory> onOtherSides(
    std::map<monitor::RobotId, Memory> players) {
    std::map<monitor::RobotId, Memory> swapped;
    for (auto& [player, memory] : players) {
        swapped.emplace(onOtherSide(player), std::move(memory));
    }
    return swapped;
}

} // namespace sideline::simulator
