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

/// A motion at one instant, assuming exact tracking and no slip.
struct MotionSample {
    double timeS = 0.0;
    std::vector<double> anglesRad; ///< one per joint of the model
    math::Pose X_STorso;           ///< pose of the torso for which the posture rests on the ground
    Eigen::Vector3d centerOfMass_S = Eigen::Vector3d::Zero();
    /// Zero-moment point on the ground, from the motion of all bodies' masses over time (x_zmp =
    /// sum m ((az + g) x - ax z) / sum m (az + g); neglects rotational inertia).
    Eigen::Vector2d zmp_S = Eigen::Vector2d::Zero();
    std::vector<Eigen::Vector2d> support_S; ///< corners, counterclockwise
    double comMarginM = 0.0; ///< distance of the center of mass's projection to the support
                             ///< polygon's border, negative outside
    double zmpMarginM = 0.0;
};

/// Analysis of a whole motion.
struct MotionAnalysis {
    /// One every `stepS`, from 0 to the end (the last step may be longer or shorter by half). From
    /// 250 steps after the last key on, the motion is static and only its end is sampled.
    std::vector<MotionSample> samples;
    double stepS = game::kStepS;
    /// Joint limit and speed violations, self-collisions, and loss of balance (zero-moment point
    /// outside by more than 5 mm for longer than 0.06 s). A continuous violation is one finding
    /// with begin and end, the worst value and its limit, in degrees, degrees/s and m. In order of
    /// time; all are warnings.
    std::vector<Finding> findings;
    /// Returns the sample nearest to a time; null without samples.
    [[nodiscard]] const MotionSample* at(double timeS) const;
};
using MotionAnalysisPtr = std::shared_ptr<const MotionAnalysis>;

struct AnalysisOptions {
    double stepS = game::kStepS; ///< greater than 0
    robot::GroundRule ground = robot::GroundRule::LevelSole;
    /// Joint angles before their first keys, one per joint; if empty, the entry pose, or zeros if
    /// there is none.
    std::vector<double> startRad;
    /// Orientation of the torso before the motion; a robot tilted by more than 45 degrees counts as
    /// lying at the start.
    Eigen::Matrix3d R_STorsoAtStart = Eigen::Matrix3d::Identity();
};

/// Analyzes a motion; takes a few milliseconds per second of motion.
///
/// While the robot stands, the lower foot stays fixed on the ground (the other becomes the support
/// foot when it is lower by 2 mm, or by more if it is tilted), so that the torso moves over it.
/// When another body is lowest for five samples, the robot lies: it is brought to rest in each
/// sample, until it rests on its feet alone. Where this would cause a jump, the zero-moment point
/// is computed for a robot at rest. Loops and waits are not played.
/// @param isCanceled polled regularly; if true, the result is empty. May be empty. Any thread.
[[nodiscard]] MotionAnalysisPtr analyze(const motion::JointTrajectory& trajectory,
                                        const robot::RobotModel& model,
                                        const AnalysisOptions& options = {},
                                        const std::function<bool()>& isCanceled = {});

/// Whether only the analysis can detect a finding: balance and self-collisions. For limits and
/// speeds, `check` has better findings, with keyframes and lines.
[[nodiscard]] bool isOfPosture(const Finding& finding);

/// Analyzes one pose placed on the ground, with its center of mass and support; `zmp_S` is the
/// projection of the center of mass.
[[nodiscard]] MotionSample analyzePose(const robot::RobotModel& model,
                                       std::span<const double> anglesRad, robot::GroundRule ground);

} // namespace sideline::keyframe
