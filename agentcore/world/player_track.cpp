#include "agentcore/world/player_track.h"

#include <algorithm>
#include <cmath>

#include <Eigen/LU>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"

namespace sideline::world {

namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;

constexpr double kSpeedDecayS = 1.5;        // time constant of the decay of an unobserved velocity
constexpr double kAccelerationNoise = 0.15; // spectral density, m^2/s^3
constexpr double kStartSpeedMps = 0.5;
constexpr double kMaxSpeedMps = 1.6;
constexpr double kSurpriseGate = 12.0; // squared sigmas beyond which the player changed its motion
constexpr double kSurpriseMps = 0.7;
constexpr double kSurpriseM = 0.05;
constexpr double kJumpGate = 36.0; // squared sigmas beyond which the player was moved,
constexpr double kJumpM = 0.8;     // if it is also farther away from the expected position than
                                   // this

constexpr double kTurnDecayS = 0.7;
constexpr double kTurnNoise = 1.1; // spectral density, rad^2/s^3
constexpr double kStartTurnRadPerS = 0.6;
constexpr double kOutlierRad = math::radFromDeg(60.0);
constexpr double kOutlierSigmas = 4.0;
constexpr int kOutliersToAccept = 3;
constexpr double kHeadingHeldS = 3.0;
constexpr double kMaxTrackHeadingSigmaRad = math::radFromDeg(40.0);

constexpr double kRisenRad = math::radFromDeg(35.0);
constexpr double kHalfFallenRad = math::radFromDeg(50.0); // threshold for the first vision frame
constexpr double kMaxTiltSigmaRad = 0.45;
constexpr int kVotesToChange = 2;

constexpr double kConfidenceS = 4.0;
constexpr double kConfidenceM = 1.0;
constexpr double kConfidencePerMiss = 0.6;

} // namespace

PlayerTrack::PlayerTrack(const PlayerObservation& vision) {
    m_belief.isTeammate = vision.isTeammate;
    start(vision);
    publish();
}

void PlayerTrack::start(const PlayerObservation& vision) {
    m_belief.unum = std::max(m_belief.unum, vision.unum);
    m_belief.parts = vision.parts;
    m_belief.isFallen = vision.tilt && vision.tilt->angleRad > kHalfFallenRad;
    m_belief.ageS = 0.0;
    m_x << vision.p_F, Vector2d::Zero();
    m_P.setZero();
    m_P.topLeftCorner<2, 2>() = vision.noise_FM2;
    m_P.bottomRightCorner<2, 2>().diagonal().setConstant(kStartSpeedMps * kStartSpeedMps);
    m_common_FM2 = vision.common_FM2;
    m_hasHeading = false;
    m_outlierHeadings = 0;
    m_tiltVotes = 0;
    m_misses = 0;
    updateHeading(vision.heading);
}

void PlayerTrack::predict(double stepS) {
    m_belief.ageS += stepS;
    const double kept = std::exp(-stepS / kSpeedDecayS);
    m_x.head<2>() += stepS * m_x.tail<2>();
    m_x.tail<2>() *= kept;
    m_P.topRows<2>() += stepS * m_P.bottomRows<2>();
    m_P.bottomRows<2>() *= kept;
    m_P.leftCols<2>() += stepS * m_P.rightCols<2>();
    m_P.rightCols<2>() *= kept;
    m_P.diagonal().tail<2>().array() += kAccelerationNoise * stepS;

    const double turnDecay = std::exp(-stepS / kTurnDecayS);
    m_heading(0) += stepS * m_heading(1);
    m_heading(1) *= turnDecay;
    m_headingP.row(0) += stepS * m_headingP.row(1);
    m_headingP.row(1) *= turnDecay;
    m_headingP.col(0) += stepS * m_headingP.col(1);
    m_headingP.col(1) *= turnDecay;
    m_headingP(1, 1) += kTurnNoise * stepS;
    m_headingAgeS += stepS;
    publish();
}

double PlayerTrack::gateOf(const PlayerObservation& vision) const {
    const Matrix2d S = m_P.topLeftCorner<2, 2>() + vision.noise_FM2 + vision.common_FM2;
    const Vector2d innovation = vision.p_F - m_x.head<2>();
    return innovation.dot(S.inverse() * innovation);
}

