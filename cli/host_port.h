#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"

namespace sideline::cli {

/// A host and a port given as an option.
struct HostPort {
    std::string host;
    std::uint16_t port = 0;
};

/// Parses `HOST` or `HOST:PORT`.
/// @param defaultPort used for a text without a port
/// @param purpose described in errors, such as `the address of a server`
/// Errors: InvalidArgument.
[[nodiscard]] base::Expected<HostPort> parseHostPort(std::string_view text,
                                                     std::uint16_t defaultPort,
                                                     std::string_view purpose);

} // namespace sideline::cli
