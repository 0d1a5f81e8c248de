#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace sideline::motion {

/// Performance of a kick in trials with the ball anywhere in the kick's region, used to choose
/// among kicks.
struct KickFigures {
    double distanceM = 0.0;   ///< median distance of the ball at rest, in the requested direction
    double contactS = 0.0;    ///< median time from the kick command until the ball moves
    double spreadRad = 0.0;   ///< median absolute deviation from the requested direction
    double standsRatio = 0.0; ///< fraction of trials in which the robot kicks and does not fall
    /// Median time until the kick command that the robot needs to position itself at a ball 35 cm
    /// ahead.
    double aimS = 1.0;
};

/// Distance of a kick as a function of its swing time, from trials. A value of fixed size.
class SwingTable {
public:
    static constexpr std::size_t kMaxRows = 8;
    struct Row {
        double swingTimeFactor = 1.0; ///< factor of the swing duration
        double distanceM = 0.0;       ///< median
    };

    SwingTable() = default;
    /// @param rows at most `kMaxRows`, in ascending order of `swingTimeFactor`
    explicit SwingTable(std::span<const Row> rows);

    [[nodiscard]] std::span<const Row> rows() const { return std::span(m_rows).first(m_count); }
    /// The factor of the swing duration for a ball distance: interpolated linearly between rows and
    /// at most the last row's factor; 1 beyond the first row's distance and without rows.
    [[nodiscard]] double swingTimeFactorFor(double distanceM) const;

private:
    std::array<Row, kMaxRows> m_rows{};
    std::size_t m_count = 0;
};

} // namespace sideline::motion
