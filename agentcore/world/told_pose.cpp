#include "agentcore/world/told_pose.h"

#include <algorithm>
#include <optional>

#include "agentcore/math/angles.h"

namespace sideline::world {

namespace {

constexpr double kPlaceSigmaM = 0.001 / 3.4641; // rounded to millimeters
constexpr double kTurnSigmaRad = 0.001;         // of a quaternion that is rounded to thousandths
constexpr double kVelocityFollowsS = 0.1;       // differences of millimeters are rough
constexpr double kFastestToldMps = 10.0;        // what is faster was put there

} // namespace

bool ToldPose::update(const protocol::Percepts& percepts, double stepS,
                      localization::PoseEstimate& pose) {
    const std::optional<math::Pose> told = protocol::toldTorso(percepts);
    if (!told) {
        m_isKnown = false;
        return false;
    }
    const Eigen::Vector3d velocity_SMps = (told->p - m_p_S) / std::max(stepS, 1e-3);
    if (!m_isKnown || velocity_SMps.norm() > kFastestToldMps) {
        m_velocity_SMps.setZero();
    } else {
        m_velocity_SMps +=
            std::min(stepS / kVelocityFollowsS, 1.0) * (velocity_SMps - m_velocity_SMps);
    }
    m_p_S = told->p;
    m_isKnown = true;
    pose = {};
    pose.isValid = true;
    pose.X_ST = *told;
    pose.velocity_SMps = m_velocity_SMps;
    pose.positionSigmaM = kPlaceSigmaM;
    pose.headingSigmaRad = kTurnSigmaRad;
    pose.hasCovariance = true;
    pose.covariance.diagonal().head<3>().setConstant(math::square(kTurnSigmaRad));
    pose.covariance.diagonal().tail<3>().setConstant(math::square(kPlaceSigmaM));
    return true;
}

} // namespace sideline::world
