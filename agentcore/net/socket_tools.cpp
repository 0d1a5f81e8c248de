#include "agentcore/net/socket_tools.h"

#include <algorithm>
#include <cerrno>
#include <ctime>

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

std::string endpointText(const Tcp::endpoint& endpoint) {
    const std::string address = endpoint.address().to_string();
    return endpoint.address().is_v6() ? fmt::format("[{}]:{}", address, endpoint.port())
                                      : fmt::format("{}:{}", address, endpoint.port());
}

Closing closingFrom(const error_code& code, const std::string& peer) {
    Closing closing;
    closing.error.file = peer;
    closing.error.code = base::ErrorCode::Io;
    if (code == asio::error::eof) {
        closing.reason = CloseReason::ByPeer;
        closing.error.message = "the other side closed the connection";
    } else {
        closing.reason = CloseReason::Broken;
        closing.error.message = fmt::format("the connection broke: {}", code.message());
    }
    return closing;
}

} // namespace sideline::net
