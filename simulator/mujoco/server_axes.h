#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "agentcore/math/pose.h"

namespace sideline::simulator::mujoco {

/// Columns: the axes of Sideline's body frames (x right, y forward, z up) in those of rcssservermj
/// (x forward, y left, z up).
inline Eigen::Matrix3d serverAxes() {
    return (Eigen::Matrix3d() << 0.0, 1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0).finished();
}

/// Converts coordinates in a body from Sideline's axes to the server's.
inline Eigen::Vector3d toServer(const Eigen::Vector3d& v) {
    return {v.y(), -v.x(), v.z()};
}

/// Converts coordinates in a body from the server's axes to Sideline's.
inline Eigen::Vector3d fromServer(const Eigen::Vector3d& v) {
    return {-v.y(), v.x(), v.z()};
}

/// Converts a rotation between two bodies from Sideline's axes to the server's.
inline Eigen::Matrix3d toServer(const Eigen::Matrix3d& R) {
    return serverAxes() * R * serverAxes().transpose();
}

/// The inverse of `toServer`.
inline Eigen::Matrix3d fromServer(const Eigen::Matrix3d& R) {
    return serverAxes().transpose() * R * serverAxes();
}

/// Converts the pose of a body in the server frame S from the server's body axes to Sideline's.
inline math::Pose poseFromServer(const math::Pose& X_SBody) {
    return {X_SBody.R * serverAxes(), X_SBody.p};
}

/// The inverse of `poseFromServer`.
inline math::Pose poseToServer(const math::Pose& X_SBody) {
    return {X_SBody.R * serverAxes().transpose(), X_SBody.p};
}

} // namespace sideline::simulator::mujoco
