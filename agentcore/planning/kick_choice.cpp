#include "agentcore/planning/kick_choice.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "agentcore/base/assert.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"

namespace sideline::planning {

namespace {

using Eigen::Vector2d;

// Getting ready.
constexpr double kAimFromM = 0.35;   // `KickFigures::aimS` begins with the ball so far ahead
constexpr double kAroundM = 0.25;    // it walks around the ball at this distance
constexpr double kNearMps = 0.6;     // its speed there
constexpr double kTurnRadPerS = 1.6; // and with a ball at its feet
constexpr double kBothShare = 0.4;   // of the shorter of walking and turning, beside the longer
constexpr double kLeastReadyS = 0.1;
constexpr double kTakenM = 0.4;  // from another robot, where the kicker has to stand
constexpr double kTakenS = 2.0;  // what that costs
constexpr double kNearerM = 0.1; // unless the kicker is nearer by so much
constexpr double kHaltS = 0.5;

// What may go wrong.
constexpr double kDuelS = 1.5; // with an opponent at the ball, a kick is spoiled within this
constexpr double kProtectedS = 30.0;
constexpr double kBodyM = 0.24; // half the width of a robot in the way of the ball
constexpr double kLieM = 0.32;  // likewise, of one that lies
constexpr double kAtFootM = 0.06;
constexpr double kLeastSpreadRad = 0.03;
constexpr double kSigmasToHalf = 0.6745; // half of a normal distribution is within that
constexpr double kFirstS = 0.8;          // who is sooner at the ball by so much has it, mostly

// What it costs.
constexpr double kAttackMps = 0.2; // how fast an attack gets to the goal, against opponents
constexpr double kLostS = 9.0;     // a ball that is lost, anywhere
constexpr double kDangerS = 25.0;  // and in front of the own goal
constexpr double kDangerM = 5.0;
constexpr double kOwnGoalS = 120.0;
constexpr double kOwnGoalM = 1.0; // it may roll on so far, on the way to that line
constexpr double kWildRad = 0.4;  // sigma of what goes wrong among kicks, for own goals only
constexpr double kRollS = 2.0;    // of a kicked ball
constexpr double kKeptS = 1.5;    // better by so much, or it does as before

constexpr int kDirections = 24;

// Share of a normal distribution around `mean` that is between two limits.
double shareWithin(double mean, double sigma, double low, double high) {
    const double scale = sigma * std::sqrt(2.0);
    return 0.5 * (std::erf((high - mean) / scale) - std::erf((low - mean) / scale));
}

double sigmaRad(const motion::KickFigures& figures) {
    return std::max(figures.spreadRad / kSigmasToHalf, kLeastSpreadRad);
}

Vector2d goalOf(const KickScene& scene) {
    return {0.5 * scene.field.lengthM, 0.0};
}

// From the place of a ball that the own team has.
double attackS(const KickScene& scene, const Vector2d& p_F) {
    return (goalOf(scene) - p_F).norm() / kAttackMps;
}

double lostS(const KickScene& scene, const Vector2d& p_F) {
    return kLostS + kDangerS * std::exp(-(p_F + goalOf(scene)).norm() / kDangerM);
}

double readyS(const KickScene& scene, const KickOption& option, double headingRad) {
    const PitchPlayer& self = scene.players.front();
    const Vector2d ahead(std::cos(headingRad), std::sin(headingRad));
    const Vector2d fromBall = -option.ballForwardM * ahead;
    const Vector2d toSelf = self.p_F - scene.ball_F;
    const double aroundRad = std::abs(
        math::wrapRad(std::atan2(toSelf.y(), toSelf.x()) - std::atan2(fromBall.y(), fromBall.x())));
    const double wayM = std::max((toSelf - fromBall).norm(), kAroundM * aroundRad);
    const double aimM = kAimFromM - option.ballForwardM;
    const double walkS =
        option.figures.aimS * std::min(1.0, wayM / aimM) +
        std::max(0.0, wayM - aimM) / (wayM > 1.0 ? scene.speeds.forwardMps : kNearMps);
    const double turnS =
        std::abs(math::wrapRad(headingRad - self.headingRad.value_or(headingRad))) / kTurnRadPerS;
    double upS = self.isFallen ? scene.speeds.standUpS : 0.0;
    const double selfM = (toSelf - fromBall).norm() - kNearerM;
    for (const PitchPlayer& other : scene.players.subspan(1)) {
        const double otherM = (other.p_F - scene.ball_F - fromBall).norm();
        upS += otherM < kTakenM && otherM < selfM ? kTakenS : 0.0;
    }
    return upS + std::max({walkS, turnS, option.halts ? kHaltS : kLeastReadyS}) +
           kBothShare * std::min(walkS, turnS);
}

// Until the first opponent is at the ball.
double opponentInS(const KickScene& scene) {
    double firstS = scene.isProtected ? kProtectedS : std::numeric_limits<double>::infinity();
    for (const PitchPlayer& player : scene.players) {
        if (!player.isTeammate && !scene.isProtected) {
            firstS = std::min(firstS, timeToReachS(player, scene.ball_F, scene.speeds));
        }
    }
    return firstS;
}

// Where a straight way leaves the field.
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

// Of kicks in a direction that reach so far, how many end in the own goal.
double ownGoalShare(const KickScene& scene, double directionRad, double sigmaRad, double reachM) {
    const double toLineM = scene.ball_F.x() + 0.5 * scene.field.lengthM;
    if (toLineM <= 0.0 || toLineM > reachM + kOwnGoalM) {
        return 0.0;
    }
    // Off straight back, counterclockwise.
    const auto postRad = [&](double y) { return std::atan2(scene.ball_F.y() - y, toLineM); };
    const double halfM = 0.5 * scene.field.goalWidthM;
    return shareWithin(math::wrapRad(directionRad - math::kPi), std::max(sigmaRad, kWildRad),
                       postRad(halfM), postRad(-halfM));
}

// Costs of a ball at rest, by who is there first.
double restCostS(const KickScene& scene, const Vector2d& rest_F) {
    double ownS = std::numeric_limits<double>::infinity();
    double theirS = ownS;
    for (const PitchPlayer& player : scene.players) {
        double& firstS = player.isTeammate ? ownS : theirS;
        firstS = std::min(firstS, timeToReachS(player, rest_F, scene.speeds));
    }
    const double leadS = std::clamp(theirS - ownS, -20.0, 20.0);
    const double lostShare = 1.0 / (1.0 + std::exp(leadS / kFirstS));
    return kRollS + std::max(0.0, std::min(ownS, 20.0) - kRollS) + attackS(scene, rest_F) +
           lostShare * lostS(scene, rest_F);
}

} // namespace

KickChoice judgeKick(const KickScene& scene, const KickOption& option, double directionRad) {
    SIDELINE_ASSERT(!scene.players.empty());
    KickChoice choice;
    choice.directionRad = directionRad;
    choice.inS = readyS(scene, option, math::wrapRad(directionRad - option.turnedRad)) +
                 option.figures.contactS;
    choice.freeShare = std::exp(-std::max(0.0, choice.inS - opponentInS(scene)) / kDuelS) *
                       option.figures.standsShare;
    const Vector2d along(std::cos(directionRad), std::sin(directionRad));
    const Vector2d across(-along.y(), along.x());
    const double sigma = sigmaRad(option.figures);
    const Exit exit = exitOf(scene, along);
    const double reachM = std::max(option.figures.distanceM, 0.5);
    const double wayM = std::min(reachM, exit.afterM);

    choice.laneShare = 1.0;
    double stoppedCostS = 0.0;
    for (std::size_t i = 1; i < scene.players.size(); ++i) {
        const PitchPlayer& player = scene.players[i];
        const Vector2d off = player.p_F - scene.ball_F;
        const double aheadM = along.dot(off);
        if (aheadM < -kAtFootM || aheadM > wayM) {
            continue;
        }
        const double halfM = player.isFallen ? kLieM : kBodyM;
        const double share =
            shareWithin(across.dot(off), kAtFootM + std::max(aheadM, 0.0) * sigma, -halfM, halfM);
        const Vector2d stop_F = scene.ball_F + std::max(aheadM - halfM, 0.0) * along;
        const double keptShare = player.isTeammate ? 1.0 : 0.3;
        stoppedCostS += choice.laneShare * share *
                        (attackS(scene, stop_F) + (1.0 - keptShare) * lostS(scene, stop_F));
        choice.laneShare *= 1.0 - share;
    }

    const bool leaves = exit.afterM <= reachM + (exit.isOwnGoalLine ? kOwnGoalM : 0.0);
    choice.rest_F = scene.ball_F + wayM * along;
    double throughCostS = 0.0;
    if (!leaves) {
        throughCostS = restCostS(scene, choice.rest_F);
    } else {
        // A ball that goes out is the opponent's; so is one that misses the goal.
        throughCostS = attackS(scene, choice.rest_F) + lostS(scene, choice.rest_F);
        if (exit.isGoalLine && scene.mayShoot) {
            const double halfM = 0.5 * scene.field.goalWidthM - game::kBallRadiusM;
            const double errM = exit.afterM * sigma / std::max(along.x(), 0.2);
            choice.goalShare = shareWithin(exit.y, errM, -halfM, halfM);
            throughCostS = choice.goalShare * kRollS + (1.0 - choice.goalShare) * throughCostS;
        }
    }
    throughCostS += ownGoalShare(scene, directionRad, sigma, reachM) * kOwnGoalS;
    const double spoiledS = attackS(scene, scene.ball_F) + 0.6 * lostS(scene, scene.ball_F);
    choice.costS = choice.inS +
                   choice.freeShare * (choice.laneShare * throughCostS + stoppedCostS) +
                   (1.0 - choice.freeShare) * spoiledS;
    return choice;
}

KickChoice chooseKick(const KickScene& scene, std::span<const KickOption> options,
                      const std::optional<KickChoice>& before) {
    SIDELINE_ASSERT(!options.empty());
    KickChoice best;
    best.costS = std::numeric_limits<double>::infinity();
    const auto consider = [&](std::size_t kick, double directionRad, double bonusS) {
        KickChoice choice = judgeKick(scene, options[kick], directionRad);
        choice.kick = kick;
        choice.costS -= bonusS;
        if (choice.costS < best.costS) {
            best = choice;
        }
    };
    if (before && before->kick < options.size()) {
        consider(before->kick, before->directionRad, kKeptS);
    }
    const double headingRad = scene.players.front().headingRad.value_or(0.0);
    for (std::size_t kick = 0; kick < options.size(); ++kick) {
        for (int i = 0; i < kDirections; ++i) {
            consider(kick, math::wrapRad(2.0 * math::kPi * i / kDirections), 0.0);
        }
        for (const double share : {-0.3, 0.0, 0.3}) {
            const Vector2d way =
                goalOf(scene) + Vector2d(0.0, share * scene.field.goalWidthM) - scene.ball_F;
            consider(kick, std::atan2(way.y(), way.x()), 0.0);
        }
        consider(kick, math::wrapRad(headingRad + options[kick].turnedRad), 0.0);
    }
    return best;
}

} // namespace sideline::planning
