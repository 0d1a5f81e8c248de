#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "motions/motion.h"

namespace sideline::keyframe {

/// A limb's place in numbers: torso axes of the model (x forward, y left, z up), m and rad.
struct LimbPoint {
    Eigen::Vector3d positionM = Eigen::Vector3d::Zero();
    Eigen::Vector3d rollPitchYawRad = Eigen::Vector3d::Zero();
};

/// The limb of the other side.
[[nodiscard]] Limb mirroredLimb(Limb limb);

/// The pose that inverse kinematics is asked for: axes of SimSpark's bodies (x right, y forward,
/// z up).
[[nodiscard]] math::Pose torsoPose(const LimbPoint& point);
/// The other way round.
[[nodiscard]] LimbPoint limbPoint(const math::Pose& X_TorsoTip);

/// How much of the way is done at a share of the time, both 0 to 1. Cubic counts as smooth: a
/// place has no handles.
[[nodiscard]] double progressOf(Curve curve, double timeShare);

/// Pose on the straight way between two points, directions turning at constant speed.
[[nodiscard]] math::Pose onStraightPath(const LimbPoint& from, const LimbPoint& to,
                                        double progress);
/// Pose on a spline: positions on a uniform Catmull-Rom curve through all points, angles on a
/// uniform cubic B-spline that has its ends in the first and the last.
/// @param points at least two
[[nodiscard]] math::Pose onSplinePath(std::span<const LimbPoint> points, double progress);

} // namespace sideline::keyframe
