#pragma once

#include <Eigen/Core>

namespace sideline::motion {

/// Which way is up, from gyro and accelerometer: the gyro turns the belief, the accelerometer pulls
/// it slowly. A complementary filter on the unit vector (Mahony et al. 2008, "Nonlinear
/// complementary filters on the special orthogonal group").
class TiltFilter {
public:
    /// Begins with what the accelerometer says, or upright if that is no direction.
    void begin(const Eigen::Vector3d& acceleration_TMps2);
    /// @param gyro_TRadPerS of the torso, in its frame
    /// @param acceleration_TMps2 upright at rest: 0 0 9.81
    void update(const Eigen::Vector3d& gyro_TRadPerS, const Eigen::Vector3d& acceleration_TMps2,
                double stepS);

    /// Unit vector, in the torso.
    [[nodiscard]] const Eigen::Vector3d& up_T() const { return m_up_T; }
    /// Tilt of the torso forward, rad.
    [[nodiscard]] double forwardRad() const;
    /// Tilt of the torso to the left, rad.
    [[nodiscard]] double leftRad() const;

private:
    Eigen::Vector3d m_up_T = Eigen::Vector3d::UnitZ();
};

} // namespace sideline::motion
