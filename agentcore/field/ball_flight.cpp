#include "agentcore/field/ball_flight.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sideline::field {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kStepS = 0.02;
constexpr double kGravityMps2 = 9.81;
constexpr double kRadiusM = 0.042;
constexpr double kMassKg = 0.026;
constexpr double kInertiaKgM2 = 0.4 * kMassKg * kRadiusM * kRadiusM;
constexpr double kDragKgPerS = 0.01;
constexpr double kSpinDragNmS = 5e-5;

// Contact of ball and ground: the mean of what the two surfaces set.
constexpr double kBounce = 0.8;
constexpr double kBounceAboveMps = 0.8;
constexpr double kErp = 0.35;
constexpr double kCfm = 0.05;
constexpr double kSlip = 0.3025;

// How deep a ball sinks in that lies still: its contact is a soft one.
constexpr double kRestDepthM = kGravityMps2 * kMassKg * kCfm * kStepS / kErp;

constexpr double kHighestSpeedMps = 200.0;
constexpr double kRestSpeedMps = 0.005;
constexpr double kRestHeightM = 0.005;

struct Ball {
    Vector3d p_S;
    Vector3d v_SMps;
    // Speed of the surface at the ground due to spin, as a velocity of the point that touches.
    Vector2d rim_SMps = Vector2d::Zero();
};

// One step of the engine: forces, then the contact's constraints, then positions.
void step(Ball& ball) {
    Vector3d free_SMps = ball.v_SMps * (1.0 - kStepS * kDragKgPerS / kMassKg);
    free_SMps.z() -= kStepS * kGravityMps2;
    const Vector2d freeRim_SMps = ball.rim_SMps * (1.0 - kStepS * kSpinDragNmS / kInertiaKgM2);
    ball.rim_SMps = freeRim_SMps;
    const double depthM = kRadiusM - ball.p_S.z();
    if (depthM >= 0.0) {
        double wantedMps = kErp / kStepS * depthM;
        const double approachMps = -ball.v_SMps.z();
        if (approachMps > kBounceAboveMps) {
            wantedMps = std::max(wantedMps, kBounce * approachMps);
        }
        const double pushNs =
            (wantedMps - free_SMps.z()) / (1.0 / kMassKg + kCfm / kStepS); // impulse
        if (pushNs > 0.0) {
            free_SMps.z() += pushNs / kMassKg;
        }
        const double mobility = 1.0 / kMassKg + kRadiusM * kRadiusM / kInertiaKgM2;
        const Vector2d slide_SMps = free_SMps.head<2>() + freeRim_SMps;
        const Vector2d frictionNs = -slide_SMps / (mobility + kSlip / kStepS);
        free_SMps.head<2>() += frictionNs / kMassKg;
        ball.rim_SMps += frictionNs * (kRadiusM * kRadiusM / kInertiaKgM2);
    }
    ball.v_SMps = free_SMps;
    ball.p_S += kStepS * ball.v_SMps;
}

bool isAtRest(const Ball& ball) {
    return ball.v_SMps.norm() < kRestSpeedMps && ball.p_S.z() < kRadiusM + kRestHeightM;
}

} // namespace

BallPath ballFlight(const Vector3d& p_S, const Vector3d& velocity_SMps, double longestS) {
    BallPath path;
    if (!p_S.allFinite() || !velocity_SMps.allFinite() || !std::isfinite(longestS)) {
        return path;
    }
    constexpr double kLongestS = 120.0;
    const auto steps =
        static_cast<std::size_t>(std::lround(std::clamp(longestS, 0.0, kLongestS) / kStepS));
    Ball ball{.p_S = p_S, .v_SMps = velocity_SMps};
    ball.p_S.z() = std::max(p_S.z(), kRadiusM - kRestDepthM);
    if (ball.v_SMps.norm() > kHighestSpeedMps) {
        ball.v_SMps *= kHighestSpeedMps / ball.v_SMps.norm();
    }
    path.highestM = ball.p_S.z();
    path.comesToRest = isAtRest(ball);
    path.points.push_back({0.0, ball.p_S});
    for (std::size_t i = 1; i <= steps && !path.comesToRest; ++i) {
        step(ball);
        path.points.push_back({static_cast<double>(i) * kStepS, ball.p_S});
        path.highestM = std::max(path.highestM, ball.p_S.z());
        path.comesToRest = isAtRest(ball);
    }
    return path;
}

} // namespace sideline::field
