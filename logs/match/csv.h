#pragma once

#include <string>
#include <string_view>

namespace sideline::logs {

/// A text as one field of CSV: in quotes if it has commas, quotes or ends of lines (RFC 4180).
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
