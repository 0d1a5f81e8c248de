#include "agentcore/motion/walk/walk_to.h"

#include <algorithm>
#include <cmath>

#include "agentcore/math/angles.h"

namespace sideline::motion {

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
    // v^2 = 2 a s
    double speedMps = std::min(settings.mostMps, std::sqrt(2.0 * settings.decelerationMps2 * wayM));
    // Who looks elsewhere turns first.
    const double aside = std::abs(bearingRad) * farShare;
    speedMps *= std::max(0.0, std::cos(std::min(aside, 0.5 * math::kPi)));
    command.forwardMps = speedMps * std::cos(bearingRad);
    command.leftMps = speedMps * std::sin(bearingRad);
    return command;
}

} // namespace sideline::motion
