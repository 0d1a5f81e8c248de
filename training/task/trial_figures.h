#pragma once

#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "training/task/task.h"
#include "training/trial/trial_robot.h"

namespace sideline::training {

/// What can be said about a trial at any time of it. All tasks judge by these figures.
struct TrialFigures {
    double timeS = 0.0;       ///< since the start
    bool isMoverDone = false; ///< what moves the robot holds its last pose
    double moverEndS = 0.0;   ///< since when, if so
    bool beganUpright = false;
    std::optional<double> fellS;    ///< first time it lay, of a robot that began upright
    std::optional<double> uprightS; ///< since when it has been upright without a break
    double uprightTotalS = 0.0;     ///< for how long in all
    double headShare = 0.0; ///< height of the head now, as a share of that of the standing robot
    double bestHeadShare = 0.0; ///< highest so far
    double uprightCos = 0.0;    ///< cosine of the torso's tilt
    double forwardM = 0.0;      ///< of the torso, in the direction in which it began
    double leftM = 0.0;
    /// How far it went as it was told, m: for each command the way in its direction, at most as far
    /// as it said, less half of the way beside it or too far. A turn of one rad counts 0.25 m.
    double followedM = 0.0;
    // Of targets; only with them.
    bool hasTargets = false;
    int targetCount = 0;
    int targetsReached = 0;
    double targetsReachedS = 0.0; ///< when the last of those was reached
    double targetProgress = 0.0;  ///< `TargetRun::progress`
    double targetWayM = 0.0;      ///< from there to the present target, or the last one
    // Of a robot that walked and was told to stand.
    std::optional<double> haltToldS; ///< when it was told that
    double haltSpeedMps = 0.0;       ///< over the ground, in the half second before
    double haltWayM = 0.0;           ///< from where it was then
    std::optional<double> haltedS;   ///< since when the torso has stayed within 2 cm
    double turnedRad = 0.0;          ///< all turns of the torso added, positive to the left
    double pathM = 0.0;              ///< length of the torso's way over the ground
    double jointTravelRad = 0.0;     ///< way of all joints added: what the motion costs
    int selfCollisionCount = 0; ///< cycles in which bodies of it overlapped as the rules forbid
    // Of the ball; only with one.
    bool hasBall = false;
    double ballForwardM = 0.0; ///< from where it lay, in the direction in which the robot began
    double ballLeftM = 0.0;
    double ballHeightM = 0.0; ///< highest point of its center
    double ballSpeedMps = 0.0;
    std::optional<double> contactS; ///< when it began to move
    double ballNearS = 0.0;         ///< how long since then it was at the feet, within `kBallNearM`

    /// Of a ball that is dribbled: from the middle between the feet, m.
    static constexpr double kBallNearM = 0.3;
    [[nodiscard]] double ballDistanceM() const {
        return Eigen::Vector2d(ballForwardM, ballLeftM).norm();
    }
    /// 0 straight ahead, positive to the left; 0 for a ball that has not moved.
    [[nodiscard]] double ballDirectionRad() const;
};

/// Follows a trial and keeps its figures. One thread at a time.
class FigureTracker {
public:
    /// @param hasBall whether a ball counts
    void begin(const TrialRobot& robot, bool hasBall);
    void update(const TrialView& view);
    [[nodiscard]] const TrialFigures& figures() const { return m_figures; }

private:
    void watchWay(const TrialRobot& robot);
    void watchBall(const TrialRobot& robot);
    void watchTargets(const TargetRun& targets);
    void watchHalt(const TrialView& view);
    void watchCommand(const TrialView& view, const Eigen::Vector3d& move_S, double turnRad);
    [[nodiscard]] static double headingRad(const TrialRobot& robot);

    TrialFigures m_figures;
    math::Pose m_X_SGround; ///< at the start
    Eigen::Vector3d m_p_STorsoBegin = Eigen::Vector3d::Zero();
    Eigen::Vector3d m_p_STorso = Eigen::Vector3d::Zero(); ///< in the cycle before
    double m_headingRad = 0.0;                            ///< in the cycle before
    // Of the present command: what was asked for and done so far; forward, left, turn, all in m.
    int m_commandNumber = 0;
    Eigen::Vector3d m_askedM = Eigen::Vector3d::Zero();
    Eigen::Vector3d m_doneM = Eigen::Vector3d::Zero();
    double m_followedBeforeM = 0.0;        ///< of the commands before
    std::vector<Eigen::Vector2d> m_places; ///< of the torso, in turns, while it is told to walk
    std::size_t m_placeCount = 0;          ///< so far
    Eigen::Vector2d m_haltPlace = Eigen::Vector2d::Zero();  ///< where it was told to stand
    Eigen::Vector2d m_stillPlace = Eigen::Vector2d::Zero(); ///< of `haltedS`
    std::vector<double> m_jointRad;                         ///< in the cycle before
    Eigen::Vector3d m_p_SBallBegin = Eigen::Vector3d::Zero();
};

} // namespace sideline::training
