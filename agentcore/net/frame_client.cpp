#include "agentcore/net/frame_client.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/net/asio.h"
#include "agentcore/net/socket_tools.h"

namespace sideline::net {

namespace {

base::Error connectError(const error_code& code, const std::string& place,
                         std::chrono::milliseconds timeout) {
    base::Error error;
    error.file = place;
    if (code == asio::error::connection_refused) {
        error.code = base::ErrorCode::NotFound;
        error.message = "nobody listens there";
        error.expected = "a server that runs and listens on this port";
    } else if (code == asio::error::timed_out) {
        error.message = fmt::format("no answer within {} ms", timeout.count());
        error.expected = "a host that can be reached, and no firewall in between";
    } else {
        error.message = fmt::format("cannot connect: {}", code.message());
    }
    return error;
}

base::Expected<std::vector<Tcp::endpoint>> resolve(asio::io_context& context,
                                                   const std::string& host, std::uint16_t port) {
    error_code fault;
    const auto address = asio::ip::make_address(host, fault);
    if (!fault) {
        return std::vector{Tcp::endpoint(address, port)};
    }
    const auto found = Tcp::resolver(context).resolve(host, std::to_string(port),
                                                      Tcp::resolver::numeric_service, fault);
    std::vector<Tcp::endpoint> endpoints(found.begin(), found.end());
    if (fault || endpoints.empty()) {
        return base::failure(base::ErrorCode::NotFound, fmt::format("host '{}' is unknown", host),
                             "an IP address or a name that the network knows");
    }
    return endpoints;
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

private:
    enum class ReadResult : std::uint8_t { Bytes, Nothing, Ended };

    error_code connectTo(const Tcp::endpoint& endpoint, Clock::time_point deadline);
    ReadResult read();
    bool waitFor(short events, Clock::time_point deadline);
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
    m_context.run_until(deadline);
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
    const auto endpoints = resolve(m_context, host, port);
    if (!endpoints) {
        return tl::unexpected(endpoints.error().inFile(m_peer));
    }
    const auto deadline = Clock::now() + m_options.connectTimeout;
    error_code fault;
    for (const Tcp::endpoint& endpoint : *endpoints) {
        fault = connectTo(endpoint, deadline);
        if (!fault) {
            break;
        }
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

bool FrameClient::Impl::waitFor(short events, Clock::time_point deadline) {
    pollfd polled{m_socket.native_handle(), events, 0};
    return waitReady(std::span(&polled, 1), deadline - Clock::now());
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
                base::Error error;
                error.code = base::ErrorCode::LimitExceeded;
                error.file = m_peer;
                error.message = fmt::format("the other side has not read for {} ms",
                                            m_options.sendTimeout.count());
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
    closing.error.code = base::ErrorCode::Cancelled;
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

const std::string& FrameClient::peer() const {
    return m_impl->m_peer;
}

} // namespace sideline::net
