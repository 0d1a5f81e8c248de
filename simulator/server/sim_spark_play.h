#pragma once

#include "simulator/simulation/match_control.h"
#include "simulator/simulation/simulation.h"

namespace sideline::simulator {

/// Begins a match of SimSpark's robots. With its settings bound, this is a `MatchMaker`.
[[nodiscard]] PlayedMatch playSimSpark(const SimulationSettings& settings);

} // namespace sideline::simulator
