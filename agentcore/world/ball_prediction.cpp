#include "agentcore/world/ball_prediction.h"

#include <algorithm>
#include <cmath>

#include "agentcore/game/constants.h"
#include "agentcore/world/ball_track.h"

namespace sideline::world {

namespace {

using game::kStepS;
constexpr double kMaxPredictionS = 60.0;

// A track with the same resting place as the belief.
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
    const double timeS = std::isfinite(seconds) ? std::clamp(seconds, 0.0, kMaxPredictionS) : 0.0;
    const double steps = std::floor(timeS / kStepS + 1e-9);
    track.advance(static_cast<int>(steps));
    const BallState before = track.x;
    const double restS = timeS - steps * kStepS;
    if (restS > 1e-9) {
        // The path between two steps is linear, as in the engine.
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

std::optional<BallCrossing> ballCrossing(const BallBelief& ball, const Eigen::Vector2d& on_F,
                                         const Eigen::Vector2d& normal_F, double longestS) {
    const auto aheadM = [&](const BallTrack& track) {
        return normal_F.dot(track.x.head<2>() - on_F);
    };
    BallTrack track = trackOf(ball);
    double beforeM = aheadM(track);
    if (!(beforeM > 0.0)) {
        return {};
    }
    const int steps = static_cast<int>(
        std::isfinite(longestS) ? std::clamp(longestS, 0.0, kMaxPredictionS) / kStepS : 0.0);
    for (int i = 0; i < steps; ++i) {
        const BallState before = track.x;
        track.advance(1);
        const double nowM = aheadM(track);
        if (nowM > 0.0) {
            beforeM = nowM;
            continue;
        }
        const double fraction = beforeM / (beforeM - nowM);
        const BallState at = before + fraction * (track.x - before);
        const Eigen::Vector2d along(-normal_F.y(), normal_F.x());
        BallCrossing crossing;
        crossing.inS = (i + fraction) * kStepS;
        crossing.p_F = at.head<3>();
        crossing.velocity_FMps = at.tail<3>();
        crossing.alongSigmaM =
            std::sqrt(std::max(0.0, along.dot(track.P.topLeftCorner<2, 2>() * along)));
        return crossing;
    }
    return {};
}

} // namespace sideline::world
