#include "agentcore/world/viewpoint.h"

#include <algorithm>
#include <cmath>

#include "agentcore/localization/camera.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"

namespace sideline::world {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kViewRimRad = math::radFromDeg(5.0);
constexpr double kMinRangeM = 0.2; // shortest range used; the server omits objects below 0.1 m
// Minimum uncertainty of pose and tilt, also used if the estimator reports none.
constexpr double kPoseSigmaM = 0.005;
constexpr double kTiltSigmaRad = math::radFromDeg(0.3);
constexpr double kHeightSigmaM = 0.025;

double square(double value) {
    return value * value;
}

// Covariance of rotation and translation of a pose, in F.
localization::PoseCovariance spreadOf(const localization::PoseEstimate& pose,
                                      const Matrix3d& R_FS) {
    localization::PoseCovariance spread = localization::PoseCovariance::Zero();
    if (pose.hasCovariance && pose.covariance.allFinite()) {
        for (const int row : {0, 3}) {
            for (const int column : {0, 3}) {
                spread.block<3, 3>(row, column) =
                    R_FS * pose.covariance.block<3, 3>(row, column) * R_FS.transpose();
            }
        }
        return spread;
    }
    const double shiftM2 = square(std::max(pose.positionSigmaM, kPoseSigmaM));
    spread.diagonal() << square(kTiltSigmaRad), square(kTiltSigmaRad), square(pose.headingSigmaRad),
        shiftM2, shiftM2, std::max(shiftM2, square(kHeightSigmaM));
    return spread;
}

} // namespace

Viewpoint::Viewpoint(const localization::PoseEstimate& pose, const math::Pose& X_FT,
                     const math::Pose& X_TC, const robot::VisionSettings& vision,
                     const localization::VisionNoise& noise)
    : m_X_FC(X_FT * X_TC),
      m_X_FT(X_FT),
      m_offset_CM(pose.cameraOffset_CM),
      m_offsetVarianceM2(pose.cameraOffsetSigmaM > 0.0 ? square(pose.cameraOffsetSigmaM)
                                                       : square(noise.offsetSigmaM())),
      m_covariance_F(spreadOf(pose, X_FT.R * pose.X_ST.R.transpose())),
      m_vision(&vision),
      m_noise(noise) {
    if (!m_offset_CM.allFinite()) {
        m_offset_CM.setZero();
    }
}

Vector3d Viewpoint::place(const protocol::Polar& polar) const {
    return m_X_FC * (localization::pointInCamera(polar) - m_offset_CM);
}

SeenPoint Viewpoint::point(const protocol::Polar& polar) const {
    SeenPoint seen;
    const localization::PolarTurn turn(polar);
    const Vector3d ray_C = polar.distanceM * turn.ray_C();
    seen.p_F = m_X_FC * (ray_C - m_offset_CM);
    seen.distanceM = polar.distanceM;
    // Along the ray, to the left and upward: the axes of the server's noise.
    Matrix3d axes_C;
    axes_C.col(0) = ray_C / polar.distanceM;
    axes_C.col(1) = Vector3d(-turn.cosTheta, -turn.sinTheta, 0.0);
    axes_C.col(2) =
        Vector3d(turn.sinTheta * turn.sinPhi, -turn.cosTheta * turn.sinPhi, turn.cosPhi);
    const Matrix3d axes_F = m_X_FC.R * axes_C;
    const Vector3d perRad(1.0, polar.distanceM * turn.cosPhi, polar.distanceM);
    const Vector3d variances =
        m_noise.polarVariance(polar.distanceM).cwiseProduct(perRad.cwiseAbs2());
    seen.noise_FM2 = axes_F * variances.asDiagonal() * axes_F.transpose();

    // A rotation of the torso moves the point through a lever arm; a translation moves it directly.
    const Matrix3d byTurn = -math::crossMatrix(seen.p_F - m_X_FT.p);
    const Eigen::Matrix<double, 3, 6> moved =
        byTurn.lazyProduct(m_covariance_F.topRows<3>()) + m_covariance_F.bottomRows<3>();
    seen.common_FM2 = moved.leftCols<3>().lazyProduct(byTurn.transpose()) + moved.rightCols<3>();
    seen.common_FM2.diagonal().array() += m_offsetVarianceM2;
    return seen;
}

bool Viewpoint::isInView(const Vector3d& p_F) const {
    if (!m_vision->cone) {
        return true;
    }
    const Vector3d p_C = m_X_FC.inverse() * p_F;
    const double panRad = std::atan2(-p_C.x(), p_C.y());
    const double tiltRad = std::atan2(p_C.z(), p_C.head<2>().norm());
    return p_C.norm() > kMinRangeM &&
           std::abs(panRad) < m_vision->cone->halfWidthRad - kViewRimRad &&
           std::abs(tiltRad) < m_vision->cone->halfHeightRad - kViewRimRad;
}

} // namespace sideline::world
