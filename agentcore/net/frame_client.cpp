#include "agentcore/net/frame_client.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "agentcore/net/asio.h"
#include "agentcore/net/operation.h"
#include "agentcore/net/reactor.h"
#include "agentcore/net/resolve.h"
#include "agentcore/net/socket_errors.h"

namespace sideline::net {

namespace {

base::Error stopError(const std::string& place) {
    base::Error error;
    error.code = base::ErrorCode::Canceled;
    error.file = place;
    error.message = "canceled";
    return error;
}

} // namespace

class FrameClient::Impl {
public:
    Impl(std::string peer, const ClientOptions& options)
        : m_peer(std::move(peer)),
          m_socket(m_reactor.context()),
          m_options(options),
          m_decoder(options.maxMessageBytes),
          m_wakeToStop(options.stop, Wake{m_reactor}) {}

    base::Expected<void> connect(const std::string& host, std::uint16_t port);
    base::Expected<void> send(std::string_view payload);
    base::Expected<std::optional<std::string_view>> receive(Clock::time_point deadline);
    [[nodiscard]] bool hasMore() const;
    void end(Closing closing);

    std::string m_peer;
    LinkCounters m_counters;
    std::optional<Closing> m_closing;
    Clock::time_point m_readAt;

private:
    struct Wake {
        Reactor& reactor;
        void operator()() const { reactor.wake(); }
    };

    error_code connectTo(const Tcp::endpoint& endpoint, Clock::time_point deadline);
    // Whether the operation finishes before the deadline and before a stop request.
    bool waitFor(const Operation& operation, Clock::time_point deadline);
    void takeReceived();
    [[nodiscard]] Closing notSent() const;
    tl::unexpected<base::Error> ended() const { return tl::unexpected(m_closing->error); }

