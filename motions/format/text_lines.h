#pragma once

#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::keyframe {

/// A line of text, without its line break.
struct TextLine {
    int number = 0; ///< from 1
    std::string_view text;
};

/// Iterates over the lines of text without storing them: a file may consist of line breaks only.
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
/// Returns the lines of a string, which end with `\n` or `\r\n`. Skips a byte order mark.
[[nodiscard]] TextLines textLines(std::string_view text);
/// Removes blanks at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);
/// Splits a string at blanks.
[[nodiscard]] std::vector<std::string_view> wordsOf(std::string_view text);
/// Splits a string at separators, and trims the fields; returns at least one.
[[nodiscard]] std::vector<std::string_view> fieldsOf(std::string_view text, char separator);

/// Parses a finite number that is the whole text.
[[nodiscard]] std::optional<double> numberFrom(std::string_view text);
/// Parses an integer that is the whole text.
[[nodiscard]] std::optional<int> wholeNumberFrom(std::string_view text);
/// Formats a number as the shortest text that reads back as the same value.
[[nodiscard]] std::string numberText(double number);
/// Rounds a number to 1e-9, to remove the residue of sums of decimal fractions.
[[nodiscard]] double tidied(double number);
/// Formats a number rounded to some decimals as the shortest text.
[[nodiscard]] std::string roundedText(double number, int decimals);

/// Quotes a piece of a file for a message: shortened, without control bytes.
[[nodiscard]] std::string shown(std::string_view text);
/// Returns a file name without folders and extension.
[[nodiscard]] std::string stemOf(std::string_view fileName);

/// Creates an error for a line of a file.
[[nodiscard]] tl::unexpected<base::Error> malformedAt(int line, std::string message,
                                                      std::string expected);

} // namespace sideline::keyframe
