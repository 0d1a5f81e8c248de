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
#include "agentcore/net/operation.h"

namespace sideline::net {

/// Bytes waiting to be sent, in order. Keeps its memory.
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

/// One peer of a `FrameServer`: its socket, received data and data waiting to be sent.
class Connection {
public:
    /// @param socket connected and non-blocking
    /// @param options must outlive the connection
    Connection(ConnectionId id, Tcp::socket socket, std::string peer, const ServerOptions& options);

    [[nodiscard]] ConnectionId id() const { return m_id; }
    [[nodiscard]] const std::string& peer() const { return m_peer; }
    [[nodiscard]] bool isOpen() const { return !m_closing.has_value(); }
    [[nodiscard]] std::size_t queuedBytes() const { return m_queue.size() + m_latest.size(); }
    [[nodiscard]] const LinkCounters& counters() const { return m_counters; }
    /// Whether work is pending even without socket events.
    [[nodiscard]] bool hasBacklog() const;

    /// Starts waiting for data and, if necessary, for the socket to become writable. Handlers of
    /// the socket's context record the events; `serve` processes them.
    void watch();
    /// Whether socket events are pending for `serve`.
    [[nodiscard]] bool hasEvents() const { return m_reading.hasEnded() || m_writable.hasEnded(); }
    /// Delivers complete messages within the limits of the options, and sends queued data.
    /// @pre the context has been polled since `watch()`
    void serve(FrameHandler& handler);

    /// Sends, queues or drops one message.
    SendResult send(std::string_view payload);
    /// Sends queued data as far as the socket accepts it.
    void flush();
    void close(std::string why);

    /// The reason for the end of the connection. @pre not isOpen()
    [[nodiscard]] Closing closing() const;

private:
    error_code takeReceived();
    void deliver(FrameHandler& handler);

    [[nodiscard]] bool hasUnsentBytes() const { return !m_queue.isEmpty() || !m_latest.empty(); }
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
    std::string m_latest; // a whole framed message waiting to be sent (KeepLatest), or empty
    bool m_isWritableWhenAllIsSent = false;
    LinkCounters m_counters;
    Operation m_reading;         // reads into the decoder
    Operation m_writable;        // waits until the socket is writable
    error_code m_sendFault;      // set if the socket no longer accepts writes
    bool m_hasSendFault = false; // whether sending had failed in the last round
    std::optional<Closing> m_closing;
};

} // namespace sideline::net
