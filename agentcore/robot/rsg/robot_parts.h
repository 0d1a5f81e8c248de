#pragma once

#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/robot/rsg/call_reader.h"

namespace sideline::robot::rsg {

/// The shape and mass of a body, from its `RigidBody`: `setBoxTotal`, `setSphereTotal`,
/// `setCapsuleTotal` give the mass, the same without `Total` the density.
void readMass(CallReader& read, SceneNodeId rigidBody, Body& body);

/// The shape of a collider; nothing if it has none that robots can have.
[[nodiscard]] std::optional<Shape> readColliderShape(CallReader& read, SceneNodeId collider);
[[nodiscard]] bool isSame(const Shape& a, const Shape& b);

/// What a `ContactJointHandler` or `TouchPerceptorHandler` says.
[[nodiscard]] ContactSurface readSurface(CallReader& read, SceneNodeId handler);

/// A hinge, or one axis of a universal joint, less the bodies that it connects.
///
/// @param index 0, or 1 for the second axis of a universal joint
/// @param X_ChildJoint where the joint's node is in the child body
[[nodiscard]] Joint readAxis(CallReader& read, SceneNodeId joint, std::size_t index,
                             const math::Pose& X_ChildJoint);

/// What a `VisionPerceptor` or `RestrictedVisionPerceptor` says.
[[nodiscard]] VisionSettings readVision(CallReader& read, SceneNodeId perceptor);

} // namespace sideline::robot::rsg
