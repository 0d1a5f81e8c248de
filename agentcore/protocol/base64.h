#pragma once

#include <string>
#include <string_view>

namespace sideline::protocol {

/// Appends bytes as base64 (RFC 4648, with padding).
void appendBase64(std::string& out, std::string_view bytes);

/// Appends the bytes that a base64 text stands for.
/// @return false, with `out` as it was, if it is none: other characters, or padding that is missing
/// or too much
[[nodiscard]] bool appendFromBase64(std::string& out, std::string_view text);

} // namespace sideline::protocol
