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

/// How to treat messages for a peer that does not read.
enum class SlowReader : std::uint8_t {
    SkipMessages,   ///< drops and counts whole messages, as the real server does
    DropConnection, ///< closes the connection
    /// Keeps only the newest message and drops older ones. New messages wait until the system has
    /// sent all data that it holds, so a peer that resumes reading receives only whole messages,
    /// the last of which is current.
    KeepLatest,
};

/// Listening address and limits of a server.
struct ServerOptions {
    std::string address =
        "127.0.0.1";        ///< an address of this machine; `0.0.0.0` or `::` for all of them
    std::uint16_t port = 0; ///< 0 lets the operating system choose a port
    std::size_t maxConnections = 64; ///< further connections are closed immediately and counted
    std::size_t maxMessageBytes =
        kDefaultMaxMessageBytes; ///< maximum length of messages from a peer
    /// Bytes that may be queued for one peer, in addition to the system's buffer. SkipMessages
    /// always queues one message regardless of its size; with 0, it drops all other messages until
    /// that one is sent, as the real server (0.7.3) does for monitors and agents. Ignored by
    /// KeepLatest.
    std::size_t maxQueuedBytes = kDefaultMaxMessageBytes;
    SlowReader slowReader = SlowReader::SkipMessages;
    std::size_t maxMessagesPerPoll = 256; ///< maximum per connection, at least 1
    std::size_t kernelSendBytes =
        0; ///< requested size of the system's send buffer; 0 keeps the default
};

/// Receives events of a `FrameServer`, only from inside `poll()`, `pollUntil()` and `runUntil()`.
/// May call the server's other functions.
class FrameHandler {
public:
    virtual ~FrameHandler() = default;
    /// A peer connected. @param peer address and port, for display
    virtual void onConnected(ConnectionId id, const std::string& peer) = 0;
    /// A message arrived. @param message without its length prefix; valid during this call
    virtual void onMessage(ConnectionId id, std::string_view message) = 0;
    /// The connection ended; all its messages were delivered unless this side closed it. Called
    /// once per connection, as the last call for it.
    virtual void onClosed(ConnectionId id, const Closing& closing) = 0;
};

/// Outcome of `FrameServer::send`.
enum class SendResult : std::uint8_t {
    Sent,         ///< fully accepted by the operating system
    Queued,       ///< partly or fully queued; with KeepLatest a newer message may replace it
    Skipped,      ///< dropped because the peer does not read (SkipMessages)
    NotConnected, ///< no such connection, or it was dropped by this call
};

/// The listening end of SimSpark's agent and monitor ports: length-framed messages over TCP.
///
/// Has no threads: all work is done inside `poll()` and related functions, in the owner's thread,
/// so a simulator decides when to receive agent messages. Connections are served in the order of
/// their ids. Work per connection and poll is limited to one read of the socket and
/// `maxMessagesPerPoll`; further data stays in the operating system, which slows down only that
/// sender. Allocates nothing after warm-up. One thread at a time.
class FrameServer {
public:
    /// Listens on `options.address`:`options.port`.
    ///
    /// Errors: InvalidArgument if `options.address` does not belong to this machine,
    /// PermissionDenied for a privileged port, Io for a port in use; each names the address.
    [[nodiscard]] static base::Expected<FrameServer> listen(const ServerOptions& options);

    FrameServer(FrameServer&& other) noexcept;
    FrameServer& operator=(FrameServer&& other) noexcept;
    /// Closes all connections without notifying a handler.
    ~FrameServer();

    /// The port in use, even if the options leave the choice to the system.
    [[nodiscard]] std::uint16_t port() const;

    /// Sends queued data, delivers messages, accepts connections and reports closed ones. Never
    /// blocks.
    void poll(FrameHandler& handler) { pollUntil(Clock::time_point::min(), handler); }

    /// Like `poll()`, after waiting for the first event until `deadline`.
    void pollUntil(Clock::time_point deadline, FrameHandler& handler);

    /// Polls until `done()` holds, for example until all agents have sent `(syn)`.
    /// @param done called after each poll, at least once
    /// @return false if `deadline` passed first
    template <typename Done>
    bool runUntil(Clock::time_point deadline, FrameHandler& handler, const Done& done) {
        for (poll(handler); !done(); pollUntil(deadline, handler)) {
            if (Clock::now() >= deadline) {
                return false;
            }
        }
        return true;
    }

    /// Sends `payload` with its length prefix. Never blocks and never calls the handler; a
    /// connection dropped here (DropConnection) is reported by the next poll.
    /// @param payload below 4 GiB
    SendResult send(ConnectionId id, std::string_view payload);

    /// Closes a connection; data that the operating system has accepted is still delivered.
    /// Received but unread data is lost. The next poll reports the end.
    /// @param why for display; stored in `Closing::error`
    void close(ConnectionId id, std::string why);

    /// Open connections.
    [[nodiscard]] std::size_t connectionCount() const;
    /// Number of connections rejected because there were already `maxConnections`.
    [[nodiscard]] std::uint64_t refusedCount() const;
    /// Counters of a connection; not set if it does not exist.
    [[nodiscard]] std::optional<LinkCounters> counters(ConnectionId id) const;
    /// Queued bytes; 0 if the connection does not exist.
    [[nodiscard]] std::size_t queuedBytes(ConnectionId id) const;

private:
    class Impl;
    explicit FrameServer(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::net
