#pragma once

#include <string>
#include <string_view>

namespace sideline::protocol {

/// Appends bytes as base64 (RFC 4648, with padding).
void appendBase64(std::string& out, std::string_view bytes);

/// Decodes a base64 text and appends the bytes.
/// @return false, with `out` unchanged, for invalid characters or wrong padding
[[nodiscard]] bool appendFromBase64(std::string& out, std::string_view text);

} // namespace sideline::protocol
