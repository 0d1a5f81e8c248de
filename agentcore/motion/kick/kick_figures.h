#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace sideline::motion {

/// What a kick has come to in trials, for those who choose one: with the ball anywhere in the
/// region from which it is kicked.
struct KickFigures {
    double distanceM = 0.0;   ///< median: where the ball comes to rest, in the wanted direction
    double contactS = 0.0;    ///< median: from the command at the ball until it moves
    double spreadRad = 0.0;   ///< half of the trials stay within this of the wanted direction
    double standsShare = 0.0; ///< of the trials in which the robot kicks and does not fall
    /// Median: to take its place at a ball that lies 35 cm ahead, until the command.
    double aimS = 1.0;
};

/// How far a kick goes whose foot swings more slowly, as trials have shown. A value of fixed size.
class SwingTable {
public:
    static constexpr std::size_t kMostRows = 8;
    struct Row {
        double slower = 1.0;    ///< the swing takes so many times as long
        double distanceM = 0.0; ///< median
    };

    SwingTable() = default;
    /// @param rows at most `kMostRows`, with growing `slower`
    explicit SwingTable(std::span<const Row> rows);

    [[nodiscard]] std::span<const Row> rows() const { return std::span(m_rows).first(m_count); }
    /// By how much the swing should be slower for a ball that should come so far; between rows
    /// linearly, at most that of the last row; 1 for distances beyond the first one, and without
    /// rows.
    [[nodiscard]] double slowerFor(double distanceM) const;

private:
    std::array<Row, kMostRows> m_rows{};
    std::size_t m_count = 0;
};

} // namespace sideline::motion
