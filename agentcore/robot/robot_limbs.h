#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "agentcore/math/pose.h"
#include "agentcore/robot/body_role.h"
#include "agentcore/robot/ids.h"

namespace sideline::robot {

class RobotModel;

/// A limb that can be placed in space.
enum class LimbId : std::uint8_t { LeftFoot, RightFoot, LeftHand, RightHand, Head };

inline constexpr std::array kLimbs = {LimbId::LeftFoot, LimbId::RightFoot, LimbId::LeftHand,
                                      LimbId::RightHand, LimbId::Head};

/// A limb of a robot: the chain of joints from the torso to the limb's end point.
struct LimbChain {
    LimbId limb = LimbId::LeftFoot;
    /// From the torso outward; feet exclude the toe joint. Of a universal joint, the axis that
    /// rotates first, `JointKind::UniversalSecond`, comes first.
    std::vector<JointId> joints;
    /// Number of joints at the start of the chain that also move other limbs, such as a waist
    /// joint. Inverse kinematics does not change them.
    std::size_t trunkJoints = 0;
    BodyId body; ///< body that contains the end point
    /// The limb's frame in that body. Feet: on the sole below the ankle, with the torso's axes in
    /// the rest pose (x right, y forward, z up). Hands: the far end of the lower arm. Head: the
    /// camera.
    math::Pose X_BodyTip;
};

/// The limbs of a robot, derived once from its tree in the rest pose (all joints at zero).
struct RobotLimbs {
    std::array<std::optional<LimbChain>, kLimbs.size()> chains;

    /// Returns the limb, or nullptr if the robot lacks it or cannot move it.
    [[nodiscard]] const LimbChain* find(LimbId limb) const {
        const auto& chain = chains[static_cast<std::size_t>(limb)];
        return chain ? &*chain : nullptr;
    }
};

/// Derives the roles of a robot's bodies from its tree in the rest pose, for bodies whose
/// description does not contain a role.
///
/// Legs are the two mirrored chains of three or more joints that end lowest; if chains end in
/// bodies with force sensors, only such chains are considered. A foot is the last link of a leg; if
/// two links reach the ground, the last one is the toe. The head is the body with the camera; if
/// that is the torso, the highest body in the middle. Arms are the longest remaining mirrored
/// chains with two or more joints.
/// @param X_TBody poses of all bodies in the rest pose
/// @return one per body of the model
[[nodiscard]] std::vector<BodyRole> deriveRoles(const RobotModel& model,
                                                std::span<const math::Pose> X_TBody);

/// Derives the chains from the torso to the bodies with the roles of feet, hands and head. Chains
/// without joints, or with more than `kMaxChainJoints` joints, are not limbs.
/// @param X_TBody poses of all bodies in the rest pose
[[nodiscard]] RobotLimbs deriveLimbs(const RobotModel& model, std::span<const math::Pose> X_TBody);

/// Returns the joints from the torso to a body, in the order of `LimbChain::joints`.
[[nodiscard]] std::vector<JointId> jointsTo(const RobotModel& model, BodyId body);

} // namespace sideline::robot
