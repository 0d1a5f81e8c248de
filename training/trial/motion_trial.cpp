#include "training/trial/motion_trial.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/motion/trajectory_player.h"
#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/kinematics.h"
#include "training/trial/physics_robot.h"
#include "training/trial/start_pose.h"

namespace sideline::training {

namespace {

using motion::TrajectoryPlayer;
using robot::JointId;

using game::kStepS;
constexpr double kStaysUprightS = 0.5;
constexpr double kBallRestsMps = 0.02;

class MotionRun {
public:
    MotionRun(std::shared_ptr<const motion::JointTrajectory> trajectory,
              const robot::RobotModel& model, const TrialSettings& settings, PhysicsRobot& robot)
        : m_trajectory(std::move(trajectory)),
          m_settings(settings),
          m_robot(robot),
          m_player(model, kStepS),
          m_rng(settings.seed),
          m_targetRad(model.joints().size()),
          m_expectedRad(model.joints().size()),
          m_measuredRad(model.joints().size()),
          m_gains(model.joints().size()),
          m_isOfLeague(model.traits().server == game::ServerKind::Rcssservermj) {
        m_result.model = model.shared();
        m_result.engine = m_robot.engine();
        if (m_settings.keepsSamples) {
            m_robot.watchMotors();
        }
        removeBall();
    }

    // @return false if canceled or the robot has a fault
    bool run(const std::function<bool()>& isCanceled);
    TrialResult takeResult() { return std::move(m_result); }

private:
    // Targets of the command that acts in a cycle, for samples and tracking.
    struct Aim {
        double motionTimeS = 0.0;
        int played = 0;
        std::shared_ptr<const motion::JointTrajectory> trajectory;
        std::vector<double> targetRad;
        std::vector<double> commandedRad;
        bool isPlaying = false;
    };

    void removeBall();
    void begin();
    void answer();
    void sample(double timeS);
    void watchPosture(double timeS);
    void watchTracking(const Aim& aim);
    void watchWay();
    void watchBall();
    void finish();
    void explain();
    [[nodiscard]] bool isBallRolling() const;
    [[nodiscard]] bool hasBall() const { return m_settings.start == StartPose::OnBall; }
    [[nodiscard]] bool isUpright() const;
    [[nodiscard]] bool isFallen() const;

