#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <poll.h>

#include "agentcore/net/asio.h"
#include "agentcore/net/link.h"

namespace sideline::net {

/// Waits until one of `sockets` is ready or `timeout` has passed, and fills in their `revents`.
/// Takes up signals that interrupt it. @return whether one is ready
bool waitReady(std::span<pollfd> sockets, Clock::duration timeout);

/// Address and port for people: `127.0.0.1:3100`, `[::1]:3100`.
[[nodiscard]] std::string endpointText(const asio::ip::address& address, std::uint16_t port);

/// Why a port cannot be listened on. @param place address and port
[[nodiscard]] base::Error listenError(const error_code& code, const std::string& place);

/// Whether a socket that may not block merely has nothing to give or no room to take.
[[nodiscard]] inline bool wouldBlock(const error_code& code) {
    return code == asio::error::would_block || code == asio::error::try_again;
}

/// How a link to `peer` ended, told by what reading or writing it returned.
[[nodiscard]] Closing closingFrom(const error_code& code, const std::string& peer);

/// Whether the system holds bytes that it could not send yet, because the peer does not read.
[[nodiscard]] bool hasUnsentBytes(int tcpSocket);

/// Whether a socket counts as ready to send only when the system holds no unsent bytes, instead of
/// whenever it would take some more.
void setReadyWhenAllIsSent(int tcpSocket, bool isReadyOnlyThen);

} // namespace sideline::net
