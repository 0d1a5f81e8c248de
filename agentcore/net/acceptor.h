#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "agentcore/base/error.h"
#include "agentcore/net/asio.h"
#include "agentcore/net/link.h"
#include "agentcore/net/operation.h"
#include "agentcore/net/reactor.h"

namespace sideline::net {

/// Listens on a port and accepts connections without blocking. One thread at a time.
class Acceptor {
public:
    /// A new connection; its socket is non-blocking, with Nagle's algorithm disabled.
    struct Accepted {
        Tcp::socket socket;
        std::string peer; ///< address and port, for display
    };

    /// Maximum calls of `take` per round, so that existing connections are also served.
    static constexpr int kMaxPerRound = 64;

    /// @param reactor must outlive this object
    explicit Acceptor(Reactor& reactor) : m_acceptor(reactor.context()) {}

    /// @param port 0 lets the operating system choose one
    /// Errors: InvalidArgument if `address` does not belong to this machine, PermissionDenied for a
    /// privileged port, Io for a port in use; each names the address.
    [[nodiscard]] base::Expected<void> listen(const std::string& address, std::uint16_t port);
    /// The port in use.
    [[nodiscard]] std::uint16_t port() const { return m_port; }

    /// Starts waiting for a connection.
    void watch();
    /// Whether a connection has arrived since `beginRound`.
    [[nodiscard]] bool hasEvents() const { return m_pendingAccept.hasEnded(); }
    /// `deadline`, or earlier if a connection could not be accepted: the system may have run out of
    /// file descriptors, and no event reports when they become available again.
    [[nodiscard]] Clock::time_point waitsUntil(Clock::time_point deadline) const;
    /// Handles the events. @return whether `take` should be called
    [[nodiscard]] bool beginRound();
    /// The next connection; not set if there is none or it cannot be accepted now.
    [[nodiscard]] std::optional<Accepted> take();

private:
    Tcp::acceptor m_acceptor;
    Operation m_pendingAccept; // waits until a connection arrives
    std::uint16_t m_port = 0;
    bool m_hasFailed = false;
};

} // namespace sideline::net
