#pragma once

#include <span>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/math/rotation.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// Returns the pose of a child body in its parent when their joint, a hinge, is at `angleRad`.
[[nodiscard]] math::Pose jointTransform(const RobotModel& model, JointId joint, double angleRad);

/// Returns the pose of a body in its parent: fixed, or connected by a hinge or a universal joint.
///
/// @param body any body except the torso
/// @param jointAnglesRad one per joint of the model, in the model's order
[[nodiscard]] math::Pose bodyTransform(const RobotModel& model, BodyId body,
                                       std::span<const double> jointAnglesRad);

/// Computes the poses of all bodies for given joint angles.
///
/// @param X_ATorso pose of the torso in any frame A
/// @param jointAnglesRad one per joint of the model, in the model's order
/// @param X_ABody output: one per body of the model, in the model's order, in frame A
/// No allocation; any thread.
void forwardKinematics(const RobotModel& model, const math::Pose& X_ATorso,
                       std::span<const double> jointAnglesRad, std::span<math::Pose> X_ABody);

/// Returns a joint's frame in A: origin at the anchor, orientation of the child body.
[[nodiscard]] math::Pose jointFrame(const RobotModel& model, JointId joint,
                                    std::span<const math::Pose> X_ABody);

/// Returns the joint angle implied by the poses of the joint's two bodies, and the residual
/// rotation (0 for consistent poses).
[[nodiscard]] math::HingeAngle jointAngle(const RobotModel& model, JointId joint,
                                          std::span<const math::Pose> X_ABody);

/// Returns the maximum distance between a joint's anchors in its two bodies over all joints, m: 0
/// for consistent poses.
[[nodiscard]] double largestJointGapM(const RobotModel& model, std::span<const math::Pose> X_ABody);

/// Returns an upper bound on the distance from the torso's origin to any point of the robot, for
/// any joint angles, m: the maximum over the limbs of the total length of a limb's parts, as if the
/// limb were straight.
[[nodiscard]] double largestReachM(const RobotModel& model);

/// Returns the center of mass of the robot in A, from the poses of its bodies in A.
[[nodiscard]] Eigen::Vector3d centerOfMass(const RobotModel& model,
                                           std::span<const math::Pose> X_ABody);

} // namespace sideline::robot
