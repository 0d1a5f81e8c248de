#include "agentcore/behavior/kick_place.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/math/angles.h"

namespace sideline::behavior {

using motion::Foot;

std::span<const base::NumberInfo<KickApproach>> KickApproach::numbers() {
    using S = KickApproach;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"recover", "time after a kick until the robot stands firmly and the kick is done", "s",
         0.0, 5.0, &S::recoverS},
        {"firm", "time after a kick until the robot can walk again", "s", 0.0, 5.0, &S::firmS},
        {"fresh", "sightings of the ball older than this do not move the kicking foot", "s", 0.0,
         2.0, &S::freshS},
        {"stand-off", "distance from the ball when walking around it", "m", 0.05, 2.0,
         &S::standOffM},
        {"other-foot", "it changes feet if that shortens its path by at least this much", "m", 0.0,
         2.0, &S::otherFootM},
        {"turn-way", "distance that counts as much as a turn of 1 rad when choosing the foot", "m",
         0.0, 5.0, &S::turnM},
        {"behind", "maximum distance behind its kicking position at which it lines up", "m", 0.0,
         1.0, &S::behindM},
        {"behind-turn",
         "remaining turn over which it moves up from `behind` to its kicking position", "rad", 0.01,
         3.2, &S::turnsBehindRad},
        {"behind-step",
         "remaining sidestep over which it moves up from `behind` to its kicking position", "m",
         0.01, 1.0, &S::stepsBehindM},
        {"behind-from",
         "fraction of behind-turn and behind-step below which it no longer stays back", "", 0.0,
         1.0, &S::behindFromRatio},
        {"early-phase", "a kick may take over up to this fraction of the kicking foot's step", "",
         0.0, 1.0, &S::earlyPhase},
        {"about-to", "distance from its kicking position within which it is about to kick", "m",
         0.0, 1.0, &S::aboutToM},
        {"about-to-turn", "maximum heading error at which it is about to kick", "rad", 0.0, 3.2,
         &S::aboutToRad},
        {"turn", "turn rate per rad of heading error", "1/s", 0.1, 20.0, &S::turnPerRad},
        {"far-brake", "deceleration during the approach, until the kick's own deceleration applies",
         "m/s^2", 0.0, 5.0, &S::farBrakeMps2},
        {"others-beyond",
         "it avoids other robots while its kicking position is farther away than this", "m", 0.0,
         20.0, &S::othersBeyondM},
        {"good", "minimum success rate that a cell of its kick region needs for a kick from there",
         "", 0.0, 1.0, &S::goodRatio},
        {"set-play-stand-off", "set plays: distance from the ball when walking around it", "m",
         0.05, 2.0, &S::setPlayStandOffM},
        {"set-play-behind", "set plays: distance behind its kicking position at which it lines up",
         "m", 0.0, 1.0, &S::setPlayBehindM},
        {"set-play-behind-turn",
         "set plays: remaining turn from which it lines up at `set-play-behind`", "rad", 0.01, 3.2,
         &S::setPlayTurnRad},
        {"set-play-behind-step",
         "set plays: remaining sidestep from which it lines up at `set-play-behind`", "m", 0.01,
         1.0, &S::setPlayStepM},
        {"set-play-near", "set plays: distance to the ball within which it walks slowly", "m", 0.0,
         5.0, &S::setPlayNearM},
        {"set-play-speed", "set plays: maximum speed while walking slowly near the ball", "m/s",
         0.05, 3.0, &S::setPlayMps},
        {"set-play-brake", "set plays: maximum deceleration while walking slowly near the ball",
         "m/s^2", 0.02, 5.0, &S::setPlayBrakeMps2},
    });
    return kRows;
}

namespace {

// How far the robot stays away from its place while it still has to turn or sidestep.
double setBackM(const KickPlaceRules& rules, double turnRad, double lateralM) {
    const KickApproach& s = rules.approach;
    const double turnsRad = rules.takesSetPlay ? s.setPlayTurnRad : s.turnsBehindRad;
    const double stepsM = rules.takesSetPlay ? s.setPlayStepM : s.stepsBehindM;
    const double ratio = std::max(std::abs(turnRad) / turnsRad, lateralM / stepsM);
    return (rules.takesSetPlay ? s.setPlayBehindM : s.behindM) *
           std::clamp(ratio - s.behindFromRatio, 0.0, 1.0);
}

// @param ball x ahead, y toward the foot that kicks
bool isInRegion(const KickPlaceRules& rules, const Eigen::Vector2d& ball) {
    const motion::KickParameters& p = rules.kick.numbers;
    if (rules.kick.region.isKnown()) {
        return rules.kick.region.successRatioAt(ball) >= rules.approach.goodRatio;
    }
    return std::abs(ball.x() - p.ballForwardM) < p.nearForwardM &&
           std::abs(ball.y() - p.ballLateralM) < p.nearLateralM;
}

KickPlace placeFor(const KickPlaceRules& rules, const KickTask& task, Foot foot) {
    const motion::KickParameters& p = rules.kick.numbers;
    const double side = motion::sideOf(foot);
    const Eigen::Vector2d best = rules.kick.region.isKnown()
                                     ? rules.kick.region.best()
                                     : Eigen::Vector2d(p.ballForwardM, p.ballLateralM);
    const Eigen::Vector2d fromFeet(best.x(), side * best.y());
    const double kicksToRad = -side * p.directionRad; // relative to the robot
    KickPlace place;
    place.foot = foot;
    place.directionRad = task.directionRad.value_or(kicksToRad);
    place.turnRad = math::wrapRad(place.directionRad - kicksToRad);
    const Eigen::Rotation2Dd turned(place.turnRad);
    place.goal_G = task.ball_G - turned * fromFeet;
    // Turns and sidesteps at a small distance, where no foot touches the ball.
    const double lateralM = std::abs((turned.inverse() * place.goal_G).y());
    const double awayM =
        (fromFeet.x() < 0.0 ? 1.0 : -1.0) * setBackM(rules, place.turnRad, lateralM);
    place.goal_G += turned * Eigen::Vector2d(awayM, 0.0);
    place.isNear = std::abs(place.turnRad) < p.nearTurnRad &&
                   isInRegion(rules, {task.ball_G.x(), side * task.ball_G.y()});
    return place;
}

} // namespace

KickPlace chooseKickPlace(const KickPlaceRules& rules, const KickTask& task,
                          std::optional<Foot> previous) {
    const KickPlace left = placeFor(rules, task, Foot::Left);
    const KickPlace right = placeFor(rules, task, Foot::Right);
    const auto wayM = [&](const KickPlace& place) {
        return place.goal_G.norm() + rules.approach.turnM * std::abs(place.turnRad);
    };
    double saved = wayM(left) - wayM(right); // path saved by choosing the right foot, m
    if (previous) {
        saved -= motion::sideOf(*previous) * rules.approach.otherFootM;
    }
    if (left.isNear != right.isNear) {
        return left.isNear ? left : right;
    }
    return saved > 0.0 ? right : left;
}

} // namespace sideline::behavior
