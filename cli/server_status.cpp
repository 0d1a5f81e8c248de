#include "cli/server_status.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace sideline::cli {

namespace {

constexpr double kUnaskedEveryS = 10.0;
constexpr double kMuch = 0.5; // share of the time that an agent takes

} // namespace

ServerStatus::ServerStatus(double everyS, Time now)
    : m_isAlwaysTold(everyS > 0.0),
      m_every(everyS > 0.0 ? everyS : kUnaskedEveryS),
      m_toldAt(now) {}

std::optional<std::string> ServerStatus::line(const simulator::Server& server,
                                              std::uint64_t cycle, Time now) {
    const std::chrono::duration<double> passed = now - m_toldAt;
    if (passed < m_every) {
        return std::nullopt;
    }
    const double rateHz = static_cast<double>(cycle - m_toldCycle) / passed.count();
    m_toldAt = now;
    m_toldCycle = cycle;
    std::string text = fmt::format("cycle {}, {:.1f} cycles/s, {} agents", cycle, rateHz,
                                   server.agentCount());
    bool isSlowed = false;
    for (const simulator::AgentWait& wait : server.agentWaits()) {
        if (wait.nowS > 0.0) {
            text += fmt::format("; waiting for {} since {:.1f} s", wait.name, wait.nowS);
            isSlowed = true;
        } else if (wait.meanS * rateHz > kMuch) {
            text += fmt::format("; waits for {}: {:.0f} ms in each cycle", wait.name,
                                1000.0 * wait.meanS);
            isSlowed = true;
        }
        if (wait.isLeftBehind) {
            text += fmt::format("; goes on without {}", wait.name);
        }
    }
    return m_isAlwaysTold || isSlowed ? std::optional(text) : std::nullopt;
}

} // namespace sideline::cli
