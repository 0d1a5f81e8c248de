#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "agentcore/math/pose.h"
#include "simulator/mujoco/server_axes.h"

namespace sideline::simulator::mujoco {

/// Where a robot is placed. The rotation is a quaternion because trainers and beams give one to the
/// server: if it were computed from a rotation matrix, percepts would differ in their last digits.
struct TorsoPlace {
    TorsoPlace(const Eigen::Vector3d& p, const Eigen::Quaterniond& turn) : p_S(p), turn_S(turn) {}
    /// @param X_STorso with Sideline's axes
    TorsoPlace(const math::Pose& X_STorso) : p_S(X_STorso.p), turn_S(poseToServer(X_STorso).R) {}
    /// An upright torso. @param headingRad from the x axis, positive to the left
    static TorsoPlace upright(const Eigen::Vector3d& p, double headingRad) {
        return {p, Eigen::Quaterniond(Eigen::AngleAxisd(headingRad, Eigen::Vector3d::UnitZ()))};
    }

    Eigen::Vector3d p_S;
    Eigen::Quaterniond turn_S; ///< with the server's body axes
};

} // namespace sideline::simulator::mujoco
