#include "agentcore/net/host_port.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace sideline::net {

namespace {

constexpr std::string_view kBlanks = " \t\r\n\v\f";

bool isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           static_cast<unsigned char>(c) >= 0x80; // byte of a non-ASCII letter in UTF-8
}

bool isName(std::string_view host) {
    return std::ranges::all_of(
        host, [](char c) { return isLetterOrDigit(c) || c == '_' || c == '-' || c == '.'; });
}

// An IPv6 address: hexadecimal digits, colons and dots, optionally the name of an interface after a
// percent sign.
bool isIpv6(std::string_view host) {
    const std::size_t percent = std::min(host.find('%'), host.size());
    const std::string_view address = host.substr(0, percent);
    const std::string_view zone = host.substr(percent);
    return !address.empty() &&
           address.find_first_not_of("0123456789abcdefABCDEF:.") == std::string_view::npos &&
           zone.size() != 1 &&
           std::ranges::all_of(zone.substr(std::min<std::size_t>(1, zone.size())),
                               [](char c) { return isLetterOrDigit(c) || c == '_'; });
}

} // namespace

std::string HostPort::text() const {
    const bool hasColon = host.find(':') != std::string::npos;
    return (hasColon ? '[' + host + ']' : host) + ':' + std::to_string(port);
}

base::Expected<HostPort> parseHostPort(std::string_view text, std::uint16_t defaultPort) {
    const auto fail = [](const char* fault) {
        return base::failure(base::ErrorCode::InvalidArgument, fault,
                             "HOST or HOST:PORT, such as 127.0.0.1:3200");
    };
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    text = text.substr(0, text.find_last_not_of(kBlanks) + 1);
    if (text.empty()) {
        return fail("Expected a host name or address, such as 127.0.0.1:3200");
    }
    std::string_view host = text;
    std::optional<std::string_view> port; // if empty, the default port
    if (text.front() == '[') {            // IPv6 with a port
        const std::size_t end = text.find(']');
        if (end == std::string_view::npos) {
            return fail("The bracket around the address is not closed");
        }
        host = text.substr(1, end - 1);
        const std::string_view rest = text.substr(end + 1);
        if (!rest.empty() && rest.front() != ':') {
            return fail("Expected a colon and the port after the bracket");
        }
        port = rest.empty() ? std::nullopt : std::optional(rest.substr(1));
    } else if (std::ranges::count(text, ':') == 1) {
        host = text.substr(0, text.find(':'));
        port = text.substr(text.find(':') + 1);
    }
    if (host.empty()) {
        return fail("Host name or address missing before the colon");
    }
    if (host.find(':') != std::string_view::npos ? !isIpv6(host) : !isName(host)) {
        return host.find(':') != std::string_view::npos
                   ? fail("Not an IPv6 address")
                   : fail("A host name may have letters, digits, dots and hyphens, but no spaces");
    }
    HostPort result{std::string(host), defaultPort};
    if (port) {
        const char* const end = port->data() + port->size();
        const auto [stop, code] = std::from_chars(port->data(), end, result.port);
        if (code != std::errc{} || stop != end || result.port == 0) {
            return fail("The port must be a number from 1 to 65535");
        }
    }
    return result;
}

} // namespace sideline::net