void PlayerTrack::see(const PlayerObservation& vision) {
    const double gate = gateOf(vision);
    const Vector2d innovation = vision.p_F - m_x.head<2>();
    if (gate > kJumpGate && innovation.norm() > kJumpM) {
        start(vision);
        publish();
        return;
    }
    if (gate > kSurpriseGate) {
        m_P.diagonal().head<2>().array() += kSurpriseM * kSurpriseM;
        m_P.diagonal().tail<2>().array() += kSurpriseMps * kSurpriseMps;
    }
    const Matrix2d S = m_P.topLeftCorner<2, 2>() + vision.noise_FM2 + vision.common_FM2;
    const Eigen::Matrix<double, 4, 2> gain = m_P.leftCols<2>() * S.inverse();
    m_x += gain * innovation;
    m_P -= (gain * m_P.topRows<2>()).eval();
    m_P = (0.5 * (m_P + m_P.transpose())).eval();
    if (const double speed = m_x.tail<2>().norm(); speed > kMaxSpeedMps) {
        m_x.tail<2>() *= kMaxSpeedMps / speed;
    }
    m_common_FM2 = vision.common_FM2;
    m_belief.unum = std::max(m_belief.unum, vision.unum);
    for (std::size_t i = 0; i < kPlayerPartCount; ++i) {
        if (vision.parts[i].isSeen) {
            m_belief.parts[i] = vision.parts[i];
        }
    }
    m_belief.ageS = 0.0;
    m_misses = 0;
    updateHeading(vision.heading);
    updateTilt(vision.tilt);
    publish();
}

void PlayerTrack::updateHeading(const std::optional<AngleMeasurement>& heading) {
    if (!heading) {
        return;
    }
    const double innovationRad = math::wrapRad(heading->angleRad - m_heading(0));
    const double variance = m_headingP(0, 0) + heading->varianceRad2;
    const bool isOutlier =
        std::abs(innovationRad) > std::max(kOutlierRad, kOutlierSigmas * std::sqrt(variance));
    m_outlierHeadings = isOutlier ? m_outlierHeadings + 1 : 0;
    if (!m_hasHeading || m_outlierHeadings >= kOutliersToAccept) {
        m_heading << heading->angleRad, 0.0;
        m_headingP.setZero();
        m_headingP.diagonal() << heading->varianceRad2, kStartTurnRadPerS * kStartTurnRadPerS;
        m_outlierHeadings = 0;
    } else if (isOutlier) {
        return;
    } else {
        const Vector2d gain = m_headingP.col(0) / variance;
        m_heading += gain * innovationRad;
        m_headingP -= (gain * m_headingP.row(0)).eval();
    }
    m_heading(0) = math::wrapRad(m_heading(0));
    m_hasHeading = true;
    m_headingAgeS = 0.0;
}

void PlayerTrack::updateTilt(const std::optional<AngleMeasurement>& tilt) {
    if (!tilt || tilt->varianceRad2 > kMaxTiltSigmaRad * kMaxTiltSigmaRad) {
        return;
    }
    const bool contradicts =
        m_belief.isFallen ? tilt->angleRad < kRisenRad : tilt->angleRad > game::kFallenTiltRad;
    m_tiltVotes = contradicts ? m_tiltVotes + 1 : 0;
    if (m_tiltVotes >= kVotesToChange) {
        m_belief.isFallen = !m_belief.isFallen;
        m_tiltVotes = 0;
    }
}

void PlayerTrack::miss() {
    ++m_misses;
    publish();
}

void PlayerTrack::publish() {
    m_belief.p_F << m_x.head<2>(), 0.0;
    m_belief.velocity_FMps << m_x.tail<2>(), 0.0;
    m_belief.hasHeading = m_hasHeading && m_headingAgeS < kHeadingHeldS &&
                          m_headingP(0, 0) < kMaxTrackHeadingSigmaRad * kMaxTrackHeadingSigmaRad;
    m_belief.headingRad = m_belief.hasHeading ? math::wrapRad(m_heading(0)) : 0.0;
    const double varianceM2 = 0.5 * (m_P.topLeftCorner<2, 2>() + m_common_FM2).trace();
    m_belief.positionSigmaM = std::sqrt(varianceM2);
    const double kept = m_misses == 0 ? 1.0 : std::pow(kConfidencePerMiss, m_misses);
    m_belief.confidence = std::exp(-m_belief.ageS / kConfidenceS) * kept /
                          (1.0 + varianceM2 / (kConfidenceM * kConfidenceM));
}

} // namespace sideline::world
