#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/net/frame_codec.h"
#include "agentcore/net/link.h"

namespace sideline::net {

struct ClientOptions {
    std::chrono::milliseconds connectTimeout{5000}; ///< total for all addresses of the host
    std::chrono::milliseconds sendTimeout{5000};    ///< time after which sending to a server that
                                                    ///< does not read fails
    std::size_t maxMessageBytes =
        kDefaultMaxMessageBytes; ///< maximum length of a message from the server
    /// Sends TCP acknowledgments immediately (quick ACK). Servers that leave Nagle's algorithm on,
    /// as rcssserver3d does, otherwise delay the next message until the acknowledgment arrives, 40
    /// ms on Linux.
    bool acknowledgesAtOnce = false;
    /// Aborts waits: connecting and sending fail, receiving returns only what has already arrived.
    /// A stop may be requested from any thread.
    std::stop_token stop = {};
};

/// The connecting end of SimSpark's agent and monitor ports: length-framed messages over TCP.
///
/// Has no threads; one thread at a time. Sending a message costs one system call unless the server
/// does not read. Allocates nothing after warm-up. After an error the link is closed and keeps
/// returning the error.
class FrameClient {
public:
    /// Connects to `host`:`port`.
    ///
    /// @param host IP address or name
    /// @param port 1 to 65535
    /// Errors: NotFound for an unknown host or a refused connection, Io for a timeout or network
    /// failure, Canceled; each names host and port.
    [[nodiscard]] static base::Expected<FrameClient> connect(const std::string& host,
                                                             std::uint16_t port,
                                                             const ClientOptions& options = {});

    FrameClient(FrameClient&& other) noexcept;
    FrameClient& operator=(FrameClient&& other) noexcept;
    ~FrameClient();

    /// Sends `payload` with its length prefix; blocks while the server does not read.
    /// @param payload below 4 GiB
    /// Errors: Io if the link is closed or closes during the call, LimitExceeded after
    /// `sendTimeout`, Canceled. Received data still held by the system is then lost.
    base::Expected<void> send(std::string_view payload);

    /// The next message; not set if none is complete by `deadline`. The view is valid until the
    /// next call to `receive` or `tryReceive`.
    ///
    /// Errors, after all previous messages: Io if the server closed the link or the link broke,
    /// Truncated if that happened in the middle of a message, LimitExceeded for a message over the
    /// limit.
    [[nodiscard]] base::Expected<std::optional<std::string_view>> receive(
        Clock::time_point deadline);

    /// Like `receive`, without waiting.
    [[nodiscard]] base::Expected<std::optional<std::string_view>> tryReceive() {
        return receive(Clock::time_point::min());
    }

    /// Whether bytes after the last returned message have arrived, without reading them.
    [[nodiscard]] bool hasMore() const;

    /// Closes the link; sent data is still delivered unless received messages were left unread.
    void close();

    /// The reason for the end of the link; not set while the link is open.
    [[nodiscard]] const std::optional<Closing>& closing() const;
    [[nodiscard]] LinkCounters counters() const;
    /// Time of the last read, which is also the time when the last message was complete.
    [[nodiscard]] Clock::time_point readAt() const;
    /// Address and port of the server, for display.
    [[nodiscard]] const std::string& peer() const;

private:
    class Impl;
    explicit FrameClient(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::net
