#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/net/frame_codec.h"
#include "agentcore/net/link.h"

namespace sideline::net {

/// What to do with a message for a peer that does not read.
enum class SlowReader : std::uint8_t {
    SkipMessages,   ///< leave out whole messages and count them, as the real server does
    DropConnection, ///< close the connection
    /// Keep only the newest message for it and leave out the others. What the system has not sent
    /// yet holds new messages up, so that a reader that comes back finds nothing but whole
    /// messages, the last one of them current.
    KeepLatest,
};

/// How a `FrameServer` listens and what it grants each connection.
struct ServerOptions {
    std::string address = "127.0.0.1"; ///< of this machine; `0.0.0.0` or `::` for all of them
    std::uint16_t port = 0;            ///< 0 lets the operating system choose one
    std::size_t maxConnections = 64;   ///< who comes later is closed at once, and counted
    std::size_t maxMessageBytes = kDefaultMaxMessageBytes; ///< longest message from a peer
    /// Bytes that may wait for one peer, besides what the operating system holds. SkipMessages
    /// lets one message wait whatever its size; with 0 all others are omitted meanwhile, which
    /// is what the real server (0.7.3) does with monitors and agents. Without meaning for
    /// KeepLatest.
    std::size_t maxQueuedBytes = kDefaultMaxMessageBytes;
    SlowReader slowReader = SlowReader::SkipMessages;
    std::size_t maxMessagesPerPoll = 256; ///< from one connection, at least 1
    std::size_t kernelSendBytes = 0; ///< requested for the system's send buffer; 0 leaves it alone
};

/// What happens on the connections of a `FrameServer`; called only from inside its `poll()`,
/// `pollUntil()` and `runUntil()`. It may call the server's other functions.
class FrameHandler {
public:
    virtual ~FrameHandler() = default;
    /// A peer connected. @param peer its address and port, for display
    virtual void onConnected(ConnectionId id, const std::string& peer) = 0;
    /// A message came. @param message without its length; lives until this call returns
    virtual void onMessage(ConnectionId id, std::string_view message) = 0;
    /// The connection ended; all its messages were delivered, unless this side closed it. Called
    /// once for each connection, and the last call for it.
    virtual void onClosed(ConnectionId id, const Closing& closing) = 0;
};

/// What became of a message given to `FrameServer::send`.
enum class SendResult : std::uint8_t {
    Sent,         ///< the operating system took all of it
    Queued,       ///< a part of it or all waits; with KeepLatest a newer one may replace it
    Skipped,      ///< omitted, because the peer does not read (SkipMessages)
    NotConnected, ///< there is no such connection, not any more, or it is dropped for this
};

/// The listening end of SimSpark's agent and monitor ports: length-framed messages over TCP.
///
/// No threads of its own: everything happens inside `poll()` and its kin, in the thread of the
/// owner, so that a simulator decides when the world hears its agents. Connections are served in
/// the order of their ids. Work for one connection in one poll is bounded, to what one read of the
/// socket brings and `maxMessagesPerPoll`; what it sends on top stays with the operating system,
/// which slows that sender down and nobody else. Nothing is allocated once the buffers have grown
/// to their use. One thread at a time.
class FrameServer {
public:
    /// Listens on `options.address`:`options.port`.
    ///
    /// Errors: InvalidArgument for what is no address of this machine, PermissionDenied for a port
    /// that only administrators may take, Io for a taken port; each names the address.
    [[nodiscard]] static base::Expected<FrameServer> listen(const ServerOptions& options);

    FrameServer(FrameServer&& other) noexcept;
    FrameServer& operator=(FrameServer&& other) noexcept;
    /// Closes all connections without telling a handler.
    ~FrameServer();

    /// The port that is listened on, also if options asked for any.
    [[nodiscard]] std::uint16_t port() const;

    /// Sends what waits, delivers what came, accepts who connected, reports who left. Never waits.
    void poll(FrameHandler& handler) { pollUntil(Clock::time_point::min(), handler); }

    /// As `poll()`, after waiting for the first event until `deadline` at the latest.
    void pollUntil(Clock::time_point deadline, FrameHandler& handler);

    /// Polls until `done()` holds, for example until all agents have sent `(syn)`.
    /// @param done called at least once, after each poll
    /// @return false if `deadline` passed before
    template <typename Done>
    bool runUntil(Clock::time_point deadline, FrameHandler& handler, const Done& done) {
        for (poll(handler); !done(); pollUntil(deadline, handler)) {
            if (Clock::now() >= deadline) {
                return false;
            }
        }
        return true;
    }

    /// Sends `payload` with its length in front. Never waits, never calls the handler; a connection
    /// that is dropped here (DropConnection) is reported by the next poll.
    /// @param payload below 4 GiB
    SendResult send(ConnectionId id, std::string_view payload);

    /// Closes a connection; what the operating system already took is still delivered. What the
    /// peer sent and nobody heard yet is lost. The next poll reports it.
    /// @param why for display, goes into `Closing::error`
    void close(ConnectionId id, std::string why);

    /// Open connections.
    [[nodiscard]] std::size_t connectionCount() const;
    /// Peers that were closed at once, because there were `maxConnections` already.
    [[nodiscard]] std::uint64_t refusedCount() const;
    /// Nothing if there is no such connection.
    [[nodiscard]] std::optional<LinkCounters> counters(ConnectionId id) const;
    /// Bytes that wait to be sent; 0 if there is no such connection.
    [[nodiscard]] std::size_t queuedBytes(ConnectionId id) const;

private:
    class Impl;
    explicit FrameServer(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::net
