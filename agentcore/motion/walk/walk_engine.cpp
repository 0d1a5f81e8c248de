#include "agentcore/motion/walk/walk_engine.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/base/assert.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"

namespace sideline::motion {

namespace {

// To the walk's posture; legs that take longer let a robot that has just got up fall again.
constexpr double kEntryS = 0.12;
constexpr double kArmEntryS = 0.3;
constexpr double kTouchesN = 3.0;       // a foot that feels more has touched down
constexpr double kHalfFootM = 0.08;     // from the middle of the sole to toe or heel
constexpr double kLongestPlaceM = 0.08; // feedback moves a landing no farther
constexpr double kTippingRad = 0.15;    // a robot that stands steps when it tilts farther

// A sprint is for who should go as fast as it can, nearly straight ahead.
constexpr double kSprintFrom = 0.95;  // of the walk's highest speed
constexpr double kSprintAside = 0.25; // of the speed forward
constexpr double kSprintTurn = 0.35;  // of the walk's highest turning speed
constexpr double kIntoSprintS = 1.6;
constexpr double kOutOfSprintS = 1.0;

constexpr std::array kFeet = {Foot::Left, Foot::Right};

Eigen::Matrix3d about(double angleRad, const Eigen::Vector3d& axis) {
    return Eigen::AngleAxisd(angleRad, axis).toRotationMatrix();
}

double smooth(double share) {
    const double x = std::clamp(share, 0.0, 1.0);
    return x * x * (3.0 - 2.0 * x);
}

// All numbers on the way from one gait to another.
WalkParameters between(const WalkParameters& from, const WalkParameters& to, double share) {
    WalkParameters result;
    for (const WalkParameterInfo& info : walkParameterInfos()) {
        result.*info.value = std::lerp(from.*info.value, to.*info.value, share);
    }
    return result;
}

// How far a push-off has come: 0 until the middle of the step, 1 at its end.
double pushShare(double phase) {
    const double share = std::max(0.0, 2.0 * phase - 1.0);
    return share * share;
}

// The tilt of the torso as a rotation from the torso to the level frame.
Eigen::Matrix3d levelFromTorso(double leanRad, double rollRad) {
    return about(-rollRad, Eigen::Vector3d::UnitY()) * about(-leanRad, Eigen::Vector3d::UnitX());
}

} // namespace

bool WalkEngine::isWalkable(const robot::RobotModel& model) {
    return std::ranges::all_of(
        std::array{robot::LimbId::LeftFoot, robot::LimbId::RightFoot, robot::LimbId::LeftHand,
                   robot::LimbId::RightHand},
        [&](robot::LimbId limb) { return robot::limbChain(model, limb).has_value(); });
}

WalkEngine::WalkEngine(const robot::RobotModel& model, const WalkParameters& parameters,
                       const std::optional<WalkParameters>& sprint)
    : m_model(model.shared()),
      m_legs{robot::LegKinematics(*m_model, robot::LimbId::LeftFoot),
             robot::LegKinematics(*m_model, robot::LimbId::RightFoot)},
      m_walk(parameters),
      m_sprint(sprint) {
    SIDELINE_ASSERT(isWalkable(model));
    std::array<math::Pose, robot::kMaxBodies> poses{};
    const std::array<double, robot::kMaxJoints> zero{};
    const std::span bodies(poses.data(), m_model->bodies().size());
    robot::forwardKinematics(*m_model, {}, std::span(zero.data(), m_model->joints().size()),
                             bodies);
    for (const Foot foot : kFeet) {
        const auto& joints = m_legs[indexOf(foot)].chain().joints;
        const Eigen::Vector3d hip = robot::jointFrame(*m_model, joints.front(), bodies).p;
        const math::Pose sole =
            m_legs[indexOf(foot)].forward(std::span(zero.data(), joints.size()));
        m_hips_T += 0.5 * Eigen::Vector3d(0.0, hip.y(), hip.z());
        m_hipM = std::abs(hip.x());
        m_legM = hip.z() - sole.p.z();
        const auto arm = robot::limbChain(*m_model, foot == Foot::Left ? robot::LimbId::LeftHand
                                                                       : robot::LimbId::RightHand);
        std::ranges::copy_n(arm->joints.begin(), 4, m_sides[indexOf(foot)].arm.begin());
        m_sides[indexOf(foot)].toe = m_model->findJoint(foot == Foot::Left ? "llj7" : "rlj7");
    }
    m_planner = StepPlanner(parameters, m_hipM);
}

void WalkEngine::begin(const WalkSenses& senses) {
    m_tilt.begin(senses.acceleration_TMps2);
    m_sprintShare = 0.0;
    m_planner.setParameters(m_walk);
    m_planner.begin();
    std::ranges::copy(senses.measuredRad, m_fromRad.begin());
    m_sinceBeginS = 0.0;
    m_phase = 0.0;
    m_waitedS = 0.0;
    m_amplitude = 0.0;
    m_isStanding = true;
    m_hasSoles = false;
    m_odometry = {};
}

void WalkEngine::update(const WalkSenses& senses, const WalkCommand& command, double cycleS,
                        std::span<double> wantedRad) {
    WalkSenses felt = senses;
    if (!felt.gyro_TRadPerS.allFinite()) {
        felt.gyro_TRadPerS.setZero();
    }
    m_tilt.update(felt.gyro_TRadPerS, felt.acceleration_TMps2, cycleS);
    m_sinceBeginS += cycleS;
    changeGait(command, cycleS);
    if (m_sinceBeginS >= kEntryS) {
        advance(felt, command, cycleS);
    }
    const Stance now = stance();
    updatePlaces(now, command, felt);
    moveLegs(now, felt, wantedRad);
    moveArms(wantedRad);
    enterPosture(wantedRad);
    updateOdometry(felt);
}

// The head is not this walk's. Arms take their time: nothing depends on them.
void WalkEngine::enterPosture(std::span<double> wantedRad) const {
    if (m_sinceBeginS >= kArmEntryS) {
        return;
    }
    const auto enter = [&](robot::JointId joint, double entryS) {
        double& rad = wantedRad[joint.index()];
        rad = std::lerp(m_fromRad[joint.index()], rad, smooth(m_sinceBeginS / entryS));
    };
    for (const Foot foot : kFeet) {
        const Side& side = m_sides[indexOf(foot)];
        for (const robot::JointId joint : m_legs[indexOf(foot)].chain().joints) {
            enter(joint, kEntryS);
        }
        for (const robot::JointId joint : side.arm) {
            enter(joint, kArmEntryS);
        }
        if (side.toe.isValid()) {
            enter(side.toe, kEntryS);
        }
    }
}

void WalkEngine::setParameters(const WalkParameters& parameters) {
    m_walk = parameters;
    m_planner.setParameters(m_sprint ? between(m_walk, *m_sprint, m_sprintShare) : m_walk);
}

// Little by little, so that no step is of two gaits.
void WalkEngine::changeGait(const WalkCommand& command, double cycleS) {
    if (!m_sprint) {
        return;
    }
    const bool wantsSprint = !m_isStanding &&
                             command.forwardMps > kSprintFrom * m_walk.forwardMps &&
                             std::abs(command.leftMps) < kSprintAside * command.forwardMps &&
                             std::abs(command.turnRadPerS) < kSprintTurn * m_walk.turnRadPerS;
    const double before = m_sprintShare;
    m_sprintShare = std::clamp(
        m_sprintShare + (wantsSprint ? cycleS / kIntoSprintS : -cycleS / kOutOfSprintS), 0.0, 1.0);
    if (m_sprintShare != before) {
        m_planner.setParameters(between(m_walk, *m_sprint, m_sprintShare));
    }
}

void WalkEngine::advance(const WalkSenses& senses, const WalkCommand& command, double cycleS) {
    if (m_isStanding) {
        const bool isTipping =
            std::hypot(m_tilt.forwardRad() - parameters().leanRad, m_tilt.leftRad()) > kTippingRad;
        if (command.isZero() && !isTipping) {
            m_amplitude = std::max(0.0, m_amplitude - cycleS / parameters().startS);
            return;
        }
        m_isStanding = false;
        m_phase = 0.0;
        m_planner.start(command);
    }
    m_amplitude = std::min(1.0, m_amplitude + cycleS / parameters().startS);
    m_phase += cycleS / m_planner.stepS();
    const bool hasLanded = senses.footN[indexOf(otherFoot(m_planner.support()))] > kTouchesN;
    if (m_phase >= 1.0 && !hasLanded && m_waitedS < parameters().waitsS) {
        m_waitedS += cycleS;
        m_phase = 1.0;
    } else if (m_phase >= 1.0 || (hasLanded && m_phase >= parameters().landsFrom)) {
        endStep(command);
    }
}

// The torso goes on as the foot was put: what is told in this very cycle comes with the next foot.
void WalkEngine::endStep(const WalkCommand& command) {
    const double over = m_phase > 1.0 && m_waitedS == 0.0 ? m_phase - 1.0 : 0.0;
    const double lastS = m_planner.stepS();
    m_planner.next(m_placedFor, m_places[indexOf(otherFoot(m_planner.support()))],
                   std::min(m_phase, 1.0));
    m_phase = over * lastS / m_planner.stepS();
    m_waitedS = 0.0;
    if (m_planner.isAtRest() && command.isZero()) {
        m_isStanding = true;
        m_phase = 0.0;
    }
}

WalkEngine::Stance WalkEngine::stance() const {
    const WalkParameters& p = parameters();
    Stance now;
    const WalkCommand& velocity = m_planner.velocity();
    now.speedMps = velocity.forwardMps;
    const double sideMps = std::abs(velocity.leftMps);
    const double way =
        std::clamp((m_phase - 0.5 * p.doubleShare) / (1.0 - p.doubleShare), 0.0, 1.0);
    now.swing = way;
    const double angleRad = math::kPi * (m_phase + (m_planner.support() == Foot::Left ? 0.0 : 1.0));
    const double sine = std::sin(angleRad + p.swayPhaseRad);
    now.leanRad = p.leanRad + p.leanPerMps * now.speedMps;
    now.rollRad = m_amplitude * p.rollRad * sine + p.rollPerLeftMps * velocity.leftMps;
    now.swayM = m_amplitude * (p.swayM + p.swayPerSideMps * sideMps) * sine;
    now.liftM =
        std::max(0.0, p.liftM + p.liftPerMps * std::abs(now.speedMps) + p.liftPerSideMps * sideMps +
                          p.liftPerTurn * std::abs(velocity.turnRadPerS));
    now.heightM =
        p.legShare * m_legM + m_amplitude * p.bounceM * std::cos(2.0 * angleRad + p.bouncePhaseRad);
    now.twistRad = -m_amplitude * p.twistPerM * (m_places[0].forwardM - m_places[1].forwardM);
    return now;
}

void WalkEngine::updatePlaces(const Stance& stance, const WalkCommand& command,
                              const WalkSenses& senses) {
    const WalkParameters& p = parameters();
    m_placedFor = command;
    const double eased = std::lerp(stance.swing, smooth(stance.swing), p.swingEase);
    for (const Foot foot : kFeet) {
        m_places[indexOf(foot)] = m_planner.place(foot, m_phase, eased, command);
    }
    if (m_isStanding) {
        return;
    }
    FootPlace& swinging = m_places[indexOf(otherFoot(m_planner.support()))];
    const auto bounded = [](double value) {
        return std::clamp(value, -kLongestPlaceM, kLongestPlaceM);
    };
    swinging.forwardM += eased * bounded(p.placeForwardP * (m_tilt.forwardRad() - stance.leanRad) -
                                         p.placeForwardD * senses.gyro_TRadPerS.x());
    swinging.leftM += eased * bounded(p.placeLeftP * (m_tilt.leftRad() - stance.rollRad) -
                                      p.placeLeftD * senses.gyro_TRadPerS.y());
}

math::Pose WalkEngine::X_TorsoSole(Foot foot, const Stance& stance) const {
    const WalkParameters& p = parameters();
    const bool isSupport = foot == m_planner.support();
    const double speed = stance.speedMps;
    double pitchRad = 0.0;
    double upM = 0.0;
    if (isSupport) {
        const double landed = std::max(0.0, 1.0 - m_phase / 0.3);
        pitchRad = p.landPitchPerMps * speed * landed * landed -
                   p.pushPitchPerMps * speed * pushShare(m_phase);
        upM = kHalfFootM * std::abs(std::sin(pitchRad)) - p.pushM * speed * pushShare(m_phase);
    } else {
        const double way = stance.swing;
        const double left = (1.0 - way) * (1.0 - way);
        pitchRad = p.swingPitchRad * std::sin(math::kPi * way) +
                   p.landPitchPerMps * speed * way * way - p.pushPitchPerMps * speed * left;
        const double high = std::sin(math::kPi * std::pow(way, p.liftSkew));
        upM = stance.liftM * std::pow(std::max(high, 0.0), p.liftPower) +
              kHalfFootM * std::abs(std::sin(pitchRad)) - p.pushM * speed * left;
    }
    pitchRad *= m_amplitude;
    upM *= m_amplitude;
    const FootPlace& place = m_places[indexOf(foot)];
    const double forwardM = place.forwardM + p.footForwardM + p.footForwardPerMps * stance.speedMps;
    const Eigen::Matrix3d twist = about(-stance.twistRad, Eigen::Vector3d::UnitZ());
    const Eigen::Vector3d sole_Level =
        twist * Eigen::Vector3d(-(place.leftM - stance.swayM), forwardM, upM - stance.heightM);
    const Eigen::Matrix3d R_TorsoLevel = levelFromTorso(stance.leanRad, stance.rollRad).transpose();
    math::Pose pose;
    pose.R = R_TorsoLevel * twist * about(place.yawRad, Eigen::Vector3d::UnitZ()) *
             about(pitchRad, Eigen::Vector3d::UnitX());
    pose.p = m_hips_T + R_TorsoLevel * sole_Level;
    return pose;
}

void WalkEngine::moveLegs(const Stance& stance, const WalkSenses& senses,
                          std::span<double> wantedRad) {
    enum Leg : std::size_t { HipYawPitch, HipRoll, HipPitch, Knee, AnklePitch, AnkleRoll };
    const WalkParameters& p = parameters();
    const double pitchRad = m_tilt.forwardRad() - stance.leanRad;
    const double rollRad = m_tilt.leftRad() - stance.rollRad;
    const double pitchRate = -senses.gyro_TRadPerS.x();
    const double rollRate = -senses.gyro_TRadPerS.y();
    for (const Foot foot : kFeet) {
        const robot::LegKinematics& leg = m_legs[indexOf(foot)];
        robot::LimbSolution solution = leg.solveClosed(X_TorsoSole(foot, stance));
        auto& angles = solution.anglesRad;
        angles[HipPitch] -= p.hipPitchP * pitchRad + p.hipPitchD * pitchRate;
        angles[AnklePitch] -= p.anklePitchP * pitchRad + p.anklePitchD * pitchRate;
        angles[HipRoll] -= p.hipRollP * rollRad + p.hipRollD * rollRate;
        angles[AnkleRoll] -= p.ankleRollP * rollRad + p.ankleRollD * rollRate;
        const auto& joints = leg.chain().joints;
        for (std::size_t i = 0; i < joints.size(); ++i) {
            const robot::Joint& joint = m_model->joint(joints[i]);
            wantedRad[joints[i].index()] = std::clamp(angles[i], joint.minRad, joint.maxRad);
        }
        if (const robot::JointId toe = m_sides[indexOf(foot)].toe; toe.isValid()) {
            const double push = foot == m_planner.support()
                                    ? pushShare(m_phase)
                                    : (1.0 - stance.swing) * (1.0 - stance.swing);
            const robot::Joint& joint = m_model->joint(toe);
            wantedRad[toe.index()] = std::clamp(
                m_amplitude * p.pushToePerMps * stance.speedMps * push, joint.minRad, joint.maxRad);
        }
    }
}

void WalkEngine::moveArms(std::span<double> wantedRad) const {
    const WalkParameters& p = parameters();
    const double aheadM = 0.5 * (m_places[0].forwardM - m_places[1].forwardM);
    for (const Foot foot : kFeet) {
        const double side = foot == Foot::Left ? 1.0 : -1.0;
        const std::array<double, 4> angles = {p.armRad - m_amplitude * side * p.armPerM * aheadM,
                                              side * p.armOutRad, 0.0, -side * p.elbowRad};
        for (std::size_t i = 0; i < angles.size(); ++i) {
            const robot::JointId id = m_sides[indexOf(foot)].arm[i];
            const robot::Joint& joint = m_model->joint(id);
            wantedRad[id.index()] = std::clamp(angles[i], joint.minRad, joint.maxRad);
        }
    }
}

math::Pose WalkEngine::measuredSole(Foot foot, std::span<const double> measuredRad) const {
    const auto& joints = m_legs[indexOf(foot)].chain().joints;
    std::array<double, 7> angles{};
    for (std::size_t i = 0; i < joints.size(); ++i) {
        angles[i] = measuredRad[joints[i].index()];
    }
    return m_legs[indexOf(foot)].forward(std::span(angles.data(), joints.size()));
}

void WalkEngine::updateOdometry(const WalkSenses& senses) {
    constexpr double kSigmaShare = 0.25; // of the way: feet slip
    m_odometry = {};
    const Foot heavy = senses.footN[0] == senses.footN[1]  ? m_planner.support()
                       : senses.footN[0] > senses.footN[1] ? Foot::Left
                                                           : Foot::Right;
    for (const Foot foot : kFeet) {
        const math::Pose sole = measuredSole(foot, senses.measuredRad);
        if (m_hasSoles && foot == heavy) {
            const math::Pose move = m_X_TorsoSole[indexOf(foot)] * sole.inverse();
            m_odometry.move_TM = move.p;
            m_odometry.turnRad = std::atan2(move.R(1, 0), move.R(0, 0));
            m_odometry.sigmaM = 0.002 + kSigmaShare * move.p.norm();
            m_odometry.sigmaRad = 0.005 + kSigmaShare * std::abs(m_odometry.turnRad);
        }
        m_X_TorsoSole[indexOf(foot)] = sole;
    }
    m_hasSoles = true;
}

} // namespace sideline::motion
