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

/// Receives what agents of any team report about their own belief, one message in a datagram, in a
/// thread of its own.
///
/// All functions may be called from any thread; none waits, except the destructor, for a moment.
class BeliefLink {
public:
    /// More than this within a second are not looked at: 22 agents report 1100.
    static constexpr std::uint64_t kMostPerSecond = 3000;
    /// Messages that wait to be taken; of more, the oldest go.
    static constexpr std::size_t kMostWaiting = 5000;

    /// Receives every good datagram, in the link's thread; must not wait.
    using Tap = std::function<void(std::string_view sender, std::string_view bytes,
                                   std::chrono::nanoseconds at)>;
    struct Stats {
        std::uint64_t good = 0;
        std::uint64_t bad = 0;  ///< could not be read
        std::uint64_t lost = 0; ///< too many or too long ones
        std::string lastFault;  ///< what was wrong with the last bad one, and who sent it
    };

    /// @param port 0: any free one
    /// Errors: those of `net::UdpReceiver::open`, as a port that is taken.
    [[nodiscard]] static base::Expected<std::unique_ptr<BeliefLink>> open(
        const std::string& address = "127.0.0.1", std::uint16_t port = kUsualBeliefPort,
        Tap tap = {});
    ~BeliefLink();
    BeliefLink(const BeliefLink&) = delete;
    BeliefLink& operator=(const BeliefLink&) = delete;

    [[nodiscard]] std::uint16_t port() const { return m_port; }
    /// The messages that came since the last call, oldest first.
    [[nodiscard]] std::vector<evaluation::BeliefMessage> take();
    [[nodiscard]] Stats stats() const;
    /// Why nothing is received any more; empty: all is well.
    [[nodiscard]] std::string fault() const;

private:
    BeliefLink(net::UdpReceiver receiver, Tap tap);
    void work(const std::stop_token& stop);
    void takeDatagram(const net::Datagram& datagram);
    void countLost(std::uint64_t tooMany);

    std::uint16_t m_port;
    Tap m_tap;
    net::UdpReceiver m_receiver; ///< by the worker only
    mutable std::mutex m_mutex;
    std::deque<evaluation::BeliefMessage> m_waiting; // guarded by m_mutex
    Stats m_stats;                                   // guarded by m_mutex
    std::uint64_t m_dropped = 0;                     // guarded by m_mutex
    std::string m_fault;                             // guarded by m_mutex
    base::Worker m_worker;
};

} // namespace sideline::studio
