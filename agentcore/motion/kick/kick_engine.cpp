#include "agentcore/motion/kick/kick_engine.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/math/angles.h"
#include "agentcore/math/smooth_step.h"
#include "agentcore/world/tilt_filter.h"

namespace sideline::motion {

namespace {

Eigen::Matrix3d turned(double yawRad) {
    return Eigen::AngleAxisd(yawRad, Eigen::Vector3d::UnitZ()).toRotationMatrix();
}

// Mirrors a pose in the sagittal plane.
math::Pose mirrored(const math::Pose& pose) {
    const Eigen::Vector3d flip(-1.0, 1.0, 1.0);
    return {flip.asDiagonal() * pose.R * flip.asDiagonal(), flip.cwiseProduct(pose.p)};
}

// Yaw of a sole in M. A body's x axis points along -y of G.
double yawIn_M(const math::Pose& X_GSole, Foot kicks) {
    return -sideOf(kicks) * std::atan2(X_GSole.R(1, 1), X_GSole.R(0, 1));
}

// Progress of a phase, 0 to 1; a phase without duration is complete.
double progressOf(double timeS, double fromS, double durationS) {
    return durationS > 0.0 ? std::clamp((timeS - fromS) / durationS, 0.0, 1.0) : 1.0;
}

} // namespace

KickEngine::KickEngine(const robot::RobotModel& model, const KickParameters& parameters)
    : m_parameters(parameters), m_body(model) {}

void KickEngine::begin(const WalkSenses& senses, Foot foot, const Aim& aim) {
    m_foot = foot;
    m_timeS = 0.0;
    m_calledOff.reset();
    std::ranges::copy(senses.measuredRad, m_fromRad.begin());
    const Footing footing = m_body.footing(senses.measuredRad, senses.up_T);
    const math::Pose& stands = footing.X_GSole[indexOf(otherFoot(foot))];
    const math::Pose& kicks = footing.X_GSole[indexOf(foot)];
    const Eigen::Vector3d hips = footing.X_GT * m_body.hips_T() - stands.p;
    const double side = sideOf(foot); // y axis of G, toward the kicking foot
    m_torsoBegin = {side * hips.y(),
                    hips.x(),
                    hips.z(),
                    world::tiltForwardRad(senses.up_T),
                    -side * world::tiltLeftRad(senses.up_T),
                    0.0};
    const Eigen::Vector3d way = kicks.p - stands.p;
    m_soleBegin = {{side * way.y(), way.x(), std::max(0.0, way.z())}, yawIn_M(kicks, foot), 0.0};
    m_standsYawRad = yawIn_M(stands, foot);
    m_directionRad = -side * aim.directionRad;
    aimAt(aim.ball_G, footing);
}

void KickEngine::callOff() {
    if (!m_calledOff && !hasSwung()) {
        m_calledOff = CalledOff{m_timeS, torsoKey(), soleKey(), armRad()};
    }
}

double KickEngine::calledOffRatio() const {
    return progressOf(m_timeS, m_calledOff->atS, m_parameters.returnS);
}

void KickEngine::aimAt(const Eigen::Vector2d& ball_G, const Footing& footing) {
    // The torso may have turned since the start, but the support foot has not.
    const math::Pose& stands = footing.X_GSole[indexOf(otherFoot(m_foot))];
    const Eigen::Vector2d way = ball_G - stands.p.head<2>();
    const Eigen::Rotation2Dd back(m_standsYawRad - yawIn_M(stands, m_foot));
    m_ball_M = back * Eigen::Vector2d(sideOf(m_foot) * way.y(), way.x());
}

void KickEngine::update(const WalkSenses& senses, const std::optional<Eigen::Vector3d>& ball_T,
                        double cycleS, std::span<double> targetRad) {
    WalkSenses felt = senses;
    if (!felt.gyro_TRadPerS.allFinite()) {
        felt.gyro_TRadPerS.setZero();
    }
    if (ball_T && !hasSwung() && !m_calledOff) {
        const Footing footing = m_body.footing(felt.measuredRad, senses.up_T);
        aimAt(footing.onGround(*ball_T), footing);
    }
    m_timeS += cycleS;
    move(felt, targetRad);
    if (m_timeS < m_parameters.entryS) {
        const double fraction = math::smoothStep(m_timeS / m_parameters.entryS);
        m_body.blend(m_fromRad, fraction, fraction, targetRad);
    }
}

KickEngine::TorsoKey KickEngine::endTorso() const {
    const KickParameters& p = m_parameters;
    return {m_body.hipM() + p.spreadM,
            p.endForwardM,
            p.endHeightRatio * m_body.legM(),
            p.endLeanRad,
            0.0,
            0.0};
}

KickEngine::SoleKey KickEngine::endSole() const {
    SoleKey end;
    end.p_M.x() = 2.0 * (m_body.hipM() + m_parameters.spreadM);
    return end;
}

KickEngine::TorsoKey KickEngine::torsoKey() const {
    const KickParameters& p = m_parameters;
    const double legM = m_body.legM();
    const TorsoKey shift = {
        p.shiftLateralM, p.shiftForwardM, p.endHeightRatio * legM, p.endLeanRad, 0.0, 0.0};
    const TorsoKey back = {p.backLateralM, p.backForwardM, p.backHeightRatio * legM,
                           p.backLeanRad,  p.backRollRad,  p.backTurnRad};
    const TorsoKey through = {p.throughLateralM, p.throughForwardM, p.throughHeightRatio * legM,
                              p.throughLeanRad,  p.throughRollRad,  p.throughTurnRad};
    const auto between = [](const TorsoKey& a, const TorsoKey& b, double fraction) {
        const double s = math::smoothStep(fraction);
        return TorsoKey{std::lerp(a.lateralM, b.lateralM, s), std::lerp(a.forwardM, b.forwardM, s),
                        std::lerp(a.heightM, b.heightM, s),   std::lerp(a.leanRad, b.leanRad, s),
                        std::lerp(a.rollRad, b.rollRad, s),   std::lerp(a.turnRad, b.turnRad, s)};
    };
    if (m_calledOff) {
        return between(m_calledOff->torso, endTorso(), calledOffRatio());
    }
    double fromS = 0.0;
    if (m_timeS < p.shiftS) {
        return between(m_torsoBegin, shift, progressOf(m_timeS, fromS, p.shiftS));
    }
    fromS += p.shiftS;
    if (m_timeS < fromS + p.backS) {
        return between(p.shiftS > 0.0 ? shift : m_torsoBegin, back,
                       progressOf(m_timeS, fromS, p.backS));
    }
    fromS += p.backS;
    if (m_timeS < fromS + p.swingS) {
        return between(back, through, progressOf(m_timeS, fromS, p.swingS));
    }
    fromS += p.swingS;
    return between(through, endTorso(), progressOf(m_timeS, fromS, p.returnS));
}

// Moves the foot on a straight line through the ball; the height is a parabola through three
// points.
KickEngine::SoleKey KickEngine::swing(double fraction) const {
    const KickParameters& p = m_parameters;
    const Eigen::Vector2d along(-std::sin(m_directionRad), std::cos(m_directionRad));
    const Eigen::Vector2d out(std::cos(m_directionRad), std::sin(m_directionRad));
    const Eigen::Vector2d stood(2.0 * (m_body.hipM() + p.spreadM), 0.0);
    const double fromM = along.dot(stood - m_ball_M) - p.backM;
    const double toM = std::max(p.throughM, fromM + 0.01);
    const double contact = std::clamp(-fromM / (toM - fromM), 0.05, 0.95);
    const double up = p.backUpM * (fraction - contact) * (fraction - 1.0) / contact +
                      p.contactUpM * fraction * (fraction - 1.0) / (contact * (contact - 1.0)) +
                      p.throughUpM * fraction * (fraction - contact) / (1.0 - contact);
    SoleKey key;
    key.p_M << m_ball_M + along * std::lerp(fromM, toM, fraction) + out * p.lineLateralM, up;
    key.yawRad = math::wrapRad(m_directionRad - p.directionRad) - p.footYawRad;
    key.pitchRad = std::lerp(p.backPitchRad, p.throughPitchRad, fraction);
    return key;
}

KickEngine::SoleKey KickEngine::soleKey() const {
    const KickParameters& p = m_parameters;
    const auto between = [](const SoleKey& a, const SoleKey& b, double fraction) {
        SoleKey key;
        key.p_M = a.p_M + fraction * (b.p_M - a.p_M);
        key.yawRad = std::lerp(a.yawRad, b.yawRad, fraction);
        key.pitchRad = std::lerp(a.pitchRad, b.pitchRad, fraction);
        return key;
    };
    if (m_calledOff) {
        return between(m_calledOff->sole, endSole(), math::smoothStep(calledOffRatio()));
    }
    SoleKey stood = m_soleBegin;
    stood.p_M.z() *= 1.0 - progressOf(m_timeS, 0.0, p.shiftS);
    double fromS = p.shiftS;
    if (m_timeS < fromS) {
        return stood;
    }
    if (m_timeS < fromS + p.backS) {
        const double fraction = progressOf(m_timeS, fromS, p.backS);
        SoleKey key = between(stood, swing(0.0), math::smoothStep(fraction));
        key.p_M.z() = std::lerp(stood.p_M.z(), p.backUpM,
                                std::sin(0.5 * math::kPi * fraction)); // the foot is lifted first
        return key;
    }
    fromS += p.backS;
    if (m_timeS < fromS + p.swingS) {
        const double fraction = progressOf(m_timeS, fromS, p.swingS);
        return swing(std::lerp(fraction, fraction * fraction, p.swingEase));
    }
    fromS += p.swingS;
    const double fraction = progressOf(m_timeS, fromS, p.returnS);
    SoleKey key = between(swing(1.0), endSole(), math::smoothStep(fraction));
    key.p_M.z() += p.returnUpM * std::sin(math::kPi * fraction);
    return key;
}

double KickEngine::armRad() const {
    if (m_calledOff) {
        return m_calledOff->armRad * (1.0 - math::smoothStep(calledOffRatio()));
    }
    const KickParameters& p = m_parameters;
    const double backS = p.shiftS + p.backS;
    const double throughS = backS + p.swingS;
    if (m_timeS < backS) {
        return p.armBackRad * math::smoothStep(progressOf(m_timeS, 0.0, backS));
    }
    if (m_timeS < throughS) {
        return std::lerp(p.armBackRad, p.armThroughRad,
                         math::smoothStep(progressOf(m_timeS, backS, p.swingS)));
    }
    return p.armThroughRad * (1.0 - math::smoothStep(progressOf(m_timeS, throughS, p.returnS)));
}

void KickEngine::move(const WalkSenses& senses, std::span<double> targetRad) const {
    const KickParameters& p = m_parameters;
    const bool isRight = m_foot == Foot::Right;
    const TorsoKey torso = torsoKey();
    math::Pose X_MT;
    X_MT.R = turned(torso.turnRad) * levelFromTorso(torso.leanRad, torso.rollRad);
    X_MT.p =
        Eigen::Vector3d(torso.lateralM, torso.forwardM, torso.heightM) - X_MT.R * m_body.hips_T();
    const math::Pose X_TM = X_MT.inverse();

    const SoleKey kicks = soleKey();
    math::Pose X_MKicks;
    X_MKicks.R = turned(kicks.yawRad) *
                 Eigen::AngleAxisd(kicks.pitchRad, Eigen::Vector3d::UnitX()).toRotationMatrix();
    X_MKicks.p = kicks.p_M;
    X_MKicks.p.z() += kHalfFootM * std::abs(std::sin(kicks.pitchRad));
    const math::Pose X_MStands{turned(m_standsYawRad), Eigen::Vector3d::Zero()};

    const double left = isRight ? 1.0 : -1.0; // direction of the support foot
    const double pitchRad = world::tiltForwardRad(senses.up_T) - torso.leanRad;
    const double rollRad = world::tiltLeftRad(senses.up_T) - left * torso.rollRad;
    const LegTilt against = againstTilt(p, pitchRad, rollRad, senses.gyro_TRadPerS);
    const auto place = [&](Foot foot, const math::Pose& X_MSole, const LegTilt& tilt) {
        const math::Pose X_TSole = X_TM * X_MSole;
        m_body.placeSole(foot, isRight ? X_TSole : mirrored(X_TSole), tilt, targetRad);
        m_body.bendToe(foot, 0.0, targetRad);
    };
    place(m_foot, X_MKicks, {});
    place(otherFoot(m_foot), X_MStands, against);
    const double swingRad = armRad();
    m_body.placeArm(m_foot, p.armRad + swingRad, p.armOutRad, p.elbowRad, targetRad);
    m_body.placeArm(otherFoot(m_foot), p.armRad - swingRad, p.armOutRad, p.elbowRad, targetRad);
}

} // namespace sideline::motion
