#include "agentcore/net/socket_tools.h"

#include <algorithm>
#include <cerrno>
#include <ctime>

#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <fmt/format.h>

namespace sideline::net {

bool waitReady(std::span<pollfd> sockets, Clock::duration timeout) {
    const bool waits = timeout > Clock::duration::zero();
    const Clock::time_point deadline = waits ? Clock::now() + timeout : Clock::time_point{};
    for (;;) {
        const auto left = std::max(timeout, Clock::duration::zero());
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
        timespec limit{};
        limit.tv_sec = static_cast<time_t>(seconds.count());
        limit.tv_nsec = static_cast<long>(
            std::chrono::duration_cast<std::chrono::nanoseconds>(left - seconds).count());
        const int ready = ::ppoll(sockets.data(), sockets.size(), &limit, nullptr);
        if (ready >= 0) {
            return ready > 0;
        }
        if (errno != EINTR) {
            std::ranges::for_each(sockets, [](pollfd& socket) { socket.revents = 0; });
            return false;
        }
        timeout = waits ? deadline - Clock::now() : Clock::duration::zero();
    }
}

std::string endpointText(const asio::ip::address& address, std::uint16_t port) {
    return address.is_v6() ? fmt::format("[{}]:{}", address.to_string(), port)
                           : fmt::format("{}:{}", address.to_string(), port);
}

bool hasUnsentBytes(int tcpSocket) {
    int bytes = 0;
    return ::ioctl(tcpSocket, SIOCOUTQNSD, &bytes) == 0 && bytes > 0;
}

void setReadyWhenAllIsSent(int tcpSocket, bool isReadyOnlyThen) {
    const int unsentBytes = isReadyOnlyThen ? 1 : 0; // 0: whatever the system's default is
    // A system that cannot do this wakes us more often than need be, and nothing else.
    static_cast<void>(
        ::setsockopt(tcpSocket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsentBytes, sizeof(unsentBytes)));
}

base::Error listenError(const error_code& code, const std::string& place) {
    base::Error error;
    error.file = place;
    error.message = fmt::format("cannot listen: {}", code.message());
    if (code == asio::error::address_in_use) {
        error.message = "cannot listen: another program is using this port";
        error.expected = "a free port, or 0 for any; or stop the other program";
    } else if (code == asio::error::access_denied) {
        error.code = base::ErrorCode::PermissionDenied;
        error.expected = "a port from 1024 on, or 0 for any";
    } else if (code == boost::system::errc::address_not_available ||
               code == asio::error::address_family_not_supported) {
        error.code = base::ErrorCode::InvalidArgument;
        error.message = "cannot listen: this machine does not have this address";
        error.expected = "127.0.0.1 or ::1 for this machine only, 0.0.0.0 or :: for all networks";
    }
    return error;
}

Closing closingFrom(const error_code& code, const std::string& peer) {
    Closing closing;
    closing.error.file = peer;
    closing.error.code = base::ErrorCode::Io;
    if (code == asio::error::eof) {
        closing.reason = CloseReason::ByPeer;
        closing.error.message = "the peer closed the connection";
    } else {
        closing.reason = CloseReason::Broken;
        closing.error.message = fmt::format("the connection broke: {}", code.message());
    }
    return closing;
}

} // namespace sideline::net
