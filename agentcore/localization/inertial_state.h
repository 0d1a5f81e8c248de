#pragma once

#include <array>

#include <Eigen/Core>

#include "agentcore/localization/observation_model.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/pose.h"

namespace sideline::localization {

/// What gyro and accelerometer reported in a cycle; what is not there was not reported.
struct InertialReading {
    bool hasGyro = false;
    bool hasAccelerometer = false;
    Eigen::Vector3d gyro_TRadPerS = Eigen::Vector3d::Zero();
    Eigen::Vector3d acceleration_TMps2 = Eigen::Vector3d::Zero();
    int missedSteps = 0; ///< steps of the server of which no message reported
};

/// Motion of a torso in S, and the offset of its camera, with their spread: the state of an
/// error-state Kalman filter.
///
/// Message k reports the turning of step k, but the acceleration of step k-1 (simspark.md 3.3). So
/// velocity and place are kept as they were before the newest step, and that step's change of
/// velocity, `u`, is a guess of its own until the next message reports it: the place at message k
/// is `p + dt (v + u)`. The error is a turn in S (`R_true = exp(turn) R`), then v, p, u, the
/// camera's offset, and the turn of the camera by the rounding of its joints' angles, in its frame.
class InertialState {
public:
    /// Spread of a camera's turn by the rounding of a joint, rad.
    static constexpr double kCameraTurnSigmaRad = math::radFromDeg(0.01) / 3.4641;
    static constexpr int kSize = 18;
    using Vector = Eigen::Matrix<double, kSize, 1>;
    using Matrix = Eigen::Matrix<double, kSize, kSize>;

    /// One standard deviation of each part, of one axis.
    struct Spread {
        double tiltRad = 0.0;
        double headingRad = 0.0;
        double velocityMps = 0.0;
        double positionM = 0.0;
    };

    /// @param offsetSigmaM of the camera's offset; 0 if it is not to be learned
    explicit InertialState(double offsetSigmaM);

    /// Starts from a pose at rest; the camera's offset stays.
    void start(const math::Pose& X_ST, const Spread& spread);
    /// Goes one step on.
    void advance(const InertialReading& reading);
    /// The angles of the camera's joints have changed, and with them their rounding errors.
    void renewCameraTurn(const std::array<bool, 3>& axes);
    /// Only turns, as long as the place is not known.
    void turn(const InertialReading& reading);
    /// Turns towards where the accelerometer of a resting body points.
    void level(const Eigen::Vector3d& up_T, double share);

    /// The camera on a body that stands at `X_TC` in the torso.
    [[nodiscard]] CameraBelief camera(const math::Pose& X_TC) const;
    /// Takes what a vision frame reported.
    /// @param camera as it was expected
    /// @param at where the information was gathered, as a step from `camera`
    void correct(const math::Pose& X_TC, const CameraBelief& camera,
                 const CameraInformation& information, const CameraVector& at);
    /// The torso does not move, or only sways.
    void correctRest();
    /// Weak knowledge of any velocity.
    void correctSpeed(double sigmaMps);
    /// Height of a point of the body; ignored beyond `gateM` and three sigmas.
    /// @return innovation in sigmas, squared; negative if it was ignored
    double correctHeight(const Eigen::Vector3d& p_TPoint, double heightM, double sigmaM,
                         double gateM);
    /// Trusts itself less, as after a vision frame that did not fit.
    void loosen(double turnRad, double positionM, double velocityMps);
    /// Takes the move of the newest step from a walk, when no accelerometer reports it.
    void guessMove(const Eigen::Vector3d& move_TM, double turnRad, double sigmaM, double sigmaRad);

    [[nodiscard]] math::Pose pose() const;
    [[nodiscard]] Eigen::Vector3d velocity_SMps() const { return m_v + m_u; }
    [[nodiscard]] const Eigen::Vector3d& offset_C() const { return m_offset; }
    /// Of turn and place, as `PoseCovariance` orders them.
    [[nodiscard]] CameraMatrix poseCovariance() const;
    [[nodiscard]] double offsetSigmaM() const;
    [[nodiscard]] bool isFinite() const;
    /// Whether the sensors have reported the same for a while, as of a body that rests.
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
    bool m_hasStep = false; ///< whether `u` stands for a step
    InertialReading m_last;
    /// For how many cycles readings have stayed where they were, and where that is.
    struct Repeats {
        Eigen::Vector3d anchor = Eigen::Vector3d::Zero();
        Eigen::Array3i count = Eigen::Array3i::Ones();
        Eigen::Array3d share = Eigen::Array3d::Zero(); ///< of recent cycles that reported the same
        void take(const Eigen::Vector3d& reading, double step, int most);
        /// Growth of the variance of their sum by the newest one, in variances of one.
        [[nodiscard]] Eigen::Vector3d growth() const;
        /// As many variances has a reading that is mostly the same, to be believed once only.
        [[nodiscard]] Eigen::Vector3d sameness() const;
    };
    Repeats m_gyroRepeats;
    Repeats m_accelerationRepeats;
    bool m_isStill = false;
    /// Recent squares of `u`, by axis in S.
    Eigen::Vector3d m_activity = Eigen::Vector3d::Constant(0.01);
};

} // namespace sideline::localization
