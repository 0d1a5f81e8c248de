#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "agentcore/net/link.h"
#include "agentcore/net/relay.h"

namespace sideline::proxy {

/// An event on a link of the proxy.
struct ProxyEvent {
    enum class Kind : std::uint8_t { Opened, Message, Unframed, Closed, Refused };
    Kind kind = Kind::Message;
    net::ConnectionId link = {};                ///< none for Refused
    net::RelayEnd from = net::RelayEnd::Client; ///< Message, Unframed, Closed: the sender
    std::chrono::nanoseconds at{0};             ///< Message: when it was read, steady clock
    std::string text = {};                      ///< the message; else peer or error, for display
    std::uint64_t droppedBefore = 0;            ///< messages of this link dropped before
};

/// A bounded queue of events from the forwarding thread to the recorder.
///
/// Drops and counts messages when it is full; always accepts other events.
class EventQueue {
public:
    /// @param maxBytes of memory for the waiting messages
    explicit EventQueue(std::size_t maxBytes) : m_maxBytes(maxBytes) {}

    /// Blocks only during a concurrent `take`. Does not wake the recorder, to keep the forwarding
    /// thread fast.
    /// @return false if it was dropped
    bool put(ProxyEvent event);
    /// Waits for `pause` or a stop request, then takes all events.
    void take(std::vector<ProxyEvent>& events, std::chrono::milliseconds pause,
              const std::stop_token& stop);

private:
    const std::size_t m_maxBytes;
    std::mutex m_mutex;
    std::condition_variable_any m_never;
    std::vector<ProxyEvent> m_events;
    std::size_t m_bytes = 0;
    std::vector<std::pair<net::ConnectionId, std::uint64_t>> m_dropped; ///< not reported yet
};

} // namespace sideline::proxy
