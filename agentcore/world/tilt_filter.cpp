#include "agentcore/world/tilt_filter.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/game/constants.h"

namespace sideline::world {

namespace {

constexpr double kFollowsS = 4.0;       // how slowly it follows the accelerometer
constexpr double kFollowsAtRestS = 0.1; // of a body that hardly moves
constexpr double kBelievedMps2 = 3.0;   // farther from gravity the accelerometer feels other things
constexpr double kAtRestMps2 = 0.3;
constexpr double kAtRestRadPerS = 0.2;
constexpr int kRestCycles = 3;         // in a row; a step may seem at rest for one of them
constexpr double kElsewhereCos = 0.5;  // gravity that comes from farther away is another one
constexpr double kCalmCos = 0.9;       // the same for a body that hardly turns
constexpr double kOnItsHeadCos = -0.5; // who begins so has only hit the ground
constexpr int kBeginCycles = 12;       // of the mean
constexpr int kFewestCycles = 3;       // of it, when the body begins to move
constexpr double kMovesRadPerS = 0.5;  // legs bend, feet hit the ground
constexpr int kElsewhereCycles = 15;
constexpr int kCalmCycles = 6; // longer than a foot rests in a walk

} // namespace

void TiltFilter::update(const Eigen::Vector3d& gyro_TRadPerS,
                        const Eigen::Vector3d& acceleration_TMps2, double stepS) {
    const Eigen::Vector3d turn = -stepS * gyro_TRadPerS;
    // Of finite speeds, too, the norm may be none; what is not a number once would stay so.
    const double angleRad = turn.norm();
    if (m_felt > 0 && angleRad > 0.0 && std::isfinite(angleRad)) {
        m_up_T = Eigen::AngleAxisd(angleRad, turn / angleRad) * m_up_T;
    }
    const double size = acceleration_TMps2.norm();
    const double offMps2 = std::abs(size - game::kGravityMps2);
    const bool mayBeGravity =
        m_felt >= kBeginCycles || acceleration_TMps2.z() > kOnItsHeadCos * size;
    const double turnsRadPerS = gyro_TRadPerS.norm();
    m_resting = turnsRadPerS < kAtRestRadPerS && offMps2 < kAtRestMps2 ? m_resting + 1 : 0;
    if (std::isfinite(size) && offMps2 < kBelievedMps2 && mayBeGravity) {
        const Eigen::Vector3d felt_T = acceleration_TMps2 / size;
        const double agreement = felt_T.dot(m_up_T);
        const bool isCalm = turnsRadPerS < kMovesRadPerS;
        m_elsewhere = agreement < kElsewhereCos ? m_elsewhere + 1 : 0;
        m_calmElsewhere = isCalm && agreement < kCalmCos ? m_calmElsewhere + 1 : 0;
        if (m_elsewhere >= kElsewhereCycles || m_calmElsewhere >= kCalmCycles) {
            m_felt = 0;
            m_elsewhere = 0;
            m_calmElsewhere = 0;
        }
        const int meanCycles = isCalm ? kBeginCycles : kFewestCycles;
        const double beginShare = m_felt < meanCycles ? 1.0 / (1.0 + m_felt) : 0.0;
        const double followsS = m_resting >= kRestCycles ? kFollowsAtRestS : kFollowsS;
        m_up_T += std::min(1.0, std::max(stepS / followsS, beginShare)) * (felt_T - m_up_T);
        m_felt = std::min(m_felt + 1, kBeginCycles);
    }
    // Opposite beliefs cancel each other: any direction is then as good.
    const double length = m_up_T.norm();
    m_up_T = length > 1e-6 ? (m_up_T / length).eval() : Eigen::Vector3d(Eigen::Vector3d::UnitZ());
}

double tiltForwardRad(const Eigen::Vector3d& up_T) {
    return std::atan2(-up_T.y(), up_T.z());
}

double tiltLeftRad(const Eigen::Vector3d& up_T) {
    return std::atan2(up_T.x(), up_T.z());
}

} // namespace sideline::world
