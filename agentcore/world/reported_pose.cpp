#include "agentcore/world/reported_pose.h"

#include <algorithm>
#include <optional>

#include "agentcore/math/angles.h"

namespace sideline::world {

namespace {

constexpr double kPlaceSigmaM = 0.001 / 3.4641; // standard deviation of rounding to millimeters
constexpr double kTurnSigmaRad = 0.001;         // standard deviation of rounding a quaternion to
                                                // thousandths
constexpr double kVelocityFilterTimeS = 0.1;    // smooths differences of rounded positions
constexpr double kMaxReportedMps = 10.0;        // faster motion is a teleport

} // namespace

bool ReportedPose::update(const protocol::Percepts& percepts, double stepS,
                          localization::PoseEstimate& pose) {
    const std::optional<math::Pose> reported = protocol::reportedTorso(percepts);
    if (!reported) {
        m_isKnown = false;
        return false;
    }
    const Eigen::Vector3d velocity_SMps = (reported->p - m_p_S) / std::max(stepS, 1e-3);
    if (!m_isKnown || velocity_SMps.norm() > kMaxReportedMps) {
        m_velocity_SMps.setZero();
    } else {
        m_velocity_SMps +=
            std::min(stepS / kVelocityFilterTimeS, 1.0) * (velocity_SMps - m_velocity_SMps);
    }
    m_p_S = reported->p;
    m_isKnown = true;
    pose = {};
    pose.isValid = true;
    pose.X_ST = *reported;
    pose.velocity_SMps = m_velocity_SMps;
    pose.positionSigmaM = kPlaceSigmaM;
    pose.headingSigmaRad = kTurnSigmaRad;
    pose.hasCovariance = true;
    pose.covariance.diagonal().head<3>().setConstant(math::square(kTurnSigmaRad));
    pose.covariance.diagonal().tail<3>().setConstant(math::square(kPlaceSigmaM));
    return true;
}

} // namespace sideline::world
