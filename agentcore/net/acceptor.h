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

/// Listens on a port and accepts who connects, without ever waiting. One thread at a time.
class Acceptor {
public:
    /// Who has connected; the socket is non-blocking and sends at once.
    struct Accepted {
        Tcp::socket socket;
        std::string peer; ///< address and port, for display
    };

    /// How many to `take` in a round at most, so that those who are there come to their turn.
    static constexpr int kMostPerRound = 64;

    /// @param reactor outlives this
    explicit Acceptor(Reactor& reactor) : m_acceptor(reactor.context()) {}

    /// @param port 0 lets the operating system choose one
    /// Errors: InvalidArgument for what is no address of this machine, PermissionDenied for a port
    /// that only administrators may take, Io for a taken port; each names the address.
    [[nodiscard]] base::Expected<void> listen(const std::string& address, std::uint16_t port);
    /// The port that is listened on.
    [[nodiscard]] std::uint16_t port() const { return m_port; }

    /// Begins to wait for somebody.
    void watch();
    /// Whether somebody has come since `beginRound`.
    [[nodiscard]] bool hasNews() const { return m_knocking.hasEnded(); }
    /// Until when to wait for news: the system may have had no descriptors left for who came, and
    /// no event reports when it has again.
    [[nodiscard]] Clock::time_point waitsUntil(Clock::time_point deadline) const;
    /// Takes notice of the news. @return whether `take` is worth a call
    [[nodiscard]] bool beginRound();
    /// The next one who has connected; nothing if there is none, or it cannot be accepted now.
    [[nodiscard]] std::optional<Accepted> take();

private:
    Tcp::acceptor m_acceptor;
    Operation m_knocking; // waits for somebody to accept
    std::uint16_t m_port = 0;
    bool m_hasFailed = false;
};

} // namespace sideline::net
