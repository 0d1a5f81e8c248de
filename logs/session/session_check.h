#pragma once

#include <functional>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "logs/session/session_reader.h"

namespace sideline::logs {

/// An interval of an agent's track where cycles are missing.
struct CycleGap {
    std::uint64_t after = 0; ///< cycle before the gap
    std::uint64_t missing = 0;
    std::chrono::nanoseconds at{0};
};

/// What a check found of an agent.
struct TrackCheck {
    TrackId agent;
    std::uint64_t decoded = 0;      ///< frames that could be read
    std::uint64_t restarts = 0;     ///< times the agent restarted from cycle 0
    std::vector<CycleGap> gaps;     ///< cycles that the recorder did not get, or dropped
    std::uint64_t missedCycles = 0; ///< of server time, as the agent counted them itself
    std::uint64_t reconnects = 0;
};

/// What a check of a whole session found.
struct SessionCheck {
    std::vector<TrackCheck> tracks;
    std::array<std::uint64_t, kRecordKindCount> found = {}; ///< rows by kind; frames decoded
    /// What is wrong with the file; empty: every chunk could be read, and as much is in it as its
    /// recorder says.
    std::vector<std::string> faults;
    std::vector<std::string> missing; ///< of `findMissing`
    [[nodiscard]] bool isGood() const { return faults.empty() && missing.empty(); }
};

/// What a session lacks of what was offered to its recorder, drops that were counted aside: rows
/// that are gone, an end that never came, a journal that is not there. Does not unpack frames.
/// @return a line each, for display; empty if nothing is missing
[[nodiscard]] std::vector<std::string> findMissing(const SessionReader& reader);

/// Reads everything in a session and compares with what its recorder counted. Drops are no fault
/// of the file as long as they were counted.
[[nodiscard]] SessionCheck checkSession(SessionReader& reader);

} // namespace sideline::logs
