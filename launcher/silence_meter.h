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

/// Returns all such connections, from /proc/net/tcp and tcp6, ordered by inode. Any thread.
[[nodiscard]] std::vector<UnreadSocket> readUnreadSockets();

/// Messages that a program has not read for a long time.
struct Silence {
    std::uint64_t bytes = 0; ///< 0: none
    bool isBusy = false; ///< whether the program uses the processor, because it is in an endless
                         ///< loop or far too slow
};

/// Detects whether a program no longer reads what its server sends, because it was stopped
/// (SIGSTOP), waits forever, or is in an endless loop.
///
/// The system keeps unread messages for the program. A program that plays reads each one within
/// milliseconds; while the server is paused or gone, none arrive. Once a program has stopped
/// reading, its number of unread bytes stays above 0 and never falls. That also holds for a program
/// that is overloaded for a while, but such a program runs or waits for a processor, so such
/// programs get more time.
class SilenceMeter {
public:
    /// Examines the connections to this port of a player's processes.
    /// @return what has been unread for `kSilence` or longer, or for `kBusySilence` by a program
    /// that uses the processor
    Silence measure(const std::vector<ProcessEntry>& processes,
                    const std::vector<UnreadSocket>& unread, std::uint16_t port,
                    Clock::time_point now);

    static constexpr std::chrono::seconds kSilence{2};
    static constexpr std::chrono::seconds kBusySilence{10};

private:
    struct Backlog {
        Clock::time_point since;
        unsigned long long cpuTicks = 0; ///< processor time of the process at that time
        std::uint64_t bytes = 0;
    };
    std::map<unsigned long long, Backlog> m_backlogs; // by inode
};

} // namespace sideline::launcher
