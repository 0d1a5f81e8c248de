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
