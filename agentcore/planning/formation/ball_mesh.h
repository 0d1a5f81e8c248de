#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <Eigen/Core>

namespace sideline::planning {

/// Interpolation weights of three points at a place; 0 to 1, their sum is 1.
struct MeshWeights {
    std::array<std::size_t, 3> points{};
    std::array<double, 3> weights{};
};

/// Delaunay triangles between points on the ground: no circumcircle contains another point. Values
/// at the points are interpolated linearly in each triangle, so the result is continuous everywhere
/// and exact at the points. A value; const after `make`.
class BallMesh {
public:
    using Triangle = std::array<std::size_t, 3>; ///< counterclockwise

    /// Triangulates (Bowyer and Watson).
    /// @param points distinct, finite, at least one. Collinear points have no triangles; values are
    /// then interpolated along the line.
    [[nodiscard]] static BallMesh make(std::span<const Eigen::Vector2d> points);

    /// Returns the weights at a place; outside all triangles, the weights at the nearest place on
    /// their boundary.
    /// @param p finite
    [[nodiscard]] MeshWeights at(const Eigen::Vector2d& p) const;

    [[nodiscard]] std::span<const Triangle> triangles() const { return m_triangles; }
    [[nodiscard]] std::span<const Eigen::Vector2d> points() const { return m_points; }

private:
    std::vector<Eigen::Vector2d> m_points;
    std::vector<Triangle> m_triangles;
    std::vector<std::array<std::size_t, 2>> m_edges; ///< edges of the hull, or of the line if all
                                                     ///< points are collinear
};

} // namespace sideline::planning
