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

/// Receives the drawings of any team's agents in a separate thread, as RoboViz does.
///
/// All functions may be called from any thread. Only the destructor waits, briefly.
class DrawingLink {
public:
    struct Settings {
        std::string address = "127.0.0.1";        ///< local address to listen on; `0.0.0.0` for all
        std::uint16_t port = kDefaultDrawingPort; ///< 0: any free port
    };
    /// Receives every accepted datagram in the link's thread; must not block. Datagrams that exceed
    /// `drawing::networkDrawingLimits` are refused earlier and counted in `stats`.
    /// @return false if the datagram should be counted as not recorded
    using Tap = std::function<bool(std::string_view sender, std::string_view bytes,
                                   std::chrono::nanoseconds at)>;

    /// Errors: those of `net::UdpReceiver::open`, for example if the port is taken.
    [[nodiscard]] static base::Expected<std::unique_ptr<DrawingLink>> open(const Settings& settings,
                                                                           Tap tap = {});
    ~DrawingLink();
    DrawingLink(const DrawingLink&) = delete;
    DrawingLink& operator=(const DrawingLink&) = delete;

    [[nodiscard]] const std::string& address() const { return m_address; }
    [[nodiscard]] std::uint16_t port() const { return m_port; }
    /// Returns the current drawings; the same pointer while they do not change.
    [[nodiscard]] drawing::DrawingBoardPtr board() const;
    [[nodiscard]] drawing::DrawingStats stats() const;
    /// Removes all drawings; those that are sent again reappear.
    void clear();
    /// Why the link stopped receiving; empty while it works.
    [[nodiscard]] std::string fault() const;

private:
    DrawingLink(net::UdpReceiver receiver, std::string address, Tap tap);
    void work(const std::stop_token& stop);

    std::string m_address;
    std::uint16_t m_port;
    Tap m_tap;
    net::UdpReceiver m_receiver; ///< used by the worker only
    mutable std::mutex m_mutex;
    drawing::DrawingBuilder m_builder; // guarded by m_mutex
    std::uint64_t m_unrecorded = 0;    // guarded by m_mutex
    std::string m_fault;               // guarded by m_mutex
    base::Worker m_worker;
};

} // namespace sideline::studio
