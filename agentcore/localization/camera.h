#pragma once

#include <span>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::localization {

/// Returns the pose of a body in the torso from its chain of joints. No allocation.
/// @param jointAnglesRad one per joint of the model
[[nodiscard]] math::Pose poseInTorso(const robot::RobotModel& model, robot::BodyId body,
                                     std::span<const double> jointAnglesRad);

/// Returns the pose of the camera in frame A, given the pose of the body that it is attached to.
[[nodiscard]] inline math::Pose cameraOf(const robot::RobotModel& model,
                                         const math::Pose& X_ABody) {
    return {X_ABody.R, X_ABody * model.traits().p_HeadEye};
}

/// Returns the pose of the camera in the torso from the joint angles. No allocation.
/// @param camera the model's `cameraBody()`, which is valid
[[nodiscard]] math::Pose cameraInTorso(const robot::RobotModel& model, robot::BodyId camera,
                                       std::span<const double> jointAnglesRad);

/// Sines and cosines of the direction in a percept.
struct PolarTurn {
    explicit PolarTurn(const protocol::Polar& polar);
    double sinTheta;
    double cosTheta;
    double sinPhi;
    double cosPhi;
    /// Returns the unit vector of the direction in the camera frame.
    [[nodiscard]] Eigen::Vector3d ray_C() const {
        return {-sinTheta * cosPhi, cosTheta * cosPhi, sinPhi};
    }
};

/// Returns the observed point in the camera frame, m.
[[nodiscard]] Eigen::Vector3d pointInCamera(const protocol::Polar& polar);

/// Whether all three values are finite and the distance is positive.
[[nodiscard]] bool isUsable(const protocol::Polar& polar);

} // namespace sideline::localization
