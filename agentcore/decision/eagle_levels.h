#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace sideline::decision {

/// The number of a word `-N`; nullopt for other words.
[[nodiscard]] inline std::optional<int> eagleLevelOf(std::string_view word) {
    int level = 0;
    const char* const end = word.data() + word.size();
    if (word.size() < 2 || word.front() != '-') {
        return std::nullopt;
    }
    const auto [rest, error] = std::from_chars(word.data() + 1, end, level);
    return error == std::errc() && rest == end ? std::optional(level) : std::nullopt;
}

/// The levels of a tree in the form of Eagle Knights, as `readEagleTree` interprets them: `-N`
/// opens level N after a node and ends it, together with all deeper open levels; a repeated end
/// counts once. A value.
class EagleLevels {
public:
    enum class Line : std::uint8_t { Opens, Ends, EndsTwice, Misplaced };

    /// Processes a line `-N`.
    /// @return its effect; a misplaced line changes nothing
    Line take(int level) {
        if (level > 0 && level <= m_depth) {
            m_lastEnded = level;
            m_depth = level - 1;
            m_mayOpen = false;
            return Line::Ends;
        }
        if (level == m_depth + 1 && m_mayOpen) {
            m_depth = level;
            m_isEmpty = true;
            m_mayOpen = false;
            return Line::Opens;
        }
        // No node has been added since that level ended, so this line repeats the end.
        if (level == m_depth + 1 && level == m_lastEnded) {
            m_lastEnded = 0;
            return Line::EndsTwice;
        }
        return Line::Misplaced;
    }
    /// Processes a line of a node.
    void takeNode() {
        m_isEmpty = false;
        m_mayOpen = true;
    }

    /// Number of open levels.
    [[nodiscard]] int depth() const { return m_depth; }
    /// Whether the level opened last contains no node.
    [[nodiscard]] bool isEmpty() const { return m_isEmpty; }
    /// Whether another level may begin here.
    [[nodiscard]] bool mayOpen() const { return m_mayOpen; }

private:
    int m_depth = 0;
    int m_lastEnded = 0;
    bool m_isEmpty = false;
    bool m_mayOpen = true;
};

} // namespace sideline::decision
