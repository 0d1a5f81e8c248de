#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/monitor/match_frame.h"
#include "logs/session/session_reader.h"
#include "simulator/start/start_situation.h"

namespace sideline::evaluation {

/// The result for the players of a situation.
struct CommandsFound {
    std::size_t players = 0;          ///< players that continue with recorded commands
    std::vector<std::string> remarks; ///< players whose recordings do not match, with the reason
};

/// Adds the commands that agents sent, starting at a situation's frame, according to a session.
///
/// The session determines the time of the match log's frame to within a few cycles; for a log that
/// was not recorded with it, the game clock does. The exact cycle of an agent follows from
/// comparing joint angles. Players whose agents the session lacks are unchanged.
/// @param log index in `session.matchLogs()`; if not set, the game clock is used
/// @param number index of the frame in the log
/// @param frame frame that the situation was made from
/// @param cycles 1 to `simulator::kMaxCommandedCycles`; fewer at the end of the session
/// Errors: those of reading frames.
[[nodiscard]] base::Expected<CommandsFound> addSessionCommands(
    logs::SessionReader& session, std::optional<std::size_t> log, double number,
    const monitor::MatchFrame& frame, int cycles, simulator::StartSituation& situation);

/// Finds a match log among those of a session by its file name; nullopt if it was not recorded with
/// the session.
[[nodiscard]] std::optional<std::size_t> matchLogOf(const logs::SessionReader& session,
                                                    const std::filesystem::path& file);

} // namespace sideline::evaluation
