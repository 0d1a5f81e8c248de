#include "agentcore/planning/kick_choice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "agentcore/base/assert.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"

namespace sideline::planning {

namespace {

using Eigen::Vector2d;

// Distance to the ball at which `KickFigures::aimS` begins, as in its measurement.
constexpr double kAimFromM = 0.35;
constexpr double kSigmasToHalf =
    0.6745; // half of a normal distribution is within this many standard deviations of its mean
constexpr int kDirections = 24;    // number of directions compared in each cycle
constexpr double kMaxLeadS = 20.0; // limits the exponent of the logistic function

// Probability that a normally distributed value with mean `mean` is between two limits.
double probabilityWithin(double mean, double sigma, double low, double high) {
    const double scale = sigma * std::sqrt(2.0);
    return 0.5 * (std::erf((high - mean) / scale) - std::erf((low - mean) / scale));
}

double sigmaRad(const motion::KickFigures& figures, double minRad) {
    return std::max(figures.spreadRad / kSigmasToHalf, minRad);
}

Vector2d goalOf(const KickScene& scene) {
    return {0.5 * scene.field.lengthM, 0.0};
}

// Expected time of an attack from the position of a ball that our team controls.
double attackS(const KickScene& scene, const Vector2d& p_F) {
    return (goalOf(scene) - p_F).norm() / scene.settings.attackMps;
}

double lostS(const KickScene& scene, const Vector2d& p_F) {
    const KickChoiceSettings& s = scene.settings;
    return s.lostS + s.dangerS * std::exp(-(p_F + goalOf(scene)).norm() / s.dangerM);
}

double readyS(const KickScene& scene, const KickOption& option, double headingRad) {
    const KickChoiceSettings& s = scene.settings;
    const PitchPlayer& self = scene.players.front();
    const Vector2d ahead(std::cos(headingRad), std::sin(headingRad));
    const Vector2d fromBall = -option.ballForwardM * ahead;
    const Vector2d toSelf = self.p_F - scene.ball_F;
    const double aroundRad = std::abs(
        math::wrapRad(std::atan2(toSelf.y(), toSelf.x()) - std::atan2(fromBall.y(), fromBall.x())));
    const double wayM = std::max((toSelf - fromBall).norm(), s.aroundM * aroundRad);
    const double aimM = kAimFromM - option.ballForwardM;
    const double walkS =
        option.figures.aimS * std::min(1.0, wayM / aimM) +
        std::max(0.0, wayM - aimM) / (wayM > 1.0 ? scene.speeds.forwardMps : s.nearMps);
    const double turnS =
        std::abs(math::wrapRad(headingRad - self.headingRad.value_or(headingRad))) / s.turnRadPerS;
    double upS = self.isFallen ? scene.speeds.standUpS : 0.0;
    const double selfM = (toSelf - fromBall).norm() - s.nearerM;
    for (const PitchPlayer& other : scene.players.subspan(1)) {
        const double otherM = (other.p_F - scene.ball_F - fromBall).norm();
        upS += otherM < s.takenM && otherM < selfM ? s.takenS : 0.0;
    }
    return upS + std::max({walkS, turnS, option.halts ? s.haltS : s.minReadyS}) +
           s.bothRatio * std::min(walkS, turnS);
}

// Time until the first opponent reaches the ball.
double opponentInS(const KickScene& scene) {
    double firstS =
        scene.isProtected ? scene.settings.protectedS : std::numeric_limits<double>::infinity();
    for (const PitchPlayer& player : scene.players) {
        if (!player.isTeammate && !scene.isProtected) {
            firstS = std::min(firstS, timeToReachS(player, scene.ball_F, scene.speeds));
        }
    }
    return firstS;
}

// The point at which a straight path leaves the field.
struct Exit {
    double afterM = std::numeric_limits<double>::infinity();
    bool isGoalLine = false; ///< the opponent's
    bool isOwnGoalLine = false;
    double y = 0.0;
};

Exit exitOf(const KickScene& scene, const Vector2d& along) {
    const double halfLengthM = 0.5 * scene.field.lengthM;
    const double halfWidthM = 0.5 * scene.field.widthM;
    Exit exit;
    if (along.y() != 0.0) {
        exit.afterM = (std::copysign(halfWidthM, along.y()) - scene.ball_F.y()) / along.y();
    }
    if (along.x() != 0.0) {
        const double afterM =
            (std::copysign(halfLengthM, along.x()) - scene.ball_F.x()) / along.x();
        if (afterM < exit.afterM) {
            exit = {afterM, along.x() > 0.0, along.x() < 0.0,
                    scene.ball_F.y() + afterM * along.y()};
        }
    }
    exit.afterM = std::max(exit.afterM, 0.0);
    return exit;
}

// Fraction of the kicks in a direction that enter our own goal.
double ownGoalRatio(const KickScene& scene, double directionRad, double sigmaRad, double reachM) {
    const KickChoiceSettings& s = scene.settings;
    const double toLineM = scene.ball_F.x() + 0.5 * scene.field.lengthM;
    if (toLineM <= 0.0 || toLineM > reachM + s.ownGoalM) {
        return 0.0;
    }
    // Angle from the direction straight back, counterclockwise.
    const auto postRad = [&](double y) { return std::atan2(scene.ball_F.y() - y, toLineM); };
    const double halfM = 0.5 * scene.field.goalWidthM;
    return probabilityWithin(math::wrapRad(directionRad - math::kPi), std::max(sigmaRad, s.wildRad),
                             postRad(halfM), postRad(-halfM));
}

// Cost of a ball at rest, which depends on the team that reaches it first.
double restCostS(const KickScene& scene, const Vector2d& rest_F) {
    const KickChoiceSettings& s = scene.settings;
    double ownS = std::numeric_limits<double>::infinity();
    double theirS = ownS;
    for (const PitchPlayer& player : scene.players) {
        double& firstS = player.isTeammate ? ownS : theirS;
        firstS = std::min(firstS, timeToReachS(player, rest_F, scene.speeds));
    }
    const double leadS = std::clamp(theirS - ownS, -kMaxLeadS, kMaxLeadS);
    const double lostRatio = 1.0 / (1.0 + std::exp(leadS / s.firstS));
    return s.rollS + std::max(0.0, std::min(ownS, kMaxLeadS) - s.rollS) + attackS(scene, rest_F) +
           lostRatio * lostS(scene, rest_F);
}

} // namespace

std::span<const base::NumberInfo<KickChoiceSettings>> KickChoiceSettings::numbers() {
    using S = KickChoiceSettings;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"around", "distance from the ball when walking around it", "m", 0.0, 2.0, &S::aroundM},
        {"near-speed", "walking speed within 1 m of the ball", "m/s", 0.05, 3.0, &S::nearMps},
        {"turn", "turn rate at the ball", "rad/s", 0.1, 6.0, &S::turnRadPerS},
        {"both", "fraction of the shorter of walking and turning time that adds to the longer", "",
         0.0, 1.0, &S::bothRatio},
        {"min-ready", "minimum time until a kick begins while walking", "s", 0.0, 5.0,
         &S::minReadyS},
        {"halt", "minimum time until a kick begins from a standstill", "s", 0.0, 5.0, &S::haltS},
        {"taken", "a robot within this distance of the kicking position occupies it", "m", 0.0, 2.0,
         &S::takenM},
        {"taken-cost", "delay caused by a robot that occupies the kicking position", "s", 0.0, 20.0,
         &S::takenS},
        {"nearer",
         "to occupy the kicking position, a robot must be nearer to it than the kicker by this "
         "much",
         "m", 0.0, 2.0, &S::nearerM},
        {"duel", "time constant with which an opponent at the ball spoils kicks", "s", 0.01, 20.0,
         &S::duelS},
        {"protected", "time for which opponents stay away from its own team's restart", "s", 0.0,
         120.0, &S::protectedS},
        {"body", "half the width of an upright robot in the path of the ball", "m", 0.0, 1.0,
         &S::bodyM},
        {"fallen", "half the width of a fallen robot in the path of the ball", "m", 0.0, 1.0,
         &S::fallenM},
        {"at-foot", "standard deviation of the ball's lateral position where the kick starts", "m",
         0.001, 1.0, &S::atFootM},
        {"min-spread", "minimum standard deviation of the direction of a kick", "rad", 0.001, 1.0,
         &S::minSigmaRad},
        {"min-kick", "minimum distance assumed for a kick", "m", 0.05, 5.0, &S::minKickM},
        {"stopped-kept", "probability that its own team keeps a ball stopped by an opponent", "",
         0.0, 1.0, &S::stoppedKeptRatio},
        {"first",
         "scale of the logistic function that turns a team's lead in reaching the ball into "
         "possession",
         "s", 0.01, 20.0, &S::firstS},
        {"attack", "speed of an attack toward a defended goal", "m/s", 0.01, 3.0, &S::attackMps},
        {"lost", "cost of losing the ball anywhere", "s", 0.0, 120.0, &S::lostS},
        {"danger", "additional cost of losing the ball in front of its own goal", "s", 0.0, 240.0,
         &S::dangerS},
        {"danger-range",
         "distance from its own goal at which the additional cost there has fallen to a third", "m",
         0.1, 30.0, &S::dangerM},
        {"spoiled", "cost of a spoiled kick, as a fraction of the cost of losing the ball", "", 0.0,
         1.0, &S::spoiledRatio},
        {"own-goal", "cost of an own goal", "s", 0.0, 1000.0, &S::ownGoalS},
        {"own-goal-roll", "extra distance that a ball may roll into its own goal", "m", 0.0, 10.0,
         &S::ownGoalM},
        {"own-goal-spread", "minimum standard deviation of the direction when estimating own goals",
         "rad", 0.01, 2.0, &S::wildRad},
        {"roll", "time for which a kicked ball rolls", "s", 0.0, 20.0, &S::rollS},
        {"keep", "it changes to another kick only if that is better by this much", "s", 0.0, 20.0,
         &S::keepS},
    });
    return kRows;
}

