#pragma once

#include <filesystem>

#include "agentcore/base/error.h"
#include "launcher/team_file.h"
#include "series/game_row.h"
#include "simulator/simulation/simulation.h"

namespace sideline::series {

/// Whether a team can play in process: all of its players are built-in agents.
[[nodiscard]] bool canPlayInProcess(const launcher::TeamFile& team);

/// Plays a match of built-in agents in one process in simulated time: no sockets, no clock. The
/// same settings and teams give the same game, bit for bit, on every run. One thread.
/// @param simulation its rules say how long the match is
/// @param log of the match; empty: none
/// Errors: of making the agents and of the log; InvalidArgument for a player that cannot join.
[[nodiscard]] base::Expected<GameResult> playInProcess(
    const simulator::SimulationSettings& simulation, const launcher::TeamFile& left,
    const launcher::TeamFile& right, const std::filesystem::path& log);

} // namespace sideline::series
