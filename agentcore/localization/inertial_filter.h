#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "agentcore/math/pose.h"

namespace sideline::localization {

/// The motion of a torso in S by gyro and accelerometer, with its uncertainty: an error-state
/// Kalman filter over rotation, velocity and position.
///
/// The error is a small turn in S (`R_true = exp(turn) R`), then velocity and position. The
/// accelerometer tells of the step before the newest one (simspark.md 3.3), so velocity and
/// position are kept one step behind, and `pose` adds the way of the last step.
class InertialFilter {
public:
    static constexpr int kSize = 9;
    using Row = Eigen::Matrix<double, 1, kSize>;

    /// One standard deviation of each part, of one axis.
    struct Spread {
        double tiltRad = 0.0;
        double headingRad = 0.0;
        double velocityMps = 0.0;
        double positionM = 0.0;
    };

    /// Starts from a pose at rest.
    void start(const math::Pose& X_ST, const Spread& spread);
    /// Goes one step on.
    /// @param acceleration_TMps2 as the accelerometer tells it; nothing if there is none
    void predict(const Eigen::Vector3d& gyro_TRadPerS, const Eigen::Vector3d* acceleration_TMps2,
                 double stepS);

    /// One measured number: takes `residual` (measured less predicted) with the change of the
    /// prediction by the error, `row`, into the error. The state changes with `applyError`.
    void correct(const Row& row, double residual, double sigma);
    /// Variance of a prediction with this row.
    [[nodiscard]] double variance(const Row& row) const;
    /// Puts the gathered error into the state.
    void applyError();

    /// The upright direction as a resting accelerometer tells it, in T.
    void correctUp(const Eigen::Vector3d& up_T, double sigmaRad);
    void correctVelocity(const Eigen::Vector3d& velocity_SMps, double sigmaMps);
    void correctHeight(double heightM, double sigmaM);
    /// The height of a point of the body; passed over if it is off by more than `gateM`, and three
    /// sigmas of the prediction.
    void correctPointHeight(const Eigen::Vector3d& p_TPoint, double heightM, double sigmaM,
                            double gateM);
    /// Trusts itself less, as after a sight that did not fit.
    void loosen(double headingRad, double positionM);

    [[nodiscard]] math::Pose pose() const;
    [[nodiscard]] const Eigen::Vector3d& velocity_SMps() const { return m_velocity_SMps; }
    [[nodiscard]] Spread spread() const;
    [[nodiscard]] bool isFinite() const;
    /// How far `pose` is ahead of the position that is kept, s: what it adds of the velocity.
    [[nodiscard]] double lagS() const { return m_stepS; }

private:
    Eigen::Quaterniond m_R_ST = Eigen::Quaterniond::Identity();
    Eigen::Vector3d m_velocity_SMps = Eigen::Vector3d::Zero();
    Eigen::Vector3d m_p_ST = Eigen::Vector3d::Zero();
    double m_stepS = 0.02;
    Eigen::Matrix<double, kSize, kSize> m_covariance =
        Eigen::Matrix<double, kSize, kSize>::Identity();
    Eigen::Matrix<double, kSize, 1> m_error = Eigen::Matrix<double, kSize, 1>::Zero();
};

} // namespace sideline::localization
