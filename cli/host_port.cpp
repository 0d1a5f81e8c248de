#include "cli/host_port.h"

#include <fmt/format.h>

namespace sideline::cli {

base::Expected<net::HostPort> readHostPort(std::string_view text, std::uint16_t defaultPort,
                                           std::string_view purpose) {
    auto address = net::parseHostPort(text, defaultPort);
    if (!address) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("'{}' is not {}", text, purpose),
                             fmt::format("HOST or HOST:PORT, such as 127.0.0.1:{}", defaultPort));
    }
    return address;
}

} // namespace sideline::cli
