#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <Eigen/Core>

namespace sideline::planning {

/// How much each of three points counts at a place; the weights are 0 to 1, their sum is 1.
struct MeshWeights {
    std::array<std::size_t, 3> points{};
    std::array<double, 3> weights{};
};

/// Triangles between points of the ground, by Delaunay: none contains another point in its
/// circumcircle. What is known at the points is interpolated linearly in each triangle, so that it
/// is continuous everywhere and exact at the points. A value; const after `make`.
class BallMesh {
public:
    using Triangle = std::array<std::size_t, 3>; ///< counterclockwise

    /// Triangulates (Bowyer and Watson).
    /// @param points distinct, finite, at least one. If all lie in a line there are no triangles:
    ///     then it is interpolated along the line.
    [[nodiscard]] static BallMesh make(std::span<const Eigen::Vector2d> points);

    /// Outside of all triangles, the weights of the nearest place at their edge.
    /// @param p finite
    [[nodiscard]] MeshWeights at(const Eigen::Vector2d& p) const;

    [[nodiscard]] std::span<const Triangle> triangles() const { return m_triangles; }
    [[nodiscard]] std::span<const Eigen::Vector2d> points() const { return m_points; }

private:
    std::vector<Eigen::Vector2d> m_points;
    std::vector<Triangle> m_triangles;
    std::vector<std::array<std::size_t, 2>> m_edges; ///< of the hull, or of the line
};

} // namespace sideline::planning
