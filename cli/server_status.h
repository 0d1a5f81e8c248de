#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "simulator/server/server.h"

namespace sideline::cli {

/// Composes periodic status lines of a server: its speed and, in sync mode, the agent that delays
/// it. One thread.
class ServerStatus {
public:
    using Time = std::chrono::steady_clock::time_point;

    /// @param everyS interval of lines in s; 0: only when an agent takes more than half of the
    /// time, at most every 10 s
    ServerStatus(double everyS, Time now);

    /// @return the line that is due; nullopt if none is
    std::optional<std::string> line(const simulator::Server& server, std::uint64_t cycle, Time now);

private:
    bool m_isAlwaysReported;
    std::chrono::duration<double> m_every;
    Time m_reportedAt;
    std::uint64_t m_reportedCycle = 0;
};

} // namespace sideline::cli
