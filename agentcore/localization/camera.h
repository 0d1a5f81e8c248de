#pragma once

#include <span>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::localization {

/// Pose of a body in the torso, by its chain of joints alone. No allocation.
/// @param jointAnglesRad one per joint of the model
[[nodiscard]] math::Pose poseInTorso(const robot::RobotModel& model, robot::BodyId body,
                                     std::span<const double> jointAnglesRad);

/// Pose of the camera in the torso, if its body is at `X_TBody`.
[[nodiscard]] inline math::Pose cameraOf(const robot::RobotModel& model,
                                         const math::Pose& X_TBody) {
    return {X_TBody.R, X_TBody * model.traits().p_HeadEye};
}

/// Pose of the camera in the torso, by the joints alone. No allocation.
/// @param camera the model's `cameraBody()`, which is valid
[[nodiscard]] math::Pose cameraInTorso(const robot::RobotModel& model, robot::BodyId camera,
                                       std::span<const double> jointAnglesRad);

/// Sines and cosines of a percept's directions.
struct PolarTurn {
    explicit PolarTurn(const protocol::Polar& polar);
    double sinTheta;
    double cosTheta;
    double sinPhi;
    double cosPhi;
    /// The unit vector along the ray, in the camera's frame.
    [[nodiscard]] Eigen::Vector3d ray_C() const {
        return {-sinTheta * cosPhi, cosTheta * cosPhi, sinPhi};
    }
};

/// The point that a percept reports, in the camera's frame, m.
[[nodiscard]] Eigen::Vector3d pointInCamera(const protocol::Polar& polar);

/// Whether all three numbers are finite and the distance is over 0.
[[nodiscard]] bool isUsable(const protocol::Polar& polar);

} // namespace sideline::localization
