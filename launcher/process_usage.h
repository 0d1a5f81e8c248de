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

/// Processor and memory usage of a player with all its processes.
struct Usage {
    double cpuPercent = 0.0; ///< usage since the last measurement; 100: one core
    double memoryMiB = 0.0;  ///< resident memory; shared pages are counted for each process
    std::size_t processCount = 0;
};

/// Measures processes from tables of /proc.
class UsageMeter {
public:
    /// @param processes all processes of the player
    /// @return nullopt on the first call, which has no earlier table to compare with
    std::optional<Usage> measure(const std::vector<ProcessEntry>& processes, Clock::time_point now);

private:
    using Process = std::pair<pid_t, unsigned long long>; // pid and start time, as pids are reused
    std::map<Process, unsigned long long> m_ticks;
    std::optional<Clock::time_point> m_before;
};

} // namespace sideline::launcher
