#pragma once

#include <Eigen/Core>

namespace sideline::world {

/// Which way is up, from gyro and accelerometer: the gyro turns the belief, the accelerometer pulls
/// it: at first as the mean of what it has felt so far (12 readings, fewer if the body begins to
/// move), later slowly, as the readings of a walk that look like gravity are seldom from above, and
/// quickly while the body is at rest. A first reading that says it is on its head is a bounce. No
/// gyro tells who was picked up and put down differently, by the referee or in a beam: who feels
/// gravity from elsewhere for a while begins anew, sooner if the body hardly turns. A complementary
/// filter on the unit vector (Mahony et al. 2008, "Nonlinear complementary filters on the special
/// orthogonal group"). A value.
class TiltFilter {
public:
    /// @param gyro_TRadPerS of the torso, in its frame
    /// @param acceleration_TMps2 upright at rest: 0 0 9.81
    void update(const Eigen::Vector3d& gyro_TRadPerS, const Eigen::Vector3d& acceleration_TMps2,
                double stepS);

    /// Unit vector, in the torso; its own z as long as nothing was felt.
    [[nodiscard]] const Eigen::Vector3d& up_T() const { return m_up_T; }

private:
    Eigen::Vector3d m_up_T = Eigen::Vector3d::UnitZ();
    int m_felt = 0;          ///< accelerations that can be gravity, since the start; up to 12
    int m_resting = 0;       ///< cycles at rest, in a row
    int m_elsewhere = 0;     ///< of them in a row that say something quite different
    int m_calmElsewhere = 0; ///< in a row that say something else while it hardly turns
};

/// Tilt of a torso forward, rad. @param up_T unit vector
[[nodiscard]] double tiltForwardRad(const Eigen::Vector3d& up_T);
/// Tilt of a torso to the left, rad. @param up_T unit vector
[[nodiscard]] double tiltLeftRad(const Eigen::Vector3d& up_T);

} // namespace sideline::world
