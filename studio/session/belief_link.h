#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/base/worker.h"
#include "agentcore/net/udp.h"
#include "evaluation/belief_message.h"
#include "studio/settings/network_settings.h"

namespace sideline::studio {

/// Receives the beliefs that agents of any team report, one message per datagram, in a separate
/// thread.
///
/// All functions may be called from any thread. Only the destructor waits, briefly.
class BeliefLink {
public:
    /// Maximum number of messages handled per second; 22 agents report 1100.
    static constexpr std::uint64_t kMaxPerSecond = 3000;
    /// Maximum number of queued messages; when exceeded, the oldest are dropped.
    static constexpr std::size_t kMaxWaiting = 5000;

    /// Receives every valid datagram in the link's thread; must not block.
    using Tap = std::function<void(std::string_view sender, std::string_view bytes,
                                   std::chrono::nanoseconds at)>;
    struct Stats {
        std::uint64_t good = 0;
        std::uint64_t bad = 0;  ///< messages that could not be read
        std::uint64_t lost = 0; ///< messages over a rate or size limit
        std::string lastFault;  ///< reason and sender of the last bad message
    };

    /// @param port 0: any free port
    /// Errors: those of `net::UdpReceiver::open`, for example if the port is taken.
    [[nodiscard]] static base::Expected<std::unique_ptr<BeliefLink>> open(
        const std::string& address = "127.0.0.1", std::uint16_t port = kDefaultBeliefPort,
        Tap tap = {});
    ~BeliefLink();
    BeliefLink(const BeliefLink&) = delete;
    BeliefLink& operator=(const BeliefLink&) = delete;

    [[nodiscard]] std::uint16_t port() const { return m_port; }
    /// Returns the messages received since the last call, oldest first.
    [[nodiscard]] std::vector<evaluation::BeliefMessage> take();
    [[nodiscard]] Stats stats() const;
    /// Why the link stopped receiving; empty while it works.
    [[nodiscard]] std::string fault() const;

private:
    BeliefLink(net::UdpReceiver receiver, Tap tap);
    void work(const std::stop_token& stop);
    void takeDatagram(const net::Datagram& datagram);
    void countLost(std::uint64_t tooMany);

    std::uint16_t m_port;
    Tap m_tap;
    net::UdpReceiver m_receiver; ///< used by the worker only
    mutable std::mutex m_mutex;
    std::deque<evaluation::BeliefMessage> m_waiting; // guarded by m_mutex
    Stats m_stats;                                   // guarded by m_mutex
    std::uint64_t m_dropped = 0;                     // guarded by m_mutex
    std::string m_fault;                             // guarded by m_mutex
    base::Worker m_worker;
};

} // namespace sideline::studio
