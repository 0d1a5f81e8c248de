#include "launcher/silence_meter.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace sideline::launcher {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEstablished = "01";

// The number after the last colon, as in `0100007F:0C1C`.
std::uint64_t hexAfterColon(std::string_view text) {
    text.remove_prefix(text.rfind(':') + 1);
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, 16);
    return value;
}

void addUnread(const char* file, std::vector<UnreadSocket>& unread) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line); // names of the columns
    while (std::getline(in, line)) {
        // sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt uid timeout inode
        std::istringstream fields(line);
        std::string ignored;
        std::string remote;
        std::string state;
        std::string queues;
        unsigned long long inode = 0;
        fields >> ignored >> ignored >> remote >> state >> queues >> ignored >> ignored >>
            ignored >> ignored >> inode;
        const std::uint64_t bytes = fields ? hexAfterColon(queues) : 0;
        if (bytes > 0 && state == kEstablished) {
            unread.push_back({inode, static_cast<std::uint16_t>(hexAfterColon(remote)), bytes});
        }
    }
}

// The inodes of the sockets of a process.
std::vector<unsigned long long> socketsOf(pid_t process) {
    constexpr std::string_view kPrefix = "socket:[";
    std::vector<unsigned long long> inodes;
    std::error_code ended; // the process may end meanwhile
    fs::directory_iterator entry(fmt::format("/proc/{}/fd", process), ended);
    for (; !ended && entry != fs::directory_iterator(); entry.increment(ended)) {
        std::error_code closed;
        const std::string target = fs::read_symlink(entry->path(), closed).string();
        if (target.starts_with(kPrefix)) {
            unsigned long long inode = 0;
            std::from_chars(target.data() + kPrefix.size(), target.data() + target.size(), inode);
            inodes.push_back(inode);
        }
    }
    return inodes;
}

// Whether a process runs, waits for a processor, or has used a processor during a period.
// @param lasts length of the period
bool isUsingCpu(const ProcessEntry& process, unsigned long long ticksBefore,
                Clock::duration lasts) {
    constexpr double kIdleRatio = 0.05;
    const double ranS = static_cast<double>(process.cpuTicks - ticksBefore) /
                        static_cast<double>(::sysconf(_SC_CLK_TCK));
    return process.state == 'R' ||
           (process.state != 'T' &&
            ranS > kIdleRatio * std::chrono::duration<double>(lasts).count());
}

} // namespace

std::vector<UnreadSocket> readUnreadSockets() {
    std::vector<UnreadSocket> unread;
    addUnread("/proc/net/tcp", unread);
    addUnread("/proc/net/tcp6", unread);
    std::ranges::sort(unread, {}, &UnreadSocket::inode);
    return unread;
}

Silence SilenceMeter::measure(const std::vector<ProcessEntry>& processes,
                              const std::vector<UnreadSocket>& unread, std::uint16_t port,
                              Clock::time_point now) {
    if (std::ranges::find(unread, port, &UnreadSocket::remotePort) == unread.end()) {
        m_backlogs.clear();
        return {};
    }
    std::map<unsigned long long, Backlog> backlogs;
    Silence silence;
    for (const ProcessEntry& process : processes) {
        for (const unsigned long long inode : socketsOf(process.pid)) {
            const auto socket = std::ranges::lower_bound(unread, inode, {}, &UnreadSocket::inode);
            if (socket == unread.end() || socket->inode != inode || socket->remotePort != port) {
                continue;
            }
            const auto before = m_backlogs.find(inode);
            const bool isGrowing =
                before != m_backlogs.end() && socket->bytes >= before->second.bytes;
            Backlog backlog = isGrowing ? before->second : Backlog{now, process.cpuTicks, 0};
            backlog.bytes = socket->bytes;
            const auto lasts = now - backlog.since;
            const bool isBusy = isUsingCpu(process, backlog.cpuTicks, lasts);
            // Several processes may share a socket.
            if (backlogs.emplace(inode, backlog).second &&
                lasts >= (isBusy ? kBusySilence : kSilence)) {
                silence.bytes += backlog.bytes;
                silence.isBusy = silence.isBusy || isBusy;
            }
        }
    }
    m_backlogs = std::move(backlogs);
    return silence;
}

} // namespace sideline::launcher
