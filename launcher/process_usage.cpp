#include "launcher/process_usage.h"

#include <unistd.h>

namespace sideline::launcher {

std::optional<Usage> UsageMeter::measure(const std::vector<ProcessEntry>& processes,
                                         Clock::time_point now) {
    std::map<Process, unsigned long long> ticks;
    unsigned long long used = 0;
    unsigned long long pages = 0;
    for (const ProcessEntry& process : processes) {
        const Process key{process.pid, process.startTicks};
        const auto before = m_ticks.find(key);
        const unsigned long long earlier = before == m_ticks.end() ? 0 : before->second;
        used += process.cpuTicks > earlier ? process.cpuTicks - earlier : 0;
        pages += process.residentPages;
        ticks.emplace(key, process.cpuTicks);
    }
    m_ticks = std::move(ticks);
    const auto before = std::exchange(m_before, now);
    if (!before || now <= *before) {
        return std::nullopt;
    }
    const double seconds = std::chrono::duration<double>(now - *before).count();
    const double ticksPerS = static_cast<double>(::sysconf(_SC_CLK_TCK));
    const double bytesPerPage = static_cast<double>(::sysconf(_SC_PAGESIZE));
    return Usage{.cpuPercent = 100.0 * static_cast<double>(used) / ticksPerS / seconds,
                 .memoryMiB = static_cast<double>(pages) * bytesPerPage / (1024.0 * 1024.0),
                 .processCount = processes.size()};
}

} // namespace sideline::launcher
