#pragma once

#include <Eigen/Core>

namespace sideline::planning {

/// Area of the parallelogram of two vectors, positive if the second one is to the left of the
/// first.
[[nodiscard]] inline double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
    return a.x() * b.y() - a.y() * b.x();
}

} // namespace sideline::planning
