#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/base/worker.h"
#include "agentcore/drawing/drawing_board.h"
#include "agentcore/net/udp.h"
#include "studio/settings/network_settings.h"

namespace sideline::studio {

/// Receives drawings of any team's agents, as RoboViz does, in a thread of its own.
///
/// All functions may be called from any thread; none waits, except the destructor, for a moment.
class DrawingLink {
public:
    struct Settings {
        std::string address = "127.0.0.1";      ///< of this machine; `0.0.0.0` for all
        std::uint16_t port = kUsualDrawingPort; ///< 0: any free one
    };
    /// Receives every datagram that is drawn, in the link's thread; must not wait. What exceeds the
    /// bounds of `drawing::networkDrawingLimits` is refused before, and counted in `stats`.
    /// @return false if it should be counted as not recorded
    using Tap = std::function<bool(std::string_view sender, std::string_view bytes,
                                   std::chrono::nanoseconds at)>;

    /// Errors: those of `net::UdpReceiver::open`, as a port that is taken.
    [[nodiscard]] static base::Expected<std::unique_ptr<DrawingLink>> open(const Settings& settings,
                                                                           Tap tap = {});
    ~DrawingLink();
    DrawingLink(const DrawingLink&) = delete;
    DrawingLink& operator=(const DrawingLink&) = delete;

    [[nodiscard]] const std::string& address() const { return m_address; }
    [[nodiscard]] std::uint16_t port() const { return m_port; }
    /// What is shown now; the same pointer while nothing changes.
    [[nodiscard]] drawing::DrawingBoardPtr board() const;
    [[nodiscard]] drawing::DrawingStats stats() const;
    /// Takes all drawings away; what is sent again is shown again.
    void clear();
    /// Why nothing is received any more; empty: all is well.
    [[nodiscard]] std::string fault() const;

private:
    DrawingLink(net::UdpReceiver receiver, std::string address, Tap tap);
    void work(const std::stop_token& stop);

    std::string m_address;
    std::uint16_t m_port;
    Tap m_tap;
    net::UdpReceiver m_receiver; ///< by the worker only
    mutable std::mutex m_mutex;
    drawing::DrawingBuilder m_builder; // guarded by m_mutex
    std::uint64_t m_unrecorded = 0;    // guarded by m_mutex
    std::string m_fault;               // guarded by m_mutex
    base::Worker m_worker;
};

} // namespace sideline::studio
