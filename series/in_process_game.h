#pragma once

#include <filesystem>
#include <functional>

#include "agentcore/base/error.h"
#include "launcher/team_file.h"
#include "series/game_row.h"
#include "series/in_process_match.h"
#include "series/series_plan.h"
#include "simulator/simulation/simulation.h"

namespace sideline::series {

/// Whether a team can play in process: all of its players are built-in agents.
[[nodiscard]] bool canPlayInProcess(const launcher::TeamFile& team);

/// Whether a game of a series is played in process: by built-in agents only, in simulated time, and
/// on the built-in server. Such a game is bit-identical on every run.
[[nodiscard]] bool isPlayedInProcess(const SeriesPlan& plan, const ScheduledGame& game);

/// Lets both teams join, and plays a match from its kick-off to its end.
/// @param shouldContinue called before each cycle from the kick-off on; returning false stops the
/// match
/// Errors: those of `InProcessMatch`.
[[nodiscard]] base::Expected<void> playFromKickOff(
    InProcessMatch& match, const launcher::TeamFile& left, const launcher::TeamFile& right,
    const std::function<bool()>& shouldContinue = {});

/// Plays a match of built-in agents in one process and in simulated time: no sockets, no clock.
/// Equal settings and teams produce the same game, bit for bit. Runs in the calling thread.
/// @param simulation its rules determine the length of the match
/// @param log match log; empty: none
/// Errors: those of creating the agents and of the log; InvalidArgument for a player that cannot
/// join.
[[nodiscard]] base::Expected<GameResult> playInProcess(
    const simulator::SimulationSettings& simulation, const launcher::TeamFile& left,
    const launcher::TeamFile& right, const std::filesystem::path& log);

} // namespace sideline::series
