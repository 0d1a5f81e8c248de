#pragma once

#include <array>
#include <span>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::localization {

/// The offset of the camera from forward kinematics, caused by drifting hinges in the server.
///
/// In a step, each body rotates about its own axis and moves in a straight line, so that two bodies
/// joined by a hinge separate when both the torso and the joint rotate: sideways by `-(w x axis
/// rate) dt^2 / 2`, and by the centrifugal displacement of the torso's rotation. ODE closes a fifth
/// of the gap in each step (ERP 0.2). For a panning head on a moving torso the effect is a tenth of
/// a degree, ten times the rounding of the angles. One thread.
class HingeDrift {
public:
    void reset() { *this = HingeDrift(); }
    /// Advances by one step.
    /// @param gyro_TRadPerS nullptr if unknown
    /// @param missedSteps server steps since the previous cycle for which no message arrived
    void advance(const robot::RobotModel& model, robot::BodyId camera,
                 std::span<const double> jointAnglesRad, const Eigen::Vector3d* gyro_TRadPerS,
                 int missedSteps);
    /// Whether the newest step includes the angles of the joints.
    [[nodiscard]] bool isKnown() const { return m_isKnown; }
    /// Returns the pose of the camera in the torso; the previous one if it is unknown.
    [[nodiscard]] const math::Pose& X_TC() const { return m_X_TC; }

    /// Returns the camera axes about which the rounding error of a joint angle may have changed in
    /// the newest step: all, until the angles are known.
    [[nodiscard]] const std::array<bool, 3>& renewedAxes() const { return m_renewedAxes; }

private:
    static constexpr std::size_t kMaxJoints = 6;
    Eigen::Vector3d m_turn_T = Eigen::Vector3d::Zero();
    Eigen::Vector3d m_shift_T = Eigen::Vector3d::Zero();
    std::array<double, kMaxJoints> m_anglesRad{};
    std::array<bool, 3> m_renewedAxes = {true, true, true};
    bool m_hasAngles = false;
    bool m_isKnown = false;
    math::Pose m_X_TC;
};

} // namespace sideline::localization
