#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "logs/session/session_reader.h"
#include "logs/session/session_signals.h"

namespace sideline::logs {

/// Writes signals of an agent as CSV, one line per frame: `cycle,time_s,game_time_s` and a column
/// per signal; empty where a frame has no value.
/// @param names empty: all that occur in the range
/// Errors: as `readAgentSignals`; Io when `out` takes no more.
[[nodiscard]] base::Expected<void> exportAgentSignals(SessionReader& reader,
                                                      const SessionRange& range,
                                                      std::vector<std::string> names,
                                                      std::ostream& out);

/// Writes the raw messages of an agent as a recording (`.rec`, see `AgentRecording`).
/// Errors: as `visitFrames`; Io when `out` takes no more.
[[nodiscard]] base::Expected<void> exportStream(SessionReader& reader, const SessionRange& range,
                                                std::ostream& out);

/// Writes lines of text with their time in seconds, source and stream, separated by tabs.
/// Errors: Io when `out` takes no more; as `SessionReader::outputs`.
[[nodiscard]] base::Expected<void> exportOutputs(const SessionReader& reader,
                                                 std::chrono::nanoseconds from,
                                                 std::chrono::nanoseconds to, std::ostream& out);

/// Writes what agents reported about their own belief, one message on a line as it came.
/// Errors: Io when `out` takes no more; as `SessionReader::beliefs`.
[[nodiscard]] base::Expected<void> exportBeliefs(const SessionReader& reader,
                                                 std::chrono::nanoseconds from,
                                                 std::chrono::nanoseconds to, std::ostream& out);

} // namespace sideline::logs
