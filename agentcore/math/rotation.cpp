#include "agentcore/math/rotation.h"

#include <cmath>

namespace sideline::math {

namespace {

// Twice the sine part of a rotation: 2 sin(angle) * axis.
Eigen::Vector3d vee(const Eigen::Matrix3d& R) {
    return {R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1)};
}

} // namespace

HingeAngle hingeAngle(const Eigen::Matrix3d& R, const Eigen::Vector3d& axis) {
    // tr(R^T Rot(a, q)) = a.Ra + cos(q) (tr R - a.Ra) + sin(q) a.vee(R)
    const double along = axis.dot(R * axis);
    const double angleRad = std::atan2(axis.dot(vee(R)), R.trace() - along);
    const Eigen::Matrix3d rest = Eigen::AngleAxisd(-angleRad, axis).toRotationMatrix() * R;
    return {angleRad, std::atan2(vee(rest).norm(), rest.trace() - 1.0)};
}

double orthonormalityError(const Eigen::Matrix3d& R) {
    return (R.transpose() * R - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
}

Eigen::Quaterniond toQuaternion(const Eigen::Matrix3d& R) {
    return Eigen::Quaterniond(R).normalized();
}

double forwardHeadingRad(const Eigen::Matrix3d& R) {
    return std::atan2(R(1, 1), R(0, 1));
}

Eigen::Matrix3d crossMatrix(const Eigen::Vector3d& v) {
    Eigen::Matrix3d M;
    M << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
    return M;
}

Eigen::Matrix3d rotationBy(const Eigen::Vector3d& turnRad) {
    const double angleRad = turnRad.norm();
    return angleRad < 1e-14 ? Eigen::Matrix3d::Identity()
                            : Eigen::AngleAxisd(angleRad, turnRad / angleRad).toRotationMatrix();
}

Eigen::Vector3d uprightTurnRad(const Eigen::Vector3d& up) {
    const Eigen::Vector3d across(up.y(), -up.x(), 0.0); // up x z: along the axis
    const double sine = across.norm();
    const double angleRad = std::atan2(sine, up.z());
    return sine > 0.0 ? Eigen::Vector3d(angleRad / sine * across)
                      : Eigen::Vector3d(angleRad, 0.0, 0.0);
}

Pose interpolate(const Pose& from, const Pose& to, double t) {
    const Eigen::Quaterniond q = toQuaternion(from.R).slerp(t, toQuaternion(to.R));
    return Pose{q.toRotationMatrix(), from.p + t * (to.p - from.p)};
}

} // namespace sideline::math
