#include "cli/host_port.h"

#include <optional>

#include <fmt/format.h>

#include "agentcore/protocol/sexpr.h"

namespace sideline::cli {

base::Expected<HostPort> parseHostPort(std::string_view text, std::uint16_t defaultPort,
                                       std::string_view purpose) {
    const std::size_t colon = text.rfind(':');
    const std::string_view host = text.substr(0, colon);
    const auto port = colon == std::string_view::npos
                          ? std::optional<int>(defaultPort)
                          : protocol::parseInteger(text.substr(colon + 1));
    if (host.empty() || !port || *port < 1 || *port > 65535) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("'{}' is not {}", text, purpose),
                             fmt::format("HOST or HOST:PORT, such as 127.0.0.1:{}", defaultPort));
    }
    return HostPort{std::string(host), static_cast<std::uint16_t>(*port)};
}

} // namespace sideline::cli
