#include "agentcore/localization/inertial_state.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>
#include <Eigen/LU> // for inverse

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"

namespace sideline::localization {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

using game::kGravityMps2;
using game::kStepS;
constexpr double kFastestMps = 15.0;

// Gyro and accelerometer are exact apart from rounding to two decimals.
constexpr double kGyroStepRadPerS = math::radFromDeg(0.01);
constexpr double kAccelerationStepMps2 = 0.01;
// A constant reading keeps its rounding error. Rotation is rarely constant for long, but the tilt
// information in a standing robot's accelerometer must count only once, even if a moving head
// disturbs the readings in between.
constexpr int kMaxGyroRepeats = 15;
constexpr int kMaxAccelerationRepeats = 1000;
constexpr double kRatioStep = 0.01;
constexpr double kSamenessFactor = 1500.0;
// Process noise of each step beyond the model.
constexpr double kTurnNoiseRad = 2e-6;
constexpr double kSpeedNoiseMps = 2e-5;
// Process noise without sensors and in steps without a message.
constexpr double kTurnBlindRadPerS = 1.5;
constexpr double kSpeedBlindMps2 = 6.0;
// The velocity change of the newest step resembles that of earlier ones.
constexpr double kActivityRatio = 0.1;
constexpr double kActivityFactor = 1.5;
constexpr double kMinChangeMps = 0.004;
constexpr double kFirstChangeMps = 0.2;
constexpr int kStillCycles = 10;
// A resting body may sway about its feet. While the head turns, body and feet creep by a millimeter
// or two per second for several seconds, so a single cycle has a low weight.
constexpr double kSwayRadPerS = math::radFromDeg(3.0);
constexpr double kSwayArmM = 0.4;
constexpr double kRestMps = 0.03;

constexpr int kTurn = 0;
constexpr int kV = 3;
constexpr int kP = 6;
constexpr int kU = 9;
constexpr int kOffset = 12;
constexpr int kCameraTurn = 15;

// ODE rotates a body by 2 atan(|w| dt / 2), not by |w| dt.
Matrix3d turnOfStep(const Vector3d& rate_TRadPerS) {
    const double rate = rate_TRadPerS.norm();
    const double scale = rate > 1e-9 ? 2.0 * std::atan(0.5 * rate * kStepS) / rate : kStepS;
    return math::rotationBy(scale * rate_TRadPerS);
}

// Restores the orthogonality of a rotation matrix.
void straighten(Matrix3d& R) {
    R = Eigen::Quaterniond(R).normalized().toRotationMatrix();
}

// One step of a Kalman filter: the error implied by `rows * error = residual` with this noise.
// `PHt` is `P` times the transposed rows, `S` the covariance of the residual.
template <int N>
InertialState::Vector measure(InertialState::Matrix& P,
                              const Eigen::Matrix<double, InertialState::kSize, N>& PHt,
                              const Eigen::Matrix<double, N, N>& S,
                              const Eigen::Matrix<double, N, 1>& residual) {
    const Eigen::Matrix<double, InertialState::kSize, N> gain = PHt * S.inverse();
    P -= gain.lazyProduct(PHt.transpose());
    return gain * residual;
}

void makeSymmetric(InertialState::Matrix& P) {
    for (Eigen::Index column = 1; column < P.cols(); ++column) {
        for (Eigen::Index row = 0; row < column; ++row) {
            const double mean = 0.5 * (P(row, column) + P(column, row));
            P(row, column) = mean;
            P(column, row) = mean;
        }
    }
    P.diagonal() = P.diagonal().cwiseMax(1e-16);
}

} // namespace

InertialState::InertialState(double offsetSigmaM) {
    m_P.setIdentity();
    m_P.block<3, 3>(kOffset, kOffset) =
        std::max(math::square(offsetSigmaM), 1e-16) * Matrix3d::Identity();
    renewCameraTurn({true, true, true});
}

void InertialState::start(const math::Pose& X_ST, const Spread& spread) {
    m_R = X_ST.R;
    straighten(m_R);
    m_p = X_ST.p;
    m_v.setZero();
    m_u.setZero();
    m_hasStep = false;
    m_activity.setConstant(math::square(kFirstChangeMps));
    const Matrix3d offset = m_P.block<3, 3>(kOffset, kOffset);
    m_P.setZero();
    m_P.diagonal().head<3>() << math::square(spread.tiltRad), math::square(spread.tiltRad),
        math::square(spread.headingRad);
    m_P.diagonal().segment<3>(kV).setConstant(math::square(spread.velocityMps));
    m_P.diagonal().segment<3>(kP).setConstant(math::square(spread.positionM));
    m_P.diagonal().segment<3>(kU).setConstant(1e-16);
    m_P.block<3, 3>(kOffset, kOffset) = offset;
    renewCameraTurn({true, true, true});
}

