#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace sideline::motion {

/// Results of a kick in trials, for choosing one: with the ball anywhere in the region from which
/// it is kicked.
struct KickFigures {
    double distanceM = 0.0;   ///< median: way of the ball in the target direction
    double contactS = 0.0;    ///< median: from the command at the ball until it moves
    double spreadRad = 0.0;   ///< half of the trials are within this of the target direction
    double standsRatio = 0.0; ///< fraction of the trials with a kick and no fall
    /// Median: to take its place at a ball that lies 35 cm ahead, until the command.
    double aimS = 1.0;
};

/// Distance of a kick with a slower swing, from trials. A value of fixed size.
class SwingTable {
public:
    static constexpr std::size_t kMaxRows = 8;
    struct Row {
        double slower = 1.0;    ///< factor of the swing duration
        double distanceM = 0.0; ///< median
    };

    SwingTable() = default;
    /// @param rows at most `kMaxRows`, with growing `slower`
    explicit SwingTable(std::span<const Row> rows);

    [[nodiscard]] std::span<const Row> rows() const { return std::span(m_rows).first(m_count); }
    /// The factor of the swing duration for a distance; linear between rows, at most that of the
    /// last row; 1 for distances beyond the first one, and without rows.
    [[nodiscard]] double slowerFor(double distanceM) const;

private:
    std::array<Row, kMaxRows> m_rows{};
    std::size_t m_count = 0;
};

} // namespace sideline::motion