bool DirectionRange::contains(double directionRad) const {
    return std::abs(math::wrapRad(directionRad - centerRad)) <= halfRad + 1e-9;
}

KickChoice judgeKick(const KickScene& scene, const KickOption& option, double directionRad) {
    SIDELINE_ASSERT(!scene.players.empty());
    const KickChoiceSettings& s = scene.settings;
    KickChoice choice;
    choice.directionRad = directionRad;
    choice.inS = readyS(scene, option, math::wrapRad(directionRad - option.turnedRad)) +
                 option.figures.contactS;
    choice.freeRatio = std::exp(-std::max(0.0, choice.inS - opponentInS(scene)) / s.duelS) *
                       option.figures.standsRatio;
    const Vector2d along(std::cos(directionRad), std::sin(directionRad));
    const Vector2d across(-along.y(), along.x());
    const double sigma = sigmaRad(option.figures, s.minSigmaRad);
    const Exit exit = exitOf(scene, along);
    const double reachM = std::max(option.figures.distanceM, s.minKickM);
    const double wayM = std::min(reachM, exit.afterM);

    choice.laneRatio = 1.0;
    double stoppedCostS = 0.0;
    for (std::size_t i = 1; i < scene.players.size(); ++i) {
        const PitchPlayer& player = scene.players[i];
        const Vector2d off = player.p_F - scene.ball_F;
        const double aheadM = along.dot(off);
        if (aheadM < -s.atFootM || aheadM > wayM) {
            continue;
        }
        const double halfM = player.isFallen ? s.fallenM : s.bodyM;
        const double stopRatio = probabilityWithin(
            across.dot(off), s.atFootM + std::max(aheadM, 0.0) * sigma, -halfM, halfM);
        const Vector2d stop_F = scene.ball_F + std::max(aheadM - halfM, 0.0) * along;
        const double keptRatio = player.isTeammate ? 1.0 : s.stoppedKeptRatio;
        stoppedCostS += choice.laneRatio * stopRatio *
                        (attackS(scene, stop_F) + (1.0 - keptRatio) * lostS(scene, stop_F));
        choice.laneRatio *= 1.0 - stopRatio;
    }

    const bool leaves = exit.afterM <= reachM + (exit.isOwnGoalLine ? s.ownGoalM : 0.0);
    choice.rest_F = scene.ball_F + wayM * along;
    double throughCostS = 0.0;
    if (!leaves) {
        throughCostS = restCostS(scene, choice.rest_F);
    } else {
        // The opponents get a ball that leaves the field or misses the goal.
        throughCostS = attackS(scene, choice.rest_F) + lostS(scene, choice.rest_F);
        if (exit.isGoalLine && scene.mayShoot) {
            const double halfM = 0.5 * scene.field.goalWidthM - game::kBallRadiusM;
            const double errM = exit.afterM * sigma / std::max(along.x(), 0.2);
            choice.goalRatio = probabilityWithin(exit.y, errM, -halfM, halfM);
            throughCostS = choice.goalRatio * s.rollS + (1.0 - choice.goalRatio) * throughCostS;
        }
    }
    throughCostS += ownGoalRatio(scene, directionRad, sigma, reachM) * s.ownGoalS;
    const double spoiledS =
        attackS(scene, scene.ball_F) + s.spoiledRatio * lostS(scene, scene.ball_F);
    choice.costS = choice.inS +
                   choice.freeRatio * (choice.laneRatio * throughCostS + stoppedCostS) +
                   (1.0 - choice.freeRatio) * spoiledS;
    return choice;
}