void InertialState::renewCameraTurn(const std::array<bool, 3>& axes) {
    for (int i = 0; i < 3; ++i) {
        if (axes[static_cast<std::size_t>(i)]) {
            m_P.row(kCameraTurn + i).setZero();
            m_P.col(kCameraTurn + i).setZero();
            m_P(kCameraTurn + i, kCameraTurn + i) = math::square(kCameraTurnSigmaRad);
            m_cameraTurn(i) = 0.0;
        }
    }
}

void InertialState::countRepeats(const InertialReading& reading) {
    m_gyroRepeats.take(reading.gyro_TRadPerS, kGyroStepRadPerS, kMaxGyroRepeats);
    m_accelerationRepeats.take(reading.acceleration_TMps2, kAccelerationStepMps2,
                               kMaxAccelerationRepeats);
    const bool isStill =
        reading.hasGyro && reading.hasAccelerometer && reading.missedSteps == 0 &&
        reading.gyro_TRadPerS.norm() < kSwayRadPerS &&
        std::abs(reading.acceleration_TMps2.norm() - kGravityMps2) < 2.5 * kAccelerationStepMps2 &&
        m_accelerationRepeats.count.minCoeff() >= kStillCycles;
    m_isStill = isStill;
    m_last = reading;
}

void InertialState::Repeats::take(const Vector3d& reading, double step, int maxCount) {
    for (int i = 0; i < 3; ++i) {
        const bool isSame = std::abs(reading(i) - anchor(i)) < 1.1 * step;
        ratio(i) += kRatioStep * ((isSame ? 1.0 : 0.0) - ratio(i));
        if (isSame) {
            count(i) = std::min(count(i) + 1, maxCount);
        } else {
            anchor(i) = reading(i);
            count(i) = 1;
        }
    }
}

Vector3d InertialState::Repeats::growth() const {
    return (2.0 * count.cast<double>() - 1.0).matrix();
}

Vector3d InertialState::Repeats::sameness() const {
    return (count > 1)
        .select(1.0 + kSamenessFactor * ratio.square(), Eigen::Array3d::Ones())
        .matrix();
}

bool InertialState::isStill() const {
    return m_isStill;
}

// The accelerometer reports the change of velocity in the step before the newest one, in the
// orientation after that step.
void InertialState::takeAcceleration(const InertialReading& reading) {
    const Vector3d force_S = m_R * reading.acceleration_TMps2;
    const Vector3d change = kStepS * (force_S - Vector3d(0.0, 0.0, kGravityMps2));
    const Vector3d variance =
        math::square(kStepS * kAccelerationStepMps2) / 12.0 * m_accelerationRepeats.sameness();
    Matrix3d noise = m_R * variance.asDiagonal() * m_R.transpose();
    noise.diagonal().array() += math::square(kSpeedNoiseMps);
    // The model covers typical steps: an outlier must not rotate the body.
    const Vector3d residual = change - m_u;
    for (int i = 0; i < 3; ++i) {
        const double lacking = math::square(residual(i)) - 9.0 * m_P(kU + i, kU + i);
        m_P(kU + i, kU + i) += std::max(lacking, 0.0);
    }
    const Matrix3d byTurn = kStepS * math::crossMatrix(force_S);
    const Eigen::Matrix<double, kSize, 3> PHt =
        m_P.middleCols<3>(kTurn).lazyProduct(byTurn.transpose()) + m_P.middleCols<3>(kU);
    const Matrix3d S = byTurn.lazyProduct(PHt.middleRows<3>(kTurn)) + PHt.middleRows<3>(kU) + noise;
    apply(measure<3>(m_P, PHt, S, residual));
    m_activity = m_activity + kActivityRatio * (m_u.cwiseAbs2() - m_activity);
}

