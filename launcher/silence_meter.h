#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include <sys/types.h>

#include "launcher/output.h"
#include "launcher/supervisor/process_table.h"

namespace sideline::launcher {

/// A TCP connection of this machine whose process has not read all bytes it received.
struct UnreadSocket {
    unsigned long long inode = 0;
    std::uint16_t remotePort = 0;
    std::uint64_t bytes = 0; ///< above 0
    [[nodiscard]] bool operator==(const UnreadSocket&) const = default;
};

/// All of them, from /proc/net/tcp and tcp6, ordered by inode. Any thread.
[[nodiscard]] std::vector<UnreadSocket> readUnreadSockets();

/// Finds out whether a program no longer reads what its server sends: because it was stopped
/// (SIGSTOP), waits for ever, or computes without end.
///
/// The system keeps unread messages for the program. A program that plays reads each one within
/// milliseconds; while the server is paused or gone, none arrive. Of a program that has stopped
/// reading, the number of unread bytes stays above 0 and never falls.
class SilenceMeter {
public:
    /// Looks at the connections of the processes below `supervisor` to this port.
    /// @return bytes that have been unread for `kSilence` or longer; 0: none
    std::uint64_t measure(pid_t supervisor, const std::vector<ProcessEntry>& table,
                          const std::vector<UnreadSocket>& unread, std::uint16_t port,
                          Clock::time_point now);

    static constexpr std::chrono::seconds kSilence{2};

private:
    struct Backlog {
        Clock::time_point since;
        std::uint64_t bytes = 0;
    };
    std::map<unsigned long long, Backlog> m_backlogs; // by inode
};

} // namespace sideline::launcher
