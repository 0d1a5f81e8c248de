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

/// What became of the players of a situation.
struct CommandsFound {
    std::size_t players = 0;          ///< that go on with what they were commanded
    std::vector<std::string> remarks; ///< whose agents were recorded, but do not fit, and why
};

/// Adds to a situation what agents commanded from its frame on, as a session has it.
///
/// When the match log's frame was, the session knows to within some cycles; of a log that was not
/// recorded with it, the game's clock says. Which cycle of an agent it is, the joint angles in both
/// say. Players whose agents the session does not have stay as they are.
/// @param log place of the match log in `session.matchLogs()`; none of it: by the clock
/// @param number of the frame in the log
/// @param frame that the situation was made of
/// @param cycles how many, 1 to `simulator::kMostCommandedCycles`; fewer where the session ends
/// Errors: those of reading frames.
[[nodiscard]] base::Expected<CommandsFound> addSessionCommands(
    logs::SessionReader& session, std::optional<std::size_t> log, double number,
    const monitor::MatchFrame& frame, int cycles, simulator::StartSituation& situation);

/// The place of a match log among those of a session, by its file's name; nothing if it was not
/// recorded with it.
[[nodiscard]] std::optional<std::size_t> matchLogOf(const logs::SessionReader& session,
                                                    const std::filesystem::path& file);

} // namespace sideline::evaluation