void InertialState::advance(const InertialReading& reading) {
    countRepeats(reading);
    const bool isReported = reading.hasAccelerometer && reading.missedSteps == 0;
    if (m_hasStep) {
        if (isReported) {
            takeAcceleration(reading);
        }
        m_v += m_u;
        m_p += kStepS * m_u;
        m_P.middleRows<3>(kP) += kStepS * m_P.middleRows<3>(kU);
        m_P.middleCols<3>(kP) += kStepS * m_P.middleCols<3>(kU);
        m_P.middleRows<3>(kV) += m_P.middleRows<3>(kU);
        m_P.middleCols<3>(kV) += m_P.middleCols<3>(kU);
        const double speed = m_v.norm();
        m_v *= speed > kFastestMps ? kFastestMps / speed : 1.0;
    } else {
        m_hasStep = true;
    }
    const double missedS = kStepS * reading.missedSteps;
    if (missedS > 0.0) {
        m_P.diagonal().segment<3>(kV).array() += math::square(kSpeedBlindMps2 * missedS);
    }
    m_p += (kStepS + missedS) * m_v;
    m_P.middleRows<3>(kP) += (kStepS + missedS) * m_P.middleRows<3>(kV);
    m_P.middleCols<3>(kP) += (kStepS + missedS) * m_P.middleCols<3>(kV);

    m_u.setZero();
    m_P.middleRows<3>(kU).setZero();
    m_P.middleCols<3>(kU).setZero();
    if (reading.hasAccelerometer) {
        m_P.diagonal().segment<3>(kU) =
            (kActivityFactor * m_activity).array() + math::square(kMinChangeMps);
    } else {
        m_P.diagonal().segment<3>(kU).setConstant(math::square(kSpeedBlindMps2 * kStepS));
    }
    turn(reading);
    makeSymmetric(m_P);
}

void InertialState::turn(const InertialReading& reading) {
    if (!reading.hasGyro) {
        m_P.diagonal().segment<3>(kTurn).array() +=
            math::square(kTurnBlindRadPerS * kStepS * (1 + reading.missedSteps));
        return;
    }
    for (int i = 0; i <= reading.missedSteps; ++i) {
        m_R = m_R * turnOfStep(reading.gyro_TRadPerS);
    }
    straighten(m_R);
    const Vector3d variance =
        math::square(kGyroStepRadPerS * kStepS) / 12.0 * m_gyroRepeats.growth();
    m_P.topLeftCorner<3, 3>() += m_R * variance.asDiagonal() * m_R.transpose();
    m_P.diagonal().segment<3>(kTurn).array() +=
        math::square(kTurnNoiseRad) +
        math::square(kTurnBlindRadPerS * kStepS * reading.missedSteps);
}

void InertialState::level(const Vector3d& up_T, double ratio) {
    m_R = math::rotationBy(ratio * math::uprightTurnRad(m_R * up_T)) * m_R;
    straighten(m_R);
}

InertialState::Place InertialState::placeRows() const {
    Place rows = Place::Zero();
    rows.block<3, 3>(0, kP).setIdentity();
    if (m_hasStep) {
        rows.block<3, 3>(0, kU) = kStepS * Matrix3d::Identity();
    }
    return rows;
}

math::Pose InertialState::pose() const {
    return {m_R, m_p + (m_hasStep ? kStepS : 0.0) * m_u};
}

namespace {

// The derivative of the camera's rotation and translation with respect to the state.
Eigen::Matrix<double, 6, InertialState::kSize> cameraRows(
    const Eigen::Matrix<double, 3, InertialState::kSize>& place, const Matrix3d& R_ST,
    const math::Pose& X_TC) {
    const Matrix3d R_CS = (R_ST * X_TC.R).transpose();
    Eigen::Matrix<double, 6, InertialState::kSize> rows;
    rows.topRows<3>().setZero();
    rows.block<3, 3>(0, kTurn) = R_CS;
    rows.bottomRows<3>().noalias() = -R_CS * place;
    rows.block<3, 3>(3, kTurn) += R_CS * math::crossMatrix(R_ST * X_TC.p);
    rows.block<3, 3>(3, kOffset) += Matrix3d::Identity();
    rows.block<3, 3>(0, kCameraTurn).setIdentity();
    return rows;
}

} // namespace

CameraBelief InertialState::camera(const math::Pose& X_TC) const {
    CameraBelief camera;
    camera.X_SC = pose() * X_TC;
    camera.X_SC.R = camera.X_SC.R * math::rotationBy(m_cameraTurn);
    camera.offset_C = m_offset;
    const auto rows = cameraRows(placeRows(), m_R, X_TC);
    const Eigen::Matrix<double, 6, kSize> spread = rows * m_P;
    camera.covariance.noalias() = spread * rows.transpose();
    return camera;
}

void InertialState::correct(const math::Pose& X_TC, const CameraBelief& camera,
                            const CameraInformation& information, const CameraVector& at) {
    const auto rows = cameraRows(placeRows(), m_R, X_TC);
    const CameraInformation moved = information.movedBy(at).withCommonError(camera.covariance);
    const Eigen::Matrix<double, kSize, 6> spread = m_P * rows.transpose();
    const Eigen::Matrix<double, kSize, 6> weighed = spread * moved.matrix;
    m_P -= weighed.lazyProduct(spread.transpose());
    apply(spread * moved.vector);
    makeSymmetric(m_P);
}

