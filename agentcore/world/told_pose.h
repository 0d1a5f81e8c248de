#pragma once

#include "agentcore/localization/pose_estimator.h"
#include "agentcore/protocol/percepts.h"

namespace sideline::world {

/// The pose that a server tells an agent, as rcssservermj does in every message: no estimate, and
/// without error but for its rounding to three decimals. A value; one thread at a time.
class ToldPose {
public:
    /// Takes a message.
    /// @param stepS since the one before
    /// @return whether it tells a pose
    bool update(const protocol::Percepts& percepts, double stepS, localization::PoseEstimate& pose);
    void reset() { m_isKnown = false; }

private:
    bool m_isKnown = false;
    Eigen::Vector3d m_p_S = Eigen::Vector3d::Zero();
    Eigen::Vector3d m_velocity_SMps = Eigen::Vector3d::Zero();
};

} // namespace sideline::world
