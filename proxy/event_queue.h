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
    net::ConnectionId link = {};                ///< unset for Refused
    net::RelayEnd from = net::RelayEnd::Client; ///< sender of a Message, Unframed or Closed event
    std::chrono::nanoseconds at{0};             ///< steady clock when a Message was read
    std::string text = {};                      ///< the message; for others the peer or error
    std::uint64_t droppedBefore = 0;            ///< messages of this link dropped before this event
};

/// A bounded queue of events from the forwarding thread to the recorder.
///
/// Drops and counts messages when it is full; always accepts other events.
class EventQueue {
public:
    /// @param maxBytes limit for waiting messages
    explicit EventQueue(std::size_t maxBytes) : m_maxBytes(maxBytes) {}

    /// Blocks only during a concurrent `take`. Does not wake the recorder, to keep the forwarding
    /// thread fast.
    /// @return false if the event was dropped
    bool put(ProxyEvent event);
    /// Waits for `pause` or a stop request, then moves all events into `events`.
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