    Reactor m_reactor;
    Tcp::socket m_socket;
    ClientOptions m_options;
    FrameDecoder m_decoder;
    Operation m_connecting;
    Operation m_reading;                   // reads into the decoder; remains pending between calls
    Operation m_writable;                  // waits until the socket is writable
    std::stop_callback<Wake> m_wakeToStop; // declared last, because it uses the reactor
};

bool FrameClient::Impl::waitFor(const Operation& operation, Clock::time_point deadline) {
    if (m_options.stop.stop_requested()) {
        m_reactor.poll();
    } else {
        m_reactor.runUntil(
            deadline, [&] { return !operation.isPending() || m_options.stop.stop_requested(); });
    }
    return !operation.isPending();
}

error_code FrameClient::Impl::connectTo(const Tcp::endpoint& endpoint, Clock::time_point deadline) {
    error_code ignored;
    m_socket.close(ignored);
    m_socket.async_connect(endpoint, m_connecting.begin());
    if (waitFor(m_connecting, deadline)) {
        return m_connecting.fault();
    }
    m_socket.close(ignored);
    m_reactor.poll(); // runs the handler, so that the next address can be tried
    return asio::error::timed_out;
}

base::Expected<void> FrameClient::Impl::connect(const std::string& host, std::uint16_t port) {
    const auto deadline = Clock::now() + m_options.connectTimeout;
    const auto addresses = resolve(host, deadline, m_options.stop);
    if (!addresses) {
        return tl::unexpected(addresses.error().inFile(m_peer));
    }
    error_code fault;
    for (const asio::ip::address& address : *addresses) {
        fault = connectTo(Tcp::endpoint(address, port), deadline);
        if (!fault || m_options.stop.stop_requested()) {
            break;
        }
    }
    if (m_options.stop.stop_requested()) {
        return tl::unexpected(stopError(m_peer));
    }
    if (!fault) {
        m_socket.non_blocking(true, fault);
    }
    if (fault) {
        return tl::unexpected(connectError(fault, m_peer, m_options.connectTimeout));
    }
    error_code ignored;
    m_socket.set_option(Tcp::no_delay(true), ignored);
    return {};
}

base::Expected<void> FrameClient::Impl::send(std::string_view payload) {
    const auto prefix = frameHeader(payload.size());
    std::string_view header(prefix.data(), prefix.size());
    std::optional<Clock::time_point> deadline;
    while (!m_closing && header.size() + payload.size() > 0) {
        const std::array<asio::const_buffer, 2> parts{asio::buffer(header), asio::buffer(payload)};
        error_code fault;
        const std::size_t bytes = m_socket.send(parts, 0, fault);
        m_counters.bytesSent += bytes;
        const std::size_t ofHeader = std::min(bytes, header.size());
        header.remove_prefix(ofHeader);
        payload.remove_prefix(bytes - ofHeader);
        if (fault && !wouldBlock(fault)) {
            end(closingFrom(fault, m_peer));
        } else if (fault) {
            deadline = deadline.value_or(Clock::now() + m_options.sendTimeout);
            m_socket.async_wait(Tcp::socket::wait_write, m_writable.begin());
            if (!waitFor(m_writable, *deadline)) {
                end(notSent());
            }
        }
    }
    if (m_closing) {
        return ended();
    }
    ++m_counters.messagesSent;
    return {};
}

Closing FrameClient::Impl::notSent() const {
    if (m_options.stop.stop_requested()) {
        return {CloseReason::ByOwner, stopError(m_peer), {}};
    }
    base::Error error;
    error.code = base::ErrorCode::LimitExceeded;
    error.file = m_peer;
    error.message = fmt::format("the peer has not read for {} ms", m_options.sendTimeout.count());
    return {CloseReason::TooSlow, std::move(error), {}};
}

void FrameClient::Impl::takeReceived() {
    if (!m_reading.takeEnd()) {
        return;
    }
    if (m_reading.fault()) {
        end(closingFrom(m_reading.fault(), m_peer, m_decoder));
        return;
    }
    m_readAt = m_reading.endedAt();
    m_decoder.commit(m_reading.bytes());
    m_counters.bytesReceived += m_reading.bytes();
    if (m_options.acknowledgesAtOnce) {
        const int isOn = 1; // the system resets the option on its own
        ::setsockopt(m_socket.native_handle(), IPPROTO_TCP, TCP_QUICKACK, &isOn, sizeof isOn);
    }
}

base::Expected<std::optional<std::string_view>> FrameClient::Impl::receive(
    Clock::time_point deadline) {
    for (;;) {
        if (m_decoder.isReady() && !(m_closing && m_closing->reason == CloseReason::ByOwner)) {
            auto message = m_decoder.next();
            if (message) {
                ++m_counters.messagesReceived;
                return message;
            }
            end({CloseReason::BadFrame, message.error().inFile(m_peer), {}});
        }
        if (m_closing) {
            return ended();
        }
        if (!m_reading.isPending() && !m_reading.hasEnded()) {
            const std::span<char> room = m_decoder.writable();
            m_socket.async_receive(asio::buffer(room.data(), room.size()), m_reading.begin());
        }
        if (!waitFor(m_reading, deadline)) {
            return std::nullopt;
        }
        takeReceived();
    }
}

bool FrameClient::Impl::hasMore() const {
    error_code ignored;
    const bool isRead = m_reading.hasEnded() && m_reading.bytes() > 0;
    return m_decoder.pendingBytes() > 0 || isRead || m_socket.available(ignored) > 0;
}

void FrameClient::Impl::end(Closing closing) {
    if (m_closing) {
        return;
    }
    m_closing = std::move(closing);
    m_closing->counters = m_counters;
    error_code ignored;
    m_socket.shutdown(Tcp::socket::shutdown_send, ignored);
    m_socket.close(ignored);
}

FrameClient::FrameClient(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
FrameClient::FrameClient(FrameClient&& other) noexcept = default;
FrameClient& FrameClient::operator=(FrameClient&& other) noexcept = default;
FrameClient::~FrameClient() = default;

base::Expected<FrameClient> FrameClient::connect(const std::string& host, std::uint16_t port,
                                                 const ClientOptions& options) {
    auto impl = makeWithReactor<Impl>(placeText(host, port), options);
    if (!impl) {
        return tl::unexpected(std::move(impl.error()));
    }
    if (auto connected = (*impl)->connect(host, port); !connected) {
        return tl::unexpected(std::move(connected.error()));
    }
    return FrameClient(std::move(*impl));
}

base::Expected<void> FrameClient::send(std::string_view payload) {
    return m_impl->send(payload);
}

base::Expected<std::optional<std::string_view>> FrameClient::receive(Clock::time_point deadline) {
    return m_impl->receive(deadline);
}

bool FrameClient::hasMore() const {
    return m_impl->hasMore();
}

void FrameClient::close() {
    Closing closing;
    closing.reason = CloseReason::ByOwner;
    closing.error.code = base::ErrorCode::Canceled;
    closing.error.file = m_impl->m_peer;
    closing.error.message = "this side closed the connection";
    m_impl->end(std::move(closing));
}

const std::optional<Closing>& FrameClient::closing() const {
    return m_impl->m_closing;
}

LinkCounters FrameClient::counters() const {
    return m_impl->m_counters;
}

Clock::time_point FrameClient::readAt() const {
    return m_impl->m_readAt;
}

const std::string& FrameClient::peer() const {
    return m_impl->m_peer;
}

} // namespace sideline::net
