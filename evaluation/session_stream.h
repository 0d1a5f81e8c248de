#pragma once

#include <chrono>
#include <functional>

#include "agentcore/base/error.h"
#include "evaluation/agent_stream.h"
#include "logs/session/session_reader.h"

namespace sideline::evaluation {

/// Interval of frames in match logs that Sideline records: that of monitor messages.
inline constexpr double kSessionFrameS = 0.04;

/// Returns the index of the newest frame of the session's match log at the given time; negative if
/// there is none, or if the frames that arrived then belong to another log.
[[nodiscard]] double newestFrameAt(const logs::SessionReader& reader, std::chrono::nanoseconds at);

/// Receives every frame of the stream in order; returning false stops the reading.
using SessionFrameVisitor = std::function<bool(const logs::SessionFrame&)>;

/// Returns the percepts and answers of a built-in agent of a session, with its identity. The stream
/// ends where the session is damaged or the agent was restarted.
///
/// @param agent track of the session
/// @param took may be empty
/// Errors: those of `SessionReader::frame` for the first frame; InvalidArgument for an unknown
/// agent, NotFound for one without frames, Malformed if the session does not describe its robot,
/// Canceled if `took` returned false.
[[nodiscard]] base::Expected<AgentStream> streamOfSession(logs::SessionReader& reader,
                                                          logs::TrackId agent,
                                                          const SessionFrameVisitor& took = {});

} // namespace sideline::evaluation
