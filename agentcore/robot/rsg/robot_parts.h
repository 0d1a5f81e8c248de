#pragma once

#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/robot/rsg/call_reader.h"

namespace sideline::robot::rsg {

/// Reads the shape and mass of a body from its `RigidBody`: `setBoxTotal`, `setSphereTotal`,
/// `setCapsuleTotal` set the mass, the calls without `Total` the density.
void readMass(CallReader& read, SceneNodeId rigidBody, Body& body);

/// Reads the shape of a collider; not set if robots do not support its shape.
[[nodiscard]] std::optional<Shape> readColliderShape(CallReader& read, SceneNodeId collider);
[[nodiscard]] bool isSame(const Shape& a, const Shape& b);

/// Reads a `ContactJointHandler` or `TouchPerceptorHandler`.
[[nodiscard]] ContactSurface readSurface(CallReader& read, SceneNodeId handler);

/// Reads a hinge, or one axis of a universal joint, without the bodies that it connects.
///
/// @param index 0, or 1 for the second axis of a universal joint
/// @param X_ChildJoint pose of the joint's node in the child body
[[nodiscard]] Joint readAxis(CallReader& read, SceneNodeId joint, std::size_t index,
                             const math::Pose& X_ChildJoint);

/// Reads a `VisionPerceptor` or `RestrictedVisionPerceptor`.
[[nodiscard]] VisionSettings readVision(CallReader& read, SceneNodeId perceptor);

} // namespace sideline::robot::rsg