    std::shared_ptr<const motion::JointTrajectory> m_trajectory;
    const TrialSettings& m_settings;
    PhysicsRobot& m_robot;
    TrajectoryPlayer m_player;
    base::Rng m_rng;
    std::vector<double> m_targetRad;
    std::vector<double> m_expectedRad;
    std::vector<double> m_measuredRad;
    std::vector<std::optional<motion::JointGains>> m_gains;
    bool m_isOfLeague;
    Aim m_acting; ///< targets of the command that acts in the next cycle
    Aim m_next;   ///< targets of the command after that
    TrialResult m_result;
    double m_ownTimeS = 0.0; ///< time in the tested motion
    bool m_isBegun = false;
    bool m_beganUpright = false;
    double m_timeS = 0.0;
    Eigen::Vector3d m_lastTorso_S = Eigen::Vector3d::Zero();
    math::Pose m_X_SGround; ///< ground at the start
    Eigen::Vector3d m_p_SBallAtStart = Eigen::Vector3d::Zero();
};

bool MotionRun::run(const std::function<bool()>& isCanceled) {
    const auto shouldContinue = [&] {
        return m_robot.fault().empty() && (!isCanceled || !isCanceled());
    };
    const bool isReady =
        takeStartPose(m_robot, *m_trajectory, m_settings, m_rng, [&](double timeS) {
            m_result.simulatedS += kStepS;
            sample(timeS);
            return shouldContinue();
        });
    if (!isReady) {
        return false;
    }
    begin();
    double watchedS = 0.0;
    for (;;) {
        const auto state = m_player.state();
        const bool isOver = state == TrajectoryPlayer::State::Done ||
                            state == TrajectoryPlayer::State::StoppedByFall;
        if (!isOver && state != TrajectoryPlayer::State::Idle && m_timeS >= m_settings.longestS) {
            m_player.stop(); // the motion waits or repeats for too long: holds the joints
            m_result.motionEndS = m_timeS;
        }
        if (m_player.state() == TrajectoryPlayer::State::Idle || isOver) {
            const double longestS =
                m_settings.watchS + (isBallRolling() ? m_settings.ballWatchS : 0.0);
            if (watchedS >= longestS) {
                break;
            }
            watchedS += kStepS;
        }
        m_acting = std::exchange(m_next, {});
        answer();
        m_robot.cycle();
        m_timeS += kStepS;
        m_result.simulatedS += kStepS;
        watchPosture(m_timeS);
        watchWay();
        watchBall();
        watchTracking(m_acting);
        sample(m_timeS);
        if (!shouldContinue()) {
            return false;
        }
    }
    finish();
    return true;
}

void MotionRun::removeBall() {
    simulator::BallState ball;
    ball.X_SBall.p = {0.0, 9.0, m_robot.ballRadiusM()};
    m_robot.setBall(ball);
}

void MotionRun::begin() {
    m_isBegun = true;
    if (hasBall()) {
        simulator::BallState ball;
        ball.X_SBall.p = ballPlace_S(m_robot, m_settings, m_rng);
        m_robot.setBall(ball);
        m_p_SBallAtStart = ball.X_SBall.p;
        m_result.ballHeightM = ball.X_SBall.p.z();
    }
    m_beganUpright = !isFallen();
    m_X_SGround = m_robot.ground();
    m_result.X_STorsoAtStart = m_robot.torso();
    m_lastTorso_S = m_result.X_STorsoAtStart.p;
    for (std::size_t i = 0; i < m_expectedRad.size(); ++i) {
        m_expectedRad[i] = m_robot.joints()[i].expectedRad;
        m_targetRad[i] = m_robot.joints()[i].targetRad;
    }
    m_player.start(m_trajectory, m_expectedRad);
    m_result.played.assign(1, PlayedMotion());
}

// Decides as an agent does between two messages.
void MotionRun::answer() {
    const auto joints = m_robot.joints();
    for (std::size_t i = 0; i < joints.size(); ++i) {
        m_expectedRad[i] = joints[i].expectedRad;
        m_measuredRad[i] = joints[i].measuredRad;
    }
    const auto before = m_player.state();
    const int followed = m_player.followedCount();
    const auto state = m_player.step(m_robot.senses(), m_expectedRad, m_targetRad, m_measuredRad);
    if (m_player.followedCount() > followed) {
        const std::string_view name = m_player.targetName();
        m_result.played.push_back({std::string(name), m_timeS});
    }
    m_result.isChainCut = m_player.isChainCut();
    if (state != before && (state == TrajectoryPlayer::State::Done ||
                            state == TrajectoryPlayer::State::StoppedByFall)) {
        m_result.motionEndS = m_timeS + kStepS; // time at which this command acts
        m_result.finished = state == TrajectoryPlayer::State::Done;
    }
    for (std::size_t i = 0; i < m_gains.size(); ++i) {
        m_gains[i] = m_player.trajectory()->gains(JointId(i), m_player.timeS());
    }
    m_robot.setTargets(m_targetRad, m_gains);
    m_ownTimeS = m_player.target() == 0 ? m_player.timeS() : m_ownTimeS;
    m_next.motionTimeS = m_ownTimeS;
    m_next.played = static_cast<int>(m_result.played.size()) - 1;
    m_next.trajectory = m_player.trajectory();
    m_next.isPlaying = state == TrajectoryPlayer::State::Playing;
    const auto target = m_player.motionTargetRad();
    m_next.targetRad.assign(target.begin(), target.end());
    m_next.commandedRad.resize(joints.size());
    for (std::size_t i = 0; i < joints.size(); ++i) {
        m_next.commandedRad[i] = joints[i].targetRad;
    }
}

void MotionRun::sample(double timeS) {
    if (!m_settings.keepsSamples) {
        return;
    }
    const bool hasAim = m_isBegun && !m_acting.targetRad.empty();
    TrialSample& sample = m_result.samples.emplace_back();
    static_cast<RobotCycle&>(sample) = recordCycle(
        m_robot, timeS,
        hasAim ? std::span<const double>(m_acting.commandedRad) : std::span<const double>());
    sample.motionTimeS = m_isBegun ? m_acting.motionTimeS : 0.0;
    sample.played = m_isBegun ? m_acting.played : 0;
    sample.targetRad = hasAim ? m_acting.targetRad : sample.measuredRad;
    sample.centerOfMass_S = robot::centerOfMass(*m_result.model, sample.X_SBody);
    if (hasBall() && m_isBegun) {
        sample.p_SBall = m_robot.ball().X_SBall.p;
    }
    sample.leftFootN = m_robot.leftFootN();
    sample.rightFootN = m_robot.rightFootN();
}

bool MotionRun::isUpright() const {
    return game::isUpright(m_robot.uprightness(), m_robot.headHeightRatio());
}

bool MotionRun::isFallen() const {
    return game::isFallen(m_robot.uprightness(), m_robot.headHeightRatio());
}

void MotionRun::watchPosture(double timeS) {
    if (!isUpright()) {
        m_result.uprightAtS.reset();
    } else if (!m_result.uprightAtS) {
        m_result.uprightAtS = timeS;
    }
    if (m_beganUpright && !m_result.fellAtS && isFallen()) {
        m_result.fellAtS = timeS;
    }
}

void MotionRun::watchTracking(const Aim& aim) {
    if (!aim.isPlaying) {
        return;
    }
    for (std::size_t i = 0; i < aim.targetRad.size(); ++i) {
        // A target beyond the stop only makes a motor of rcssservermj press harder.
        const double targetRad = m_isOfLeague ? aim.commandedRad[i] : aim.targetRad[i];
        const double missedRad = std::abs(m_robot.joints()[i].measuredRad - targetRad);
        if (aim.trajectory->moves(JointId(i)) && missedRad > m_result.worstTrackingRad) {
            m_result.worstTrackingRad = missedRad;
            m_result.worstJoint = JointId(i);
        }
    }
}

void MotionRun::watchWay() {
    const Eigen::Vector3d torso_S = m_robot.torso().p;
    m_result.torsoPathM += (torso_S - m_lastTorso_S).head<2>().norm();
    m_lastTorso_S = torso_S;
}

void MotionRun::watchBall() {
    if (hasBall()) {
        m_result.ballHeightM = std::max(m_result.ballHeightM, m_robot.ball().X_SBall.p.z());
    }
}

bool MotionRun::isBallRolling() const {
    return hasBall() && m_robot.ball().velocity_SMps.norm() > kBallRestsMps;
}

void MotionRun::finish() {
    m_result.X_STorsoAtEnd = m_robot.torso();
    const math::Pose& from = m_result.X_STorsoAtStart;
    const math::Pose& to = m_result.X_STorsoAtEnd;
    m_result.walkedM = (to.p - from.p).head<2>().norm();
    const Eigen::Vector3d ahead = m_X_SGround.R.transpose() * m_robot.ground().R.col(0);
    m_result.turnedRad = std::atan2(ahead.y(), ahead.x());
    m_result.isUprightAtEnd =
        m_result.uprightAtS && m_timeS - *m_result.uprightAtS >= kStaysUprightS - kStepS / 2.0;
    if (!m_result.isUprightAtEnd) {
        m_result.uprightAtS.reset();
    }
    if (hasBall()) {
        const Eigen::Vector3d way =
            m_X_SGround.R.transpose() * (m_robot.ball().X_SBall.p - m_p_SBallAtStart);
        m_result.ballDistanceM = way.head<2>().norm();
        m_result.ballDirectionRad =
            m_result.ballDistanceM > 0.0 ? std::atan2(way.y(), way.x()) : 0.0;
    }
    explain();
}

void MotionRun::explain() {
    if (m_result.samples.empty()) {
        return;
    }
    std::vector<const RobotCycle*> cycles;
    for (const TrialSample& sample : m_result.samples) {
        cycles.push_back(&sample);
    }
    if (m_isOfLeague) {
        m_result.torqueLimits = torqueLimits(*m_result.model, cycles);
    }
    m_result.balance = measuredBalance(*m_result.model, cycles);
    std::optional<double> fellAtS = m_result.fellAtS;
    if (!m_beganUpright && !m_result.isUprightAtEnd) {
        fellAtS = fallAfterGettingUp(*m_result.model, cycles, m_result.balance);
    }
    if (fellAtS) {
        m_result.fall = explainFall(*m_result.model, cycles, m_result.balance, *fellAtS);
    }
}

} // namespace

base::Expected<TrialResult> runTrial(
    const std::shared_ptr<const motion::JointTrajectory>& trajectory, const TrialSettings& settings,
    const std::function<bool()>& isCanceled) {
    const robot::RobotModel* chosen =
        settings.robot ? settings.robot.get() : robot::defaultRobot(settings.robotType);
    if (chosen == nullptr) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("unknown robot type {}", settings.robotType),
                             "a type from 0 to 4");
    }
    const robot::RobotModel& model = *chosen;
    const std::size_t jointCount = model.joints().size();
    if (!trajectory || trajectory->jointCount() != jointCount) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("the motion is for a robot with {} joints",
                                         trajectory ? trajectory->jointCount() : 0),
                             fmt::format("{} joints, as {} has", jointCount, model.name()));
    }
    if (!settings.startRad.empty() && settings.startRad.size() != jointCount) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("the start pose has {} joints", settings.startRad.size()),
                             fmt::format("{} joints, as {} has", jointCount, model.name()));
    }
    const auto robot = makePhysicsRobot(model, settings.isExact);
    if (!robot) {
        return tl::unexpected(robot.error());
    }
    MotionRun trial(trajectory, model, settings, **robot);
    if (!trial.run(isCanceled)) {
        if (const std::string_view fault = (*robot)->fault(); !fault.empty()) {
            return base::failure(base::ErrorCode::InvalidArgument, std::string(fault),
                                 "gains that steps of 5 ms can follow");
        }
        return base::failure(base::ErrorCode::Canceled, "the simulation test was canceled");
    }
    return trial.takeResult();
}

} // namespace sideline::training
