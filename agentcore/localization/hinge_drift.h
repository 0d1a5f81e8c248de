#pragma once

#include <array>
#include <span>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::localization {

/// How far the camera is from where the joints' angles put it, because the server's joints give.
///
/// In a step each body turns about its own axis and moves straight on, so that two bodies that a
/// hinge joins come apart when both the torso and the joint turn: to the side of the hinge by
/// `-(w x axis rate) dt^2 / 2`, and by the centrifugal way of the torso's turn. ODE pushes a fifth
/// of the gap together in each step (ERP 0.2). With a panning head on a moving torso this is a
/// tenth of a degree, ten times the rounding of the angles. One thread.
class HingeDrift {
public:
    void reset() { *this = HingeDrift(); }
    /// Goes one step on.
    /// @param gyro_TRadPerS nullptr if it is not known
    /// @param missedSteps steps since the cycle before of which no message reported
    void advance(const robot::RobotModel& model, robot::BodyId camera,
                 std::span<const double> jointAnglesRad, const Eigen::Vector3d* gyro_TRadPerS,
                 int missedSteps);
    /// Whether the angles of its joints were reported in the newest step.
    [[nodiscard]] bool isKnown() const { return m_isKnown; }
    /// The camera in the torso; as it was before if it is not known.
    [[nodiscard]] const math::Pose& X_TC() const { return m_X_TC; }

    /// Which axes of the camera the rounding of a joint's angle may have changed about in the
    /// newest step: all, until the angles are known.
    [[nodiscard]] const std::array<bool, 3>& renewedAxes() const { return m_renewedAxes; }

private:
    static constexpr std::size_t kMostJoints = 6;
    Eigen::Vector3d m_turn_T = Eigen::Vector3d::Zero();
    Eigen::Vector3d m_shift_T = Eigen::Vector3d::Zero();
    std::array<double, kMostJoints> m_anglesRad{};
    std::array<bool, 3> m_renewedAxes = {true, true, true};
    bool m_hasAngles = false;
    bool m_isKnown = false;
    math::Pose m_X_TC;
};

} // namespace sideline::localization
