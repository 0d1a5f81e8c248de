#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sideline::motions {

/// A line without its comment: `#` begins one, but not between quotes.
[[nodiscard]] std::string_view withoutComment(std::string_view line);

/// Takes a word or a quoted text from the front; nothing if a quote does not end.
[[nodiscard]] std::optional<std::string> takeText(std::string_view& rest);

} // namespace sideline::motions
