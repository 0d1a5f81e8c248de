#pragma once

#include <array>

#include <Eigen/Core>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QString>
#include <QVBoxLayout>

namespace sideline::widgets {

inline constexpr double kMaxAcrossM = 30.0; ///< limit of x and y of positions
inline constexpr double kMaxHeightM = 40.0; ///< limit of z of positions

/// Fields for the x, y and z of a position or a velocity.
using VectorFields = std::array<QDoubleSpinBox*, 3>;

/// Adds a label and three fields to a row of a grid.
/// @param maxAcross limit of x and y
/// @param min, max limits of z
[[nodiscard]] VectorFields vectorFields(QGridLayout* grid, int row, const char* name,
                                        const QString& text, double maxAcross, double min,
                                        double max, const QString& unit);
[[nodiscard]] Eigen::Vector3d vectorOf(const VectorFields& fields);

/// Adds a grid at the end of a column.
[[nodiscard]] QGridLayout* gridIn(QVBoxLayout* column);

} // namespace sideline::widgets
