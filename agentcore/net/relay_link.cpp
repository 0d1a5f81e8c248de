#include "agentcore/net/relay_link.h"

#include <utility>

#include "agentcore/net/socket_errors.h"

namespace sideline::net {

namespace {

constexpr std::size_t kUnframedBytes = std::size_t{64} << 10U;

} // namespace

void RelayPipe::watch() {
    if (!m_waiting.isEmpty()) {
        // Nothing is read while queued data is unsent: TCP flow control then slows the sender.
        if (!m_writable.isPending() && !m_writable.hasEnded()) {
            m_to.async_wait(Tcp::socket::wait_write, m_writable.begin());
        }
    } else if (!m_isOver && !m_fault && !m_reading.isPending() && !m_reading.hasEnded()) {
        m_room = m_unframed.empty() ? m_decoder.writable() : std::span(m_unframed);
        m_from.async_receive(asio::buffer(m_room.data(), m_room.size()), m_reading.begin());
    }
}

void RelayPipe::serve(ConnectionId id, RelayHandler& handler) {
    if (m_writable.takeEnd()) {
        const auto front = m_waiting.front();
        const std::size_t bytes = front.size();
        error_code fault;
        const std::size_t sent = m_to.send(asio::buffer(front.data(), bytes), 0, fault);
        m_waiting.pop(sent);
        m_isOver = m_isOver || (fault && !wouldBlock(fault));
    }
    if (m_reading.takeEnd()) {
        const std::size_t bytes = m_reading.bytes();
        m_counters.bytes += bytes;
        forward({m_room.data(), bytes});
        if (m_unframed.empty()) {
            m_decoder.commit(bytes);
            report(id, handler);
        }
        m_fault = m_reading.fault();
    }
    endIfDone();
}

void RelayPipe::forward(std::string_view bytes) {
    if (m_isOver || bytes.empty()) {
        return;
    }
    error_code fault;
    const std::size_t sent = m_to.send(asio::buffer(bytes), 0, fault);
    if (fault && !wouldBlock(fault)) {
        m_isOver = true;
    } else {
        m_waiting.push(bytes.substr(sent));
    }
}

void RelayPipe::report(ConnectionId id, RelayHandler& handler) {
    const Clock::time_point passedAt = Clock::now();
    while (m_decoder.isReady()) {
        const auto message = m_decoder.next();
        if (!message) {
            m_unframed.resize(kUnframedBytes);
            handler.onUnframed(id, m_end, message.error());
            return;
        }
        ++m_counters.messages;
        handler.onMessage(id, m_end, **message, m_reading.endedAt(), passedAt);
    }
}

void RelayPipe::endIfDone() {
    if (m_isOver) {
        m_waiting.clear();
    } else if (m_fault && m_waiting.isEmpty()) {
        error_code ignored;
        m_to.shutdown(Tcp::socket::shutdown_send, ignored);
        m_isOver = true;
    }
}

RelayLink::RelayLink(ConnectionId id, Tcp::socket client, std::string peer,
                     const RelayOptions& options)
    : m_id(id),
      m_peer(std::move(peer)),
      m_options(options),
      m_client(std::move(client)),
      m_server(m_client.get_executor()),
      m_fromClient(RelayEnd::Client, m_client, m_server, options.maxMessageBytes),
      m_fromServer(RelayEnd::Server, m_server, m_client, options.maxMessageBytes) {}

void RelayLink::connect(std::span<const asio::ip::address> addresses) {
    m_addresses = addresses;
    m_connectUntil = Clock::now() + m_options.connectTimeout;
    connectToNext();
}

void RelayLink::connectToNext() {
    error_code ignored;
    m_server.close(ignored);
    m_server.async_connect(Tcp::endpoint(m_addresses.front(), m_options.serverPort),
                           m_connecting.begin());
    m_addresses = m_addresses.subspan(1);
}

Clock::time_point RelayLink::deadline() const {
    return m_isConnected ? Clock::time_point::max() : m_connectUntil;
}

void RelayLink::watch() {
    if (m_isConnected) {
        m_fromClient.watch();
        m_fromServer.watch();
    }
}

bool RelayLink::hasEvents() const {
    return m_connecting.hasEnded() || m_fromClient.hasEvents() || m_fromServer.hasEvents();
}

bool RelayLink::hasOlderAnswer() const {
    error_code ignored;
    return m_isConnected && m_fromServer.hasEvents() && !m_fromClient.hasEvents() &&
           m_client.available(ignored) > 0;
}

void RelayLink::serve(RelayHandler& handler) {
    if (!m_isConnected) {
        takeConnection(handler);
        return;
    }
    // Data that the client sent before it could receive new data from the server belongs to the
    // previous cycle.
    for (RelayPipe* pipe : {&m_fromClient, &m_fromServer}) {
        pipe->serve(m_id, handler);
        if (pipe->isOver() && !m_endedBy) {
            // A pipe that ended without an error ended because its destination was closed.
            const bool isSender = pipe->fault().failed();
            m_endedBy = (pipe == &m_fromServer) == isSender ? RelayEnd::Server : RelayEnd::Client;
        }
    }
    if (m_fromClient.isOver() && m_fromServer.isOver()) {
        close(handler);
    }
}

void RelayLink::takeConnection(RelayHandler& handler) {
    if (m_connecting.takeEnd()) {
        error_code fault = m_connecting.fault();
        if (fault && !m_addresses.empty()) {
            connectToNext();
            return;
        }
        if (!fault) {
            m_server.non_blocking(true, fault);
        }
        if (fault) {
            refuse(fault, handler);
            return;
        }
        error_code ignored;
        m_server.set_option(Tcp::no_delay(true), ignored);
        m_isConnected = true;
        handler.onOpened(m_id, m_peer);
    } else if (Clock::now() >= m_connectUntil) {
        refuse(asio::error::timed_out, handler);
    }
}

void RelayLink::refuse(const error_code& fault, RelayHandler& handler) {
    error_code ignored;
    m_client.close(ignored);
    m_server.close(ignored);
    m_isOver = true;
    handler.onRefused(m_peer,
                      connectError(fault, placeText(m_options.serverHost, m_options.serverPort),
                                   m_options.connectTimeout));
}

void RelayLink::close(RelayHandler& handler) {
    error_code ignored;
    m_client.close(ignored);
    m_server.close(ignored);
    m_isOver = true;
    RelayClosing closing;
    closing.by = m_endedBy.value_or(RelayEnd::Client);
    const bool isServer = closing.by == RelayEnd::Server;
    const error_code& fault = isServer ? m_fromServer.fault() : m_fromClient.fault();
    closing.error =
        closingFrom(fault.failed() ? fault : error_code(asio::error::connection_reset),
                    isServer ? placeText(m_options.serverHost, m_options.serverPort) : m_peer)
            .error;
    closing.client = m_fromClient.counters();
    closing.server = m_fromServer.counters();
    handler.onClosed(m_id, closing);
}

} // namespace sideline::net
