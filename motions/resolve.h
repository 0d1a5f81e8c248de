#pragma once

#include <vector>

#include "agentcore/motion/joint_trajectory.h"
#include "agentcore/robot/robot_model.h"
#include "motions/finding.h"
#include "motions/motion.h"

namespace sideline::keyframe {

using TrajectoryPtr = std::shared_ptr<const motion::JointTrajectory>;

/// A motion resolved for a robot, with findings about content that could not be resolved.
struct Resolved {
    TrajectoryPtr trajectory; ///< never null
    /// Unknown joints and missing parameters (their keys are omitted), unreachable targets
    /// (replaced by the nearest reachable pose), with keyframe, time and joint.
    std::vector<Finding> findings;
};

/// Converts degrees and expressions to radians and limb targets to joint keys, and swaps the
/// sides of a mirrored motion.
///
/// Angles are not limited to the joints' ranges: `check` reports violations, players clamp.
/// @param overrides parameter values that take precedence over the motion's own
/// @param lines source lines of the motion, for findings; may be null
///
/// Any thread.
[[nodiscard]] Resolved resolve(const Motion& motion, const robot::RobotModel& model,
                               const Parameters& overrides = {},
                               const SourceLines* lines = nullptr);

/// Mirrors a motion for a robot: swaps the sides of joints (`mirroredJoint`), limb targets, entry
/// pose and branch conditions; branch targets, `mirrored` and keyframe names are unchanged.
/// Mirroring twice yields the same motion.
[[nodiscard]] Motion mirrored(const Motion& motion, const robot::RobotModel& model);

/// Samples of a robot's joint angles over time, from a log or a live robot.
struct JointSamples {
    std::vector<JointName> joints;
    std::vector<double> timesS;                 ///< ascending
    std::vector<std::vector<double>> anglesRad; ///< one row per time, one angle per joint
};

/// Fits a motion with few keyframes to samples within a tolerance: splits where the best cubic
/// curves have the largest error (as Ramer, Douglas and Peucker do with lines), over all joints at
/// once, then removes redundant keyframes. Uses linear or smooth curves where they suffice. Time
/// begins at the first sample. A joint that never moves has a key in the first keyframe only; an
/// angle that is not finite is replaced by the preceding one.
/// @param toleranceRad greater than 0
[[nodiscard]] Motion motionFromSamples(const JointSamples& samples, double toleranceRad);

} // namespace sideline::keyframe
