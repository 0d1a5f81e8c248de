#pragma once

#include "agentcore/localization/pose_estimator.h"
#include "agentcore/protocol/percepts.h"

namespace sideline::world {

/// The pose that a server reports to an agent, as rcssservermj does in every message: exact except
/// for the rounding to three decimals. A value; one thread at a time.
class ReportedPose {
public:
    /// Processes a message.
    /// @param stepS time since the previous message
    /// @return whether it contains a pose
    bool update(const protocol::Percepts& percepts, double stepS, localization::PoseEstimate& pose);
    void reset() { m_isKnown = false; }

private:
    bool m_isKnown = false;
    Eigen::Vector3d m_p_S = Eigen::Vector3d::Zero();
    Eigen::Vector3d m_velocity_SMps = Eigen::Vector3d::Zero();
};

} // namespace sideline::world
