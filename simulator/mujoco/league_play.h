#pragma once

#include "agentcore/base/error.h"
#include "simulator/mujoco/league_simulation.h"
#include "simulator/simulation/match_control.h"

namespace sideline::simulator::mujoco {

/// Begins an rcssservermj match for a simulator. With its settings bound, this is a `MatchMaker`.
/// Errors: those of `LeagueSimulation::create`.
[[nodiscard]] base::Expected<PlayedMatch> playLeague(const LeagueSettings& settings);

} // namespace sideline::simulator::mujoco
