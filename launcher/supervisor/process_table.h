#pragma once

#include <vector>

#include <sys/types.h>

namespace sideline::launcher {

/// One process as /proc reports about it.
struct ProcessEntry {
    pid_t pid = 0;
    pid_t parent = 0;
    char state = '?';                     ///< R, S, D, Z, T, ...
    unsigned long long cpuTicks = 0;      ///< user and system time so far; `sysconf(_SC_CLK_TCK)`
    unsigned long long startTicks = 0;    ///< with the pid, this names a process forever
    unsigned long long residentPages = 0; ///< memory
};

/// All processes that can be seen; some may be gone already. Any thread.
[[nodiscard]] std::vector<ProcessEntry> readProcessTable();

/// The processes below `root`: children, their children, and so on; without `root` itself.
/// Processes that have ended and wait for their parent (state Z) are omitted.
[[nodiscard]] std::vector<ProcessEntry> descendantsOf(pid_t root,
                                                      const std::vector<ProcessEntry>& table);

} // namespace sideline::launcher
