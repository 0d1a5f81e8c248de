#include "agentcore/localization/gyro_tracker.h"

#include <algorithm>
#include <cmath>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"

namespace sideline::localization {

namespace {

constexpr double kLongestCycleS = 0.035; // the server's clock has steps of 0.01 s
constexpr double kLongestStepS = 0.5;
constexpr double kFastestDegPerS = 1e4;

} // namespace

void GyroTracker::set(const Eigen::Matrix3d& R_ST) {
    m_orientation = Eigen::Quaterniond(R_ST).normalized();
    m_isKnown = true;
}

bool GyroTracker::turn(const protocol::Percepts& percepts, double stepS) {
    if (percepts.gyros.empty()) {
        return false;
    }
    const Eigen::Vector3d& speed_TDegPerS = percepts.gyros.front().value;
    if (!speed_TDegPerS.allFinite() || speed_TDegPerS.cwiseAbs().maxCoeff() > kFastestDegPerS) {
        return false;
    }
    const double passedS =
        stepS > kLongestCycleS ? std::min(stepS, kLongestStepS) : game::kStepS; // also for NaN
    const Eigen::Vector3d turn_T = math::radFromDeg(passedS) * speed_TDegPerS;
    const double angleRad = turn_T.norm();
    if (angleRad > 0.0) {
        m_orientation *= Eigen::Quaterniond(Eigen::AngleAxisd(angleRad, turn_T / angleRad));
        m_orientation.normalize();
    }
    return true;
}

} // namespace sideline::localization
