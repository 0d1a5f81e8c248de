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
    std::chrono::milliseconds connectTimeout{5000}; ///< for all addresses of the host together
    std::chrono::milliseconds sendTimeout{5000};    ///< for a server that does not read
    std::size_t maxMessageBytes = kDefaultMaxMessageBytes; ///< longest message from the server
    /// Tells the server's system at once that a message has come. Servers that leave Nagle's
    /// algorithm on, as rcssserver3d does, keep the next message back until then, 40 ms on Linux.
    bool acknowledgesAtOnce = false;
    /// Ends waits at once: connecting and sending fail then, receiving finds nothing more than what
    /// has come. May be asked for from any thread.
    std::stop_token stop = {};
};

/// The connecting end of SimSpark's agent and monitor ports: length-framed messages over TCP.
///
/// No threads of its own; one thread at a time. A message that is sent costs one system call unless
/// the server does not read. Nothing is allocated once the buffer has grown to its use. After an
/// error the link is closed, and the error stays.
class FrameClient {
public:
    /// Connects to `host`:`port`.
    ///
    /// @param host an IP address, or a name
    /// @param port 1 to 65535
    /// Errors: NotFound for an unknown host and where nobody listens, Io where nobody answers in
    /// time or the network fails, Canceled; each names host and port.
    [[nodiscard]] static base::Expected<FrameClient> connect(const std::string& host,
                                                             std::uint16_t port,
                                                             const ClientOptions& options = {});

    FrameClient(FrameClient&& other) noexcept;
    FrameClient& operator=(FrameClient&& other) noexcept;
    ~FrameClient();

    /// Sends `payload` with its length in front; waits while the server does not read.
    /// @param payload below 4 GiB
    /// Errors: Io when the link is or gets closed, LimitExceeded after `sendTimeout`, Canceled;
    /// what the server sent and the system still holds is lost then.
    base::Expected<void> send(std::string_view payload);

    /// The next message, or nothing if none is complete until `deadline`. The view lives until the
    /// next call of `receive` or `tryReceive`.
    ///
    /// Errors, after all messages that came before: Io when the server closed the link or it broke,
    /// Truncated in the middle of a message, LimitExceeded for a message over the limit.
    [[nodiscard]] base::Expected<std::optional<std::string_view>> receive(
        Clock::time_point deadline);

    /// As `receive`, without waiting.
    [[nodiscard]] base::Expected<std::optional<std::string_view>> tryReceive() {
        return receive(Clock::time_point::min());
    }

    /// Closes the link; what was sent is still delivered, unless messages of the server were left
    /// unread.
    void close();

    /// How the link ended; nothing while it is open.
    [[nodiscard]] const std::optional<Closing>& closing() const;
    [[nodiscard]] LinkCounters counters() const;
    /// When the bytes that came last were read, the last ones of the last message among them.
    [[nodiscard]] Clock::time_point readAt() const;
    /// Address and port of the server, for display.
    [[nodiscard]] const std::string& peer() const;

private:
    class Impl;
    explicit FrameClient(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::net
