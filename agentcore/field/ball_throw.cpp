#include "agentcore/field/ball_throw.h"

#include <algorithm>
#include <cmath>

#include "agentcore/field/ball_flight.h"

namespace sideline::field {

namespace {

constexpr double kMinThrowDistanceM = 0.01;
constexpr double kHitToleranceM = 0.005;
constexpr int kSteps = 40;

} // namespace

Eigen::Vector3d throwVelocity_SMps(const Eigen::Vector3d& p_S, const Eigen::Vector3d& target_S,
                                   double elevationRad) {
    Eigen::Vector3d ahead = target_S - p_S;
    ahead.z() = 0.0;
    const double distanceM = ahead.norm();
    if (!(distanceM > kMinThrowDistanceM)) {
        return Eigen::Vector3d::Zero();
    }
    const double elevation = std::clamp(elevationRad, 0.0, 1.4);
    const Eigen::Vector3d direction =
        std::cos(elevation) / distanceM * ahead + std::sin(elevation) * Eigen::Vector3d::UnitZ();
    const auto reachM = [&](double speedMps) {
        const BallPath path = ballFlight(p_S, speedMps * direction);
        return path.points.empty() ? 0.0 : (path.points.back().p_S - p_S).head<2>().norm();
    };
    // The distance grows with speed, so bisection finds the solution.
    double slow = 0.0;
    double fast = kMaxThrowMps;
    for (int i = 0; i < kSteps; ++i) {
        const double middle = 0.5 * (slow + fast);
        const double miss = reachM(middle) - distanceM;
        if (std::abs(miss) < kHitToleranceM) {
            return middle * direction;
        }
        (miss < 0.0 ? slow : fast) = middle;
    }
    return 0.5 * (slow + fast) * direction;
}

} // namespace sideline::field
