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

/// One direction of a relayed connection: what comes from one socket goes into the other.
class RelayPipe {
public:
    /// @param from, to outlive the pipe
    RelayPipe(RelayEnd end, Tcp::socket& from, Tcp::socket& to, std::size_t maxMessageBytes)
        : m_end(end), m_from(from), m_to(to), m_decoder(maxMessageBytes) {}

    /// Begins to wait for bytes, or for room where some wait to be passed on.
    void watch();
    [[nodiscard]] bool hasNews() const { return m_reading.hasEnded() || m_writable.hasEnded(); }
    /// Passes on what has come, then reports it.
    void serve(ConnectionId id, RelayHandler& handler);

    /// Nothing more goes through: the end was passed on, or the other end takes nothing.
    [[nodiscard]] bool isOver() const { return m_isOver; }
    /// How the sending end has ended, once it has.
    [[nodiscard]] const error_code& fault() const { return m_fault; }
    [[nodiscard]] const RelayCounters& counters() const { return m_counters; }

private:
    void passOn(std::string_view bytes);
    void endIfDone();
    void report(ConnectionId id, RelayHandler& handler);

    RelayEnd m_end;
    Tcp::socket& m_from;
    Tcp::socket& m_to;
    FrameDecoder m_decoder;
    std::vector<char> m_unframed; ///< to read into, once the decoder follows no longer
    std::span<char> m_room;       ///< that is read into
    ByteQueue m_waiting;          ///< for the other end to read
    Operation m_reading;
    Operation m_writable;
    RelayCounters m_counters;
    error_code m_fault; ///< of reading
    bool m_isOver = false;
};

/// A client's connection with its own to the server.
class RelayLink {
public:
    /// @param client connected and non-blocking
    /// @param options outlive the link
    RelayLink(ConnectionId id, Tcp::socket client, std::string peer, const RelayOptions& options);

    [[nodiscard]] ConnectionId id() const { return m_id; }
    [[nodiscard]] const std::string& peer() const { return m_peer; }

    /// Begins to connect to the server.
    /// @param addresses of the server, not empty; outlive the link
    void connect(std::span<const asio::ip::address> addresses);
    [[nodiscard]] bool isConnected() const { return m_isConnected; }
    /// When connecting has lasted too long; the clock's end once it is over.
    [[nodiscard]] Clock::time_point deadline() const;

    void watch();
    [[nodiscard]] bool hasNews() const;
    /// Whether the server has news, and the client has sent something before it could hear them.
    [[nodiscard]] bool hasOlderAnswer() const;
    void serve(RelayHandler& handler);
    /// Whether it is to be forgotten; reported already.
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
    std::span<const asio::ip::address> m_addresses; ///< that were not tried yet
    Operation m_connecting;
    Clock::time_point m_connectUntil;
    RelayPipe m_fromClient;
    RelayPipe m_fromServer;
    std::optional<RelayEnd> m_endedBy;
    bool m_isConnected = false;
    bool m_isOver = false;
};

} // namespace sideline::net
