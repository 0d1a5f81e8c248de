#include "agentcore/world/ball_filter.h"

#include <algorithm>
#include <cmath>

namespace sideline::world {

namespace {

constexpr double kRadiusM = 0.042;
constexpr double kGravityMps2 = 9.81;
// A rolling ball slows down as e^(-1.085 t). [M: simspark.md 3.6]
constexpr double kRollDecayPerS = 1.085;
constexpr double kAirborneM = 0.02; // centre higher above the ground than a lying ball's
// How much a ball that nobody touches may differ from the model.
constexpr double kSpeedChangeMps2 = 0.7;
constexpr double kKickedMps = 4.0; // what is believed of the speed of a ball that was just kicked
constexpr double kGateSigmas = 5.0;
constexpr int kMissesToForget = 5;
constexpr double kForgetS = 15.0;

double sightSigmaM(double distanceM) {
    // Noise of the direction, of a pose that is good to a centimetre or two, and the rounding.
    return 0.015 + 0.004 * distanceM;
}

} // namespace

void BallFilter::predict(double stepS) {
    if (!m_ball.isKnown || !(stepS > 0.0)) {
        return;
    }
    m_ball.ageS += stepS;
    if (m_ball.ageS > kForgetS) {
        reset();
        return;
    }
    Eigen::Vector3d& p = m_ball.p_F;
    Eigen::Vector3d& v = m_ball.velocity_FMps;
    p += stepS * v;
    const bool isInAir = p.z() > kRadiusM + kAirborneM;
    const double decay = isInAir ? 1.0 : std::exp(-kRollDecayPerS * stepS);
    v.head<2>() *= decay;
    v.z() = isInAir ? v.z() - kGravityMps2 * stepS : 0.0;
    p.z() = std::max(p.z(), kRadiusM);
    m_positionVarianceM2 += 2.0 * stepS * m_covariance + stepS * stepS * m_velocityVariance;
    m_covariance = decay * (m_covariance + stepS * m_velocityVariance);
    m_velocityVariance =
        decay * decay * m_velocityVariance + kSpeedChangeMps2 * kSpeedChangeMps2 * stepS;
}

void BallFilter::see(const Eigen::Vector3d& p_F, double distanceM) {
    if (!p_F.allFinite() || !std::isfinite(distanceM)) {
        return;
    }
    const double variance = sightSigmaM(distanceM) * sightSigmaM(distanceM);
    const Eigen::Vector3d innovation = p_F - m_ball.p_F;
    const double expected = m_positionVarianceM2 + variance;
    if (!m_ball.isKnown) {
        m_ball.velocity_FMps.setZero();
        m_ball.p_F = p_F;
        m_positionVarianceM2 = variance;
        m_covariance = 0.0;
        m_velocityVariance = 1.0;
    } else {
        if (innovation.head<2>().squaredNorm() > kGateSigmas * kGateSigmas * expected) {
            // Kicked, dropped or bounced: nothing of its way before tells where it goes.
            m_positionVarianceM2 = std::max(m_positionVarianceM2, innovation.squaredNorm());
            m_velocityVariance = kKickedMps * kKickedMps;
            m_covariance = std::sqrt(m_positionVarianceM2) * kKickedMps * 0.5;
        }
        const double gain = m_positionVarianceM2 / (m_positionVarianceM2 + variance);
        const double speedGain = m_covariance / (m_positionVarianceM2 + variance);
        m_ball.p_F += gain * innovation;
        m_ball.velocity_FMps += speedGain * innovation;
        m_velocityVariance -= speedGain * m_covariance;
        m_covariance *= 1.0 - gain;
        m_positionVarianceM2 *= 1.0 - gain;
    }
    m_ball.p_F.z() = std::max(m_ball.p_F.z(), kRadiusM);
    if (m_ball.p_F.z() < kRadiusM + kAirborneM) {
        m_ball.velocity_FMps.z() = 0.0;
    }
    m_ball.isKnown = true;
    m_ball.ageS = 0.0;
    m_misses = 0;
}

void BallFilter::miss() {
    if (m_ball.isKnown && ++m_misses >= kMissesToForget) {
        reset();
    }
}

void BallFilter::reset() {
    *this = BallFilter();
}

} // namespace sideline::world
