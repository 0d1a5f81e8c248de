#include "agentcore/net/acceptor.h"

#include <algorithm>
#include <utility>

#include "agentcore/net/socket_errors.h"

namespace sideline::net {

namespace {

constexpr Clock::duration kAcceptRetry = std::chrono::milliseconds(100);

} // namespace

base::Expected<void> Acceptor::listen(const std::string& text, std::uint16_t port) {
    const auto address = listenAddress(text);
    if (!address) {
        return tl::unexpected(address.error());
    }
    error_code fault;
    const Tcp::endpoint endpoint(*address, port);
    m_acceptor.open(endpoint.protocol(), fault);
    if (!fault) {
        // Lets a restarted server bind its port while old connections are still closing.
        m_acceptor.set_option(Tcp::acceptor::reuse_address(true), fault);
    }
    if (!fault) {
        m_acceptor.bind(endpoint, fault);
    }
    if (!fault) {
        m_acceptor.listen(asio::socket_base::max_listen_connections, fault);
    }
    if (!fault) {
        m_acceptor.non_blocking(true, fault);
    }
    if (!fault) {
        m_port = m_acceptor.local_endpoint(fault).port();
    }
    if (fault) {
        return tl::unexpected(
            listenError(fault, endpointText(endpoint.address(), endpoint.port())));
    }
    return {};
}

void Acceptor::watch() {
    if (!m_hasFailed && !m_pendingAccept.isPending()) {
        m_acceptor.async_wait(Tcp::acceptor::wait_read, m_pendingAccept.begin());
    }
}

Clock::time_point Acceptor::waitsUntil(Clock::time_point deadline) const {
    return m_hasFailed ? std::min(deadline, Clock::now() + kAcceptRetry) : deadline;
}

bool Acceptor::beginRound() {
    return m_pendingAccept.takeEnd() || std::exchange(m_hasFailed, false);
}

std::optional<Acceptor::Accepted> Acceptor::take() {
    for (;;) {
        error_code fault;
        Tcp::endpoint peer;
        Tcp::socket socket = m_acceptor.accept(peer, fault);
        if (fault) {
            m_hasFailed = !wouldBlock(fault);
            return std::nullopt;
        }
        socket.non_blocking(true, fault);
        if (!fault) {
            error_code ignored;
            socket.set_option(Tcp::no_delay(true), ignored);
            return Accepted{std::move(socket), endpointText(peer.address(), peer.port())};
        }
    }
}

} // namespace sideline::net
