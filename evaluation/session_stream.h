#pragma once

#include <functional>

#include "agentcore/base/error.h"
#include "evaluation/agent_stream.h"
#include "logs/session/session_reader.h"

namespace sideline::evaluation {

/// Gets every frame of the stream, in order; false ends the reading.
using SessionFrameVisitor = std::function<bool(const logs::SessionFrame&)>;

/// What a built-in agent of a session perceived and answered, and who it was. It ends where the
/// session is damaged, and where the agent was started again.
///
/// @param agent of the session @param took may be empty
/// Errors: of `SessionReader::frame` for the first frame; InvalidArgument for an unknown agent,
/// NotFound for one without frames, Malformed when the session does not describe its robot,
/// Canceled when `took` ended it.
[[nodiscard]] base::Expected<AgentStream> streamOfSession(logs::SessionReader& reader,
                                                          logs::TrackId agent,
                                                          const SessionFrameVisitor& took = {});

} // namespace sideline::evaluation