void InertialState::apply(const Vector& error) {
    m_R = math::rotationBy(error.segment<3>(kTurn)) * m_R;
    m_v += error.segment<3>(kV);
    m_p += error.segment<3>(kP);
    m_u += error.segment<3>(kU);
    m_offset += error.segment<3>(kOffset);
    m_cameraTurn += error.segment<3>(kCameraTurn);
}

void InertialState::correctRest() {
    correctSpeed(kRestMps + kSwayArmM * m_last.gyro_TRadPerS.norm());
}

void InertialState::correctSpeed(double sigmaMps) {
    const Eigen::Matrix<double, kSize, 3> PHt = m_P.middleCols<3>(kV) + m_P.middleCols<3>(kU);
    Matrix3d S = PHt.middleRows<3>(kV) + PHt.middleRows<3>(kU);
    S.diagonal().array() += math::square(sigmaMps);
    apply(measure<3>(m_P, PHt, S, -velocity_SMps()));
    makeSymmetric(m_P);
}

double InertialState::correctHeight(const Vector3d& p_TPoint, double heightM, double sigmaM,
                                    double gateM) {
    const Vector3d arm_S = m_R * p_TPoint;
    Eigen::Matrix<double, 1, kSize> row = placeRows().row(2);
    row(kTurn) = arm_S.y();
    row(kTurn + 1) = -arm_S.x();
    const double residual = heightM - pose().p.z() - arm_S.z();
    const double variance = row * m_P * row.transpose();
    if (!(std::abs(residual) < gateM + 3.0 * std::sqrt(variance))) {
        return -1.0;
    }
    const Vector PHt = m_P * row.transpose();
    const Eigen::Matrix<double, 1, 1> S(row.dot(PHt) + math::square(sigmaM));
    apply(measure<1>(m_P, PHt, S, Eigen::Matrix<double, 1, 1>(residual)));
    makeSymmetric(m_P);
    return math::square(residual) / (variance + math::square(sigmaM));
}

void InertialState::loosen(double turnRad, double positionM, double velocityMps) {
    m_P.diagonal().segment<3>(kTurn).array() += math::square(turnRad);
    m_P.diagonal().segment<3>(kV).array() += math::square(velocityMps);
    m_P.diagonal().segment<3>(kP).array() += math::square(positionM);
}

void InertialState::guessMove(const Vector3d& move_TM, double turnRad, double sigmaM,
                              double sigmaRad) {
    if (!m_last.hasGyro) {
        m_R = Eigen::AngleAxisd(turnRad, Vector3d::UnitZ()).toRotationMatrix() * m_R;
        m_P(kTurn + 2, kTurn + 2) += math::square(sigmaRad);
    }
    if (!m_last.hasAccelerometer) {
        const Eigen::Matrix<double, kSize, 3> PHt =
            m_P.middleCols<3>(kV) * kStepS + m_P.middleCols<3>(kU) * kStepS;
        Matrix3d S = kStepS * PHt.middleRows<3>(kV) + kStepS * PHt.middleRows<3>(kU);
        S.diagonal().array() += math::square(sigmaM);
        const Vector3d residual = m_R * move_TM - kStepS * velocity_SMps();
        apply(measure<3>(m_P, PHt, S, residual));
        makeSymmetric(m_P);
    }
}

CameraMatrix InertialState::poseCovariance() const {
    // Rotation and position select blocks of the state; the position includes the pending step.
    const double stepS = m_hasStep ? kStepS : 0.0;
    const Eigen::Matrix<double, 3, kSize> place =
        m_P.middleRows<3>(kP) + stepS * m_P.middleRows<3>(kU);
    CameraMatrix covariance;
    covariance.topLeftCorner<3, 3>() = m_P.block<3, 3>(kTurn, kTurn);
    covariance.topRightCorner<3, 3>() =
        m_P.block<3, 3>(kTurn, kP) + stepS * m_P.block<3, 3>(kTurn, kU);
    covariance.bottomLeftCorner<3, 3>() = place.middleCols<3>(kTurn);
    covariance.bottomRightCorner<3, 3>() =
        place.middleCols<3>(kP) + stepS * place.middleCols<3>(kU);
    return covariance;
}

double InertialState::offsetSigmaM() const {
    return std::sqrt(m_P.diagonal().segment<3>(kOffset).maxCoeff());
}

bool InertialState::isFinite() const {
    return m_R.allFinite() && m_v.allFinite() && m_p.allFinite() && m_u.allFinite() &&
           m_offset.allFinite() && m_cameraTurn.allFinite() && m_P.allFinite();
}

} // namespace sideline::localization
