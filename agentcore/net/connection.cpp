#include "agentcore/net/connection.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/assert.h"
#include "agentcore/net/socket_tools.h"

namespace sideline::net {

void ByteQueue::push(std::string_view bytes) {
    if (m_begin > 0 && m_bytes.capacity() - m_bytes.size() < bytes.size()) {
        m_bytes.erase(m_bytes.begin(), m_bytes.begin() + static_cast<std::ptrdiff_t>(m_begin));
        m_begin = 0;
    }
    m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
}

void ByteQueue::pop(std::size_t bytes) {
    SIDELINE_ASSERT(bytes <= size());
    m_begin += bytes;
    if (isEmpty()) {
        clear();
    }
}

void ByteQueue::clear() {
    m_bytes.clear();
    m_begin = 0;
}

Connection::Connection(ConnectionId id, Tcp::socket socket, std::string peer,
                       const ServerOptions& options)
    : m_id(id),
      m_socket(std::move(socket)),
      m_peer(std::move(peer)),
      m_options(&options),
      m_decoder(options.maxMessageBytes) {}

bool Connection::hasBacklog() const {
    return !isOpen() || m_sendFault || m_readFault || m_decoder.isReady();
}

void Connection::serve(bool readable, FrameHandler& handler) {
    std::size_t messagesLeft = m_options->maxMessagesPerPoll;
    std::size_t bytesLeft = readable || m_sendFault ? m_options->maxBytesPerPoll : 0;
    while (deliver(handler, messagesLeft) && bytesLeft > 0) {
        if (!receive(bytesLeft)) {
            bytesLeft = 0;
        }
    }
    if (!isOpen() || m_decoder.isReady()) {
        return;
    }
    if (m_readFault) {
        Closing closing = closingFrom(m_readFault, m_peer);
        if (const auto fault = m_decoder.faultAtEnd(); fault && m_readFault == asio::error::eof) {
            closing.reason = CloseReason::Broken;
            closing.error = fault->inFile(m_peer);
        }
        end(std::move(closing));
    } else if (m_sendFault) {
        end(closingFrom(m_sendFault, m_peer));
    }
}

bool Connection::deliver(FrameHandler& handler, std::size_t& messagesLeft) {
    while (isOpen() && m_decoder.isReady()) {
        if (messagesLeft == 0) {
            return false;
        }
        const auto message = m_decoder.next();
        if (!message) {
            end({CloseReason::BadFrame, message.error().inFile(m_peer), {}});
            return false;
        }
        --messagesLeft;
        ++m_counters.messagesReceived;
        handler.onMessage(m_id, **message);
    }
    return isOpen();
}

bool Connection::receive(std::size_t& bytesLeft) {
    const std::span<char> room = m_decoder.writable();
    error_code fault;
    const std::size_t bytes = m_socket.receive(asio::buffer(room.data(), room.size()), 0, fault);
    if (fault) {
        if (!wouldBlock(fault)) {
            m_readFault = fault;
        }
        return false;
    }
    m_decoder.commit(bytes);
    m_counters.bytesReceived += bytes;
    bytesLeft -= std::min(bytesLeft, bytes);
    // Less than there was room for: asking again would give nothing.
    return bytes == room.size();
}

std::size_t Connection::write(std::string_view header, std::string_view payload) {
    const std::array<asio::const_buffer, 2> parts{asio::buffer(header), asio::buffer(payload)};
    error_code fault;
    const std::size_t bytes = m_socket.send(parts, 0, fault);
    if (fault && !wouldBlock(fault)) {
        // What the peer sent before it vanished shall still be heard: the end comes by reading.
        m_sendFault = fault;
        dropUnsent();
    }
    m_counters.bytesSent += bytes;
    return bytes;
}

SendResult Connection::send(std::string_view payload) {
    flush();
    if (!isOpen() || m_sendFault) {
        return SendResult::NotConnected;
    }
    const auto prefix = frameHeader(payload.size());
    std::string_view header(prefix.data(), prefix.size());
    const std::size_t frameBytes = header.size() + payload.size();
    if (m_options->slowReader == SlowReader::KeepLatest) {
        return sendLatest(header, payload);
    }
    if (waitsToSend() && m_options->slowReader == SlowReader::SkipMessages &&
        m_queue.size() + frameBytes > m_options->maxQueuedBytes) {
        ++m_counters.messagesSkipped;
        return SendResult::Skipped;
    }
    const std::size_t sent = waitsToSend() ? 0 : write(header, payload);
    if (m_sendFault) {
        return SendResult::NotConnected;
    }
    ++m_counters.messagesSent;
    if (sent == frameBytes) {
        return SendResult::Sent;
    }
    if (sent < header.size()) {
        m_queue.push(header.substr(sent));
    }
    m_queue.push(payload.substr(sent - std::min(sent, header.size())));
    if (m_options->slowReader == SlowReader::DropConnection &&
        m_queue.size() > m_options->maxQueuedBytes) {
        Closing closing;
        closing.reason = CloseReason::TooSlow;
        closing.error.code = base::ErrorCode::LimitExceeded;
        closing.error.file = m_peer;
        closing.error.message =
            fmt::format("the peer does not read: {} bytes are queued", m_queue.size());
        closing.error.expected = fmt::format("at most {}", m_options->maxQueuedBytes);
        end(std::move(closing));
        return SendResult::NotConnected;
    }
    return SendResult::Queued;
}

// The message goes out in one piece, or waits in one piece until a newer one takes its place.
SendResult Connection::sendLatest(std::string_view header, std::string_view payload) {
    if (!m_latest.empty()) {
        ++m_counters.messagesSkipped;
        --m_counters.messagesSent;
    }
    ++m_counters.messagesSent;
    m_latest.assign(header).append(payload);
    flushLatest();
    if (m_sendFault) {
        return SendResult::NotConnected;
    }
    return waitsToSend() ? SendResult::Queued : SendResult::Sent;
}

// While the system holds unsent bytes there may be no room for the whole message: it would be cut.
void Connection::flushLatest() {
    if (m_latest.empty() || !m_queue.isEmpty()) {
        return;
    }
    const int socket = m_socket.native_handle();
    const bool mustWait = hasUnsentBytes(socket);
    if (mustWait != m_isReadyWhenAllIsSent) {
        setReadyWhenAllIsSent(socket, mustWait);
        m_isReadyWhenAllIsSent = mustWait;
    }
    if (mustWait) {
        return;
    }
    const std::size_t sent = write(m_latest, {});
    if (!m_sendFault && sent > 0) {
        // Longer than what the system takes at once: begun, it has to be ended.
        m_queue.push(std::string_view(m_latest).substr(sent));
        m_latest.clear();
    }
}

void Connection::flush() {
    if (!isOpen() || !waitsToSend()) {
        return;
    }
    if (!m_queue.isEmpty()) {
        const auto waiting = m_queue.front();
        const std::size_t sent = write({waiting.data(), waiting.size()}, {});
        if (m_sendFault) {
            return;
        }
        m_queue.pop(sent);
    }
    flushLatest();
}

void Connection::dropUnsent() {
    m_queue.clear();
    m_latest.clear();
}

void Connection::close(std::string why) {
    flush();
    Closing closing;
    closing.reason = CloseReason::ByOwner;
    closing.error.code = base::ErrorCode::Canceled;
    closing.error.file = m_peer;
    closing.error.message = std::move(why);
    end(std::move(closing));
}

void Connection::end(Closing closing) {
    if (!isOpen()) {
        return;
    }
    m_closing = std::move(closing);
    dropUnsent();
    error_code ignored;
    m_socket.shutdown(Tcp::socket::shutdown_send, ignored);
    m_socket.close(ignored);
}

Closing Connection::closing() const {
    SIDELINE_ASSERT(!isOpen());
    Closing closing = *m_closing;
    closing.counters = m_counters;
    return closing;
}

} // namespace sideline::net
