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

/// Host and port as they were asked for, for display: `robots.example:3100`.
[[nodiscard]] std::string placeText(const std::string& host, std::uint16_t port);

/// Why a server cannot be reached. @param place host and port @param timeout it was waited for
[[nodiscard]] base::Error connectError(const error_code& code, const std::string& place,
                                       std::chrono::milliseconds timeout);

/// The address to listen on. Errors: InvalidArgument for a text that is none.
[[nodiscard]] base::Expected<asio::ip::address> listenAddress(const std::string& text);

/// Why a port cannot be listened on. @param place address and port
[[nodiscard]] base::Error listenError(const error_code& code, const std::string& place);

/// Whether a socket that may not block merely has no room to take, or nothing to give.
[[nodiscard]] inline bool wouldBlock(const error_code& code) {
    return code == asio::error::would_block || code == asio::error::try_again;
}

/// Makes what owns a reactor. Errors: Io when the system has no more descriptors for it.
template <typename Made, typename... Arguments>
[[nodiscard]] base::Expected<std::unique_ptr<Made>> makeWithReactor(Arguments&&... arguments) {
    try {
        return std::make_unique<Made>(std::forward<Arguments>(arguments)...);
    } catch (const boost::system::system_error& fault) {
        return base::failure(base::ErrorCode::Io,
                             fmt::format("cannot create a socket: {}", fault.code().message()));
    }
}

/// How a link to `peer` ended, by what reading or writing it returned.
[[nodiscard]] Closing closingFrom(const error_code& code, const std::string& peer);
/// The same of reading: the end of the stream in the middle of a message is a fault.
[[nodiscard]] Closing closingFrom(const error_code& code, const std::string& peer,
                                  const FrameDecoder& received);

} // namespace sideline::net
