#include "agentcore/monitor/game_summary.h"

#include <fmt/format.h>

namespace sideline::monitor {

std::optional<game::PlayMode> playModeOf(const GameState& game) {
    return game::playModeFromName(game.playModeName());
}

std::string resultText(const GameState& game) {
    return fmt::format("{} {} : {} {}", game.teamLeft, game.scoreLeft, game.scoreRight,
                       game.teamRight);
}

} // namespace sideline::monitor
