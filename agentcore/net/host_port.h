#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"

namespace sideline::net {

/// A host and a port, as users write them.
struct HostPort {
    std::string host; ///< a name or an address, without brackets
    std::uint16_t port = 0;

    /// Returns `HOST:PORT`, with brackets around an IPv6 address.
    [[nodiscard]] std::string text() const;
    [[nodiscard]] bool operator==(const HostPort&) const = default;
};

/// Parses `HOST`, `HOST:PORT`, `ADDRESS` or `[ADDRESS]:PORT`, where an address with colons is IPv6.
/// Blanks at both ends are ignored.
/// @param defaultPort used for a string without a port
/// Errors: InvalidArgument, with one sentence about the first fault.
[[nodiscard]] base::Expected<HostPort> parseHostPort(std::string_view text,
                                                     std::uint16_t defaultPort);

} // namespace sideline::net
