#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/net/asio.h"
#include "agentcore/net/frame_codec.h"
#include "agentcore/net/frame_server.h"
#include "agentcore/net/link.h"

namespace sideline::net {

/// Bytes that wait to be sent, in order. Keeps its memory.
class ByteQueue {
public:
    [[nodiscard]] bool isEmpty() const { return m_begin == m_bytes.size(); }
    [[nodiscard]] std::size_t size() const { return m_bytes.size() - m_begin; }
    [[nodiscard]] std::span<const char> front() const {
        return std::span(m_bytes).subspan(m_begin);
    }
    void push(std::string_view bytes);
    /// Removes the first `bytes` bytes.
    void pop(std::size_t bytes);
    void clear();

private:
    std::vector<char> m_bytes;
    std::size_t m_begin = 0;
};

/// One peer of a `FrameServer`: its socket, what came from it and what waits for it.
class Connection {
public:
    /// @param socket connected and non-blocking
    /// @param options must outlive the connection
    Connection(ConnectionId id, Tcp::socket socket, std::string peer, const ServerOptions& options);

    [[nodiscard]] ConnectionId id() const { return m_id; }
    [[nodiscard]] const std::string& peer() const { return m_peer; }
    [[nodiscard]] int nativeSocket() { return m_socket.native_handle(); }
    [[nodiscard]] bool isOpen() const { return !m_closing.has_value(); }
    [[nodiscard]] bool waitsToSend() const { return !m_queue.isEmpty() || !m_latest.empty(); }
    [[nodiscard]] std::size_t queuedBytes() const { return m_queue.size() + m_latest.size(); }
    [[nodiscard]] const LinkCounters& counters() const { return m_counters; }
    /// Whether there is something to do, even if the socket stays silent.
    [[nodiscard]] bool hasBacklog() const;

    /// Delivers complete messages and receives more of them, within the bounds of the options.
    /// @param readable whether the socket has bytes, or news of its end
    void serve(bool readable, FrameHandler& handler);

    /// Sends or queues one message, or leaves it out.
    SendResult send(std::string_view payload);
    /// Sends what waits, as far as the socket takes it.
    void flush();
    void close(std::string why);

    /// How the connection ended. @pre not isOpen()
    [[nodiscard]] Closing closing() const;

private:
    // Both return whether to go on.
    bool deliver(FrameHandler& handler, std::size_t& messagesLeft);
    bool receive(std::size_t& bytesLeft);

    std::size_t write(std::string_view header, std::string_view payload);
    SendResult sendLatest(std::string_view header, std::string_view payload);
    void flushLatest();
    void dropUnsent();
    void end(Closing closing);

    ConnectionId m_id;
    Tcp::socket m_socket;
    std::string m_peer;
    const ServerOptions* m_options;
    FrameDecoder m_decoder;
    ByteQueue m_queue;
    std::string m_latest; // a whole message with its length that waits (KeepLatest), or empty
    bool m_isReadyWhenAllIsSent = false; // see `setReadyWhenAllIsSent`
    LinkCounters m_counters;
    error_code m_sendFault; // the socket takes nothing any more
    error_code m_readFault; // the socket gives nothing any more
    std::optional<Closing> m_closing;
};

} // namespace sideline::net
