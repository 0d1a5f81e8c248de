#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "agentcore/base/error.h"
#include "agentcore/base/strong_index.h"

namespace sideline::net {

/// The clock of deadlines. Links are a border of the program: nothing behind them reads a clock.
using Clock = std::chrono::steady_clock;

/// One connection of a `FrameServer`; counted from 1 in the order of arrival, never used again.
using ConnectionId = base::StrongIndex<struct ConnectionTag>;

/// Why a link ended.
enum class CloseReason : std::uint8_t {
    ByPeer,   ///< the other side closed it, between two messages
    Broken,   ///< the other side vanished, or left in the middle of a message
    BadFrame, ///< the other side announced a message over the limit
    TooSlow,  ///< the other side did not read what was sent to it
    ByOwner,  ///< this side closed it
};

/// What went over a link so far. Bytes include the length prefixes.
struct LinkCounters {
    std::uint64_t bytesReceived = 0;
    std::uint64_t messagesReceived = 0;
    std::uint64_t bytesSent = 0;       ///< taken by the operating system
    std::uint64_t messagesSent = 0;    ///< sent or waiting to be sent
    std::uint64_t messagesSkipped = 0; ///< not sent, because the other side did not read
};

/// How a link ended.
struct Closing {
    CloseReason reason = CloseReason::ByPeer;
    base::Error error; ///< the same for display; names the other side
    LinkCounters counters;
};

} // namespace sideline::net
