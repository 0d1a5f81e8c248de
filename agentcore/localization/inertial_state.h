#pragma once

#include <array>

#include <Eigen/Core>

#include "agentcore/localization/observation_model.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/pose.h"

namespace sideline::localization {

/// Gyro and accelerometer readings of a cycle; not set if not reported.
struct InertialReading {
    bool hasGyro = false;
    bool hasAccelerometer = false;
    Eigen::Vector3d gyro_TRadPerS = Eigen::Vector3d::Zero();
    Eigen::Vector3d acceleration_TMps2 = Eigen::Vector3d::Zero();
    int missedSteps = 0; ///< server steps without a message
};

/// The motion of a torso in S and the offset of its camera, with their uncertainties: the state of
/// an error-state Kalman filter.
///
/// Message k reports the rotation of step k, but the acceleration of step k-1 (simspark.md 3.3).
/// Velocity and position therefore refer to the time before the newest step, and the velocity
/// change of that step, `u`, is estimated separately until the next message reports it: the
/// position at message k is `p + dt (v + u)`. The error is a rotation in S (`R_true = exp(turn)
/// R`), then v, p, u, the camera's offset, and the camera's rotation caused by the rounding of
/// joint angles, in the camera's frame.
class InertialState {
public:
    /// Standard deviation of the camera's rotation caused by the rounding of a joint angle, rad.
    static constexpr double kCameraTurnSigmaRad = math::radFromDeg(0.01) / 3.4641;
    static constexpr int kSize = 18;
    using Vector = Eigen::Matrix<double, kSize, 1>;
    using Matrix = Eigen::Matrix<double, kSize, kSize>;

    /// Standard deviation of each part per axis.
    struct Spread {
        double tiltRad = 0.0;
        double headingRad = 0.0;
        double velocityMps = 0.0;
        double positionM = 0.0;
    };

    /// @param offsetSigmaM standard deviation of the camera's offset; 0 if it is not estimated
    explicit InertialState(double offsetSigmaM);

    /// Starts from a pose at rest; the camera's offset is kept.
    void start(const math::Pose& X_ST, const Spread& spread);
    /// Advances by one step.
    void advance(const InertialReading& reading);
    /// Resets the rounding errors of the camera's joints, whose angles have changed.
    void renewCameraTurn(const std::array<bool, 3>& axes);
    /// Updates the orientation only, while the position is unknown.
    void turn(const InertialReading& reading);
    /// Rotates toward the vertical measured by the accelerometer of a resting body.
    void level(const Eigen::Vector3d& up_T, double ratio);

    /// Returns the camera belief, given the camera's pose `X_TC` in the torso.
    [[nodiscard]] CameraBelief camera(const math::Pose& X_TC) const;
    /// Corrects the state with the information of a vision frame.
    /// @param camera expected camera
    /// @param at linearization point of the information, as a step from `camera`
    void correct(const math::Pose& X_TC, const CameraBelief& camera,
                 const CameraInformation& information, const CameraVector& at);
    /// Corrects the state of a torso that is at rest or only sways.
    void correctRest();
    /// Adds weak information about the velocity.
    void correctSpeed(double sigmaMps);
    /// Corrects the height of a point of the body; ignored if the innovation exceeds both `gateM`
    /// and three sigmas.
    /// @return squared innovation in sigmas; negative if it was ignored
    double correctHeight(const Eigen::Vector3d& p_TPoint, double heightM, double sigmaM,
                         double gateM);
    /// Increases the uncertainty, for example after a vision frame that did not fit.
    void loosen(double turnRad, double positionM, double velocityMps);
    /// Uses the odometry of a walk for the newest step if no accelerometer reports its motion.
    void guessMove(const Eigen::Vector3d& move_TM, double turnRad, double sigmaM, double sigmaRad);

    [[nodiscard]] math::Pose pose() const;
    [[nodiscard]] Eigen::Vector3d velocity_SMps() const { return m_v + m_u; }
    [[nodiscard]] const Eigen::Vector3d& offset_C() const { return m_offset; }
    /// Returns the covariance of rotation and position, in the order of `PoseCovariance`.
    [[nodiscard]] CameraMatrix poseCovariance() const;
    [[nodiscard]] double offsetSigmaM() const;
    [[nodiscard]] bool isFinite() const;
    /// Whether the sensors have been constant for some time, as on a resting body.
    [[nodiscard]] bool isStill() const;

private:
    using Place = Eigen::Matrix<double, 3, kSize>;
    [[nodiscard]] Place placeRows() const;
    void countRepeats(const InertialReading& reading);
    void takeAcceleration(const InertialReading& reading);
    void apply(const Vector& error);

    Eigen::Matrix3d m_R = Eigen::Matrix3d::Identity();
    Eigen::Vector3d m_v = Eigen::Vector3d::Zero();
    Eigen::Vector3d m_p = Eigen::Vector3d::Zero();
    Eigen::Vector3d m_u = Eigen::Vector3d::Zero();
    Eigen::Vector3d m_offset = Eigen::Vector3d::Zero();
    Eigen::Vector3d m_cameraTurn = Eigen::Vector3d::Zero();
    Matrix m_P = Matrix::Identity();
    bool m_hasStep = false; ///< whether `u` represents a step
    InertialReading m_last;
    /// Counts the cycles with constant readings and stores the readings.
    struct Repeats {
        Eigen::Vector3d anchor = Eigen::Vector3d::Zero();
        Eigen::Array3i count = Eigen::Array3i::Ones();
        Eigen::Array3d ratio = Eigen::Array3d::Zero(); ///< ratio of recent cycles with constant
                                                       ///< readings
        void take(const Eigen::Vector3d& reading, double step, int maxCount);
        /// Increase in the variance of the sum caused by the newest reading, as a multiple of the
        /// variance of a single reading.
        [[nodiscard]] Eigen::Vector3d growth() const;
        /// Factor for the variances of repeated readings, so that they count once.
        [[nodiscard]] Eigen::Vector3d sameness() const;
    };
    Repeats m_gyroRepeats;
    Repeats m_accelerationRepeats;
    bool m_isStill = false;
    /// Recent mean squares of `u` by axis in S.
    Eigen::Vector3d m_activity = Eigen::Vector3d::Constant(0.01);
};

} // namespace sideline::localization
