#pragma once

#include <array>

#include <Eigen/Core>

#include "agentcore/math/pose.h"

namespace sideline::viewer3d {

/// Pose and color of one copy of a mesh. Sixteen floats, in the layout that the shaders read.
struct Instance {
    std::array<float, 12> rows{}; ///< three rows of the 3x4 pose matrix, row by row
    std::array<float, 4> color{}; ///< red green blue; meaning of the fourth depends on the shader

    [[nodiscard]] static Instance of(const math::Pose& X_SBody, const Eigen::Vector3f& color,
                                     float fourth) {
        Instance instance;
        for (Eigen::Index row = 0; row < 3; ++row) {
            for (Eigen::Index column = 0; column < 3; ++column) {
                instance.rows[static_cast<std::size_t>(4 * row + column)] =
                    static_cast<float>(X_SBody.R(row, column));
            }
            instance.rows[static_cast<std::size_t>(4 * row + 3)] =
                static_cast<float>(X_SBody.p(row));
        }
        instance.color = {color.x(), color.y(), color.z(), fourth};
        return instance;
    }
};
static_assert(sizeof(Instance) == 16 * sizeof(float));

} // namespace sideline::viewer3d
