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
    /// @return not set for robots without such an arm
    [[nodiscard]] static std::optional<ArmPose> of(const robot::RobotModel& model,
                                                   robot::LimbId hand);

    /// The arm's own joints, from the shoulder outward.
    [[nodiscard]] std::span<const robot::JointId> joints() const { return m_joints; }

    /// One angle per joint; joint limits are ignored if no solution satisfies them.
    /// @param pitchRad pitch of the upper arm: hanging at -1.57, forward at 0
    /// @param outRad angle of the upper arm away from the body
    /// @param elbowRad angle of the forearm from straight, in the direction in which the elbow
    ///     bends
    [[nodiscard]] Angles anglesRad(double pitchRad, double outRad, double elbowRad) const;

private:
    /// Angles of the first two joints.
    struct Aim {
        double firstRad = 0.0;
        double secondRad = 0.0;
        double outsideRad = 0.0; ///< amount by which joint limits are exceeded
    };
    [[nodiscard]] Aim aimAt(const Eigen::Vector3d& direction_T, double half) const;
    [[nodiscard]] std::array<double, 2> aim(const Eigen::Vector3d& direction_T) const;

    std::vector<robot::JointId> m_joints;
    double m_side = 1.0; ///< 1: left, -1: right
    /// Whether the first joint pitches an arm that points forward in the rest pose and the second
    /// turns it out, as on a Nao: pitch and outward angle are then the joint angles.
    bool m_isForward = false;
    std::array<Eigen::Vector3d, 2> m_axes_T;                 ///< axes of the first two joints
    std::array<std::array<double, 2>, 2> m_stopsRad{};       ///< limits of these joints
    Eigen::Vector3d m_upperArm_T = Eigen::Vector3d::UnitY(); ///< its direction in the rest pose
    std::size_t m_elbow = 0;                                 ///< index in `m_joints`; 0: none
    double m_elbowSign = 1.0;
};

} // namespace sideline::motion
