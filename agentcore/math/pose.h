#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace sideline::math {

/// Pose of a frame B in a frame A: maps coordinates in B to coordinates in A.
///
/// `p_A = R * p_B + p`. `R` is a rotation matrix to the precision of its source (six digits in the
/// monitor stream), `p` is in meters.
struct Pose {
    Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
    Eigen::Vector3d p = Eigen::Vector3d::Zero();

    [[nodiscard]] static Pose translation(const Eigen::Vector3d& p) {
        return Pose{Eigen::Matrix3d::Identity(), p};
    }

    /// Composition: `X_AC = X_AB * X_BC`.
    [[nodiscard]] Pose operator*(const Pose& other) const {
        return Pose{R * other.R, R * other.p + p};
    }

    /// Maps a point given in B to A.
    [[nodiscard]] Eigen::Vector3d operator*(const Eigen::Vector3d& point) const {
        return R * point + p;
    }

    /// `X_BA`; exact only for true rotations.
    [[nodiscard]] Pose inverse() const { return Pose{R.transpose(), -(R.transpose() * p)}; }

    [[nodiscard]] bool operator==(const Pose& other) const = default;
};

} // namespace sideline::math
