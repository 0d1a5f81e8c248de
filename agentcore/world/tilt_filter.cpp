#include "agentcore/world/tilt_filter.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/game/constants.h"

namespace sideline::world {

namespace {

constexpr double kFilterTimeS = 4.0;          // time constant of the accelerometer correction
constexpr double kRestFilterTimeS = 0.1;      // time constant for a body nearly at rest
constexpr double kGravityToleranceMps2 = 3.0; // larger deviations from gravity are ignored
constexpr double kAtRestMps2 = 0.3;
constexpr double kAtRestRadPerS = 0.2;
constexpr int kRestCycles = 3;               // number of readings needed in a row, since a step may
                                             // appear to be at rest for one cycle
constexpr double kDisagreementCos = 0.5;     // minimum agreement with the estimated direction
constexpr double kCalmDisagreementCos = 0.9; // minimum agreement for a slowly rotating body
constexpr double kUpsideDownCos = -0.5; // a first reading below this is attributed to an impact
constexpr int kMaxMeanCycles = 12;      // maximum number of readings in the initial mean
constexpr int kMinMeanCycles = 3;       // minimum number of readings when the body starts to move
constexpr double kMovesRadPerS = 0.5;   // at faster rotation, legs bend or feet hit the ground
constexpr int kDisagreementCycles = 15;
constexpr int kCalmCycles = 6; // number of readings needed in a row: longer than a foot rests
                               // during a walk

} // namespace

void TiltFilter::update(const Eigen::Vector3d& gyro_TRadPerS,
                        const Eigen::Vector3d& acceleration_TMps2, double stepS) {
    const Eigen::Vector3d turn = -stepS * gyro_TRadPerS;
    // The norm of finite components may overflow; NaN would persist in the filter.
    const double angleRad = turn.norm();
    if (angleRad > 0.0 && std::isfinite(angleRad)) {
        m_up_T = Eigen::AngleAxisd(angleRad, turn / angleRad) * m_up_T;
    }
    const double size = acceleration_TMps2.norm();
    const double deviationMps2 = std::abs(size - game::kGravityMps2);
    const bool mayBeGravity =
        m_readings >= kMaxMeanCycles || acceleration_TMps2.z() > kUpsideDownCos * size;
    const double turnRateRadPerS = gyro_TRadPerS.norm();
    if (m_readings == 0 && turnRateRadPerS >= kMovesRadPerS) {
        m_readings = kMaxMeanCycles; // it began upright, which is more certain than later readings
    }
    m_restCycles =
        turnRateRadPerS < kAtRestRadPerS && deviationMps2 < kAtRestMps2 ? m_restCycles + 1 : 0;
    if (std::isfinite(size) && deviationMps2 < kGravityToleranceMps2 && mayBeGravity) {
        const Eigen::Vector3d felt_T = acceleration_TMps2 / size;
        const double agreement = felt_T.dot(m_up_T);
        const bool isCalm = turnRateRadPerS < kMovesRadPerS;
        m_disagreeing = agreement < kDisagreementCos ? m_disagreeing + 1 : 0;
        m_calmDisagreeing = isCalm && agreement < kCalmDisagreementCos ? m_calmDisagreeing + 1 : 0;
        if (m_disagreeing >= kDisagreementCycles || m_calmDisagreeing >= kCalmCycles) {
            m_readings = 0;
            m_disagreeing = 0;
            m_calmDisagreeing = 0;
        }
        const int meanCycles = isCalm ? kMaxMeanCycles : kMinMeanCycles;
        const double beginRatio = m_readings < meanCycles ? 1.0 / (1.0 + m_readings) : 0.0;
        const double filterTimeS = m_restCycles >= kRestCycles ? kRestFilterTimeS : kFilterTimeS;
        m_up_T += std::min(1.0, std::max(stepS / filterTimeS, beginRatio)) * (felt_T - m_up_T);
        m_readings = std::min(m_readings + 1, kMaxMeanCycles);
    }
    // Opposite directions cancel; any direction is then acceptable.
    const double length = m_up_T.norm();
    m_up_T = length > 1e-6 ? (m_up_T / length).eval() : Eigen::Vector3d(Eigen::Vector3d::UnitZ());
}

void TiltFilter::placeUpright() {
    *this = {};
    m_readings = kMaxMeanCycles;
}

double tiltForwardRad(const Eigen::Vector3d& up_T) {
    return std::atan2(-up_T.y(), up_T.z());
}

double tiltLeftRad(const Eigen::Vector3d& up_T) {
    return std::atan2(up_T.x(), up_T.z());
}

} // namespace sideline::world
