#pragma once

#include <span>

#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"
#include "viewer3d/scene/pose_overlay.h"

namespace sideline::viewer3d {

/// The range of a posed robot's joint, for drawing: measured from the direction of its limb at
/// angle 0 or, if the limb is parallel to the axis, from any perpendicular direction.
/// @param angleRad angle of the joint in this pose
/// @param X_SBody poses of all bodies of the robot, as in `monitor::RobotFrame`
[[nodiscard]] PoseOverlay::Range jointRange(const robot::RobotModel& model, robot::JointId id,
                                            double angleRad, std::span<const math::Pose> X_SBody);

} // namespace sideline::viewer3d
