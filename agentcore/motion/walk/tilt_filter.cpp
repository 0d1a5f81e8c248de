#include "agentcore/motion/walk/tilt_filter.h"

#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/game/constants.h"

namespace sideline::motion {

namespace {

constexpr double kFollowsS = 1.0;     // how slowly it follows the accelerometer
constexpr double kBelievedMps2 = 3.0; // farther from gravity the accelerometer feels other things

} // namespace

void TiltFilter::begin(const Eigen::Vector3d& acceleration_TMps2) {
    const double size = acceleration_TMps2.norm();
    m_up_T = std::isfinite(size) && size > kBelievedMps2 ? (acceleration_TMps2 / size).eval()
                                                         : Eigen::Vector3d(0.0, 0.0, 1.0);
}

void TiltFilter::update(const Eigen::Vector3d& gyro_TRadPerS,
                        const Eigen::Vector3d& acceleration_TMps2, double stepS) {
    const Eigen::Vector3d turn = -stepS * gyro_TRadPerS;
    // Of finite speeds, too, the norm may be none; what is not a number once would stay so.
    const double angleRad = turn.norm();
    if (angleRad > 0.0 && std::isfinite(angleRad)) {
        m_up_T = Eigen::AngleAxisd(angleRad, turn / angleRad) * m_up_T;
    }
    const double size = acceleration_TMps2.norm();
    if (std::isfinite(size) && std::abs(size - game::kGravityMps2) < kBelievedMps2) {
        m_up_T += stepS / kFollowsS * (acceleration_TMps2 / size - m_up_T);
    }
    m_up_T.normalize();
}

double TiltFilter::forwardRad() const {
    return std::atan2(-m_up_T.y(), m_up_T.z());
}

double TiltFilter::leftRad() const {
    return std::atan2(m_up_T.x(), m_up_T.z());
}

} // namespace sideline::motion
