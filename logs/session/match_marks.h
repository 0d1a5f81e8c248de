#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace sideline::logs {

/// When the frames of a match log came; both ways by interpolation. Grows at the end.
class MatchMarks {
public:
    /// Adds a mark; one that is not behind the last is ignored.
    void add(std::uint64_t frame, std::chrono::nanoseconds at);
    [[nodiscard]] std::size_t count() const { return m_marks.size(); }
    /// When a frame came; nothing without marks.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> timeOf(double frame) const;
    /// Which frame was on at that time; nothing without marks.
    [[nodiscard]] std::optional<double> frameAt(std::chrono::nanoseconds at) const;

private:
    struct Mark {
        double frame;
        std::chrono::nanoseconds at;
    };
    std::vector<Mark> m_marks;
};

} // namespace sideline::logs
