#pragma once

#include <cstdint>

#include <Eigen/Core>

#include "agentcore/world/agent_frame.h"
#include "agentcore/world/viewpoint.h"

namespace sideline::world {

/// How a ball moves.
enum class BallMode : std::uint8_t {
    Resting,
    Rolling, ///< on the ground
    Flying,  ///< above it, between bounces
};

using BallState = Eigen::Matrix<double, 6, 1>; ///< position, then velocity, F
using BallSpread = Eigen::Matrix<double, 6, 6>;

/// One account of where a ball is and how it moves: a Kalman filter whose model is the server's
/// ball (`field::stepBall`). A ball on the ground has the height of one that lies there.
struct BallTrack {
    BallMode mode = BallMode::Resting;
    BallState x = BallState::Zero();
    BallSpread P = BallSpread::Zero();
    Eigen::Vector2d rim_FMps = Eigen::Vector2d::Zero(); ///< see `field::BallMotion`
    double logWeight = 0.0;                             ///< of this account among others

    /// One that begins where something was seen, at rest.
    /// @param logEvidence how well the vision frame fits the mode, per m^3
    [[nodiscard]] static BallTrack startedAt(const SeenPoint& seen, BallMode mode,
                                             double& logEvidence);
    /// The track of what is believed.
    /// @param hasSpin a flying ball has been on the ground, so that it lands without sliding
    [[nodiscard]] static BallTrack of(const BallBelief& ball, bool hasSpin);

    /// Lets a step of the server pass, 20 ms.
    void step();
    /// Lets many pass; faster than each by itself where the ball is on the ground.
    void advance(int steps);
    /// Takes a vision frame. @return logarithm of how likely it was, per m^3
    double see(const SeenPoint& seen);
    /// Opens the velocity, as of a ball that was touched at an unknown time in the last `withinS`.
    /// @param sigmaMps by which its velocity may have changed, for each axis on the ground
    void touch(double withinS, double sigmaMps);
    /// The same for one that leaves the ground.
    void touchUpwards(double withinS, double sigmaMps);
    /// The same ball without its motion. @return logarithm of how well that fits, per (m/s)^2
    double stop();
    /// Where it comes to rest.
    [[nodiscard]] Eigen::Vector3d restPlace() const;

private:
    void stepFlight();
    void putOnGround();
    void takeHeight(double heightM, double sigmaM, double& logEvidence);
};

} // namespace sideline::world
