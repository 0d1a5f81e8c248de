#pragma once

#include <optional>
#include <span>
#include <vector>

#include "agentcore/math/pose.h"
#include "agentcore/robot/ids.h"

namespace sideline::robot {

class RobotModel;

/// The mirror image of a joint in the plane between left and right (x = 0 of the torso).
struct MirrorJoint {
    JointId joint; ///< joint on the other side; the joint itself if it is in the middle
    /// An angle of a joint and `sign` times this angle of `joint` are mirror images: 1 for pitch
    /// joints, -1 for roll and yaw joints.
    double sign = 1.0;
    [[nodiscard]] bool operator==(const MirrorJoint&) const = default;
};

/// Derives the mirror images of a robot's joints from its rest pose (all joints at zero),
/// regardless of their names. The joints of both feet, and of both hands, correspond in the order
/// of their chains if their axes are mirrored; the remaining joints correspond by the positions and
/// directions of their axes. Each axis of a universal joint has its own counterpart.
///
/// If `b` is the mirror image of `a`, then `a` is the mirror image of `b`, with the same sign.
/// @param model contains its limbs and its extent already
/// @param X_TBody poses of all bodies in the rest pose
/// @return one per joint; without a joint if there is no counterpart
[[nodiscard]] std::vector<std::optional<MirrorJoint>> deriveMirrorJoints(
    const RobotModel& model, std::span<const math::Pose> X_TBody);

} // namespace sideline::robot
