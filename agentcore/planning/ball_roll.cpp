#include "agentcore/planning/ball_roll.h"

#include <algorithm>
#include <cmath>

#include "agentcore/field/ball_flight.h"
#include "agentcore/game/constants.h"

namespace sideline::planning {

namespace {

constexpr double kBeforeRestM = 0.05;

} // namespace

double reachFor(double distanceM, double passingMps) {
    constexpr double kMPerMps =
        game::kStepS * field::kBallRollRatio / (1.0 - field::kBallRollRatio);
    return distanceM + kMPerMps * std::max(passingMps, 0.0);
}

double rollTimeS(double distanceM, double reachM) {
    const double decayPerS = -std::log(field::kBallRollRatio) / game::kStepS;
    const double restM = std::max(reachM - distanceM, kBeforeRestM);
    return std::max(std::log(std::max(reachM, restM) / restM), 0.0) / decayPerS;
}

} // namespace sideline::planning
