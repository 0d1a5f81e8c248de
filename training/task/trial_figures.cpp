#include "training/task/trial_figures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "training/trial/robot_cycle.h"

namespace sideline::training {

namespace {

constexpr double kBallMovesMps = 0.05;
constexpr double kStillM = 0.02;
constexpr std::size_t kHaltCycles = 25; // averaging window for the speed before a halt
constexpr std::size_t kFallCycles = 25; // duration of a fall, from standing to fallen

// Returns the distance of a point from a solid, 0 inside. @param p_Shape in the solid's frame
double distanceM(const robot::Shape& shape, const Eigen::Vector3d& p_Shape) {
    if (const auto* box = std::get_if<robot::Box>(&shape)) {
        return (p_Shape.cwiseAbs() - 0.5 * box->sizeM).cwiseMax(0.0).norm();
    }
    if (const auto* sphere = std::get_if<robot::Sphere>(&shape)) {
        return std::max(0.0, p_Shape.norm() - sphere->radiusM);
    }
    const auto& capsule = std::get<robot::Capsule>(shape);
    const double alongM = std::clamp(p_Shape.z(), -0.5 * capsule.lengthM, 0.5 * capsule.lengthM);
    return std::max(0.0, (p_Shape - alongM * Eigen::Vector3d::UnitZ()).norm() - capsule.radiusM);
}

// Returns the gap between the surfaces of ball and robot.
double ballGapM(const PhysicsRobot& robot, const Eigen::Vector3d& p_SBall) {
    double gapM = std::numeric_limits<double>::infinity();
    const auto& bodies = robot.model().bodies();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const math::Pose X_BodyS = robot.pose(robot::BodyId(i)).inverse();
        gapM = std::min(gapM, distanceM(bodies[i].shape, X_BodyS * p_SBall));
    }
    return std::max(0.0, gapM - robot.ballRadiusM());
}

} // namespace

double TrialFigures::ballDirectionRad() const {
    return ballDistanceM() > 0.0 ? std::atan2(ballLeftM, ballForwardM) : 0.0;
}

double FigureTracker::headingRad(const PhysicsRobot& robot) {
    const Eigen::Vector3d ahead = robot.ground().R.col(0);
    return std::atan2(ahead.y(), ahead.x());
}

void FigureTracker::begin(const PhysicsRobot& robot, bool hasBall) {
    m_figures = {};
    m_figures.hasBall = hasBall;
    m_figures.uprightCos = robot.uprightness();
    m_figures.headHeightRatio = robot.headHeightRatio();
    m_figures.bestHeadHeightRatio = m_figures.headHeightRatio;
    m_figures.beganUpright = !game::isFallen(m_figures.uprightCos, m_figures.headHeightRatio);
    if (game::isUpright(m_figures.uprightCos, m_figures.headHeightRatio)) {
        m_figures.uprightS = 0.0;
    }
    m_X_SGround = robot.ground();
    m_grounds.assign(kFallCycles, m_X_SGround);
    m_groundCount = 0;
    m_p_STorsoBegin = robot.torso().p;
    m_p_STorso = m_p_STorsoBegin;
    m_headingRad = headingRad(robot);
    m_commandNumber = 0;
    m_askedM.setZero();
    m_doneM.setZero();
    m_followedBeforeM = 0.0;
    m_places.assign(kHaltCycles, Eigen::Vector2d::Zero());
    m_placeCount = 0;
    m_jointRad.clear();
    for (const world::JointBelief& joint : robot.joints()) {
        m_jointRad.push_back(joint.measuredRad);
    }
    m_hasForbiddenContacts = robot.model().traits().server == game::ServerKind::SimSpark;
    m_startContacts = robot.selfContacts();
    m_p_SBallBegin = robot.ball().X_SBall.p;
    m_figures.ballHeightM = m_p_SBallBegin.z();
}

void FigureTracker::update(const TrialView& view) {
    const PhysicsRobot& robot = view.robot;
    m_figures.timeS = view.timeS;
    if (view.isBallAlone) {
        watchBall(robot);
        return;
    }
    m_figures.isMoverDone = view.isMoverDone;
    m_figures.moverEndS = view.moverEndS;
    m_figures.uprightCos = robot.uprightness();
    m_figures.headHeightRatio = robot.headHeightRatio();
    m_figures.bestHeadHeightRatio =
        std::max(m_figures.bestHeadHeightRatio, m_figures.headHeightRatio);
    if (!game::isUpright(m_figures.uprightCos, m_figures.headHeightRatio)) {
        m_figures.uprightS.reset();
    } else {
        m_figures.uprightS = m_figures.uprightS.value_or(view.timeS);
        m_figures.uprightTotalS += game::kStepS;
    }
    math::Pose& halfSecondAgo = m_grounds[m_groundCount++ % kFallCycles];
    if (m_figures.beganUpright && !m_figures.fellS &&
        game::isFallen(m_figures.uprightCos, m_figures.headHeightRatio)) {
        m_figures.fellS = view.timeS;
        m_figures.fall = fallKind(halfSecondAgo, robot.torso().R);
    }
    halfSecondAgo = robot.ground(); // used in the cycle half a second later
    if (m_hasForbiddenContacts &&
        std::ranges::any_of(robot.selfContacts(), [&](const simulator::SelfContact& contact) {
            return std::ranges::find(m_startContacts, contact) == m_startContacts.end();
        })) {
        if (m_figures.selfCollisionCount++ == 0) {
            m_figures.selfCollisionS = view.timeS;
        }
    }
    const Eigen::Vector3d before = m_p_STorso;
    const double turnedBefore = m_figures.turnedRad;
    watchWay(robot);
    watchCommand(view, m_p_STorso - before, m_figures.turnedRad - turnedBefore);
    watchHalt(view);
    if (view.targets != nullptr) {
        watchTargets(*view.targets);
    }
    if (m_figures.hasBall) {
        watchBall(robot);
    }
}

