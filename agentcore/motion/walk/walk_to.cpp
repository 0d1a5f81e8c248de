#include "agentcore/motion/walk/walk_to.h"

#include <algorithm>
#include <cmath>

#include "agentcore/math/angles.h"

namespace sideline::motion {

namespace {

constexpr double kAroundMps2 = 1.0;  // deceleration on the way around an obstacle
constexpr double kLookBackRad = 2.1; // a larger turn goes along with the way around, not against it

// From which it can stop within this way: v^2 = 2 a s.
double brakingMps(double wayM, const WalkToSettings& settings) {
    const double nearM = std::min(wayM, settings.brakesWithinM);
    const double farMps2 = std::max(settings.decelerationMps2, settings.farDecelerationMps2);
    return std::sqrt(2.0 * (settings.decelerationMps2 * nearM + farMps2 * (wayM - nearM)));
}

} // namespace

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
    // From far away head first, at the place as it should stand there.
    const double farShare =
        std::clamp((wayM - 0.5 * settings.farM) / (0.5 * settings.farM), 0.0, 1.0);
    const double turnToRad =
        headingRad ? math::wrapRad(finalRad + farShare * math::wrapRad(bearingRad - finalRad))
                   : std::min(1.0, wayM / settings.farM) * bearingRad;
    WalkCommand command;
    command.turnRadPerS = std::clamp(settings.turnPerRad * turnToRad, -settings.mostTurnRadPerS,
                                     settings.mostTurnRadPerS);
    if (isThere) {
        return command;
    }
    double speedMps = std::min(settings.mostMps, brakingMps(wayM, settings));
    // Who looks elsewhere turns first.
    const double aside = std::abs(bearingRad) * farShare;
    speedMps *= std::max(0.0, std::cos(std::min(aside, 0.5 * math::kPi)));
    command.forwardMps = speedMps * std::cos(bearingRad);
    command.leftMps = speedMps * std::sin(bearingRad);
    return command;
}

Eigen::Vector2d wayAround(const Eigen::Vector2d& goal_R, const RoundObstacle& obstacle) {
    const Eigen::Vector2d& center = obstacle.center_R;
    const double wayM = goal_R.norm();
    const double distanceM = center.norm();
    if (!(wayM > 0.0) || !(distanceM > 0.0) || !center.allFinite()) {
        return goal_R;
    }
    const Eigen::Vector2d along = goal_R / wayM;
    const double aheadM = along.dot(center);
    const double asideM = along.x() * center.y() - along.y() * center.x(); // left of the way
    // A goal near the obstacle is reached from its own side.
    const bool isInTheWay = aheadM > 0.0 && aheadM < wayM && std::abs(asideM) < obstacle.radiusM;
    if (!isInTheWay) {
        return goal_R;
    }
    const double side = asideM > 0.0 ? -1.0 : 1.0; // passes on the other side of the center
    const Eigen::Vector2d toCenter = center / distanceM;
    const Eigen::Vector2d across(-toCenter.y(), toCenter.x());
    if (distanceM <= obstacle.radiusM) {
        // Along the circle, and out of it.
        const double outM = obstacle.radiusM - distanceM;
        return 0.5 * obstacle.radiusM * side * across - outM * toCenter;
    }
    const double sine = obstacle.radiusM / distanceM;
    const double cosine = std::sqrt(1.0 - sine * sine);
    return distanceM * cosine * (cosine * toCenter + sine * side * across);
}

WalkCommand walkAround(const Eigen::Vector2d& goal_R, double headingRad,
                       const RoundObstacle& obstacle, const WalkToSettings& settings) {
    const Eigen::Vector2d way = wayAround(goal_R, obstacle);
    if (way == goal_R || !std::isfinite(headingRad)) {
        return walkTo(goal_R, headingRad, settings);
    }
    if (obstacle.center_R.norm() > obstacle.radiusM + 0.5 * settings.farM) {
        return walkTo(way, std::nullopt, settings);
    }
    // Angles around the obstacle, positive in the sense in which it goes around.
    const Eigen::Vector2d toGoal = goal_R - obstacle.center_R;
    const Eigen::Vector2d toSelf = -obstacle.center_R;
    const double sense = toSelf.x() * way.y() - toSelf.y() * way.x() > 0.0 ? 1.0 : -1.0;
    const double aroundRad = std::abs(
        math::wrapRad(std::atan2(toGoal.y(), toGoal.x()) - std::atan2(toSelf.y(), toSelf.x())));
    double turnRad = math::wrapRad(headingRad);
    if (turnRad * sense < -kLookBackRad) {
        turnRad += sense * 2.0 * math::kPi;
    }
    const double wayM = std::max(way.norm(), obstacle.radiusM * aroundRad);
    const double speedMps = std::min(
        settings.mostMps,
        std::sqrt(2.0 * (kAroundMps2 * wayM + settings.decelerationMps2 * obstacle.radiusM)));
    const Eigen::Vector2d velocity = speedMps * way.normalized();
    return {
        velocity.x(), velocity.y(),
        std::clamp(turnRad * speedMps / wayM, -settings.mostTurnRadPerS, settings.mostTurnRadPerS)};
}

} // namespace sideline::motion
