#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "agentcore/base/error.h"
#include "agentcore/base/strong_index.h"

namespace sideline::net {

/// The clock for deadlines. Only the network layer reads it; the code above does not.
using Clock = std::chrono::steady_clock;

/// Identifies one connection of a `FrameServer`; counted from 1 in order of arrival, never reused.
using ConnectionId = base::StrongIndex<struct ConnectionTag>;

/// The reason for the end of a link.
enum class CloseReason : std::uint8_t {
    ByPeer,   ///< the other side closed the link between two messages
    Broken,   ///< the other side vanished, or closed the link in the middle of a message
    BadFrame, ///< the other side announced a message over the limit
    TooSlow,  ///< the other side did not read the data sent to it
    ByOwner,  ///< this side closed the link
};

/// Traffic of a link. Bytes include the length prefixes.
struct LinkCounters {
    std::uint64_t bytesReceived = 0;
    std::uint64_t messagesReceived = 0;
    std::uint64_t bytesSent = 0;       ///< accepted by the operating system
    std::uint64_t messagesSent = 0;    ///< sent or queued
    std::uint64_t messagesSkipped = 0; ///< dropped because the other side did not read
};

/// How a link ended.
struct Closing {
    CloseReason reason = CloseReason::ByPeer;
    base::Error error; ///< the reason for display; names the other side
    LinkCounters counters;
};

} // namespace sideline::net
