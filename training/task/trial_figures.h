#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "simulator/robot/self_contacts.h"
#include "training/task/task.h"
#include "training/task/trial_failure.h"
#include "training/trial/physics_robot.h"

namespace sideline::training {

/// Measurements of a trial at any time. All tasks evaluate these.
struct TrialFigures {
    double timeS = 0.0;       ///< time since the start
    bool isMoverDone = false; ///< the mover holds its last pose
    double moverEndS = 0.0;   ///< time at which it finished, if it has
    bool beganUpright = false;
    std::optional<double> fellS; ///< time of the first fall, for a robot that began upright
    FailureKind fall = FailureKind::FellForward; ///< direction of that fall
    std::optional<double> uprightS;              ///< beginning of the current upright interval
    double uprightTotalS = 0.0;                  ///< total upright time
    double headHeightRatio = 0.0; ///< current head height relative to that of the standing robot
    double bestHeadHeightRatio = 0.0; ///< maximum so far
    double uprightCos = 0.0;          ///< cosine of the torso's tilt
    double forwardM = 0.0;            ///< displacement of the torso in its initial direction
    double leftM = 0.0;
    /// Distance covered as commanded, m: for each command the displacement in its direction,
    /// limited to the commanded distance, minus half of the lateral or excess displacement. A turn
    /// of one rad counts as 0.25 m.
    double followedM = 0.0;
    // Only in trials with targets.
    bool hasTargets = false;
    int targetCount = 0;
    int targetsReached = 0;
    double targetsReachedS = 0.0; ///< time at which the last of these targets was reached
    double targetProgress = 0.0;  ///< `TargetRun::progress`
    double targetDistanceM =
        0.0; ///< distance from the robot to the current target, or to the last one
    // For a walking robot with a halt command.
    std::optional<double> haltCommandS; ///< time of the halt command
    double haltSpeedMps = 0.0; ///< mean speed over the ground in the half second before the command
    double haltDistanceM = 0.0;    ///< distance from the position at the command
    std::optional<double> haltedS; ///< time from which the torso has stayed within 2 cm
    double turnedRad = 0.0;        ///< sum of all turns of the torso, positive to the left
    double pathM = 0.0;            ///< length of the torso's path over the ground
    double jointTravelRad = 0.0;   ///< sum of all joint movements: the effort of the motion
    int selfCollisionCount =
        0; ///< cycles with forbidden self-collisions, except for those present at the start
    double selfCollisionS = 0.0; ///< time of the first of those cycles
    // Only in trials with a ball.
    bool hasBall = false;
    double ballForwardM = 0.0; ///< displacement in the robot's initial direction
    double ballLeftM = 0.0;
    double ballHeightM = 0.0; ///< maximum height of its center
    double ballSpeedMps = 0.0;
    std::optional<double> contactS;                            ///< time at which it began to move
    double ballGapM = std::numeric_limits<double>::infinity(); ///< smallest gap to the robot so far
    double ballGapS = 0.0;                                     ///< time of that gap
    double ballNearS = 0.0; ///< time within `kBallNearM` of the feet since contact

    /// For dribbling: maximum distance of a near ball from the midpoint of the feet, m.
    static constexpr double kBallNearM = 0.3;
    [[nodiscard]] double ballDistanceM() const {
        return Eigen::Vector2d(ballForwardM, ballLeftM).norm();
    }
    /// 0 straight ahead, positive to the left; 0 for a ball that has not moved.
    [[nodiscard]] double ballDirectionRad() const;
};

/// Computes the figures of a trial. One thread at a time.
class FigureTracker {
public:
    /// @param hasBall whether the trial has a ball
    void begin(const PhysicsRobot& robot, bool hasBall);
    void update(const TrialView& view);
    [[nodiscard]] const TrialFigures& figures() const { return m_figures; }

private:
    void watchWay(const PhysicsRobot& robot);
    void watchBall(const PhysicsRobot& robot);
    void watchTargets(const TargetRun& targets);
    void watchHalt(const TrialView& view);
    void watchCommand(const TrialView& view, const Eigen::Vector3d& move_S, double turnRad);
    [[nodiscard]] static double headingRad(const PhysicsRobot& robot);

    TrialFigures m_figures;
    math::Pose m_X_SGround;            ///< ground at the start
    std::vector<math::Pose> m_grounds; ///< ground in each of the last cycles, reused in turn
    std::size_t m_groundCount = 0;
    bool m_hasForbiddenContacts = true; ///< only SimSpark's rules forbid self-collisions
    std::vector<simulator::SelfContact> m_startContacts;
    Eigen::Vector3d m_p_STorsoBegin = Eigen::Vector3d::Zero();
    Eigen::Vector3d m_p_STorso = Eigen::Vector3d::Zero(); ///< position in the previous cycle
    double m_headingRad = 0.0;                            ///< heading in the previous cycle
    // Current command: commanded and covered distances; forward, left, turn, all in m.
    int m_commandNumber = 0;
    Eigen::Vector3d m_askedM = Eigen::Vector3d::Zero();
    Eigen::Vector3d m_doneM = Eigen::Vector3d::Zero();
    double m_followedBeforeM = 0.0;        ///< total of earlier commands
    std::vector<Eigen::Vector2d> m_places; ///< ring buffer of torso positions during walk commands
    std::size_t m_placeCount = 0;          ///< number so far
    Eigen::Vector2d m_haltPlace = Eigen::Vector2d::Zero();  ///< position at the halt command
    Eigen::Vector2d m_stillPlace = Eigen::Vector2d::Zero(); ///< position that `haltedS` refers to
    std::vector<double> m_jointRad;                         ///< in the previous cycle
    Eigen::Vector3d m_p_SBallBegin = Eigen::Vector3d::Zero();
};

} // namespace sideline::training
