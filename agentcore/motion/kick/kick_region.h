#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <Eigen/Core>

#include "agentcore/base/error.h"

namespace sideline::motion {

/// Success rate of a kick as a function of the ball's position in front of the feet. A grid;
/// positions for the left foot are mirrored. A value of fixed size: copies do not allocate.
class KickRegion {
public:
    static constexpr std::size_t kMaxCells = 400;

    /// Creates an empty region.
    KickRegion() = default;
    /// @param nearest center of the nearest and innermost cell: x ahead of the midpoint between the
    /// feet, y toward the kicking foot, m
    /// @param cellM size of a cell, above 0
    /// @param rows,columns at least 1; at most `kMaxCells` cells
    KickRegion(const Eigen::Vector2d& nearest, double cellM, int rows, int columns);

    /// Parses the output of `text`: lines from far to near, each with one character per cell from
    /// inside to outside: a digit for tenths, `*` for 1, `.` for 0.
    /// @param nearest,cellM as in the constructor
    /// Errors: Malformed for other characters, lines of different length, too many cells.
    [[nodiscard]] static base::Expected<KickRegion> parse(std::string_view text,
                                                          const Eigen::Vector2d& nearest,
                                                          double cellM);
    [[nodiscard]] std::string text() const;

    [[nodiscard]] bool isKnown() const { return m_rows > 0; }
    [[nodiscard]] int rows() const { return m_rows; }       ///< from near to far
    [[nodiscard]] int columns() const { return m_columns; } ///< from inside to outside
    [[nodiscard]] double cellM() const { return m_cellM; }
    /// Center of a cell: x ahead, y toward the kicking foot.
    [[nodiscard]] Eigen::Vector2d middle(int row, int column) const {
        return m_nearest + m_cellM * Eigen::Vector2d(row, column);
    }
    /// Success rate of a cell, 0 to 1; 0 outside the grid.
    [[nodiscard]] double cell(int row, int column) const;
    /// @param fraction 0 to 1; stored in tenths
    void setCell(int row, int column, double fraction);

    /// Success rate at a position, interpolated between the centers of cells; 0 outside the grid
    /// and in empty cells.
    /// @param place x ahead, y toward the kicking foot
    [[nodiscard]] double successRatioAt(const Eigen::Vector2d& place) const;
    /// The best ball position: the one with the highest success rates there and nearby.
    [[nodiscard]] const Eigen::Vector2d& best() const { return m_best; }
    /// Computes `best` after cells have been set.
    void findBest();

private:
    [[nodiscard]] std::size_t index(int row, int column) const {
        return static_cast<std::size_t>(row * m_columns + column);
    }

    Eigen::Vector2d m_nearest = Eigen::Vector2d::Zero();
    Eigen::Vector2d m_best = Eigen::Vector2d::Zero();
    double m_cellM = 0.02;
    int m_rows = 0;
    int m_columns = 0;
    std::array<std::uint8_t, kMaxCells> m_tenths{};
};

} // namespace sideline::motion
