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

/// Whether a game of a series is played in process: by built-in agents only, neither in real time
/// nor on another server. It is the same game, bit for bit, whenever it is played.
[[nodiscard]] bool isPlayedInProcess(const SeriesPlan& plan, const ScheduledGame& game);

/// Lets both teams come, and plays a match from its kick-off to its end.
/// @param match in which nobody is yet
/// @param goesOn asked before each cycle from the kick-off on; false: the match stays as it is
/// Errors: those of `InProcessMatch`.
[[nodiscard]] base::Expected<void> playFromKickOff(InProcessMatch& match,
                                                   const launcher::TeamFile& left,
                                                   const launcher::TeamFile& right,
                                                   const std::function<bool()>& goesOn = {});

/// Plays a match of built-in agents in one process in simulated time: no sockets, no clock. The
/// same settings and teams give the same game, bit for bit, on every run. One thread.
/// @param simulation its rules say how long the match is
/// @param log of the match; empty: none
/// Errors: of making the agents and of the log; InvalidArgument for a player that cannot join.
[[nodiscard]] base::Expected<GameResult> playInProcess(
    const simulator::SimulationSettings& simulation, const launcher::TeamFile& left,
    const launcher::TeamFile& right, const std::filesystem::path& log);

} // namespace sideline::series
