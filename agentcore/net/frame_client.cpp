#include "agentcore/net/frame_client.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/net/asio.h"
#include "agentcore/net/resolve.h"
#include "agentcore/net/socket_tools.h"

namespace sideline::net {

namespace {

base::Error connectError(const error_code& code, const std::string& place,
                         std::chrono::milliseconds timeout) {
    base::Error error;
    error.file = place;
    if (code == asio::error::connection_refused) {
        error.code = base::ErrorCode::NotFound;
        error.message = "connection refused";
        error.expected = "a server listening on this port";
    } else if (code == asio::error::timed_out) {
        error.message = fmt::format("no answer within {} ms", timeout.count());
        error.expected = "a reachable host and no firewall in between";
    } else {
        error.message = fmt::format("cannot connect: {}", code.message());
    }
    return error;
}

// How long a stop that was asked for may go unnoticed.
constexpr std::chrono::milliseconds kStopPause{20};

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
          m_socket(m_context),
          m_options(options),
          m_decoder(options.maxMessageBytes) {}

    base::Expected<void> connect(const std::string& host, std::uint16_t port);
    base::Expected<void> send(std::string_view payload);
    base::Expected<std::optional<std::string_view>> receive(Clock::time_point deadline);
    void end(Closing closing);

    std::string m_peer;
    LinkCounters m_counters;
    std::optional<Closing> m_closing;
    Clock::time_point m_readAt;

private:
    enum class ReadResult : std::uint8_t { Bytes, Nothing, Ended };

    error_code connectTo(const Tcp::endpoint& endpoint, Clock::time_point deadline);
    ReadResult read();
    // Whether it is ready before the deadline, and before a stop is asked for.
    bool waitFor(short events, Clock::time_point deadline);
    [[nodiscard]] Clock::time_point sliceUntil(Clock::time_point deadline) const;
    void endOfStream(const error_code& fault);
    tl::unexpected<base::Error> ended() const { return tl::unexpected(m_closing->error); }

    asio::io_context m_context{1};
    Tcp::socket m_socket;
    ClientOptions m_options;
    FrameDecoder m_decoder;
};

error_code FrameClient::Impl::connectTo(const Tcp::endpoint& endpoint, Clock::time_point deadline) {
    error_code result = asio::error::timed_out;
    error_code ignored;
    m_socket.close(ignored);
    bool answered = false;
    m_socket.async_connect(endpoint, [&](const error_code& code) {
        answered = true;
        result = code;
    });
    m_context.restart();
    while (!answered && !m_options.stop.stop_requested() && Clock::now() < deadline) {
        m_context.run_until(sliceUntil(deadline));
    }
    if (!answered) {
        // Let the handler run out while the variables it refers to are there.
        m_socket.close(ignored);
        m_context.restart();
        m_context.run();
        result = asio::error::timed_out;
    }
    return result;
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
    if (fault && m_options.stop.stop_requested()) {
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

Clock::time_point FrameClient::Impl::sliceUntil(Clock::time_point deadline) const {
    return m_options.stop.stop_possible() ? std::min(deadline, Clock::now() + kStopPause)
                                          : deadline;
}

bool FrameClient::Impl::waitFor(short events, Clock::time_point deadline) {
    pollfd polled{m_socket.native_handle(), events, 0};
    for (;;) {
        if (waitReady(std::span(&polled, 1), sliceUntil(deadline) - Clock::now())) {
            return true;
        }
        if (m_options.stop.stop_requested() || Clock::now() >= deadline) {
            return false;
        }
    }
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
            if (!waitFor(POLLOUT, *deadline)) {
                if (m_options.stop.stop_requested()) {
                    end({CloseReason::ByOwner, stopError(m_peer), {}});
                    break;
                }
                base::Error error;
                error.code = base::ErrorCode::LimitExceeded;
                error.file = m_peer;
                error.message =
                    fmt::format("the peer has not read for {} ms", m_options.sendTimeout.count());
                end({CloseReason::TooSlow, std::move(error), {}});
            }
        }
    }
    if (m_closing) {
        return ended();
    }
    ++m_counters.messagesSent;
    return {};
}

FrameClient::Impl::ReadResult FrameClient::Impl::read() {
    const std::span<char> room = m_decoder.writable();
    error_code fault;
    const std::size_t bytes = m_socket.receive(asio::buffer(room.data(), room.size()), 0, fault);
    if (!fault) {
        m_readAt = Clock::now();
        m_decoder.commit(bytes);
        m_counters.bytesReceived += bytes;
        return ReadResult::Bytes;
    }
    if (wouldBlock(fault)) {
        return ReadResult::Nothing;
    }
    endOfStream(fault);
    return ReadResult::Ended;
}

void FrameClient::Impl::endOfStream(const error_code& fault) {
    Closing closing = closingFrom(fault, m_peer);
    if (const auto cut = m_decoder.faultAtEnd(); cut && fault == asio::error::eof) {
        closing.reason = CloseReason::Broken;
        closing.error = cut->inFile(m_peer);
    }
    end(std::move(closing));
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
        if (read() != ReadResult::Nothing) {
            continue;
        }
        const bool mayWait = deadline != Clock::time_point::min();
        if (!mayWait || !waitFor(POLLIN, deadline)) {
            return std::nullopt;
        }
    }
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
    auto impl = std::make_unique<Impl>(fmt::format("{}:{}", host, port), options);
    if (auto connected = impl->connect(host, port); !connected) {
        return tl::unexpected(std::move(connected.error()));
    }
    return FrameClient(std::move(impl));
}

base::Expected<void> FrameClient::send(std::string_view payload) {
    return m_impl->send(payload);
}

base::Expected<std::optional<std::string_view>> FrameClient::receive(Clock::time_point deadline) {
    return m_impl->receive(deadline);
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
