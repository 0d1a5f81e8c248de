#include "agentcore/behavior/striker_settings.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sideline::behavior {

namespace {

constexpr int kMaxKicks =
    6; // number of kicks planned ahead: the search grows exponentially with it

// Fraction of a kick's shots that score.
double goalRatio(const motion::KickFigures& kick, double distanceM, double halfGoalM) {
    constexpr double kSigmasToHalf =
        0.6745; // half of a normal distribution is within this many standard deviations of its mean
    const double halfRad = std::atan2(halfGoalM, distanceM);
    const double sigmas = halfRad * kSigmasToHalf / std::max(kick.spreadRad, 1e-3);
    return kick.standsRatio * std::erf(sigmas / std::sqrt(2.0));
}

double timeToGoalS(double distanceM, std::span<const KnownKick> kicks, std::size_t first,
                   const StrikerNumbers& s, int depth) {
    const motion::KickFigures& kick = kicks[first].figures;
    const double reachM = std::max(kick.distanceM, s.minKickM);
    const double atBallS = kick.aimS + kick.contactS;
    const double restM = distanceM - reachM;
    if (distanceM <= s.reachRatio * reachM) {
        return atBallS + (1.0 - goalRatio(kick, distanceM, s.halfGoalM)) * s.wideS;
    }
    if (depth == 0) {
        return atBallS + distanceM / s.walkMps;
    }
    double bestS = timeToGoalS(restM, kicks, 0, s, depth - 1);
    for (std::size_t i = 1; i < kicks.size(); ++i) {
        bestS = std::min(bestS, timeToGoalS(restM, kicks, i, s, depth - 1));
    }
    return atBallS + reachM / s.walkMps + bestS;
}

} // namespace

std::span<const base::NumberInfo<StrikerNumbers>> StrikerNumbers::numbers() {
    using S = StrikerNumbers;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"walk-speed", "speed at which it follows a kicked ball", "m/s", 0.05, 3.0, &S::walkMps},
        {"reach", "fraction of a kick's distance up to which it counts as reaching the goal", "",
         0.1, 2.0, &S::reachRatio},
        {"min-kick", "minimum distance assumed for a kick", "m", 0.05, 5.0, &S::minKickM},
        {"change", "it changes to another kick that would score sooner by this much", "s", 0.0,
         20.0, &S::changeS},
        {"half-goal", "a shot scores within this distance of the center of the goal", "m", 0.1, 5.0,
         &S::halfGoalM},
        {"wide", "cost of a shot that misses the goal", "s", 0.0, 120.0, &S::wideS},
        {"ahead", "cosine of the angle up to which a kick counts as straight ahead", "", 0.0, 1.0,
         &S::aheadCos},
        {"meet", "a rolling ball farther away than this is intercepted on its way", "m", 0.0, 10.0,
         &S::meetsM},
        {"push-within", "distance to the ball from which it lines up to push", "m", 0.0, 10.0,
         &S::pushWithinM},
        {"push-until", "distance to the ball up to which it keeps pushing", "m", 0.0, 10.0,
         &S::pushUntilM},
        {"push-distance", "expected distance of a push", "m", 0.0, 10.0, &S::pushDistanceM},
        {"push-contact", "expected time of a push until contact", "s", 0.0, 5.0, &S::pushContactS},
        {"push-spread", "half of the pushes stay within this angle of their direction", "rad", 0.0,
         1.6, &S::pushSpreadRad},
        {"push-stands", "fraction of pushes without a fall", "", 0.0, 1.0, &S::pushStandsRatio},
        {"push-aim", "expected time to line up for a push, from 35 cm away from the ball", "s", 0.0,
         20.0, &S::pushAimS},
        {"push-forward", "distance of the ball ahead of the feet during a push", "m", 0.0, 1.0,
         &S::pushForwardM},
        {"duel", "maximum distance of both robots from the ball in a duel", "m", 0.0, 3.0,
         &S::duelM},
        {"duel-age", "sightings of the opponent older than this are ignored", "s", 0.0, 10.0,
         &S::duelAgeS},
        {"duel-turn", "maximum deviation of a push from the line through robot and ball", "rad",
         0.0, 3.2, &S::duelTurnRad},
        {"duel-away",
         "maximum angle between the line through robot and ball and the goal for it to push", "rad",
         0.0, 3.2, &S::duelAwayRad},
        {"soon", "it kicks instead of pushing if it can reach the ball within this time", "s", 0.0,
         10.0, &S::soonS},
        {"danger", "distance from its own goal line within which it takes no risks", "m", 0.0, 30.0,
         &S::dangerM},
        {"danger-away", "duel-away within the distance `danger` from its own goal line", "rad", 0.0,
         3.2, &S::dangerAwayRad},
    });
    return kRows;
}

double timeToGoalS(double distanceM, std::span<const KnownKick> kicks, std::size_t first,
                   const StrikerNumbers& numbers) {
    return timeToGoalS(distanceM, kicks, first, numbers, kMaxKicks);
}

} // namespace sideline::behavior
