#include "agentcore/motion/walk/walk_engine.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/math/angles.h"
#include "agentcore/math/smooth_step.h"
#include "agentcore/world/tilt_filter.h"

namespace sideline::motion {

namespace {

constexpr int kLandedCycles = 4; // a foot has landed after this duration of ground contact

Eigen::Matrix3d about(double angleRad, const Eigen::Vector3d& axis) {
    return Eigen::AngleAxisd(angleRad, axis).toRotationMatrix();
}

// Progress of a push-off: 0 until the middle of the step, 1 at its end.
double pushRatio(double phase) {
    const double fraction = std::max(0.0, 2.0 * phase - 1.0);
    return fraction * fraction;
}

} // namespace

std::span<const base::NumberInfo<WalkEngineSettings>> WalkEngineSettings::numbers() {
    using S = WalkEngineSettings;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"entry", "time for the legs to reach the walk's posture", "s", 0.02, 2.0, &S::entryS},
        {"arm-entry", "time for the arms to reach the walk's posture", "s", 0.02, 2.0,
         &S::armEntryS},
        {"max-landing", "maximum time that a robot with straight legs waits for ground contact",
         "s", 0.0, 5.0, &S::maxLandingS},
        {"touch", "force above which a foot counts as touching the ground", "N", 0.1, 500.0,
         &S::touchN},
        {"max-placement", "maximum shift of a touchdown point by feedback", "m", 0.0, 0.5,
         &S::maxPlacementM},
        {"velocity-filter", "time constant of the velocity error that shifts touchdown points", "s",
         0.02, 2.0, &S::velocityFilterS},
        {"tilt-decay", "time constant with which a past tilt decays", "s", 0.02, 5.0,
         &S::tiltDecayS},
        {"tipping", "tilt beyond which a standing robot starts to step", "rad", 0.01, 1.5,
         &S::tippingRad},
    });
    return kRows;
}

WalkEngine::WalkEngine(const robot::RobotModel& model, const WalkParameters& parameters,
                       const FastGaits& fast, const WalkEngineSettings& settings)
    : m_settings(settings),
      m_body(model),
      m_gaits(parameters, fast, settings.mix),
      m_planner(parameters, m_body.hipM()) {}

void WalkEngine::setSettings(const WalkEngineSettings& settings) {
    m_settings = settings;
    m_gaits.setSettings(settings.mix);
}

void WalkEngine::begin(const WalkSenses& senses) {
    m_gaits.begin();
    m_planner.setParameters(m_gaits.current());
    m_planner.begin();
    std::ranges::copy(senses.measuredRad, m_fromRad.begin());
    m_sinceBeginS = 0.0;
    m_landingS = m_body.isStraight(senses.measuredRad) ? m_settings.maxLandingS : 0.0;
    m_landedCycles = 0;
    m_phase = 0.0;
    m_waitedS = 0.0;
    m_amplitude = 0.0;
    m_isStanding = true;
    m_hasSoles = false;
    m_odometry = {};
    m_excess_LMps.setZero();
    m_tiltRad = 0.0;
}

void WalkEngine::update(const WalkSenses& senses, const WalkCommand& commanded, double cycleS,
                        std::span<double> targetRad) {
    WalkSenses felt = senses;
    if (!felt.gyro_TRadPerS.allFinite()) {
        felt.gyro_TRadPerS.setZero();
    }
    if (!felt.velocity_LMps.allFinite()) {
        felt.velocity_LMps.setZero();
    }
    m_sinceBeginS += lands(felt, cycleS) ? 0.0 : cycleS;
    feel(felt, cycleS);
    const WalkCommand command = slowedByTilt(commanded);
    if (m_gaits.update(commanded, m_tiltRad, m_isStanding, cycleS)) {
        m_planner.setParameters(m_gaits.current());
    }
    if (m_sinceBeginS >= m_settings.entryS) {
        advance(felt, command, cycleS);
    }
    const Stance now = stance();
    updatePlaces(now, command, felt);
    moveLegs(now, felt, targetRad);
    moveArms(targetRad);
    enterPosture(targetRad);
    updateOdometry(felt);
}

// Whether the robot is still landing.
bool WalkEngine::lands(const WalkSenses& senses, double cycleS) {
    m_landedCycles =
        std::max(senses.footN[0], senses.footN[1]) > m_settings.touchN ? m_landedCycles + 1 : 0;
    m_landingS = m_landedCycles < kLandedCycles ? std::max(0.0, m_landingS - cycleS) : 0.0;
    return m_landingS > 0.0;
}

