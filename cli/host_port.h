#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"

namespace sideline::cli {

/// A host and a port as options have them.
struct HostPort {
    std::string host;
    std::uint16_t port = 0;
};

/// Reads `HOST` or `HOST:PORT`.
/// @param usualPort for a text without one
/// @param purpose what it is, for errors: `the address of a server`
/// Errors: InvalidArgument.
[[nodiscard]] base::Expected<HostPort> parseHostPort(std::string_view text, std::uint16_t usualPort,
                                                     std::string_view purpose);

} // namespace sideline::cli
