#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/error.h"
#include "agentcore/net/asio.h"
#include "agentcore/net/frame_codec.h"
#include "agentcore/net/link.h"

namespace sideline::net {

/// Address and port for display: `127.0.0.1:3100`, `[::1]:3100`.
[[nodiscard]] std::string endpointText(const asio::ip::address& address, std::uint16_t port);

/// Host and port as requested, for display: `robots.example:3100`.
[[nodiscard]] std::string placeText(const std::string& host, std::uint16_t port);

/// Reason why a server is unreachable.
/// @param place host and port
/// @param timeout timeout of the connection attempt
[[nodiscard]] base::Error connectError(const error_code& code, const std::string& place,
                                       std::chrono::milliseconds timeout);

/// Parses the address to listen on. Errors: InvalidArgument for an invalid address.
[[nodiscard]] base::Expected<asio::ip::address> listenAddress(const std::string& text);

/// Reason why listening on a port failed. @param place address and port
[[nodiscard]] base::Error listenError(const error_code& code, const std::string& place);

/// Whether a non-blocking socket merely has no data or no buffer space.
[[nodiscard]] inline bool wouldBlock(const error_code& code) {
    return code == asio::error::would_block || code == asio::error::try_again;
}

/// Creates an object that owns a reactor. Errors: Io if the system is out of file descriptors.
template <typename Made, typename... Arguments>
[[nodiscard]] base::Expected<std::unique_ptr<Made>> makeWithReactor(Arguments&&... arguments) {
    try {
        return std::make_unique<Made>(std::forward<Arguments>(arguments)...);
    } catch (const boost::system::system_error& fault) {
        return base::failure(base::ErrorCode::Io,
                             fmt::format("cannot create a socket: {}", fault.code().message()));
    }
}

/// How a link to `peer` ended, from the result of a read or write.
[[nodiscard]] Closing closingFrom(const error_code& code, const std::string& peer);
/// Like the function above, for a read; the end of the stream in the middle of a message is an
/// error.
[[nodiscard]] Closing closingFrom(const error_code& code, const std::string& peer,
                                  const FrameDecoder& received);

} // namespace sideline::net
