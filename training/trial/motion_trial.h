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
#include "training/trial/fall_analysis.h"

namespace sideline::training {

using keyframe::isLying;
using keyframe::StartPose;
using keyframe::startPoseFromName;
using keyframe::startPoseName;

/// Returns the torso's orientation in a start pose for a robot that faces along y; upright or lying
/// flat.
[[nodiscard]] Eigen::Matrix3d torsoTurn(StartPose pose);

/// Settings of a simulated run of a motion.
struct TrialSettings {
    int robotType = 0;                    ///< Nao type, 0 to 4, unless `robot` is set
    robot::RobotModelPtr robot = nullptr; ///< robot model; null: the Nao of `robotType`
    StartPose start = StartPose::Standing;
    /// Ball center relative to the midpoint of the feet: x forward, y left, m; for OnBall.
    Eigen::Vector2d ballFromFeetM = Eigen::Vector2d(0.18, 0.0);
    /// Angles of the start pose, one per joint; empty: the motion's first pose for upright starts,
    /// all joints at zero for lying ones.
    std::vector<double> startRad = {};
    /// Time for which the start pose is held before the motion; for lying starts the robot falls
    /// first, and has up to three seconds to come to rest.
    double settleS = 1.0;
    double watchS = 2.0;        ///< observation time after the motion, with the joints held
    double ballWatchS = 8.0;    ///< maximum additional time until a played ball comes to rest
    std::uint64_t seed = 1;     ///< seed of the pose noise
    double jointNoiseRad = 0.0; ///< standard deviation of each joint's angle in the start pose
    /// Standard deviation of the initial heading or falling direction.
    double headingNoiseRad = 0.0;
    double placeNoiseM = 0.0; ///< standard deviation of the ball position, in each direction
    double longestS = 60.0;   ///< limit for a motion that waits or repeats
    bool isExact = false;     ///< ODE's own solver instead of the fast one
    bool keepsSamples = true; ///< false in mass trials
};

/// One cycle of a trial; times are negative while the robot settles.
struct TrialSample : RobotCycle {
    double motionTimeS = 0.0; ///< time in the motion; constant while a branch's motion is played
    int played = 0;           ///< index in `TrialResult::played` of the current motion
    std::vector<double> targetRad; ///< target angles of the motion
    std::optional<Eigen::Vector3d> p_SBall;
    double leftFootN = 0.0;
    double rightFootN = 0.0;
    Eigen::Vector3d centerOfMass_S = Eigen::Vector3d::Zero();
};

/// A motion played in a trial.
struct PlayedMotion {
    std::string name;    ///< empty for the tested motion
    double beginS = 0.0; ///< time since the start of the trial's motion
    [[nodiscard]] bool operator==(const PlayedMotion&) const = default;
};

/// Result of a trial.
struct TrialResult {
    robot::RobotModelPtr model;
    std::string engine;                 ///< `PhysicsRobot::engine`
    std::vector<TrialSample> samples;   ///< empty without `keepsSamples`
    std::vector<BalanceSample> balance; ///< measured, one per sample
    /// Why the robot fell, or fell again after it got up; none without a fall or without samples.
    std::optional<FallExplanation> fall;
    /// When motors were at their torque limits: for robots of rcssservermj, whose motors follow
    /// targets by gains. None without samples.
    std::vector<FallCause> torqueLimits;
    /// The tested motion, then those of branches, in the order in which they began.
    std::vector<PlayedMotion> played;
    bool isChainCut = false;          ///< branches led to more than `kMaxMotionsInARow` motions
    double motionEndS = 0.0;          ///< end of the last motion
    bool finished = false;            ///< reached its end, rather than `longestS` or a fall
    std::optional<double> fellAtS;    ///< time of the first fall after an upright start
    bool isUprightAtEnd = false;      ///< torso within 25 degrees of upright and head above 0.75 of
                                      ///< its standing height throughout the last half second
    std::optional<double> uprightAtS; ///< beginning of the final upright interval, if any
    math::Pose X_STorsoAtStart;
    math::Pose X_STorsoAtEnd;
    double torsoPathM = 0.0; ///< length of the torso's path over the ground
    double walkedM = 0.0;    ///< straight-line displacement over the ground
    double turnedRad = 0.0;
    double ballDistanceM = 0.0;    ///< final distance of the ball from its initial position
    double ballDirectionRad = 0.0; ///< 0 straight ahead, positive to the left
    double ballHeightM = 0.0;      ///< maximum height of its center
    double worstTrackingRad = 0.0; ///< maximum distance of a measured joint angle from its target
    robot::JointId worstJoint;
    double simulatedS = 0.0;
};
using TrialResultPtr = std::shared_ptr<const TrialResult>;

/// Plays a motion and the targets of its branches in the physics of the robot's server: SimSpark's
/// or, for T1, K1 and PiPlus, MuJoCo. No rules, no sensor noise, no other robots. Equal settings
/// produce equal results, bit for bit. Takes a few milliseconds per simulated second.
/// @param trajectory for the robot of the settings
/// @param isCanceled polled every cycle; may be empty
/// Errors: InvalidArgument for a type that does not exist or a trajectory of another model; those
/// of `makePhysicsRobot`; Canceled. Any thread; trials may run in parallel.
[[nodiscard]] base::Expected<TrialResult> runTrial(
    const std::shared_ptr<const motion::JointTrajectory>& trajectory, const TrialSettings& settings,
    const std::function<bool()>& isCanceled = {});

} // namespace sideline::training
