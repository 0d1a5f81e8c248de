#pragma once

#include <string>

#include "agentcore/base/error.h"
#include "evaluation/agent_stream.h"

namespace sideline::cli {

/// One agent, and the match log that lies beside its recording; empty for none.
struct ReadStream {
    evaluation::AgentStream stream;
    std::string matchLog;
};

/// Reads an agent's recording, or an agent of a session.
/// @param agent name in the session; empty for the only one that has frames
/// @param robotsFolder with the scene files of robots that are not built in; may be empty
/// Errors: those of `AgentStream::read`, `SessionReader::open` and `streamOfSession`; NotFound for
/// a session without a built-in agent, InvalidArgument when the name fits none or several.
[[nodiscard]] base::Expected<ReadStream> readStream(const std::string& file,
                                                    const std::string& agent,
                                                    const std::string& robotsFolder);

} // namespace sideline::cli
