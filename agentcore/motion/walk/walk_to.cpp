#include "agentcore/motion/walk/walk_to.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "agentcore/math/angles.h"

namespace sideline::motion {

namespace {

// Speed from which the robot can stop within the distance: v^2 = 2 a s.
double brakingMps(double wayM, const WalkToSettings& settings) {
    const double nearM = std::min(wayM, settings.brakesWithinM);
    const double farMps2 = std::max(settings.decelerationMps2, settings.farDecelerationMps2);
    return std::sqrt(2.0 * (settings.decelerationMps2 * nearM + farMps2 * (wayM - nearM)));
}

} // namespace

std::span<const base::NumberInfo<WalkToSettings>> WalkToSettings::numbers() {
    using S = WalkToSettings;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"far",
         "beyond this distance it walks facing ahead; within it, it turns to its final heading",
         "m", 0.05, 5.0, &S::farM},
        {"brake", "deceleration toward the target", "m/s^2", 0.02, 5.0, &S::decelerationMps2},
        {"far-brake",
         "deceleration beyond the braking distance, if greater than the one toward the target",
         "m/s^2", 0.0, 5.0, &S::farDecelerationMps2},
        {"brake-within",
         "braking distance, within which only the deceleration toward the target applies", "m", 0.0,
         5.0, &S::brakesWithinM},
        {"turn", "turn rate per rad of heading error", "1/s", 0.1, 20.0, &S::turnPerRad},
        {"max-speed", "maximum speed", "m/s", 0.05, 3.0, &S::maxMps},
        {"max-turn", "maximum turn rate", "rad/s", 0.1, 6.0, &S::maxTurnRadPerS},
        {"near", "distance from its target within which it counts as arrived", "m", 0.001, 1.0,
         &S::nearM},
        {"near-turn", "maximum heading error at which it counts as arrived", "rad", 0.001, 3.2,
         &S::nearRad},
        {"around-brake", "deceleration on the way around an obstacle", "m/s^2", 0.02, 5.0,
         &S::aroundMps2},
        {"look-back",
         "around an obstacle, a turn larger than this against the direction of its path is made "
         "the other way around",
         "rad", 0.0, 3.2, &S::lookBackRad},
    });
    return kRows;
}

WalkCommand walkTo(const Eigen::Vector2d& goal_R, std::optional<double> headingRad,
                   const WalkToSettings& settings) {
    if (!goal_R.allFinite() || !std::isfinite(headingRad.value_or(0.0))) {
        return {};
    }
    const double wayM = goal_R.norm();
    const double bearingRad = wayM > 0.0 ? std::atan2(goal_R.y(), goal_R.x()) : 0.0;
    const double finalRad = math::wrapRad(headingRad.value_or(0.0));
    const bool isThere = wayM < settings.nearM;
    if (isThere && std::abs(finalRad) < settings.nearRad) {
        return {};
    }
    // Far away, the robot faces the goal; near the goal, it turns to the final heading.
    const double farRatio =
        std::clamp((wayM - 0.5 * settings.farM) / (0.5 * settings.farM), 0.0, 1.0);
    const double turnToRad =
        headingRad ? math::wrapRad(finalRad + farRatio * math::wrapRad(bearingRad - finalRad))
                   : std::min(1.0, wayM / settings.farM) * bearingRad;
    WalkCommand command;
    command.turnRadPerS = std::clamp(settings.turnPerRad * turnToRad, -settings.maxTurnRadPerS,
                                     settings.maxTurnRadPerS);
    if (isThere) {
        return command;
    }
    double speedMps = std::min(settings.maxMps, brakingMps(wayM, settings));
    // Large heading errors are reduced first by turning.
    const double turnFirstRad = std::abs(bearingRad) * farRatio;
    speedMps *= std::max(0.0, std::cos(std::min(turnFirstRad, 0.5 * math::kPi)));
    command.forwardMps = speedMps * std::cos(bearingRad);
    command.leftMps = speedMps * std::sin(bearingRad);
    return command;
}

Eigen::Vector2d detourPoint(const Eigen::Vector2d& goal_R, const RoundObstacle& obstacle) {
    const Eigen::Vector2d& center = obstacle.center_R;
    const double wayM = goal_R.norm();
    const double distanceM = center.norm();
    if (!(wayM > 0.0) || !(distanceM > 0.0) || !center.allFinite()) {
        return goal_R;
    }
    const Eigen::Vector2d along = goal_R / wayM;
    const double aheadM = along.dot(center);
    const double lateralM =
        along.x() * center.y() - along.y() * center.x(); // left of the direct path if positive
    // An obstacle beyond the goal does not block the path.
    const bool blocksPath = aheadM > 0.0 && aheadM < wayM && std::abs(lateralM) < obstacle.radiusM;
    if (!blocksPath) {
        return goal_R;
    }
    const double side = lateralM > 0.0 ? -1.0 : 1.0; // passes on the shorter side
    const Eigen::Vector2d toCenter = center / distanceM;
    const Eigen::Vector2d across(-toCenter.y(), toCenter.x());
    if (distanceM <= obstacle.radiusM) {
        // Tangential motion with an outward component.
        const double outM = obstacle.radiusM - distanceM;
        return 0.5 * obstacle.radiusM * side * across - outM * toCenter;
    }
    const double sine = obstacle.radiusM / distanceM;
    const double cosine = std::sqrt(1.0 - sine * sine);
    return distanceM * cosine * (cosine * toCenter + sine * side * across);
}

WalkCommand walkAround(const Eigen::Vector2d& goal_R, double headingRad,
                       const RoundObstacle& obstacle, const WalkToSettings& settings) {
    const Eigen::Vector2d way = detourPoint(goal_R, obstacle);
    if (way == goal_R || !std::isfinite(headingRad)) {
        return walkTo(goal_R, headingRad, settings);
    }
    if (obstacle.center_R.norm() > obstacle.radiusM + 0.5 * settings.farM) {
        return walkTo(way, std::nullopt, settings);
    }
    // Angles around the obstacle, positive in the direction of the detour.
    const Eigen::Vector2d toGoal = goal_R - obstacle.center_R;
    const Eigen::Vector2d toSelf = -obstacle.center_R;
    const double sense = toSelf.x() * way.y() - toSelf.y() * way.x() > 0.0 ? 1.0 : -1.0;
    const double aroundRad = std::abs(
        math::wrapRad(std::atan2(toGoal.y(), toGoal.x()) - std::atan2(toSelf.y(), toSelf.x())));
    double turnRad = math::wrapRad(headingRad);
    if (turnRad * sense < -settings.lookBackRad) {
        turnRad += sense * 2.0 * math::kPi;
    }
    const double wayM = std::max(way.norm(), obstacle.radiusM * aroundRad);
    const double speedMps =
        std::min(settings.maxMps, std::sqrt(2.0 * (settings.aroundMps2 * wayM +
                                                   settings.decelerationMps2 * obstacle.radiusM)));
    const Eigen::Vector2d velocity = speedMps * way.normalized();
    return {
        velocity.x(), velocity.y(),
        std::clamp(turnRad * speedMps / wayM, -settings.maxTurnRadPerS, settings.maxTurnRadPerS)};
}

} // namespace sideline::motion
