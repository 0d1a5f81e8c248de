#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace sideline::base {

/// A count with its noun, for display: "1 message", "3 messages".
/// @param noun singular form; the plural adds an s
template <std::integral Count>
[[nodiscard]] std::string plural(Count count, std::string_view noun) {
    std::string text = std::to_string(count);
    text += ' ';
    text += noun;
    if (count != 1) {
        text += 's';
    }
    return text;
}

} // namespace sideline::base
