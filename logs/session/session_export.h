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
/// @param names empty: all signals in the range
/// Errors: those of `readAgentSignals`; Io if writing to `out` fails.
[[nodiscard]] base::Expected<void> exportAgentSignals(SessionReader& reader,
                                                      const SessionRange& range,
                                                      std::vector<std::string> names,
                                                      std::ostream& out);

/// Writes the raw messages of an agent as a recording (`.rec`, see `AgentRecording`).
/// Errors: those of `visitFrames`; Io if writing to `out` fails.
[[nodiscard]] base::Expected<void> exportStream(SessionReader& reader, const SessionRange& range,
                                                std::ostream& out);

/// Writes output lines with their time in seconds, source and stream, separated by tabs.
/// Errors: Io if writing to `out` fails; those of `SessionReader::outputs`.
[[nodiscard]] base::Expected<void> exportOutputs(const SessionReader& reader,
                                                 std::chrono::nanoseconds from,
                                                 std::chrono::nanoseconds to, std::ostream& out);

/// Writes the agents' reports of their own beliefs unchanged, one message per line.
/// Errors: Io if writing to `out` fails; those of `SessionReader::beliefs`.
[[nodiscard]] base::Expected<void> exportBeliefs(const SessionReader& reader,
                                                 std::chrono::nanoseconds from,
                                                 std::chrono::nanoseconds to, std::ostream& out);

} // namespace sideline::logs
