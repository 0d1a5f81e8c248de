#include "agentcore/field/ball_flight.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "agentcore/game/constants.h"

namespace sideline::field {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

using game::kBallMassKg;
using game::kBallRadiusM;
using game::kGravityMps2;
using game::kStepS;
constexpr double kInertiaKgM2 = 0.4 * kBallMassKg * kBallRadiusM * kBallRadiusM;
constexpr double kDragKgPerS = 0.01;
constexpr double kSpinDragNmS = 5e-5;

// Contact of ball and ground: mean of the parameters of the two surfaces.
constexpr double kBounce = 0.8;
constexpr double kBounceAboveMps = 0.8;
constexpr double kErp = 0.35;
constexpr double kCfm = 0.05;
constexpr double kSlip = 0.3025;

// Penetration depth of a resting ball, caused by the soft contact.
constexpr double kRestDepthM = kGravityMps2 * kBallMassKg * kCfm * kStepS / kErp;

constexpr double kMaxSpeedMps = 200.0;
constexpr double kRestSpeedMps = 0.005;
constexpr double kRestHeightM = 0.005;

bool isAtRest(const BallMotion& ball) {
    return ball.vMps.norm() < kRestSpeedMps && ball.p.z() < kBallRadiusM + kRestHeightM;
}

} // namespace

// Applies forces, then contact constraints, then integrates positions.
bool stepBall(BallMotion& ball) {
    Vector3d freeMps = ball.vMps * (1.0 - kStepS * kDragKgPerS / kBallMassKg);
    freeMps.z() -= kStepS * kGravityMps2;
    const Vector2d freeRimMps = ball.rimMps * (1.0 - kStepS * kSpinDragNmS / kInertiaKgM2);
    ball.rimMps = freeRimMps;
    const double depthM = kBallRadiusM - ball.p.z();
    const bool isTouching = depthM >= 0.0;
    if (isTouching) {
        double targetMps = kErp / kStepS * depthM;
        const double approachMps = -ball.vMps.z();
        if (approachMps > kBounceAboveMps) {
            targetMps = std::max(targetMps, kBounce * approachMps);
        }
        const double pushNs =
            (targetMps - freeMps.z()) / (1.0 / kBallMassKg + kCfm / kStepS); // impulse
        if (pushNs > 0.0) {
            freeMps.z() += pushNs / kBallMassKg;
        }
        const double mobility = 1.0 / kBallMassKg + kBallRadiusM * kBallRadiusM / kInertiaKgM2;
        const Vector2d slideMps = freeMps.head<2>() + freeRimMps;
        const Vector2d frictionNs = -slideMps / (mobility + kSlip / kStepS);
        freeMps.head<2>() += frictionNs / kBallMassKg;
        ball.rimMps += frictionNs * (kBallRadiusM * kBallRadiusM / kInertiaKgM2);
    }
    ball.vMps = freeMps;
    ball.p += kStepS * ball.vMps;
    return isTouching;
}

BallPath ballFlight(const Vector3d& p_S, const Vector3d& velocity_SMps, double longestS) {
    BallPath path;
    if (!p_S.allFinite() || !velocity_SMps.allFinite() || !std::isfinite(longestS)) {
        return path;
    }
    constexpr double kMaxFlightS = 120.0;
    const auto steps =
        static_cast<std::size_t>(std::lround(std::clamp(longestS, 0.0, kMaxFlightS) / kStepS));
    BallMotion ball{.p = p_S, .vMps = velocity_SMps};
    ball.p.z() = std::max(p_S.z(), kBallRadiusM - kRestDepthM);
    if (ball.vMps.norm() > kMaxSpeedMps) {
        ball.vMps *= kMaxSpeedMps / ball.vMps.norm();
    }
    path.highestM = ball.p.z();
    path.comesToRest = isAtRest(ball);
    path.points.push_back({0.0, ball.p});
    for (std::size_t i = 1; i <= steps && !path.comesToRest; ++i) {
        stepBall(ball);
        path.points.push_back({static_cast<double>(i) * kStepS, ball.p});
        path.highestM = std::max(path.highestM, ball.p.z());
        path.comesToRest = isAtRest(ball);
    }
    return path;
}

} // namespace sideline::field
