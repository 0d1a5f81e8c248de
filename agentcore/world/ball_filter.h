#pragma once

#include <optional>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::world {

/// Where the ball is and how it moves: what was seen, and between sights a ball that rolls out or
/// flies as the server's does (simspark.md 3.6).
class BallFilter {
public:
    /// Lets time pass.
    void predict(double stepS);
    /// A sight of the ball.
    /// @param p_F where it was seen
    /// @param distanceM from the camera; what is far is seen less well
    void see(const Eigen::Vector3d& p_F, double distanceM);
    /// A sight in which the ball would have been seen if it were where it is believed to be. After
    /// some of these it is not believed in any more.
    void miss();
    void reset();

    /// What is believed; `p_T` is left at 0, as it depends on the robot's pose.
    [[nodiscard]] const BallBelief& ball() const { return m_ball; }

private:
    BallBelief m_ball;
    double m_positionVarianceM2 = 0.0; ///< of each axis
    double m_velocityVariance = 0.0;   ///< (m/s)^2
    double m_covariance = 0.0;         ///< of position and velocity, m^2/s
    int m_misses = 0;
};

} // namespace sideline::world
