#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "launcher/output.h"
#include "launcher/supervisor/process_table.h"

namespace sideline::launcher {

/// What a player and everything that it started costs.
struct Usage {
    double cpuPercent = 0.0; ///< of one core, since the last measurement
    double memoryMiB = 0.0;  ///< resident, shared pages counted by each process
    std::size_t processCount = 0;
};

/// Measures the descendants of one process from tables of /proc.
class UsageMeter {
public:
    /// @param supervisor whose descendants are measured; itself it is not counted
    /// @return nothing at the first time, when there is nothing to compare with
    std::optional<Usage> measure(pid_t supervisor, const std::vector<ProcessEntry>& table,
                                 Clock::time_point now);

private:
    using Process = std::pair<pid_t, unsigned long long>; // with its start, for pids come again
    std::map<Process, unsigned long long> m_ticks;
    std::optional<Clock::time_point> m_before;
};

} // namespace sideline::launcher
