#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "agentcore/math/pose.h"

namespace sideline::math {

/// Angle about `axis` that best explains the rotation `R`, and the deviation of `R` from a pure
/// rotation about it.
struct HingeAngle {
    double angleRad = 0.0;    ///< angle in the range (-pi, pi]
    double residualRad = 0.0; ///< angle of the rotation that remains without the hinge rotation
};

/// Decomposes a rotation into a twist about `axis` and a remaining swing.
///
/// @param R rotation of the child in the parent frame
/// @param axis unit vector, the same in both frames
/// The twist maximizes the trace of `R^T Rot(axis, angle)`, the least-squares fit of a hinge to
/// a rotation with small errors (swing-twist decomposition).
[[nodiscard]] HingeAngle hingeAngle(const Eigen::Matrix3d& R, const Eigen::Vector3d& axis);

/// Largest deviation of `R^T R` from the identity, element by element; 0 for a rotation matrix.
[[nodiscard]] double orthonormalityError(const Eigen::Matrix3d& R);

/// The normalized quaternion of a matrix that is nearly a rotation.
[[nodiscard]] Eigen::Quaterniond toQuaternion(const Eigen::Matrix3d& R);

/// Heading of a body whose forward axis is y, as for robots and cameras: 0 along +x,
/// counterclockwise, in (-pi, pi].
[[nodiscard]] double forwardHeadingRad(const Eigen::Matrix3d& R);

/// The matrix of the cross product: `crossMatrix(v) * w` is `v x w`.
[[nodiscard]] Eigen::Matrix3d crossMatrix(const Eigen::Vector3d& v);

/// The rotation about a vector by the vector's length, rad.
[[nodiscard]] Eigen::Matrix3d rotationBy(const Eigen::Vector3d& turnRad);

/// The shortest rotation, as a vector for `rotationBy`, that turns the direction `up` to +z; about
/// x if `up` points along -z, zero if `up` is zero. Its length is the angle, 0 to pi rad.
[[nodiscard]] Eigen::Vector3d uprightTurnRad(const Eigen::Vector3d& up);

/// Pose at the fraction `t` in [0, 1] between `from` and `to`: linear in position, slerp in
/// rotation.
[[nodiscard]] Pose interpolate(const Pose& from, const Pose& to, double t);

} // namespace sideline::math
