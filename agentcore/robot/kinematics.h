#pragma once

#include <span>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/math/rotation.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// Pose of a child body in its parent body when their joint, a hinge, stands at `angleRad`.
[[nodiscard]] math::Pose jointTransform(const RobotModel& model, JointId joint, double angleRad);

/// Pose of a body in its parent body, whatever connects them: nothing, a hinge or a universal
/// joint.
///
/// @param body any but the torso
/// @param jointAnglesRad one per joint of the model, in the model's order
[[nodiscard]] math::Pose bodyTransform(const RobotModel& model, BodyId body,
                                       std::span<const double> jointAnglesRad);

/// Poses of all bodies for given joint angles.
///
/// @param X_ATorso pose of the torso in any frame A
/// @param jointAnglesRad one per joint of the model, in the model's order
/// @param X_ABody out: one per body of the model, in the model's order, in frame A
/// No allocation; any thread.
void forwardKinematics(const RobotModel& model, const math::Pose& X_ATorso,
                       std::span<const double> jointAnglesRad, std::span<math::Pose> X_ABody);

/// Frame of a joint in A: origin in the anchor, rotation of the child body.
[[nodiscard]] math::Pose jointFrame(const RobotModel& model, JointId joint,
                                    std::span<const math::Pose> X_ABody);

/// Joint angle that the poses of the joint's two bodies imply, and the rotation that the joint does
/// not explain (0 for consistent poses).
[[nodiscard]] math::HingeAngle jointAngle(const RobotModel& model, JointId joint,
                                          std::span<const math::Pose> X_ABody);

/// Largest distance between where the two bodies of a joint have its anchor, over all joints: 0
/// for a robot whose poses fit together. Meters.
[[nodiscard]] double largestJointGapM(const RobotModel& model, std::span<const math::Pose> X_ABody);

/// How far from the torso's origin any part of the robot can get, whatever its joints do, with the
/// shapes of all bodies: the lengths of each limb's parts, as if it could be stretched straight. An
/// upper bound, meters.
[[nodiscard]] double largestReachM(const RobotModel& model);

/// Center of mass of the whole robot in A, from the poses of its bodies in A.
[[nodiscard]] Eigen::Vector3d centerOfMass(const RobotModel& model,
                                           std::span<const math::Pose> X_ABody);

} // namespace sideline::robot
