#pragma once

#include <vector>

#include "agentcore/motion/joint_trajectory.h"
#include "agentcore/robot/robot_model.h"
#include "motions/finding.h"
#include "motions/motion.h"

namespace sideline::keyframe {

using TrajectoryPtr = std::shared_ptr<const motion::JointTrajectory>;

/// A motion in numbers for a robot, and what could not be made numbers of.
struct Resolved {
    TrajectoryPtr trajectory; ///< never null
    /// Unknown joints and missing parameters (their keys are omitted), unreachable targets (the
    /// nearest reachable place is taken), with keyframe, time and joint.
    std::vector<Finding> findings;
};

/// Turns degrees and expressions into radians, limb targets into joint keys, and exchanges left
/// and right of a mirrored motion.
///
/// Angles are not held inside the joints' stops: `check` reports about those, players hold them.
/// @param overrides values of parameters that count instead of the motion's own
/// @param lines where the motion came from, to be reported in findings; may be null
/// Any thread.
[[nodiscard]] Resolved resolve(const Motion& motion, const robot::RobotModel& model,
                               const Parameters& overrides = {},
                               const SourceLines* lines = nullptr);

/// The same motion for the other side: joints, limb targets, entry pose and what branches ask for
/// exchanged; the motions that these lead to, `mirrored` and
/// names of keyframes stay. Mirroring twice gives the same motion.
[[nodiscard]] Motion mirrored(const Motion& motion);

/// Samples of a robot's joints over time, of a log or of a live robot.
struct JointSamples {
    std::vector<JointName> joints;
    std::vector<double> timesS;                 ///< rising
    std::vector<std::vector<double>> anglesRad; ///< one row per time, one angle per joint
};

/// Few keyframes whose curves stay within a tolerance of samples: splits where the best cubic
/// curves are worst (as Ramer, Douglas and Peucker do with lines), over all joints at once, then
/// takes out what is not needed. Ways that straight or smooth curves do justice to get those. Time
/// begins at the first sample. A joint that never moves has a key in the first keyframe only; an
/// angle that is not finite counts as the one before.
/// @param toleranceRad over 0
[[nodiscard]] Motion motionFromSamples(const JointSamples& samples, double toleranceRad);

} // namespace sideline::keyframe
