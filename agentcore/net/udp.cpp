#include "agentcore/net/udp.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "agentcore/net/asio.h"
#include "agentcore/net/operation.h"
#include "agentcore/net/reactor.h"
#include "agentcore/net/resolve.h"
#include "agentcore/net/socket_errors.h"

namespace sideline::net {

namespace {

constexpr std::chrono::seconds kResolveTimeout{2};
constexpr std::size_t kBufferBytes = std::size_t{1} << 16U; // maximum size of a datagram

base::Error socketError(const error_code& code, const std::string& place) {
    base::Error error;
    error.file = place;
    error.message = fmt::format("cannot create a UDP socket: {}", code.message());
    return error;
}

} // namespace

class UdpSender::Impl {
public:
    base::Expected<void> open(const std::string& host, std::uint16_t port) {
        m_peer = fmt::format("{}:{}", host, port);
        const auto addresses = resolve(host, Clock::now() + kResolveTimeout);
        if (!addresses) {
            return tl::unexpected(addresses.error().inFile(m_peer));
        }
        // A program that listens on a name with IPv4 and IPv6 addresses usually listens on IPv4
        // only.
        const auto older = std::ranges::find_if(
            *addresses, [](const asio::ip::address& address) { return address.is_v4(); });
        m_target = {older != addresses->end() ? *older : addresses->front(), port};
        error_code fault;
        m_socket.open(m_target.protocol(), fault);
        if (!fault) {
            m_socket.non_blocking(true, fault);
        }
        if (fault) {
            return tl::unexpected(socketError(fault, m_peer));
        }
        m_peer = endpointText(m_target.address(), port);
        return {};
    }

    bool send(std::string_view bytes) {
        error_code fault;
        // Not connected, since a connected socket drops datagrams after ICMP "port unreachable".
        m_socket.send_to(asio::buffer(bytes), m_target, 0, fault);
        if (fault) {
            ++m_counters.lost;
            return false;
        }
        ++m_counters.datagrams;
        m_counters.bytes += bytes.size();
        return true;
    }

    std::string m_peer;
    UdpCounters m_counters;

private:
    asio::io_context m_context{1};
    Udp::socket m_socket{m_context};
    Udp::endpoint m_target;
};

class UdpReceiver::Impl {
public:
    base::Expected<void> open(const UdpReceiverOptions& options) {
        const auto address = listenAddress(options.address);
        if (!address) {
            return tl::unexpected(address.error());
        }
        error_code fault;
        const Udp::endpoint endpoint(*address, options.port);
        m_socket.open(endpoint.protocol(), fault);
        if (!fault && options.kernelReceiveBytes > 0) {
            error_code ignored;
            m_socket.set_option(asio::socket_base::receive_buffer_size(
                                    static_cast<int>(options.kernelReceiveBytes)),
                                ignored);
        }
        if (!fault) {
            m_socket.bind(endpoint, fault);
        }
        if (!fault) {
            m_port = m_socket.local_endpoint(fault).port();
        }
        if (fault) {
            return tl::unexpected(
                listenError(fault, endpointText(endpoint.address(), endpoint.port())));
        }
        return {};
    }

    base::Expected<std::optional<Datagram>> receive(Clock::time_point deadline) {
        if (!m_receiving.isPending()) {
            m_socket.async_receive_from(asio::buffer(m_buffer), m_from, m_receiving.begin());
        }
        if (!m_reactor.runUntil(deadline, [this] { return !m_receiving.isPending(); })) {
            return std::nullopt;
        }
        if (m_receiving.fault()) {
            base::Error error;
            error.file = fmt::format("UDP port {}", m_port);
            error.message = fmt::format("cannot receive: {}", m_receiving.fault().message());
            return tl::unexpected(std::move(error));
        }
        return take(m_receiving.bytes());
    }

    std::uint16_t m_port = 0;
    UdpCounters m_counters;

private:
    Datagram take(std::size_t bytes) {
        ++m_counters.datagrams;
        m_counters.bytes += bytes;
        if (m_from != m_sender || m_senderText.empty()) {
            m_sender = m_from;
            m_senderText = endpointText(m_sender.address(), m_sender.port());
        }
        return {std::string_view(m_buffer.data(), bytes), m_senderText};
    }

    Reactor m_reactor;
    Udp::socket m_socket{m_reactor.context()};
    Operation m_receiving;
    std::array<char, kBufferBytes> m_buffer{};
    Udp::endpoint m_from;
    Udp::endpoint m_sender; // sender of the last returned datagram
    std::string m_senderText;
};

UdpSender::UdpSender(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
UdpSender::UdpSender(UdpSender&& other) noexcept = default;
UdpSender& UdpSender::operator=(UdpSender&& other) noexcept = default;
UdpSender::~UdpSender() = default;

base::Expected<UdpSender> UdpSender::open(const std::string& host, std::uint16_t port) {
    auto impl = makeWithReactor<Impl>();
    if (!impl) {
        return tl::unexpected(std::move(impl.error()));
    }
    if (auto opened = (*impl)->open(host, port); !opened) {
        return tl::unexpected(std::move(opened.error()));
    }
    return UdpSender(std::move(*impl));
}

bool UdpSender::send(std::string_view bytes) {
    return m_impl->send(bytes);
}

const UdpCounters& UdpSender::counters() const {
    return m_impl->m_counters;
}

const std::string& UdpSender::peer() const {
    return m_impl->m_peer;
}

UdpReceiver::UdpReceiver(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
UdpReceiver::UdpReceiver(UdpReceiver&& other) noexcept = default;
UdpReceiver& UdpReceiver::operator=(UdpReceiver&& other) noexcept = default;
UdpReceiver::~UdpReceiver() = default;

base::Expected<UdpReceiver> UdpReceiver::open(const UdpReceiverOptions& options) {
    auto impl = makeWithReactor<Impl>();
    if (!impl) {
        return tl::unexpected(std::move(impl.error()));
    }
    if (auto opened = (*impl)->open(options); !opened) {
        return tl::unexpected(std::move(opened.error()));
    }
    return UdpReceiver(std::move(*impl));
}

std::uint16_t UdpReceiver::port() const {
    return m_impl->m_port;
}

base::Expected<std::optional<Datagram>> UdpReceiver::receive(Clock::time_point deadline) {
    return m_impl->receive(deadline);
}

const UdpCounters& UdpReceiver::counters() const {
    return m_impl->m_counters;
}

} // namespace sideline::net
