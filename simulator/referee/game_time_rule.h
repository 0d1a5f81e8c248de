#pragma once

#include "simulator/referee/game.h"

namespace sideline::simulator {

/// Ends the first half or the game when its time is over.
/// @return whether the teams change ends now
bool checkTime(Game& game);

/// Whether the server should exit: 10 s after the game, if the rules require it.
[[nodiscard]] bool shouldQuit(const Game& game);

} // namespace sideline::simulator
