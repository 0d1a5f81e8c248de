#pragma once

#include <string>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/robot/rsg/scene_tree.h"

namespace sideline::robot::rsg {

/// Reads a robot from the server's own description.
///
/// A body is a `Transform` with a `RigidBody`; the one of the `AgentAspect` is the torso. Bodies
/// are connected by `HingeJoint`, `UniversalJoint` and `FixedJoint`. Perceptors, what others see of
/// the robot and how its colliders meet others are read too. Nodes that only show something,
/// effectors without a joint and nodes of unknown types are ignored.
///
/// @param scenePath relative to a data folder, such as `rsg/agent/nao/nao_hetero.rsg`
/// @param source for the heterogeneous Nao with the robot type, "0" to "4", as its one argument,
/// and `naorobottypes.rb` in one of its folders
/// Errors: those of `readScene`; UnsupportedFormat (a joint, collider or property that robots here
/// cannot have), Malformed (a robot whose parts do not fit together), LimitExceeded (more bodies or
/// joints than `kMaxBodies`, `kMaxJoints`). Each with file and line. Any thread.
[[nodiscard]] base::Expected<RobotModel> readRobotScene(const std::string& scenePath,
                                                        const SceneSource& source);

} // namespace sideline::robot::rsg
