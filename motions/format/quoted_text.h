#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sideline::keyframe {

/// Removes the comment of a line, which begins with `#` outside of quotes.
[[nodiscard]] std::string_view withoutComment(std::string_view line);

/// Removes a word or quoted text from the front; none if the closing quote is missing.
[[nodiscard]] std::optional<std::string> takeText(std::string_view& rest);
/// Quotes a string such that `takeText` reads it back.
[[nodiscard]] std::string quotedText(std::string_view text);
/// Quotes a string unless it is a word.
/// @param alsoAllowed characters of words in addition to letters, digits and `_`
[[nodiscard]] std::string wordText(std::string_view text, std::string_view alsoAllowed = "");

} // namespace sideline::keyframe
