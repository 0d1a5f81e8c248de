#include "agentcore/motion/kick/kick_engine.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/math/angles.h"
#include "agentcore/math/smooth_step.h"
#include "agentcore/world/tilt_filter.h"

namespace sideline::motion {

namespace {

constexpr double kHalfFootM = 0.08; // from the middle of the sole to toe or heel

Eigen::Matrix3d turned(double yawRad) {
    return Eigen::AngleAxisd(yawRad, Eigen::Vector3d::UnitZ()).toRotationMatrix();
}

// What is right becomes left.
math::Pose mirrored(const math::Pose& pose) {
    const Eigen::Vector3d flip(-1.0, 1.0, 1.0);
    return {flip.asDiagonal() * pose.R * flip.asDiagonal(), flip.cwiseProduct(pose.p)};
}

// Turn of a sole in M. A body's x points to G's -y.
double yawIn_M(const math::Pose& X_GSole, Foot kicks) {
    return -sideOf(kicks) * std::atan2(X_GSole.R(1, 1), X_GSole.R(0, 1));
}

// How far a part of a motion has come, 0 to 1; a part without duration is over.
double shareOf(double timeS, double fromS, double durationS) {
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
    const double side = sideOf(foot); // of G's y, towards the foot that kicks
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

double KickEngine::calledOffShare() const {
    return shareOf(m_timeS, m_calledOff->atS, m_parameters.returnS);
}

void KickEngine::aimAt(const Eigen::Vector2d& ball_G, const Footing& footing) {
    // The torso may have turned since the start; the foot that stands has not.
    const math::Pose& stands = footing.X_GSole[indexOf(otherFoot(m_foot))];
    const Eigen::Vector2d way = ball_G - stands.p.head<2>();
    const Eigen::Rotation2Dd back(m_standsYawRad - yawIn_M(stands, m_foot));
    m_ball_M = back * Eigen::Vector2d(sideOf(m_foot) * way.y(), way.x());
}

void KickEngine::update(const WalkSenses& senses, const std::optional<Eigen::Vector3d>& ball_T,
                        double cycleS, std::span<double> wantedRad) {
    WalkSenses felt = senses;
    if (!felt.gyro_TRadPerS.allFinite()) {
        felt.gyro_TRadPerS.setZero();
    }
    if (ball_T && !hasSwung() && !m_calledOff) {
        const Footing footing = m_body.footing(felt.measuredRad, senses.up_T);
        aimAt(footing.onGround(*ball_T), footing);
    }
    m_timeS += cycleS;
    move(felt, wantedRad);
    if (m_timeS < m_parameters.entryS) {
        const double share = math::smoothStep(m_timeS / m_parameters.entryS);
        m_body.blend(m_fromRad, share, share, wantedRad);
    }
}

KickEngine::TorsoKey KickEngine::endTorso() const {
    const KickParameters& p = m_parameters;
    return {m_body.hipM() + p.spreadM,
            p.endForwardM,
            p.endHeightShare * m_body.legM(),
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
        p.shiftAsideM, p.shiftForwardM, p.endHeightShare * legM, p.endLeanRad, 0.0, 0.0};
    const TorsoKey back = {p.backAsideM,  p.backForwardM, p.backHeightShare * legM,
                           p.backLeanRad, p.backRollRad,  p.backTurnRad};
    const TorsoKey through = {p.throughAsideM,  p.throughForwardM, p.throughHeightShare * legM,
                              p.throughLeanRad, p.throughRollRad,  p.throughTurnRad};
    const auto between = [](const TorsoKey& a, const TorsoKey& b, double share) {
        const double s = math::smoothStep(share);
        return TorsoKey{std::lerp(a.asideM, b.asideM, s),   std::lerp(a.forwardM, b.forwardM, s),
                        std::lerp(a.heightM, b.heightM, s), std::lerp(a.leanRad, b.leanRad, s),
                        std::lerp(a.rollRad, b.rollRad, s), std::lerp(a.turnRad, b.turnRad, s)};
    };
    if (m_calledOff) {
        return between(m_calledOff->torso, endTorso(), calledOffShare());
    }
    double fromS = 0.0;
    if (m_timeS < p.shiftS) {
        return between(m_torsoBegin, shift, shareOf(m_timeS, fromS, p.shiftS));
    }
    fromS += p.shiftS;
    if (m_timeS < fromS + p.backS) {
        return between(p.shiftS > 0.0 ? shift : m_torsoBegin, back,
                       shareOf(m_timeS, fromS, p.backS));
    }
    fromS += p.backS;
    if (m_timeS < fromS + p.swingS) {
        return between(back, through, shareOf(m_timeS, fromS, p.swingS));
    }
    fromS += p.swingS;
    return between(through, endTorso(), shareOf(m_timeS, fromS, p.returnS));
}

// On a straight line through the ball; the height is a parabola through three points.
KickEngine::SoleKey KickEngine::swing(double share) const {
    const KickParameters& p = m_parameters;
    const Eigen::Vector2d along(-std::sin(m_directionRad), std::cos(m_directionRad));
    const Eigen::Vector2d out(std::cos(m_directionRad), std::sin(m_directionRad));
    const Eigen::Vector2d stood(2.0 * (m_body.hipM() + p.spreadM), 0.0);
    const double fromM = along.dot(stood - m_ball_M) - p.backM;
    const double toM = std::max(p.throughM, fromM + 0.01);
    const double contact = std::clamp(-fromM / (toM - fromM), 0.05, 0.95);
    const double up = p.backUpM * (share - contact) * (share - 1.0) / contact +
                      p.contactUpM * share * (share - 1.0) / (contact * (contact - 1.0)) +
                      p.throughUpM * share * (share - contact) / (1.0 - contact);
    SoleKey key;
    key.p_M << m_ball_M + along * std::lerp(fromM, toM, share) + out * p.lineAsideM, up;
    key.yawRad = math::wrapRad(m_directionRad - p.directionRad) - p.footYawRad;
    key.pitchRad = std::lerp(p.backPitchRad, p.throughPitchRad, share);
    return key;
}

KickEngine::SoleKey KickEngine::soleKey() const {
    const KickParameters& p = m_parameters;
    const auto between = [](const SoleKey& a, const SoleKey& b, double share) {
        SoleKey key;
        key.p_M = a.p_M + share * (b.p_M - a.p_M);
        key.yawRad = std::lerp(a.yawRad, b.yawRad, share);
        key.pitchRad = std::lerp(a.pitchRad, b.pitchRad, share);
        return key;
    };
    if (m_calledOff) {
        return between(m_calledOff->sole, endSole(), math::smoothStep(calledOffShare()));
    }
    SoleKey stood = m_soleBegin;
    stood.p_M.z() *= 1.0 - shareOf(m_timeS, 0.0, p.shiftS);
    double fromS = p.shiftS;
    if (m_timeS < fromS) {
        return stood;
    }
    if (m_timeS < fromS + p.backS) {
        const double share = shareOf(m_timeS, fromS, p.backS);
        SoleKey key = between(stood, swing(0.0), math::smoothStep(share));
        key.p_M.z() =
            std::lerp(stood.p_M.z(), p.backUpM, std::sin(0.5 * math::kPi * share)); // lifts first
        return key;
    }
    fromS += p.backS;
    if (m_timeS < fromS + p.swingS) {
        const double share = shareOf(m_timeS, fromS, p.swingS);
        return swing(std::lerp(share, share * share, p.swingEase));
    }
    fromS += p.swingS;
    const double share = shareOf(m_timeS, fromS, p.returnS);
    SoleKey key = between(swing(1.0), endSole(), math::smoothStep(share));
    key.p_M.z() += p.returnUpM * std::sin(math::kPi * share);
    return key;
}

double KickEngine::armRad() const {
    if (m_calledOff) {
        return m_calledOff->armRad * (1.0 - math::smoothStep(calledOffShare()));
    }
    const KickParameters& p = m_parameters;
    const double backS = p.shiftS + p.backS;
    const double throughS = backS + p.swingS;
    if (m_timeS < backS) {
        return p.armBackRad * math::smoothStep(shareOf(m_timeS, 0.0, backS));
    }
    if (m_timeS < throughS) {
        return std::lerp(p.armBackRad, p.armThroughRad,
                         math::smoothStep(shareOf(m_timeS, backS, p.swingS)));
    }
    return p.armThroughRad * (1.0 - math::smoothStep(shareOf(m_timeS, throughS, p.returnS)));
}

void KickEngine::move(const WalkSenses& senses, std::span<double> wantedRad) const {
    const KickParameters& p = m_parameters;
    const bool isRight = m_foot == Foot::Right;
    const TorsoKey torso = torsoKey();
    math::Pose X_MT;
    X_MT.R = turned(torso.turnRad) * levelFromTorso(torso.leanRad, torso.rollRad);
    X_MT.p =
        Eigen::Vector3d(torso.asideM, torso.forwardM, torso.heightM) - X_MT.R * m_body.hips_T();
    const math::Pose X_TM = X_MT.inverse();

    const SoleKey kicks = soleKey();
    math::Pose X_MKicks;
    X_MKicks.R = turned(kicks.yawRad) *
                 Eigen::AngleAxisd(kicks.pitchRad, Eigen::Vector3d::UnitX()).toRotationMatrix();
    X_MKicks.p = kicks.p_M;
    X_MKicks.p.z() += kHalfFootM * std::abs(std::sin(kicks.pitchRad));
    const math::Pose X_MStands{turned(m_standsYawRad), Eigen::Vector3d::Zero()};

    const double left = isRight ? 1.0 : -1.0; // the foot that stands is there
    const double pitchRad = world::tiltForwardRad(senses.up_T) - torso.leanRad;
    const double rollRad = world::tiltLeftRad(senses.up_T) - left * torso.rollRad;
    const LegTilt against = againstTilt(p, pitchRad, rollRad, senses.gyro_TRadPerS);
    const auto place = [&](Foot foot, const math::Pose& X_MSole, const LegTilt& tilt) {
        const math::Pose X_TSole = X_TM * X_MSole;
        m_body.placeSole(foot, isRight ? X_TSole : mirrored(X_TSole), tilt, wantedRad);
        m_body.bendToe(foot, 0.0, wantedRad);
    };
    place(m_foot, X_MKicks, {});
    place(otherFoot(m_foot), X_MStands, against);
    const double swingRad = armRad();
    m_body.placeArm(m_foot, p.armRad + swingRad, p.armOutRad, p.elbowRad, wantedRad);
    m_body.placeArm(otherFoot(m_foot), p.armRad - swingRad, p.armOutRad, p.elbowRad, wantedRad);
}

} // namespace sideline::motion
