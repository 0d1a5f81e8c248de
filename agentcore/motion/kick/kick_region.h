#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <Eigen/Core>

#include "agentcore/base/error.h"

namespace sideline::motion {

/// From where a kick works: for places of the ball before the feet as it begins, the share of
/// trials in which it went as it should. A grid; places of a kick with the left foot are mirrored.
/// A value of fixed size: copies do not allocate.
class KickRegion {
public:
    static constexpr std::size_t kMostCells = 400;

    /// Nothing is known.
    KickRegion() = default;
    /// @param nearest middle of the cell that is nearest and farthest in: x ahead of the middle
    ///     between the feet, y towards the foot that kicks, m
    /// @param cellM size of a cell, above 0
    /// @param rows,columns at least 1; at most `kMostCells` cells
    KickRegion(const Eigen::Vector2d& nearest, double cellM, int rows, int columns);

    /// Reads what `text` writes: lines for places from far to near, in each a digit for places from
    /// inside to outside; tenths, `*` for all, `.` for none.
    /// @param nearest,cellM as of the constructor
    /// Errors: Malformed for other signs, lines of different length, too many cells.
    [[nodiscard]] static base::Expected<KickRegion> parse(std::string_view text,
                                                          const Eigen::Vector2d& nearest,
                                                          double cellM);
    [[nodiscard]] std::string text() const;

    [[nodiscard]] bool isKnown() const { return m_rows > 0; }
    [[nodiscard]] int rows() const { return m_rows; }       ///< from near to far
    [[nodiscard]] int columns() const { return m_columns; } ///< from inside to outside
    [[nodiscard]] double cellM() const { return m_cellM; }
    /// Middle of a cell: x ahead, y towards the foot that kicks.
    [[nodiscard]] Eigen::Vector2d middle(int row, int column) const {
        return m_nearest + m_cellM * Eigen::Vector2d(row, column);
    }
    /// 0 to 1; 0 outside of the grid.
    [[nodiscard]] double cell(int row, int column) const;
    /// @param share 0 to 1; kept in tenths
    void setCell(int row, int column, double share);

    /// Share at a place, between the middles of cells linearly; 0 outside of the grid and where
    /// nothing is known.
    /// @param place x ahead, y towards the foot that kicks
    [[nodiscard]] double shareAt(const Eigen::Vector2d& place) const;
    /// Where the ball should lie: the kick works there and all around.
    [[nodiscard]] const Eigen::Vector2d& best() const { return m_best; }
    /// Finds `best`, after cells have been set.
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
    std::array<std::uint8_t, kMostCells> m_tenths{};
};

} // namespace sideline::motion
