#pragma once

#include <vector>

#include "agentcore/robot/import/body_tree.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::robot::imported {

/// The shape of a body, and its frame in the part that it is made from.
struct PartShape {
    Shape shape = Sphere{0.01};
    math::Pose X_PartBody; ///< pose of the body, with Sideline's axes unless the shape is tilted
    bool collides = false;
    std::vector<Solid> solids; ///< the shapes enclosed by `shape`; empty if there is only one
};

/// Converts Sideline's axes (x right, y forward) to those of the formats (x forward, y left).
[[nodiscard]] const Eigen::Matrix3d& turn();

/// Chooses the shape of a part: its collider, otherwise its visual shape, otherwise a box with its
/// inertia.
/// @param isUpright whether the frame must not turn with a tilted shape, which is then replaced by
/// its bounding box
[[nodiscard]] PartShape shapeOf(const ImportedPart& part, bool isUpright, NoteList& notes);

} // namespace sideline::robot::imported