// Excludes the head. The arms may move slowly, since nothing depends on them.
void WalkEngine::enterPosture(std::span<double> targetRad) const {
    if (m_sinceBeginS >= m_settings.armEntryS) {
        return;
    }
    m_body.blend(m_fromRad, math::smoothStep(m_sinceBeginS / m_settings.entryS),
                 math::smoothStep(m_sinceBeginS / m_settings.armEntryS), targetRad);
}

void WalkEngine::setParameters(const WalkParameters& parameters) {
    m_gaits.setWalk(parameters);
    m_planner.setParameters(m_gaits.current());
}

void WalkEngine::setFastGaits(const FastGaits& fast) {
    m_gaits.setFast(fast);
    m_planner.setParameters(m_gaits.current());
}

void WalkEngine::feel(const WalkSenses& senses, double cycleS) {
    const WalkCommand& planned = m_planner.velocity();
    const Eigen::Vector2d excess =
        senses.velocity_LMps - Eigen::Vector2d(planned.forwardMps, planned.leftMps);
    m_excess_LMps += std::min(cycleS / m_settings.velocityFilterS, 1.0) * (excess - m_excess_LMps);
    const WalkParameters& p = parameters();
    const double leanRad = p.leanRad + p.leanPerMps * planned.forwardMps;
    const double tiltRad =
        std::hypot(world::tiltForwardRad(senses.up_T) - leanRad,
                   world::tiltLeftRad(senses.up_T) - p.rollPerLeftMps * planned.leftMps);
    m_tiltRad = std::max(tiltRad, m_tiltRad * std::exp(-cycleS / m_settings.tiltDecayS));
}

// A stumbling robot slows down until it is upright again; when leaving a fast gait, turning and
// lateral motion resume while the walk is blended in.
WalkCommand WalkEngine::slowedByTilt(const WalkCommand& command) const {
    const double speedRatio = cautionRatio(parameters(), m_tiltRad);
    const double walkRatio = 1.0 - m_gaits.leavingRatio();
    if (m_isStanding || (speedRatio == 1.0 && walkRatio == 1.0)) {
        return command;
    }
    // Reduces the maximum speeds, not the command, so slow walking is not slowed down further.
    const WalkCommand possible = m_planner.limited(command, speedRatio);
    return {possible.forwardMps, walkRatio * possible.leftMps, walkRatio * possible.turnRadPerS};
}

void WalkEngine::advance(const WalkSenses& senses, const WalkCommand& command, double cycleS) {
    if (m_isStanding) {
        const bool isTipping = std::hypot(world::tiltForwardRad(senses.up_T) - parameters().leanRad,
                                          world::tiltLeftRad(senses.up_T)) > m_settings.tippingRad;
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
    const bool hasLanded =
        senses.footN[indexOf(otherFoot(m_planner.support()))] > m_settings.touchN;
    if (m_phase >= 1.0 && !hasLanded && m_waitedS < parameters().waitsS) {
        m_waitedS += cycleS;
        m_phase = 1.0;
    } else if (m_phase >= 1.0 || (hasLanded && m_phase >= parameters().landsFrom)) {
        endStep(command);
    }
}

// The torso moves as planned for the placed foot; the current command applies to the next foot.
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
        std::clamp((m_phase - 0.5 * p.doubleRatio) / (1.0 - p.doubleRatio), 0.0, 1.0);
    now.swing = way;
    const double angleRad = math::kPi * (m_phase + (m_planner.support() == Foot::Left ? 0.0 : 1.0));
    const double sine = std::sin(angleRad + p.swayPhaseRad);
    now.leanRad = p.leanRad + p.leanPerMps * now.speedMps;
    now.rollRad = m_amplitude * p.rollRad * sine + p.rollPerLeftMps * velocity.leftMps;
    now.swayM = m_amplitude * (p.swayM + p.swayPerSideMps * sideMps) * sine;
    now.liftM =
        std::max(0.0, p.liftM + p.liftPerMps * std::abs(now.speedMps) + p.liftPerSideMps * sideMps +
                          p.liftPerTurn * std::abs(velocity.turnRadPerS));
    now.heightM = p.legRatio * m_body.legM() +
                  m_amplitude * p.bounceM * std::cos(2.0 * angleRad + p.bouncePhaseRad);
    now.twistRad = -m_amplitude * p.twistPerM * (m_places[0].forwardM - m_places[1].forwardM);
    return now;
}

