#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <Eigen/Core>

namespace sideline::viewer3d {

/// Material of a part of a surface; the shader turns it into a color.
enum class Zone : std::uint8_t {
    White = 0, ///< the robot's plastic shell
    Gray = 1,  ///< joints, soles
    Team = 2,  ///< the team's color
    Dark = 3,  ///< cameras, soft parts
    Eye = 4,   ///< the eye lights
    Ball = 5,  ///< soccer-ball pattern, by direction from the center
    Post = 6,  ///< painted metal of the goals
};

/// One corner of a triangle.
struct Vertex {
    Eigen::Vector3f position; ///< meters
    Eigen::Vector3f normal;   ///< unit length
    float zone;               ///< a `Zone`; a triangle has the zone of its last corner
};

/// Triangles that are drawn together. Outsides are counterclockwise.
struct MeshData {
    std::vector<Vertex> vertices;
    std::vector<std::uint32_t> indices;

    /// Adds another mesh, moved by `offset`.
    void add(const MeshData& other, const Eigen::Vector3f& offset = Eigen::Vector3f::Zero());
    /// The mirror image in the plane x = 0.
    [[nodiscard]] MeshData mirroredX() const;
    [[nodiscard]] std::size_t triangleCount() const { return indices.size() / 3; }
};

/// Tessellation of round shapes.
struct Detail {
    int around = 16; ///< corners of a circle
    int along = 8;   ///< steps of half a circle
    int between = 3; ///< rings of a loft from one cross-section to the next
};

/// A cross-section of a loft.
struct Section {
    float at;                ///< place along the loft's axis, m
    float halfU;             ///< half width, m
    float halfV;             ///< half depth, m
    float centerU = 0;       ///< m
    float centerV = 0;       ///< m
    Zone zone = Zone::White; ///< zone of the surface from here to the next section
};

/// Axis of a loft; U and V are the other two in cyclic order (Z: U = x, V = y).
enum class Axis : std::uint8_t { X, Y, Z };

/// A smooth skin over cross-sections (Catmull-Rom between them), closed at both ends.
///
/// @param sections at least two sections, in ascending order along the axis
/// @param squareness 2 for ellipses; larger values approach rectangles
[[nodiscard]] MeshData loft(Axis axis, std::span<const Section> sections, float squareness,
                            const Detail& detail);

[[nodiscard]] MeshData ellipsoid(const Eigen::Vector3f& halfSizes, Zone zone, const Detail& detail);

/// A cylinder along an axis, with flat ends.
[[nodiscard]] MeshData cylinder(Axis axis, float radiusM, float lengthM, Zone zone,
                                const Detail& detail);

/// A box with sharp edges, centered.
[[nodiscard]] MeshData box(const Eigen::Vector3f& sizes, Zone zone);

} // namespace sideline::viewer3d
