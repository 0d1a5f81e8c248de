#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/net/asio.h"
#include "agentcore/net/connection.h"
#include "agentcore/net/frame_codec.h"
#include "agentcore/net/link.h"
#include "agentcore/net/operation.h"
#include "agentcore/net/relay.h"

namespace sideline::net {

/// One direction of a relayed connection: forwards data from one socket to the other.
class RelayPipe {
public:
    /// @param from source; must outlive the pipe, like `to`
    RelayPipe(RelayEnd end, Tcp::socket& from, Tcp::socket& to, std::size_t maxMessageBytes)
        : m_end(end), m_from(from), m_to(to), m_decoder(maxMessageBytes) {}

    /// Starts waiting for data, or for the destination to become writable if data is queued.
    void watch();
    [[nodiscard]] bool hasEvents() const { return m_reading.hasEnded() || m_writable.hasEnded(); }
    /// Forwards received data, then reports it.
    void serve(ConnectionId id, RelayHandler& handler);

    /// Whether the direction is finished: the end of its data was forwarded, or the destination no
    /// longer accepts writes.
    [[nodiscard]] bool isOver() const { return m_isOver; }
    /// The error with which the sending end closed; not set while it is open.
    [[nodiscard]] const error_code& fault() const { return m_fault; }
    [[nodiscard]] const RelayCounters& counters() const { return m_counters; }

private:
    void forward(std::string_view bytes);
    void endIfDone();
    void report(ConnectionId id, RelayHandler& handler);

    RelayEnd m_end;
    Tcp::socket& m_from;
    Tcp::socket& m_to;
    FrameDecoder m_decoder;
    std::vector<char> m_unframed; ///< read buffer used after the decoder has failed
    std::span<char> m_room;       ///< buffer of the current read
    ByteQueue m_waiting;          ///< data queued for the other end
    Operation m_reading;
    Operation m_writable;
    RelayCounters m_counters;
    error_code m_fault; ///< error of the last read
    bool m_isOver = false;
};

/// A client's connection together with its own connection to the server.
class RelayLink {
public:
    /// @param client connected and non-blocking
    /// @param options must outlive the link
    RelayLink(ConnectionId id, Tcp::socket client, std::string peer, const RelayOptions& options);

    [[nodiscard]] ConnectionId id() const { return m_id; }
    [[nodiscard]] const std::string& peer() const { return m_peer; }

    /// Starts connecting to the server.
    /// @param addresses of the server, not empty; must outlive the link
    void connect(std::span<const asio::ip::address> addresses);
    [[nodiscard]] bool isConnected() const { return m_isConnected; }
    /// Connect deadline; the clock's maximum once connected.
    [[nodiscard]] Clock::time_point deadline() const;

    void watch();
    [[nodiscard]] bool hasEvents() const;
    /// Whether the server has new data while the client has sent data that precedes it.
    [[nodiscard]] bool hasOlderAnswer() const;
    void serve(RelayHandler& handler);
    /// Whether the link can be removed; its closing has already been reported.
    [[nodiscard]] bool isOver() const { return m_isOver; }

private:
    void connectToNext();
    void takeConnection(RelayHandler& handler);
    void refuse(const error_code& fault, RelayHandler& handler);
    void close(RelayHandler& handler);

    ConnectionId m_id;
    std::string m_peer;
    const RelayOptions& m_options;
    Tcp::socket m_client;
    Tcp::socket m_server;
    std::span<const asio::ip::address> m_addresses; ///< addresses that have not been tried yet
    Operation m_connecting;
    Clock::time_point m_connectUntil;
    RelayPipe m_fromClient;
    RelayPipe m_fromServer;
    std::optional<RelayEnd> m_endedBy;
    bool m_isConnected = false;
    bool m_isOver = false;
};

} // namespace sideline::net
