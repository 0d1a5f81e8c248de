#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "agentcore/robot/limb_kinematics.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::motion {

/// Joint angles of an arm that hangs, swings or is held out, for any arm whose direction is set by
/// its first two joints. Immutable; only `of` allocates.
class ArmPose {
public:
    using Angles = std::array<double, robot::kMaxChainJoints>;

    /// @param hand LeftHand or RightHand
    /// @return nothing for robots without such an arm
    [[nodiscard]] static std::optional<ArmPose> of(const robot::RobotModel& model,
                                                   robot::LimbId hand);

    /// The arm's own joints, from the shoulder outward.
    [[nodiscard]] std::span<const robot::JointId> joints() const { return m_joints; }

    /// One angle per joint; joint limits are ignored if no solution satisfies them.
    /// @param pitchRad of the upper arm: -1.57 lets it hang, 0 points it forward
    /// @param outRad away from the body
    /// @param elbowRad of the forearm, from straight, in the direction in which the elbow bends
    [[nodiscard]] Angles anglesRad(double pitchRad, double outRad, double elbowRad) const;

private:
    /// Angles of the first two joints.
    struct Aim {
        double firstRad = 0.0;
        double secondRad = 0.0;
        double outsideRad = 0.0; ///< by how much joint limits are exceeded
    };
    [[nodiscard]] Aim aimAt(const Eigen::Vector3d& direction_T, double half) const;
    [[nodiscard]] std::array<double, 2> aim(const Eigen::Vector3d& direction_T) const;

    std::vector<robot::JointId> m_joints;
    double m_side = 1.0; ///< 1: left, -1: right
    /// Whether the first joint pitches an arm that points forward in the rest pose and the second
    /// turns it out, as on a Nao: pitch and outward angle are then the joint angles.
    bool m_isForward = false;
    std::array<Eigen::Vector3d, 2> m_axes_T;                 ///< of the first two joints
    std::array<std::array<double, 2>, 2> m_stopsRad{};       ///< of these joints
    Eigen::Vector3d m_upperArm_T = Eigen::Vector3d::UnitY(); ///< its direction in the rest pose
    std::size_t m_elbow = 0;                                 ///< in `m_joints`; 0: none
    double m_elbowSign = 1.0;
};

} // namespace sideline::motion