KickChoice chooseKick(const KickScene& scene, std::span<const KickOption> options,
                      const std::optional<KickChoice>& before) {
    SIDELINE_ASSERT(!options.empty());
    KickChoice best;
    best.costS = std::numeric_limits<double>::infinity();
    const auto consider = [&](std::size_t kick, double directionRad, double bonusS) {
        if (scene.within && !scene.within->contains(directionRad)) {
            return;
        }
        KickChoice choice = judgeKick(scene, options[kick], directionRad);
        choice.kick = kick;
        choice.costS -= bonusS;
        if (choice.costS < best.costS) {
            best = choice;
        }
    };
    if (before && before->kick < options.size()) {
        consider(before->kick, before->directionRad, scene.settings.keepS);
    }
    const double headingRad = scene.players.front().headingRad.value_or(0.0);
    for (std::size_t kick = 0; kick < options.size(); ++kick) {
        for (int i = 0; i < kDirections; ++i) {
            consider(kick, math::wrapRad(2.0 * math::kPi * i / kDirections), 0.0);
        }
        for (const double offset : {-0.3, 0.0, 0.3}) {
            const Vector2d way =
                goalOf(scene) + Vector2d(0.0, offset * scene.field.goalWidthM) - scene.ball_F;
            consider(kick, std::atan2(way.y(), way.x()), 0.0);
        }
        consider(kick, math::wrapRad(headingRad + options[kick].turnedRad), 0.0);
        if (scene.within) {
            consider(kick, scene.within->centerRad, 0.0);
        }
    }
    return best;
}

} // namespace sideline::planning
