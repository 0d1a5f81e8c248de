#pragma once

#include <string>

#include "agentcore/base/error.h"
#include "cli/simulation_arguments.h"
#include "evaluation/agent_stream.h"
#include "evaluation/truth.h"

namespace sideline::cli {

/// A stream and the match log next to its recording; empty if there is none.
struct ReadStream {
    evaluation::AgentStream stream;
    std::string matchLog;
    evaluation::LogHints hints; ///< for `matchLog`
};

/// Reads a recorded stream, or an agent of a session.
/// @param agent name in the session; empty for the only one that has frames
/// @param robotFolders folders with the scene files of other robots; may be empty
/// Errors: those of `AgentStream::read`, `SessionReader::open` and `streamOfSession`; NotFound for
/// a session without a built-in agent, InvalidArgument when the name matches none or several.
[[nodiscard]] base::Expected<ReadStream> readStream(const std::string& file,
                                                    const std::string& agent,
                                                    const RobotFolders& robotFolders);

} // namespace sideline::cli
