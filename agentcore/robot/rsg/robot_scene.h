#pragma once

#include <string>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/robot/rsg/scene_tree.h"

namespace sideline::robot::rsg {

/// Reads a robot from the server's own description.
///
/// A body is a `Transform` with a `RigidBody`; the body of the `AgentAspect` is the torso. Bodies
/// are connected by `HingeJoint`, `UniversalJoint` and `FixedJoint`. Perceptors, visible parts and
/// contact parameters are read as well. Nodes that are only visual, effectors without a joint and
/// nodes of unknown types are ignored.
///
/// @param scenePath relative to a data folder, such as `rsg/agent/nao/nao_hetero.rsg`
/// @param source for the heterogeneous Nao, its only argument is the robot type, "0" to "4", and
/// one of its folders contains `naorobottypes.rb`
/// Errors: those of `readScene`; UnsupportedFormat (an unsupported joint, collider or property),
/// Malformed (a robot with inconsistent parts), LimitExceeded (more bodies or joints than
/// `kMaxBodies`, `kMaxJoints`). Each with file and line. Any thread.
[[nodiscard]] base::Expected<RobotModel> readRobotScene(const std::string& scenePath,
                                                        const SceneSource& source);

} // namespace sideline::robot::rsg
