#pragma once

#include <cstdint>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/net/host_port.h"

namespace sideline::cli {

/// Parses a host and a port given as an option, as `net::parseHostPort` does.
/// @param purpose described in errors, such as `the address of a server`
/// Errors: InvalidArgument.
[[nodiscard]] base::Expected<net::HostPort> readHostPort(std::string_view text,
                                                         std::uint16_t defaultPort,
                                                         std::string_view purpose);

} // namespace sideline::cli