void FigureTracker::watchTargets(const TargetRun& targets) {
    m_figures.hasTargets = true;
    m_figures.targetCount = targets.count();
    m_figures.targetsReached = targets.reachedCount();
    m_figures.targetsReachedS = targets.reachedS();
    m_figures.targetProgress = targets.progress();
    m_figures.targetDistanceM = targets.goal_R().norm();
}

void FigureTracker::watchHalt(const TrialView& view) {
    const Eigen::Vector2d place = m_p_STorso.head<2>();
    if (!view.command.isZero()) {
        m_places[m_placeCount % kHaltCycles] = place;
        ++m_placeCount;
        m_figures.haltCommandS.reset();
        m_figures.haltedS.reset();
        return;
    }
    if (m_placeCount == 0) {
        return; // it never received a walk command
    }
    if (!m_figures.haltCommandS) {
        m_figures.haltCommandS = view.timeS - game::kStepS;
        const std::size_t known = std::min(m_placeCount, kHaltCycles);
        m_haltPlace = m_places[(m_placeCount - 1) % kHaltCycles];
        const Eigen::Vector2d& first = m_places[(m_placeCount - known) % kHaltCycles];
        m_figures.haltSpeedMps = known > 1 ? (m_haltPlace - first).norm() /
                                                 (static_cast<double>(known - 1) * game::kStepS)
                                           : 0.0;
    }
    m_figures.haltDistanceM = (place - m_haltPlace).norm();
    if (!m_figures.haltedS || (place - m_stillPlace).norm() > kStillM) {
        m_stillPlace = place;
        m_figures.haltedS = view.timeS;
    }
}

void FigureTracker::watchWay(const PhysicsRobot& robot) {
    const Eigen::Vector3d p_STorso = robot.torso().p;
    m_figures.pathM += (p_STorso - m_p_STorso).head<2>().norm();
    m_p_STorso = p_STorso;
    const Eigen::Vector3d way = m_X_SGround.R.transpose() * (p_STorso - m_p_STorsoBegin);
    m_figures.forwardM = way.x();
    m_figures.leftM = way.y();
    const double heading = headingRad(robot);
    m_figures.turnedRad += math::wrapRad(heading - m_headingRad);
    m_headingRad = heading;
    for (std::size_t i = 0; i < m_jointRad.size(); ++i) {
        const double angleRad = robot.joints()[i].measuredRad;
        m_figures.jointTravelRad += std::abs(angleRad - m_jointRad[i]);
        m_jointRad[i] = angleRad;
    }
}

void FigureTracker::watchCommand(const TrialView& view, const Eigen::Vector3d& move_S,
                                 double turnRad) {
    constexpr double kTurnM = 0.25; // distance equivalent of one rad
    if (view.commandNumber != m_commandNumber) {
        m_commandNumber = view.commandNumber;
        m_followedBeforeM = m_figures.followedM;
        m_askedM.setZero();
        m_doneM.setZero();
    }
    const motion::WalkCommand& command = view.command;
    m_askedM += game::kStepS *
                Eigen::Vector3d(command.forwardMps, command.leftMps, kTurnM * command.turnRadPerS);
    const double cosine = std::cos(m_headingRad);
    const double sine = std::sin(m_headingRad);
    m_doneM += Eigen::Vector3d(cosine * move_S.x() + sine * move_S.y(),
                               -sine * move_S.x() + cosine * move_S.y(), kTurnM * turnRad);
    const double asked = m_askedM.norm();
    const Eigen::Vector3d direction =
        asked > 0.0 ? (m_askedM / asked).eval() : Eigen::Vector3d(0.0, 0.0, 0.0);
    const double along = m_doneM.dot(direction);
    const double beside = (m_doneM - along * direction).norm();
    m_figures.followedM =
        m_followedBeforeM + std::min(along, asked) - 0.5 * (beside + std::max(0.0, along - asked));
}

void FigureTracker::watchBall(const PhysicsRobot& robot) {
    const simulator::BallState ball = robot.ball();
    const Eigen::Vector3d way = m_X_SGround.R.transpose() * (ball.X_SBall.p - m_p_SBallBegin);
    m_figures.ballForwardM = way.x();
    m_figures.ballLeftM = way.y();
    m_figures.ballHeightM = std::max(m_figures.ballHeightM, ball.X_SBall.p.z());
    m_figures.ballSpeedMps = ball.velocity_SMps.norm();
    if (!m_figures.contactS && m_figures.ballSpeedMps > kBallMovesMps) {
        m_figures.contactS = m_figures.timeS;
    }
    if (!m_figures.contactS) {
        const double gapM = ballGapM(robot, ball.X_SBall.p);
        if (gapM < m_figures.ballGapM) {
            m_figures.ballGapM = gapM;
            m_figures.ballGapS = m_figures.timeS;
        }
    }
    const Eigen::Vector3d fromFeet = ball.X_SBall.p - robot.ground().p;
    if (m_figures.contactS && fromFeet.head<2>().norm() < TrialFigures::kBallNearM) {
        m_figures.ballNearS += game::kStepS;
    }
}

} // namespace sideline::training
