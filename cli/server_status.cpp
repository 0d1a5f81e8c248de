#include "cli/server_status.h"
#include "agentcore/base/plural.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace sideline::cli {

namespace {

constexpr double kUnaskedEveryS = 10.0;
constexpr double kMuch = 0.5; // fraction of the time that an agent takes

constexpr std::size_t kNamed = 3; // maximum number of slow agents in a line

// Describes the agents that delay the match, slowest first.
std::string describeWaits(std::vector<simulator::AgentWait> waits, double rateHz) {
    std::ranges::stable_sort(waits, std::greater(), [](const simulator::AgentWait& wait) {
        return std::pair(wait.nowS, wait.meanS);
    });
    std::string text;
    std::size_t slow = 0;
    for (const simulator::AgentWait& wait : waits) {
        const bool isWaitedForNow = wait.nowS > 0.0;
        if (!isWaitedForNow && wait.meanS * rateHz <= kMuch) {
            continue;
        }
        if (++slow > kNamed) {
            continue;
        }
        text += isWaitedForNow ? fmt::format("; waiting for {} for {:.1f} s", wait.name, wait.nowS)
                               : fmt::format("; waiting for {}: {:.0f} ms per cycle", wait.name,
                                             1000.0 * wait.meanS);
    }
    if (slow > kNamed) {
        text += fmt::format("; and for {} more", slow - kNamed);
    }
    for (const simulator::AgentWait& wait : waits) {
        if (wait.isSkipped) {
            text += fmt::format("; continuing without {}", wait.name);
        }
    }
    return text;
}

} // namespace

ServerStatus::ServerStatus(double everyS, Time now)
    : m_isAlwaysReported(everyS > 0.0),
      m_every(everyS > 0.0 ? everyS : kUnaskedEveryS),
      m_reportedAt(now) {}

std::optional<std::string> ServerStatus::line(const simulator::Server& server, std::uint64_t cycle,
                                              Time now) {
    const std::chrono::duration<double> passed = now - m_reportedAt;
    if (passed < m_every) {
        return std::nullopt;
    }
    const double rateHz = static_cast<double>(cycle - m_reportedCycle) / passed.count();
    m_reportedAt = now;
    m_reportedCycle = cycle;
    std::string text = fmt::format("cycle {}, {:.1f} cycles/s, {}", cycle, rateHz,
                                   base::plural(server.agentCount(), "agent"));
    const std::string waits = describeWaits(server.agentWaits(), rateHz);
    text += waits;
    return m_isAlwaysReported || !waits.empty() ? std::optional(text) : std::nullopt;
}

} // namespace sideline::cli
