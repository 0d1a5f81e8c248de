#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "motions/motion.h"

namespace sideline::keyframe {

/// Pose of a limb as numbers in m and rad, in the model's torso axes (x forward, y left, z up).
struct LimbPoint {
    Eigen::Vector3d positionM = Eigen::Vector3d::Zero();
    Eigen::Vector3d rollPitchYawRad = Eigen::Vector3d::Zero();
};

/// Returns the limb of the other side.
[[nodiscard]] Limb mirroredLimb(Limb limb);

/// Converts to the target pose of inverse kinematics: axes of SimSpark's bodies (x right, y
/// forward, z up).
[[nodiscard]] math::Pose torsoPose(const LimbPoint& point);
/// Converts back from such a pose.
[[nodiscard]] LimbPoint limbPoint(const math::Pose& X_TorsoTip);

/// Returns the fraction of the path completed at a fraction of the time, both 0 to 1. Cubic is
/// treated as smooth: limb targets have no handles.
[[nodiscard]] double progressOf(Curve curve, double timeRatio);

/// Interpolates linearly between two points, with constant angular speed.
[[nodiscard]] math::Pose onStraightPath(const LimbPoint& from, const LimbPoint& to,
                                        double progress);
/// Interpolates along a spline: positions on a uniform Catmull-Rom curve through all points, angles
/// on a uniform cubic B-spline clamped at the first and the last.
/// @param points at least two
[[nodiscard]] math::Pose onSplinePath(std::span<const LimbPoint> points, double progress);

} // namespace sideline::keyframe
