#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/error.h"
#include "agentcore/math/pose.h"
#include "agentcore/motion/joint_trajectory.h"
#include "agentcore/robot/robot_model.h"
#include "motions/motion.h"

namespace sideline::training {

using keyframe::isLying;
using keyframe::StartPose;
using keyframe::startPoseFromName;
using keyframe::startPoseName;

/// How the torso of a robot that faces along y is turned in a start pose; upright or lying flat.
[[nodiscard]] Eigen::Matrix3d torsoTurn(StartPose pose);

/// One run of a motion in simulation.
struct TrialSettings {
    int robotType = 0;                    ///< Nao type, 0 to 4, unless `robot` is set
    robot::RobotModelPtr robot = nullptr; ///< that moves; null: the Nao of `robotType`
    StartPose start = StartPose::Standing;
    /// Of the ball's center from the middle between the feet: x forward, y left, m; for OnBall.
    Eigen::Vector2d ballFromFeetM = Eigen::Vector2d(0.18, 0.0);
    /// Angles of the start pose, one per joint; empty: the motion's first pose when it begins
    /// upright, all joints at zero when it begins lying.
    std::vector<double> startRad = {};
    double settleS = 1.0;    ///< held in the start pose before the motion begins; who begins lying
                             ///< falls first, and is given up to three seconds to lie still
    double watchS = 2.0;     ///< watched after its end, joints held
    double ballWatchS = 8.0; ///< longest time beyond that until a ball that was played lies still
    std::uint64_t seed = 1;  ///< of the pose noise
    double jointNoiseRad = 0.0;   ///< standard deviation of each joint's angle in the start pose
    double headingNoiseRad = 0.0; ///< of the direction in which it stands or falls
    double placeNoiseM = 0.0;     ///< of the ball's place, in each direction
    double longestS = 60.0;       ///< of a motion that waits or repeats
    bool isExact = false;         ///< ODE's own solver instead of the fast one
    bool keepsSamples = true;     ///< off for mass trials
};

/// One cycle of a trial.
struct TrialSample {
    double timeS = 0.0;               ///< since the motion's begin; negative while settling
    double motionTimeS = 0.0;         ///< in the motion; stands still while a branch's is played
    int played = 0;                   ///< place in `TrialResult::played` of what is played
    std::vector<double> targetRad;    ///< what the motion asks
    std::vector<double> commandedRad; ///< what the joints were commanded to, inside limits
    std::vector<double> measuredRad;
    std::vector<math::Pose> X_SBody; ///< all bodies of the model
    std::optional<Eigen::Vector3d> p_SBall;
    double leftFootN = 0.0;
    double rightFootN = 0.0;
    Eigen::Vector3d centerOfMass_S = Eigen::Vector3d::Zero();
};

/// A motion that was played in a trial.
struct PlayedMotion {
    std::string name;    ///< empty for the one that is tried
    double beginS = 0.0; ///< since the start of the trial's motion
    [[nodiscard]] bool operator==(const PlayedMotion&) const = default;
};

/// What came of it.
struct TrialResult {
    robot::RobotModelPtr model;
    std::vector<TrialSample> samples; ///< empty without `keepsSamples`
    /// The one that is tried, then those that branches led to, in the order in which they began.
    std::vector<PlayedMotion> played;
    bool isChainCut = false;          ///< branches led to more than `kMostMotionsInARow` motions
    double motionEndS = 0.0;          ///< when the last motion was over
    bool finished = false;            ///< came to its end, rather than to `longestS` or a fall
    std::optional<double> fellAtS;    ///< first time it lay, while it began upright
    bool isUprightAtEnd = false;      ///< torso within 25 degrees of upright, head above 0.75 of
                                      ///< its standing height, through the last half second
    std::optional<double> uprightAtS; ///< since when it stayed upright, if it does
    math::Pose X_STorsoAtStart;
    math::Pose X_STorsoAtEnd;
    double torsoPathM = 0.0; ///< length of the torso's way over the ground
    double walkedM = 0.0;    ///< from begin to end over the ground
    double turnedRad = 0.0;
    double ballDistanceM = 0.0;    ///< that the ball rolled from where it lay, at the end
    double ballDirectionRad = 0.0; ///< of that, 0 straight ahead, positive to the left
    double ballHeightM = 0.0;      ///< highest point of its center
    double worstTrackingRad = 0.0; ///< largest distance of a measured joint from its target
    robot::JointId worstJoint;
    double simulatedS = 0.0;
};
using TrialResultPtr = std::shared_ptr<const TrialResult>;

/// Plays a motion, and those that its branches lead to, on the embedded simulator: no rules, no
/// noise of senses, nobody else. Equal settings give equal results, bit for bit. Takes some
/// milliseconds per simulated second.
/// @param trajectory for the robot of the settings
/// @param isCanceled asked every cycle; may be empty
/// Errors: InvalidArgument for a type that does not exist or a trajectory of another model;
/// Canceled. Any thread; trials may run in parallel.
[[nodiscard]] base::Expected<TrialResult> runTrial(
    const std::shared_ptr<const motion::JointTrajectory>& trajectory, const TrialSettings& settings,
    const std::function<bool()>& isCanceled = {});

} // namespace sideline::training
