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

/// A limb of a robot: the chain of joints from the torso to the point that is placed.
struct LimbChain {
    LimbId limb = LimbId::LeftFoot;
    /// From the torso outward; for feet without the toe's. Of a universal joint the axis that turns
    /// first, `JointKind::UniversalSecond`, comes first.
    std::vector<JointId> joints;
    /// How many of the first joints move other limbs, too, such as that of a waist. Inverse
    /// kinematics leaves these at their angles.
    std::size_t trunkJoints = 0;
    BodyId body; ///< that carries the point
    /// The limb's frame in that body. Feet: on the sole, below the ankle, with the torso's axes in
    /// the rest pose (x right, y forward, z up). Hands: the far end of the lower arm. Head: the
    /// camera.
    math::Pose X_BodyTip;
};

/// The limbs of a robot, derived once from its tree in the rest pose (all joints at zero).
struct RobotLimbs {
    std::array<std::optional<LimbChain>, kLimbs.size()> chains;

    /// The limb, or nullptr if the robot has none that can be moved.
    [[nodiscard]] const LimbChain* find(LimbId limb) const {
        const auto& chain = chains[static_cast<std::size_t>(limb)];
        return chain ? &*chain : nullptr;
    }
};

/// What the bodies of a robot are, by its tree in the rest pose; for bodies whose description does
/// not give a role.
///
/// Legs are the two mirrored chains that end lowest, with three or more joints each; where chains
/// end in bodies that feel forces, the lowest of those. A foot is the last link of a leg; where two
/// links reach the ground, the last is the toe. The head is the body that carries the camera; if
/// that is the torso, the highest body between the sides. Arms are the longest mirrored chains that
/// remain, with two or more joints.
/// @param X_TBody poses of all bodies in the rest pose
/// @return one per body of the model
[[nodiscard]] std::vector<BodyRole> deriveRoles(const RobotModel& model,
                                                std::span<const math::Pose> X_TBody);

/// The chains from the torso to the bodies that have the roles of feet, hands and head.
/// A body that no joint moves against the torso, or with more than `kMaxChainJoints` joints on the
/// way, is not a limb.
/// @param X_TBody poses of all bodies in the rest pose
[[nodiscard]] RobotLimbs deriveLimbs(const RobotModel& model, std::span<const math::Pose> X_TBody);

/// The joints from the torso to a body, in the order of `LimbChain::joints`.
[[nodiscard]] std::vector<JointId> jointsTo(const RobotModel& model, BodyId body);

} // namespace sideline::robot
