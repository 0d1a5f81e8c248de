#pragma once

#include <cstdint>

#include <Eigen/Core>

#include "agentcore/world/agent_frame.h"
#include "agentcore/world/viewpoint.h"

namespace sideline::world {

/// Mode of a ball's motion.
enum class BallMode : std::uint8_t {
    Resting,
    Rolling, ///< on the ground
    Flying,  ///< above the ground, between bounces
};

using BallState = Eigen::Matrix<double, 6, 1>; ///< position, then velocity, in F
using BallSpread = Eigen::Matrix<double, 6, 6>;

/// One hypothesis of the ball's position and velocity: a Kalman filter with the server's ball model
/// (`field::stepBall`). A ball on the ground has the height of a resting one.
struct BallTrack {
    BallMode mode = BallMode::Resting;
    BallState x = BallState::Zero();
    BallSpread P = BallSpread::Zero();
    Eigen::Vector2d rim_FMps = Eigen::Vector2d::Zero(); ///< see `field::BallMotion`
    double logWeight = 0.0;                             ///< log weight relative to the other tracks

    /// A track at rest that starts at a measured position.
    /// @param logEvidence log likelihood of the vision frame in this mode, per m^3
    [[nodiscard]] static BallTrack startedAt(const SeenPoint& seen, BallMode mode,
                                             double& logEvidence);
    /// The track of the current estimate.
    /// @param hasSpin a flying ball that has bounced, so that it lands without sliding
    [[nodiscard]] static BallTrack of(const BallBelief& ball, bool hasSpin);

    /// Advances by one server step, 20 ms.
    void step();
    /// Advances by many steps; faster than single steps for a ball on the ground.
    void advance(int steps);
    /// Processes a vision frame. @return its log likelihood, per m^3
    double see(const SeenPoint& seen);
    /// Increases the uncertainty of the velocity after a touch at an unknown time within `withinS`.
    /// @param sigmaMps standard deviation of the velocity change for each ground axis
    void touch(double withinS, double sigmaMps);
    /// Like the function above, for a ball that leaves the ground.
    void touchUpwards(double withinS, double sigmaMps);
    /// Sets the velocity to zero. @return log likelihood of that change, per (m/s)^2
    double stop();
    /// The predicted resting place.
    [[nodiscard]] Eigen::Vector3d restPlace() const;

private:
    void stepFlight();
    void putOnGround();
    void fuseHeight(double heightM, double sigmaM, double& logEvidence);
};

} // namespace sideline::world
