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

/// Something that happened on a link of the proxy.
struct ProxyEvent {
    enum class Kind : std::uint8_t { Opened, Message, Unframed, Closed, Refused };
    Kind kind = Kind::Message;
    net::ConnectionId link = {};                ///< none for Refused
    net::RelayEnd from = net::RelayEnd::Client; ///< Message, Unframed, Closed: who
    std::chrono::nanoseconds at{0};             ///< Message: when it was read, steady clock
    std::string text = {};                      ///< the message; else peer or error, for display
    std::uint64_t droppedBefore = 0;            ///< messages of this link that had no room
};

/// What waits for the recorder, between two threads; bounded.
///
/// Messages for which there is no room are dropped and counted; the rest always has room.
class EventQueue {
public:
    /// @param maxBytes of memory for the messages that wait
    explicit EventQueue(std::size_t maxBytes) : m_maxBytes(maxBytes) {}

    /// Never waits, except for a `take` that is just being done. Wakes nobody up: the thread that
    /// passes messages on has no time for that.
    /// @return false if it was dropped
    bool put(ProxyEvent event);
    /// Takes what is there, after a pause in which nobody asks for a stop.
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
