#include "agentcore/world/ball_prediction.h"

#include <algorithm>
#include <cmath>

#include "agentcore/game/constants.h"
#include "agentcore/world/ball_track.h"

namespace sideline::world {

namespace {

using game::kStepS;
constexpr double kLongestS = 60.0;

// The track whose resting place is the one that is believed in.
BallTrack trackOf(const BallBelief& ball) {
    const BallTrack sliding = BallTrack::of(ball, false);
    if (sliding.mode != BallMode::Flying) {
        return sliding;
    }
    const BallTrack rolling = BallTrack::of(ball, true);
    const bool hasSpin =
        (rolling.restPlace() - ball.rest_F).norm() < (sliding.restPlace() - ball.rest_F).norm();
    return hasSpin ? rolling : sliding;
}

} // namespace

BallPrediction predictBall(const BallBelief& ball, double seconds) {
    BallTrack track = trackOf(ball);
    const double timeS = std::isfinite(seconds) ? std::clamp(seconds, 0.0, kLongestS) : 0.0;
    const double steps = std::floor(timeS / kStepS + 1e-9);
    track.advance(static_cast<int>(steps));
    const BallState before = track.x;
    const double restS = timeS - steps * kStepS;
    if (restS > 1e-9) {
        // Straight on between two steps, as the engine goes.
        track.advance(1);
        track.x = before + restS / kStepS * (track.x - before);
    }
    BallPrediction prediction;
    prediction.p_F = track.x.head<3>();
    prediction.velocity_FMps = track.x.tail<3>();
    prediction.covariance = track.P;
    prediction.isFlying = track.mode == BallMode::Flying;
    return prediction;
}

} // namespace sideline::world
