#include "agentcore/net/connection.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

#include <fmt/format.h>

#include "agentcore/base/assert.h"
#include "agentcore/net/socket_errors.h"

namespace sideline::net {

namespace {

// Queries the number of bytes that the system could not send yet because the peer does not read.
class UnsentBytes {
public:
    static int name() { return SIOCOUTQNSD; }
    void* data() { return &m_bytes; }
    [[nodiscard]] int bytes() const { return m_bytes; }

private:
    int m_bytes = 0;
};

// The number of unsent bytes above which a socket counts as not writable.
class UnsentLimit {
public:
    explicit UnsentLimit(int bytes) : m_bytes(bytes) {}
    static int level(const Tcp& /*protocol*/) { return IPPROTO_TCP; }
    static int name(const Tcp& /*protocol*/) { return TCP_NOTSENT_LOWAT; }
    [[nodiscard]] const void* data(const Tcp& /*protocol*/) const { return &m_bytes; }
    static std::size_t size(const Tcp& /*protocol*/) { return sizeof(m_bytes); }

private:
    int m_bytes;
};

} // namespace

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
    return !isOpen() || m_sendFault || m_decoder.isReady();
}

void Connection::watch() {
    if (!isOpen()) {
        return;
    }
    // While received messages are pending, nothing is read: TCP flow control then slows the sender.
    if (!m_reading.isPending() && !m_reading.hasEnded() && !m_decoder.isReady()) {
        const std::span<char> room = m_decoder.writable();
        m_socket.async_receive(asio::buffer(room.data(), room.size()), m_reading.begin());
    }
    if (hasUnsentBytes() && !m_writable.isPending()) {
        m_socket.async_wait(Tcp::socket::wait_write, m_writable.begin());
    }
}

void Connection::serve(FrameHandler& handler) {
    if (m_writable.takeEnd()) {
        flush();
    }
    const bool isSilent = m_reading.isPending();
    const error_code readFault = takeReceived();
    deliver(handler);
    if (!isOpen() || m_decoder.isReady()) {
        return;
    }
    if (m_sendFault && (readFault || (m_hasSendFault && isSilent))) {
        end(closingFrom(m_sendFault, m_peer));
    } else if (readFault) {
        end(closingFrom(readFault, m_peer, m_decoder));
    }
    m_hasSendFault = m_sendFault.failed();
}

error_code Connection::takeReceived() {
    if (!isOpen() || !m_reading.takeEnd()) {
        return {};
    }
    m_decoder.commit(m_reading.bytes());
    m_counters.bytesReceived += m_reading.bytes();
    return m_reading.fault();
}

void Connection::deliver(FrameHandler& handler) {
    for (std::size_t left = m_options->maxMessagesPerPoll; isOpen() && m_decoder.isReady();
         --left) {
        if (left == 0) {
            return;
        }
        const auto message = m_decoder.next();
        if (!message) {
            end({CloseReason::BadFrame, message.error().inFile(m_peer), {}});
            return;
        }
        ++m_counters.messagesReceived;
        handler.onMessage(m_id, **message);
    }
}

std::size_t Connection::write(std::string_view header, std::string_view payload) {
    const std::array<asio::const_buffer, 2> parts{asio::buffer(header), asio::buffer(payload)};
    error_code fault;
    const std::size_t bytes = m_socket.send(parts, 0, fault);
    if (fault && !wouldBlock(fault)) {
        // Data that the peer sent before it vanished is still delivered; reading then reports the
        // end.
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
    if (hasUnsentBytes() && m_options->slowReader == SlowReader::SkipMessages &&
        m_queue.size() + frameBytes > m_options->maxQueuedBytes) {
        ++m_counters.messagesSkipped;
        return SendResult::Skipped;
    }
    const std::size_t sent = hasUnsentBytes() ? 0 : write(header, payload);
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

// Sends the message in one piece, or stores it until a newer one replaces it.
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
    return hasUnsentBytes() ? SendResult::Queued : SendResult::Sent;
}

// While the system holds unsent bytes, the whole message may not fit and would be split.
void Connection::flushLatest() {
    if (m_latest.empty() || !m_queue.isEmpty()) {
        return;
    }
    UnsentBytes unsent;
    error_code ignored;
    m_socket.io_control(unsent, ignored);
    const bool mustWait = unsent.bytes() > 0;
    if (mustWait != m_isWritableWhenAllIsSent) {
        // 0: the system's own limit. Systems without this option wake the thread more often than
        // necessary.
        m_socket.set_option(UnsentLimit(mustWait ? 1 : 0), ignored);
        m_isWritableWhenAllIsSent = mustWait;
    }
    if (mustWait) {
        return;
    }
    const std::size_t sent = write(m_latest, {});
    if (!m_sendFault && sent > 0) {
        // The system accepts only a part of a very long message, so the rest must be sent.
        m_queue.push(std::string_view(m_latest).substr(sent));
        m_latest.clear();
    }
}

void Connection::flush() {
    if (!isOpen() || !hasUnsentBytes()) {
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
