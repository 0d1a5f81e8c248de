#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace sideline::logs {

/// Arrival times of a match log's frames, interpolated in both directions. Append-only.
class MatchMarks {
public:
    /// Adds a mark; ignores one that is not later than the last.
    void add(std::uint64_t frame, std::chrono::nanoseconds at);
    [[nodiscard]] std::size_t count() const { return m_marks.size(); }
    /// Arrival time of a frame; none without marks.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> timeOf(double frame) const;
    /// Frame current at the given time; none without marks.
    [[nodiscard]] std::optional<double> frameAt(std::chrono::nanoseconds at) const;

private:
    struct Mark {
        double frame;
        std::chrono::nanoseconds at;
    };
    std::vector<Mark> m_marks;
};

} // namespace sideline::logs
