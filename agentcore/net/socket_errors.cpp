#include "agentcore/net/socket_errors.h"

#include <fmt/format.h>

namespace sideline::net {

std::string endpointText(const asio::ip::address& address, std::uint16_t port) {
    return address.is_v6() ? fmt::format("[{}]:{}", address.to_string(), port)
                           : fmt::format("{}:{}", address.to_string(), port);
}

std::string placeText(const std::string& host, std::uint16_t port) {
    return fmt::format("{}:{}", host, port);
}

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

base::Expected<asio::ip::address> listenAddress(const std::string& text) {
    error_code fault;
    const auto address = asio::ip::make_address(text, fault);
    if (fault) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("'{}' is not an IP address", text),
                             "for example 127.0.0.1, or 0.0.0.0 for all networks");
    }
    return address;
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
        error.expected = "port 1024 or higher, or 0 for any";
    } else if (code == boost::system::errc::address_not_available ||
               code == asio::error::address_family_not_supported) {
        error.code = base::ErrorCode::InvalidArgument;
        error.message = "cannot listen: this machine does not have this address";
        error.expected = "127.0.0.1 or ::1 for this machine only, 0.0.0.0 or :: "
                         "for all networks";
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

Closing closingFrom(const error_code& code, const std::string& peer, const FrameDecoder& received) {
    Closing closing = closingFrom(code, peer);
    if (const auto cut = received.faultAtEnd(); cut && code == asio::error::eof) {
        closing.reason = CloseReason::Broken;
        closing.error = cut->inFile(peer);
    }
    return closing;
}

} // namespace sideline::net
