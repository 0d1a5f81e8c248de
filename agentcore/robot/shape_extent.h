#pragma once

#include <variant>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// Returns how far a shape extends in a direction from the origin of A, m.
/// @param X_AShape pose of the shape's center
/// @param direction_A unit vector
[[nodiscard]] inline double extentM(const Shape& shape, const math::Pose& X_AShape,
                                    const Eigen::Vector3d& direction_A) {
    const double centerM = direction_A.dot(X_AShape.p);
    if (const auto* box = std::get_if<Box>(&shape)) {
        return centerM + 0.5 * (X_AShape.R.transpose() * direction_A).cwiseAbs().dot(box->sizeM);
    }
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        return centerM + sphere->radiusM;
    }
    const auto& capsule = std::get<Capsule>(shape);
    return centerM + 0.5 * capsule.lengthM * std::abs(X_AShape.R.col(2).dot(direction_A)) +
           capsule.radiusM;
}

/// Like the function above, for a body as it is drawn: its solids, or its shape if it has none.
/// @param X_ABody pose of the body
[[nodiscard]] double extentM(const Body& body, const math::Pose& X_ABody,
                             const Eigen::Vector3d& direction_A);

} // namespace sideline::robot
