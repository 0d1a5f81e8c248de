#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/net/frame_codec.h"
#include "agentcore/net/link.h"

namespace sideline::net {

/// The origin of data in a relayed connection.
enum class RelayEnd : std::uint8_t {
    Client, ///< the agent that connected to the relay
    Server, ///< the server that the relay connected to
};

/// Listening address of a `Relay` and its target server.
struct RelayOptions {
    std::string address =
        "127.0.0.1";        ///< an address of this machine; `0.0.0.0` or `::` for all of them
    std::uint16_t port = 0; ///< 0 lets the operating system choose a port
    std::string serverHost = "127.0.0.1";
    std::uint16_t serverPort = 3100;
    std::size_t maxLinks = 64; ///< further clients are closed immediately and counted
    std::chrono::milliseconds connectTimeout{5000}; ///< time after which connecting to a server
                                                    ///< that does not respond fails
    /// Maximum length of a reported message. A longer message and all data after it are forwarded
    /// without being reported.
    std::size_t maxMessageBytes = kDefaultMaxMessageBytes;
};

/// Traffic forwarded from one end, for one link or all links.
struct RelayCounters {
    std::uint64_t bytes = 0;    ///< received bytes, including length prefixes
    std::uint64_t messages = 0; ///< complete messages
};

/// How a relayed connection ended.
struct RelayClosing {
    RelayEnd by = RelayEnd::Client; ///< the end that closed the connection first
    base::Error error;              ///< the reason, for display
    RelayCounters client;
    RelayCounters server;
};

/// Receives the traffic of a `Relay`; called only from inside its functions, after data was
/// forwarded.
class RelayHandler {
public:
    virtual ~RelayHandler() = default;
    /// A client connected, and the connection to the server was established.
    /// @param peer the client's address and port, for display
    virtual void onOpened(ConnectionId id, const std::string& peer) = 0;
    /// A message was forwarded.
    /// @param message without its length prefix; valid during this call
    /// @param readAt time at which its last byte was read
    /// @param passedAt time at which it was passed to the system for the other end, or queued
    virtual void onMessage(ConnectionId id, RelayEnd from, std::string_view message,
                           Clock::time_point readAt, Clock::time_point passedAt) = 0;
    /// The data from this end is not framed; it is forwarded without being reported.
    virtual void onUnframed(ConnectionId id, RelayEnd from, const base::Error& error) = 0;
    /// Both ends are closed. The last call for this link.
    virtual void onClosed(ConnectionId id, const RelayClosing& closing) = 0;
    /// A client was rejected because the server is unreachable. `onOpened` was not called.
    virtual void onRefused(const std::string& peer, const base::Error& error) = 0;
};

/// Forwards data between clients and a server byte by byte as it arrives, and reports the messages
/// afterward.
///
/// Each client gets its own connection to the server. If one end closes its sending direction, the
/// other end is notified and may continue sending; an end that does not read slows the other one
/// down, as without a relay. Has no threads: all work is done inside `poll` and `pollUntil`, in the
/// owner's thread. Allocates nothing after warm-up.
class Relay {
public:
    /// Listens on `options.address`:`options.port`. The server need not be running yet.
    ///
    /// Errors: those of `Acceptor::listen`; NotFound for an unknown server host.
    [[nodiscard]] static base::Expected<Relay> open(const RelayOptions& options);

    Relay(Relay&& other) noexcept;
    Relay& operator=(Relay&& other) noexcept;
    /// Closes all connections without notifying a handler.
    ~Relay();

    /// The port in use, even if the options leave the choice to the system.
    [[nodiscard]] std::uint16_t port() const;

    /// Forwards pending data. Never blocks.
    void poll(RelayHandler& handler) { pollUntil(Clock::time_point::min(), handler); }
    /// Like `poll`, after waiting for the first event until `deadline` or `wake`.
    void pollUntil(Clock::time_point deadline, RelayHandler& handler);
    /// Ends a wait in `pollUntil`. Any thread.
    void wake();

    /// Links with both ends connected.
    [[nodiscard]] std::size_t linkCount() const;
    /// Number of clients rejected because there were already `maxLinks`.
    [[nodiscard]] std::uint64_t refusedCount() const;

private:
    class Impl;
    explicit Relay(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::net
