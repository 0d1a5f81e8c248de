#pragma once

#include <Eigen/Core>

namespace sideline::world {

/// Estimates the up direction from gyro and accelerometer: the gyro rotates the estimate, the
/// accelerometer corrects it. It starts upright. The initial correction is the mean of the first
/// readings (12, fewer if the body starts to move, none if it moves before the first one). Later
/// corrections are slow, since readings of a walk that resemble gravity are seldom vertical, and
/// fast while the body is at rest. A first reading that is upside down is treated as an impact. The
/// gyro does not show repositioning by the referee: the filter restarts when gravity has come from
/// another direction for several cycles, sooner if the body hardly rotates. A complementary filter
/// on the unit vector (Mahony et al. 2008, "Nonlinear complementary filters on the special
/// orthogonal group"). A value.
class TiltFilter {
public:
    /// @param gyro_TRadPerS angular velocity of the torso, in its frame
    /// @param acceleration_TMps2 0 0 9.81 when upright at rest
    void update(const Eigen::Vector3d& gyro_TRadPerS, const Eigen::Vector3d& acceleration_TMps2,
                double stepS);

    /// Starts again, with a body that is known to be upright: only the gyro counts at first.
    void placeUpright();

    /// Unit vector in the torso frame; +z at the start.
    [[nodiscard]] const Eigen::Vector3d& up_T() const { return m_up_T; }

private:
    Eigen::Vector3d m_up_T = Eigen::Vector3d::UnitZ();
    int m_readings = 0;        ///< number of plausible gravity readings since the start; up to 12
    int m_restCycles = 0;      ///< consecutive cycles at rest
    int m_disagreeing = 0;     ///< consecutive readings that disagree strongly
    int m_calmDisagreeing = 0; ///< consecutive readings that disagree while the body hardly rotates
};

/// Forward tilt of a torso, rad. @param up_T unit vector
[[nodiscard]] double tiltForwardRad(const Eigen::Vector3d& up_T);
/// Leftward tilt of a torso, rad. @param up_T unit vector
[[nodiscard]] double tiltLeftRad(const Eigen::Vector3d& up_T);

} // namespace sideline::world
