#include "simulator/referee/clear_players.h"

#include <algorithm>
#include <cmath>

#include "agentcore/game/rules.h"
#include "agentcore/robot/posture.h"
#include "simulator/referee/player_placement.h"

namespace sideline::simulator {

using game::Side;

namespace {

/// Whether a player intersects a sphere. A held player is in the air, so its feet count.
bool reachesInto(const RefereeWorld& world, const game::PlayerId& player,
                 const Eigen::Vector3d& center_S, double radiusM) {
    const double feetZ = world.motion(player).p_S.z() - robot::placingHeightM(world.model(player));
    const double gapZ = std::max(0.0, feetZ - center_S.z());
    const double gapXySquared =
        world.footprint(player).squaredExteriorDistance(center_S.head<2>().eval());
    return gapXySquared + gapZ * gapZ <= radiusM * radiusM;
}

/// A point at `distanceM` from a point toward a side's goal, or toward the center of the field's
/// width if there is no space; keeps the other coordinate of `p_S`.
Eigen::Vector3d behind(const RuleContext& context, Side side, const Eigen::Vector2d& from_S,
                       double distanceM, Eigen::Vector3d p_S) {
    const double x = from_S.x() + ownGoalSign(side) * distanceM;
    if (ownGoalSign(side) * x > context.field.lengthM / 2.0) {
        p_S.y() = from_S.y() < 0.0 ? from_S.y() + distanceM : from_S.y() - distanceM;
    } else {
        p_S.x() = x;
    }
    return p_S;
}

bool isInsideCircle(const Eigen::AlignedBox2d& box, double radiusM) {
    const double limit = radiusM * radiusM;
    for (const double x : {box.min().x(), box.max().x()}) {
        for (const double y : {box.min().y(), box.max().y()}) {
            if (x * x + y * y >= limit) {
                return false;
            }
        }
    }
    return true;
}

} // namespace

void clearCircle(RuleContext& context, const Eigen::Vector3d& center_S, double radiusM,
                 double distanceM, Side side) {
    for (const game::PlayerId& player : teamInRandomOrder(context, side)) {
        if (reachesInto(context.world, player, center_S, radiusM)) {
            const Eigen::Vector3d p_S = context.world.motion(player).p_S;
            movePlayerSafely(context, player,
                             behind(context, side, center_S.head<2>(), distanceM, p_S), true);
        }
    }
}

void clearBox(RuleContext& context, const Eigen::AlignedBox2d& box_S, double distanceM, Side side) {
    for (const game::PlayerId& player : teamInRandomOrder(context, side)) {
        if (box_S.intersects(context.world.footprint(player))) {
            Eigen::Vector3d p_S = context.world.motion(player).p_S;
            p_S.x() =
                side == Side::Left ? box_S.min().x() - distanceM : box_S.max().x() + distanceM;
            movePlayerSafely(context, player, p_S, true);
        }
    }
}

void clearBeforeKickOff(RuleContext& context, Side kicking) {
    if (context.rules.startsAnywhere) {
        return;
    }
    const game::Rules& rules = context.rules;
    const Side waiting = opponentOf(kicking);
    clearBox(context, wideHalf(context.field, kicking), rules.freeKickMoveDistanceM, waiting);
    clearCircle(context, Eigen::Vector3d::Zero(), rules.freeKickDistanceM,
                rules.freeKickMoveDistanceM, waiting);

    const Eigen::AlignedBox2d otherHalf = wideHalf(context.field, waiting);
    for (const game::PlayerId& player : teamInRandomOrder(context, kicking)) {
        const Eigen::AlignedBox2d footprint = context.world.footprint(player);
        if (otherHalf.intersects(footprint) &&
            !isInsideCircle(footprint, rules.freeKickDistanceM)) {
            Eigen::Vector3d p_S = context.world.motion(player).p_S;
            p_S.x() = ownGoalSign(kicking) * rules.freeKickMoveDistanceM;
            movePlayerSafely(context, player, p_S, true);
        }
    }
}

void repelPlayers(RuleContext& context, const Eigen::Vector2d& center_S, double radiusM,
                  double padM, Side side) {
    for (const game::PlayerId& player : teamInRandomOrder(context, side)) {
        Eigen::Vector3d p_S = context.world.motion(player).p_S;
        const Eigen::Vector2d away = p_S.head<2>() - center_S;
        const double distanceM = away.norm();
        if (distanceM >= radiusM) {
            continue;
        }
        // A player exactly at the point is moved toward its own goal.
        const Eigen::Vector2d direction = distanceM > 0.0 ? Eigen::Vector2d(away / distanceM)
                                                          : Eigen::Vector2d(ownGoalSign(side), 0.0);
        p_S.head<2>() = center_S + direction * (radiusM + padM);
        movePlayerSafely(context, player, p_S, false);
    }
}

void moveBack(RuleContext& context, const game::PlayerId& player) {
    const Eigen::Vector3d p_S = context.world.motion(player).p_S;
    movePlayerSafely(
        context, player,
        behind(context, player.side, p_S.head<2>(), context.rules.freeKickMoveDistanceM, p_S),
        true);
}

} // namespace sideline::simulator