void WalkEngine::updatePlaces(const Stance& stance, const WalkCommand& command,
                              const WalkSenses& senses) {
    const WalkParameters& p = parameters();
    m_placedFor = command;
    const double eased = std::lerp(stance.swing, math::smoothStep(stance.swing), p.swingEase);
    for (const Foot foot : kFeet) {
        m_places[indexOf(foot)] = m_planner.place(foot, m_phase, eased, command);
    }
    m_caught_L.setZero();
    if (m_isStanding) {
        return;
    }
    FootPlace& swinging = m_places[indexOf(otherFoot(m_planner.support()))];
    const auto bounded = [maxM = m_settings.maxPlacementM](double value) {
        return std::clamp(value, -maxM, maxM);
    };
    m_caught_L = {
        bounded(p.placeForwardP * (world::tiltForwardRad(senses.up_T) - stance.leanRad) -
                p.placeForwardD * senses.gyro_TRadPerS.x() + p.catchForwardS * m_excess_LMps.x()),
        bounded(p.placeLeftP * (world::tiltLeftRad(senses.up_T) - stance.rollRad) -
                p.placeLeftD * senses.gyro_TRadPerS.y() + p.catchLeftS * m_excess_LMps.y())};
    swinging.forwardM += eased * m_caught_L.x();
    swinging.leftM += eased * m_caught_L.y();
}

// The support foot stays on the ground and thus moves relative to the torso.
FootPlace WalkEngine::landing() const {
    const Foot support = m_planner.support();
    const FootPlace& stands = m_places[indexOf(support)];
    const FootPlace later = m_planner.place(support, 1.0, 1.0, m_placedFor);
    const FootPlace lands = m_planner.place(otherFoot(support), 1.0, 1.0, m_placedFor);
    const Eigen::Rotation2Dd turn(stands.yawRad - later.yawRad);
    const Eigen::Vector2d way =
        turn * Eigen::Vector2d(lands.forwardM + m_caught_L.x() - later.forwardM,
                               lands.leftM + m_caught_L.y() - later.leftM);
    return {stands.forwardM + way.x(), stands.leftM + way.y(), lands.yawRad + turn.angle()};
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
                   p.pushPitchPerMps * speed * pushRatio(m_phase);
        upM = kHalfFootM * std::abs(std::sin(pitchRad)) - p.pushM * speed * pushRatio(m_phase);
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
    pose.p = m_body.hips_T() + R_TorsoLevel * sole_Level;
    return pose;
}

void WalkEngine::moveLegs(const Stance& stance, const WalkSenses& senses,
                          std::span<double> targetRad) {
    const WalkParameters& p = parameters();
    const double pitchRad = world::tiltForwardRad(senses.up_T) - stance.leanRad;
    const double rollRad = world::tiltLeftRad(senses.up_T) - stance.rollRad;
    const LegTilt against = againstTilt(p, pitchRad, rollRad, senses.gyro_TRadPerS);
    for (const Foot foot : kFeet) {
        m_body.placeSole(foot, X_TorsoSole(foot, stance), against, targetRad);
        const double push = foot == m_planner.support()
                                ? pushRatio(m_phase)
                                : (1.0 - stance.swing) * (1.0 - stance.swing);
        m_body.bendToe(foot, m_amplitude * p.pushToePerMps * stance.speedMps * push, targetRad);
    }
}

void WalkEngine::moveArms(std::span<double> targetRad) const {
    const WalkParameters& p = parameters();
    const double swingRad =
        m_amplitude * p.armPerM * 0.5 * (m_places[0].forwardM - m_places[1].forwardM);
    m_body.placeArm(Foot::Left, p.armRad - swingRad, p.armOutRad, p.elbowRad, targetRad);
    m_body.placeArm(Foot::Right, p.armRad + swingRad, p.armOutRad, p.elbowRad, targetRad);
}

void WalkEngine::updateOdometry(const WalkSenses& senses) {
    constexpr double kSigmaRatio = 0.25; // standard deviation per unit of motion: feet slip
    m_odometry = {};
    const Foot loadedFoot = senses.footN[0] == senses.footN[1]  ? m_planner.support()
                            : senses.footN[0] > senses.footN[1] ? Foot::Left
                                                                : Foot::Right;
    for (const Foot foot : kFeet) {
        const math::Pose sole = m_body.X_TorsoSole(foot, senses.measuredRad);
        if (m_hasSoles && foot == loadedFoot) {
            const math::Pose move = m_X_TorsoSole[indexOf(foot)] * sole.inverse();
            m_odometry.move_TM = move.p;
            m_odometry.turnRad = std::atan2(move.R(1, 0), move.R(0, 0));
            m_odometry.sigmaM = 0.002 + kSigmaRatio * move.p.norm();
            m_odometry.sigmaRad = 0.005 + kSigmaRatio * std::abs(m_odometry.turnRad);
        }
        m_X_TorsoSole[indexOf(foot)] = sole;
    }
    m_hasSoles = true;
}

} // namespace sideline::motion
