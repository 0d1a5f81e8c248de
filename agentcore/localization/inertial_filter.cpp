#include "agentcore/localization/inertial_filter.h"

#include <algorithm>
#include <cmath>

namespace sideline::localization {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kGravityMps2 = 9.81;
constexpr double kStepS = 0.02;
constexpr double kFastestMps = 10.0;
// What the sensors' rounding and the model leave open, for each second.
constexpr double kTurnNoiseRad = 2e-4;
constexpr double kSpeedNoiseMps = 0.01;
constexpr double kSpeedNoiseBlindMps = 1.5;     // without an accelerometer
constexpr double kTurnNoiseMissedRadPerS = 1.0; // in steps that no message told of
constexpr double kSpeedNoiseMissedMps2 = 5.0;

Matrix3d crossMatrix(const Vector3d& v) {
    Matrix3d M;
    M << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
    return M;
}

Eigen::Quaterniond rotation(const Vector3d& turnRad) {
    const double angle = turnRad.norm();
    return angle < 1e-12 ? Eigen::Quaterniond::Identity()
                         : Eigen::Quaterniond(Eigen::AngleAxisd(angle, turnRad / angle));
}

double square(double x) {
    return x * x;
}

} // namespace

void InertialFilter::start(const math::Pose& X_ST, const Spread& spread) {
    m_R_ST = Eigen::Quaterniond(X_ST.R).normalized();
    m_velocity_SMps.setZero();
    m_p_ST = X_ST.p;
    m_error.setZero();
    m_covariance.setZero();
    m_covariance.diagonal() << square(spread.tiltRad), square(spread.tiltRad),
        square(spread.headingRad), Vector3d::Constant(square(spread.velocityMps)),
        Vector3d::Constant(square(spread.positionM));
}

void InertialFilter::predict(const Vector3d& gyro_TRadPerS, const Vector3d* acceleration_TMps2,
                             double stepS) {
    m_stepS = stepS;
    Vector3d force_S = Vector3d(0.0, 0.0, kGravityMps2);
    if (acceleration_TMps2 != nullptr) {
        force_S = m_R_ST * *acceleration_TMps2;
    }
    m_velocity_SMps += stepS * (force_S - Vector3d(0.0, 0.0, kGravityMps2));
    if (const double speed = m_velocity_SMps.norm(); speed > kFastestMps) {
        m_velocity_SMps *= kFastestMps / speed;
    }
    m_p_ST += stepS * m_velocity_SMps;
    // ODE turns a body by 2 atan(|w| dt / 2), not by |w| dt.
    const double rate = gyro_TRadPerS.norm();
    const double scale = rate > 1e-9 ? 2.0 * std::atan(0.5 * rate * stepS) / rate : stepS;
    m_R_ST = (m_R_ST * rotation(scale * gyro_TRadPerS)).normalized();

    Eigen::Matrix<double, kSize, kSize> F = Eigen::Matrix<double, kSize, kSize>::Identity();
    if (acceleration_TMps2 != nullptr) {
        F.block<3, 3>(3, 0) = -stepS * crossMatrix(force_S);
        F.block<3, 3>(6, 0) = stepS * F.block<3, 3>(3, 0);
    }
    F.block<3, 3>(6, 3) = stepS * Matrix3d::Identity();
    m_covariance = (F * m_covariance * F.transpose()).eval();
    const double missedS = std::max(stepS - 1.5 * kStepS, 0.0);
    const double turnVariance =
        square(kTurnNoiseRad) * stepS + square(kTurnNoiseMissedRadPerS * missedS);
    const double speedVariance =
        square(acceleration_TMps2 != nullptr ? kSpeedNoiseMps : kSpeedNoiseBlindMps) * stepS +
        square(kSpeedNoiseMissedMps2 * missedS);
    m_covariance.diagonal().head<3>().array() += turnVariance;
    m_covariance.diagonal().segment<3>(3).array() += speedVariance;
}

double InertialFilter::variance(const Row& row) const {
    return row * m_covariance * row.transpose();
}

void InertialFilter::correct(const Row& row, double residual, double sigma) {
    const Eigen::Matrix<double, kSize, 1> spread = m_covariance * row.transpose();
    const double innovation = residual - row * m_error;
    const double total = row * spread + square(sigma);
    m_error += spread * (innovation / total);
    m_covariance -= spread * spread.transpose() / total;
}

void InertialFilter::applyError() {
    m_R_ST = (rotation(m_error.head<3>()) * m_R_ST).normalized();
    m_velocity_SMps += m_error.segment<3>(3);
    m_p_ST += m_error.tail<3>();
    m_error.setZero();
    // Rounding must not make it lopsided or too sure.
    m_covariance = (0.5 * (m_covariance + m_covariance.transpose())).eval();
    m_covariance.diagonal() = m_covariance.diagonal().cwiseMax(1e-12);
}

void InertialFilter::correctUp(const Vector3d& up_T, double sigmaRad) {
    const Vector3d up_S = m_R_ST * up_T.normalized();
    Row row = Row::Zero();
    row(1) = 1.0;
    correct(row, -up_S.x(), sigmaRad);
    row.setZero();
    row(0) = -1.0;
    correct(row, -up_S.y(), sigmaRad);
    applyError();
}

void InertialFilter::correctVelocity(const Vector3d& velocity_SMps, double sigmaMps) {
    for (int axis = 0; axis < 3; ++axis) {
        Row row = Row::Zero();
        row(3 + axis) = 1.0;
        correct(row, velocity_SMps(axis) - m_velocity_SMps(axis), sigmaMps);
    }
    applyError();
}

void InertialFilter::correctHeight(double heightM, double sigmaM) {
    Row row = Row::Zero();
    row(8) = 1.0;
    correct(row, heightM - m_p_ST.z(), sigmaM);
    applyError();
}

void InertialFilter::correctPointHeight(const Vector3d& p_TPoint, double heightM, double sigmaM,
                                        double gateM) {
    const Vector3d arm_S = m_R_ST * p_TPoint;
    Row row = Row::Zero();
    row(0) = arm_S.y();
    row(1) = -arm_S.x();
    row(5) = m_stepS;
    row(8) = 1.0;
    const double residual = heightM - pose().p.z() - arm_S.z();
    if (std::abs(residual) < gateM + 3.0 * std::sqrt(variance(row))) {
        correct(row, residual, sigmaM);
        applyError();
    }
}

void InertialFilter::loosen(double headingRad, double positionM) {
    m_covariance(2, 2) += square(headingRad);
    m_covariance.diagonal().tail<3>().array() += square(positionM);
}

math::Pose InertialFilter::pose() const {
    return {m_R_ST.toRotationMatrix(), m_p_ST + m_stepS * m_velocity_SMps};
}

InertialFilter::Spread InertialFilter::spread() const {
    const auto diagonal = m_covariance.diagonal();
    return {std::sqrt(std::max(diagonal(0), diagonal(1))), std::sqrt(diagonal(2)),
            std::sqrt(diagonal.segment<3>(3).maxCoeff()),
            std::sqrt(std::max(diagonal(6), diagonal(7)))};
}

bool InertialFilter::isFinite() const {
    return m_R_ST.coeffs().allFinite() && m_velocity_SMps.allFinite() && m_p_ST.allFinite() &&
           m_covariance.allFinite();
}

} // namespace sideline::localization
