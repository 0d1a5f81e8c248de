#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <Eigen/Core>

#include "agentcore/game/constants.h"
#include "agentcore/math/pose.h"
#include "agentcore/robot/posture.h"
#include "agentcore/robot/robot_model.h"
#include "motions/finding.h"
#include "motions/resolve.h"

namespace sideline::keyframe {

/// A motion at one instant, seen as if the robot followed it exactly and never slipped.
struct MotionSample {
    double timeS = 0.0;
    std::vector<double> anglesRad; ///< one per joint of the model
    math::Pose X_STorso;           ///< resting on the ground as the posture asks
    Eigen::Vector3d centerOfMass_S = Eigen::Vector3d::Zero();
    /// Zero-moment point on the ground, from the motion of all bodies' masses over time
    /// (x_zmp = sum m ((az + g) x - ax z) / sum m (az + g); rotary inertia omitted).
    Eigen::Vector2d zmp_S = Eigen::Vector2d::Zero();
    std::vector<Eigen::Vector2d> support_S; ///< corners, counterclockwise
    double comMarginM = 0.0; ///< of the center of mass's projection, negative outside
    double zmpMarginM = 0.0;
};

/// What a motion does, over its whole length.
struct MotionAnalysis {
    /// Every `stepS`, the first at 0, the last at the end (its step may be longer or shorter by
    /// half). 250 steps after the last key nothing moves any more: then only the end follows.
    std::vector<MotionSample> samples;
    double stepS = game::kStepS;
    /// Angles beyond stops, speeds beyond motors, self-collisions, and loss of balance (zero-moment
    /// point outside by more than 5 mm for longer than 0.06 s); each lasting one is one finding
    /// with begin and end, the worst value and its limit, in degrees, degrees/s and m. In order of
    /// time, all of them warnings.
    std::vector<Finding> findings;
    /// The sample nearest to a time; null without samples.
    [[nodiscard]] const MotionSample* at(double timeS) const;
};
using MotionAnalysisPtr = std::shared_ptr<const MotionAnalysis>;

struct AnalysisOptions {
    double stepS = game::kStepS; ///< over 0
    robot::GroundRule ground = robot::GroundRule::LevelSole;
    /// Of joints before their first keys, one per joint; the entry pose if empty, zeros without
    /// one.
    std::vector<double> startRad;
    /// How the torso is turned before the motion; a robot that starts further from upright than 45
    /// degrees lies.
    Eigen::Matrix3d R_STorsoAtStart = Eigen::Matrix3d::Identity();
};

/// Analyses a motion; a second of it takes some milliseconds.
///
/// Standing, the lower foot stays where it is on the ground (the other takes over when it comes
/// lower by 2 mm, more the less flat it is), so that the torso moves over it. A robot of which
/// something else is the lowest for five samples lies: it is put to rest again in each sample,
/// until it rests on its feet alone. Where the robot would jump by that, the zero-moment point is
/// that of a robot at rest. Loops and waits are not played.
/// @param isCanceled asked now and then; the result is then empty. May be empty. Any thread.
[[nodiscard]] MotionAnalysisPtr analyze(const motion::JointTrajectory& trajectory,
                                        const robot::RobotModel& model,
                                        const AnalysisOptions& options = {},
                                        const std::function<bool()>& isCanceled = {});

/// Whether a finding is of what only the analysis sees: balance and self-collisions. Limits and
/// speeds are reported better by `check`, which knows keyframes and lines.
[[nodiscard]] bool isOfPosture(const Finding& finding);

/// One pose put on the ground, with its center of mass and support; `zmp_S` is where the center of
/// mass projects to.
[[nodiscard]] MotionSample analyzePose(const robot::RobotModel& model,
                                       std::span<const double> anglesRad, robot::GroundRule ground);

} // namespace sideline::keyframe
