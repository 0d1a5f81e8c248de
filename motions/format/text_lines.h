#pragma once

#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::keyframe {

/// A line of a text, without its end.
struct TextLine {
    int number = 0; ///< 1-based
    std::string_view text;
};

/// The lines of a text, found one after the other: a file may be nothing but line ends.
class TextLines {
public:
    class Iterator {
    public:
        explicit Iterator(std::string_view text) : m_rest(text) { ++*this; }
        [[nodiscard]] const TextLine& operator*() const { return m_line; }
        Iterator& operator++();
        [[nodiscard]] bool operator==(std::default_sentinel_t /*end*/) const { return m_isAtEnd; }

    private:
        TextLine m_line;
        std::string_view m_rest;
        bool m_isAtEnd = false;
    };

    explicit TextLines(std::string_view text) : m_text(text) {}
    [[nodiscard]] Iterator begin() const { return Iterator(m_text); }
    [[nodiscard]] static std::default_sentinel_t end() { return {}; }

private:
    std::string_view m_text;
};
/// The lines of a text; ends with `\n` or `\r\n`. A byte order mark is omitted.
[[nodiscard]] TextLines textLines(std::string_view text);
/// Without blanks at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);
/// What stands between blanks.
[[nodiscard]] std::vector<std::string_view> wordsOf(std::string_view text);
/// What stands between separators, without blanks at the ends; at least one.
[[nodiscard]] std::vector<std::string_view> fieldsOf(std::string_view text, char separator);

/// A finite number, if the text is one and nothing else.
[[nodiscard]] std::optional<double> numberFrom(std::string_view text);
/// A whole number, if the text is one and nothing else.
[[nodiscard]] std::optional<int> wholeNumberFrom(std::string_view text);
/// The shortest text that reads back as the same number.
[[nodiscard]] std::string numberText(double number);
/// A number without what sums of decimal fractions leave behind: rounded to 1e-9.
[[nodiscard]] double tidied(double number);
/// The shortest text of a number that is rounded to some places after the point.
[[nodiscard]] std::string roundedText(double number, int decimals);

/// A piece of a file as it may be shown in a message: in quotes, short, without control bytes.
[[nodiscard]] std::string shown(std::string_view text);
/// A file's name without folders and extension.
[[nodiscard]] std::string stemOf(std::string_view fileName);

/// A fault of a file at a line.
[[nodiscard]] tl::unexpected<base::Error> malformedAt(int line, std::string message,
                                                      std::string expected);

} // namespace sideline::keyframe
