#pragma once

#include <vector>

#include <sys/types.h>

namespace sideline::launcher {

/// A process as reported by /proc.
struct ProcessEntry {
    pid_t pid = 0;
    pid_t parent = 0;
    char state = '?';                     ///< R, S, D, Z, T, ...
    unsigned long long cpuTicks = 0;      ///< user and system time so far, in clock ticks
    unsigned long long startTicks = 0;    ///< start time; unique together with the pid
    unsigned long long residentPages = 0; ///< resident memory
};

/// All visible processes; some may have ended already. Any thread.
[[nodiscard]] std::vector<ProcessEntry> readProcessTable();

/// The processes below `root`: children, their children, and so on; without `root` itself. Zombies
/// (state Z) are omitted.
[[nodiscard]] std::vector<ProcessEntry> descendantsOf(pid_t root,
                                                      const std::vector<ProcessEntry>& table);

} // namespace sideline::launcher
