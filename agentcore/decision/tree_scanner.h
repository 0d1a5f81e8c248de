#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace sideline::decision {

/// Splits a line into words: names, numbers, and symbols such as `<=`.
class TreeScanner {
public:
    /// @param line without its line terminator; a `#` begins a comment
    explicit TreeScanner(std::string_view line);

    /// Number of blanks before the first word.
    [[nodiscard]] std::size_t indent() const { return m_indent; }
    /// Whether the blanks before the first word include a tab.
    [[nodiscard]] bool hasTab() const { return m_hasTab; }
    /// The next word, without consuming it; empty at the end.
    [[nodiscard]] std::string_view peek() const { return m_next; }
    std::string_view take();
    /// Consumes the next word if it equals `word`.
    bool takeIf(std::string_view word);
    [[nodiscard]] bool isAtEnd() const { return m_next.empty(); }
    /// The rest of the line, verbatim, without surrounding blanks.
    [[nodiscard]] std::string_view rest() const;
    /// Byte offset of the next word in the line.
    [[nodiscard]] std::size_t position() const { return m_at; }
    /// The line between two positions, without blanks at its end.
    [[nodiscard]] std::string_view between(std::size_t from, std::size_t to) const;

private:
    void advance();

    std::string_view m_line;
    std::string_view m_next;
    std::size_t m_indent = 0;
    bool m_hasTab = false;
    std::size_t m_at = 0; ///< offset of `m_next`
};

} // namespace sideline::decision
