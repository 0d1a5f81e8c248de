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

/// Which end of a relayed connection sent something.
enum class RelayEnd : std::uint8_t {
    Client, ///< who has connected to the relay: an agent
    Server, ///< whom the relay has connected to
};

/// Where a `Relay` listens, and where it passes everything on to.
struct RelayOptions {
    std::string address = "127.0.0.1"; ///< of this machine; `0.0.0.0` or `::` for all of them
    std::uint16_t port = 0;            ///< 0 lets the operating system choose one
    std::string serverHost = "127.0.0.1";
    std::uint16_t serverPort = 3100;
    std::size_t maxLinks = 64; ///< who comes later is closed at once, and counted
    std::chrono::milliseconds connectTimeout{5000}; ///< for a server that does not answer
    /// Longest message that is reported. The bytes of a longer one, and all behind it, are passed
    /// on without being reported.
    std::size_t maxMessageBytes = kDefaultMaxMessageBytes;
};

/// What a relay has passed on from one end, on one link or on all of them.
struct RelayCounters {
    std::uint64_t bytes = 0;    ///< read, lengths included
    std::uint64_t messages = 0; ///< complete ones
};

/// How a relayed connection ended.
struct RelayClosing {
    RelayEnd by = RelayEnd::Client; ///< who ended it first
    base::Error error;              ///< how, for display
    RelayCounters client;
    RelayCounters server;
};

/// What passes through a `Relay`; called only from inside its functions, after the bytes were
/// passed on.
class RelayHandler {
public:
    virtual ~RelayHandler() = default;
    /// A client has connected, and the server has been reached for it.
    /// @param peer the client's address and port, for display
    virtual void onOpened(ConnectionId id, const std::string& peer) = 0;
    /// A message was passed on.
    /// @param message without its length; lives until this call returns
    /// @param readAt when its last byte was read here
    /// @param passedAt when it had been given to the system for the other end, or waits for that
    ///     end to read
    virtual void onMessage(ConnectionId id, RelayEnd from, std::string_view message,
                           Clock::time_point readAt, Clock::time_point passedAt) = 0;
    /// What this end sends is no message; its bytes are passed on without being reported.
    virtual void onUnframed(ConnectionId id, RelayEnd from, const base::Error& error) = 0;
    /// Both ends are gone. The last call for this link.
    virtual void onClosed(ConnectionId id, const RelayClosing& closing) = 0;
    /// A client was closed at once: the server is not there. There was no `onOpened`.
    virtual void onRefused(const std::string& peer, const base::Error& error) = 0;
};

/// Passes on between clients and a server what either says, byte by byte as it comes, and reports
/// the messages afterwards.
///
/// Each client gets a connection of its own to the server. An end that sends no more is reported to
/// the other one, which may go on sending; an end that does not read slows the other one down, as
/// without a relay. No threads of its own: everything happens inside `poll` and `pollUntil`, in the
/// thread of the owner. Nothing is allocated once the buffers have grown to their use.
class Relay {
public:
    /// Listens on `options.address`:`options.port`. The server need not be there yet.
    ///
    /// Errors: those of `Acceptor::listen`; NotFound for an unknown host of the server.
    [[nodiscard]] static base::Expected<Relay> open(const RelayOptions& options);

    Relay(Relay&& other) noexcept;
    Relay& operator=(Relay&& other) noexcept;
    /// Closes all connections without telling a handler.
    ~Relay();

    /// The port that is listened on, also if options asked for any.
    [[nodiscard]] std::uint16_t port() const;

    /// Passes on what is there. Never waits.
    void poll(RelayHandler& handler) { pollUntil(Clock::time_point::min(), handler); }
    /// As `poll`, after waiting for the first event until `deadline` at the latest, or `wake`.
    void pollUntil(Clock::time_point deadline, RelayHandler& handler);
    /// Ends a wait in `pollUntil`. Any thread.
    void wake();

    /// Links with both ends connected.
    [[nodiscard]] std::size_t linkCount() const;
    /// Clients that were closed at once, because there were `maxLinks` already.
    [[nodiscard]] std::uint64_t refusedCount() const;

private:
    class Impl;
    explicit Relay(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::net
