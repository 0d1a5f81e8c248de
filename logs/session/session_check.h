#pragma once

#include <functional>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "logs/session/session_reader.h"

namespace sideline::logs {

/// An interval of an agent's track with missing cycles.
struct CycleGap {
    std::uint64_t after = 0; ///< last cycle before the gap
    std::uint64_t missing = 0;
    std::chrono::nanoseconds at{0};
};

/// Check result for an agent.
struct TrackCheck {
    TrackId agent;
    std::uint64_t decoded = 0;      ///< readable frames
    std::uint64_t restarts = 0;     ///< times the agent restarted from cycle 0
    std::vector<CycleGap> gaps;     ///< cycles that the recorder did not receive, or dropped
    std::uint64_t missedCycles = 0; ///< server cycles, as counted by the agent
    std::uint64_t lateAnswers = 0;  ///< answers that the agent counted as late
    std::uint64_t reconnects = 0;
};

/// Check result for a whole session.
struct SessionCheck {
    std::vector<TrackCheck> tracks;
    std::array<std::uint64_t, kRecordKindCount> found = {}; ///< rows by kind; for frames: decoded
    /// Faults of the file; empty if every chunk is readable and all counts match the recorder's.
    std::vector<std::string> faults;
    std::vector<std::string> missing; ///< result of `findMissing`
    [[nodiscard]] bool isGood() const { return faults.empty() && missing.empty(); }
};

/// Lists the data offered to the recorder that the session lacks, apart from counted drops: missing
/// rows, a missing end, a missing journal. Does not unpack frames.
/// @return one line each, for display; empty if nothing is missing
[[nodiscard]] std::vector<std::string> findMissing(const SessionReader& reader);

/// Reads everything in a session and compares it with the recorder's counts. Counted drops are not
/// faults of the file.
[[nodiscard]] SessionCheck checkSession(SessionReader& reader);

} // namespace sideline::logs
