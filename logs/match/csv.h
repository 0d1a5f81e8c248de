#pragma once

#include <string>
#include <string_view>

namespace sideline::logs {

/// Formats a string as a CSV field: in quotes if it contains commas, quotes or line breaks (RFC
/// 4180).
[[nodiscard]] inline std::string csvField(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        return std::string(text);
    }
    std::string field = "\"";
    for (const char c : text) {
        field += c == '"' ? std::string("\"\"") : std::string(1, c);
    }
    return field + '"';
}

} // namespace sideline::logs
