#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agentcore/robot/robot_model.h"
#include "viewer3d/shapes/mesh_data.h"

namespace sideline::viewer3d {

/// The generated shell of a Nao's body, in the body's frame (x right, y forward, z up).
///
/// Shapes follow the description: limbs of the long-legged types are longer, feet of the toe type
/// end where the toe begins. Bodies with solids of their own are drawn with those; bodies of other
/// robots are drawn with their collision shape.
[[nodiscard]] MeshData bodyShell(const robot::RobotModel& model, robot::BodyId body,
                                 const Detail& detail);

/// A key that is equal for two bodies exactly if their shells are.
[[nodiscard]] std::string shellKey(const robot::RobotModel& model, robot::BodyId body);

/// A curved patch on a Nao's back, in the torso's frame, to put a number on. Normals carry texture
/// coordinates (x, y from 0 to 1) instead of directions.
[[nodiscard]] MeshData backNumberPatch();

/// A plain shape for a body of a robot without a description.
[[nodiscard]] MeshData unknownBodyShell(const Detail& detail);

/// A soccer ball: radius in meters, centered.
[[nodiscard]] MeshData ballMesh(float radiusM, const Detail& detail);

} // namespace sideline::viewer3d
