#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sideline::keyframe {

/// A line without its comment: `#` begins one, but not between quotes.
[[nodiscard]] std::string_view withoutComment(std::string_view line);

/// Takes a word or a quoted text from the front; nothing if a quote does not end.
[[nodiscard]] std::optional<std::string> takeText(std::string_view& rest);
/// A text in quotes, as `takeText` reads it.
[[nodiscard]] std::string quotedText(std::string_view text);
/// A word as it is, anything else in quotes.
/// @param alsoAllowed characters of words besides letters, digits and `_`
[[nodiscard]] std::string wordText(std::string_view text, std::string_view alsoAllowed = "");

} // namespace sideline::keyframe
