#pragma once

#include <array>
#include <vector>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "viewer3d/shapes/mesh_data.h"

namespace sideline::viewer3d {

/// A corner with a color, for lines and flat shapes without lighting.
struct ColorVertex {
    Eigen::Vector3f position;
    std::array<float, 4> color; ///< red green blue alpha, 0 to 1
};

/// White lines of a field as flat triangles on the ground; 5 cm wide, as on real fields.
[[nodiscard]] std::vector<ColorVertex> fieldLineTriangles(const field::FieldModel& field);

/// The middles of the same lines as pairs of points, which are drawn one pixel wide at any
/// distance.
[[nodiscard]] std::vector<ColorVertex> fieldLineMiddles(const field::FieldModel& field);

/// A grid on the ground about the origin, with a line every 10 cm, fading out; an arrow shows +y.
[[nodiscard]] std::vector<ColorVertex> gridTriangles();

/// Posts and crossbars of both goals.
[[nodiscard]] MeshData goalPosts(const field::FieldDimensions& field, const Detail& detail);

/// Nets of both goals as pairs of points, one pair for each line.
[[nodiscard]] std::vector<ColorVertex> goalNetLines(const field::FieldDimensions& field);

} // namespace sideline::viewer3d
