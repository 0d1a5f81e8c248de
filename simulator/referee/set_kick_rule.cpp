#include "simulator/referee/set_kick_rule.h"

#include <cmath>

#include "simulator/referee/clear_players.h"
#include "simulator/referee/drop_ball.h"

namespace sideline::simulator {

using game::Side;

namespace {

/// Whether the ball is beyond the front or sides of the penalty area, or the goal line; lines are
/// inside.
bool hasLeftPenaltyArea(const SetPlayContext& context, Side side) {
    const Eigen::Vector2d ball_S = context.world.ballPosition_S().head<2>();
    const Eigen::AlignedBox2d area = penaltyArea(context.field, side);
    if (area.contains(ball_S)) {
        return false;
    }
    const double toFrontM = context.field.lengthM / 2.0 - context.field.penaltyLengthM;
    return !context.ball.isOnField() || ownGoalSign(side) * ball_S.x() < toFrontM ||
           std::abs(ball_S.y()) > context.field.penaltyWidthM / 2.0;
}

void startPlay(SetPlayContext& context, const BallTouch& touch, SetKick kind) {
    if (kind != SetKick::OffsideKick) {
        rememberKick(context, touch, kind == SetKick::KickIn || kind == SetKick::FreeKick);
        context.memory.offside.kickIsExempt =
            kind == SetKick::KickIn || kind == SetKick::CornerKick;
    }
    context.game.setPlayMode(game::PlayMode::PlayOn);
}

} // namespace

void updateSetKick(SetPlayContext& context, Side kicking, SetKick kind) {
    if (kind == SetKick::OffsideKick && !context.rules.usesOffside) {
        return;
    }
    context.game.setPaused(false);
    if (isInKickPause(context)) {
        return;
    }
    forgetKick(context.memory);
    if (kind == SetKick::FreeKick || kind == SetKick::DirectFreeKick) {
        context.memory.kick_S = outsidePenaltyAreas(context.field, context.memory.kick_S);
    }
    clearCircle(context, context.memory.kick_S, context.rules.freeKickDistanceM,
                context.rules.freeKickMoveDistanceM, opponentOf(kicking));
    if (isTimeOver(context)) {
        dropBall(context, context.memory.kick_S);
        return;
    }
    // The server does not move the ball of a corner kick if it was never touched.
    if (kind == SetKick::CornerKick && !context.ball.lastTouch()) {
        return;
    }
    const auto touch = kickAfterPause(context);
    if (touch && (kind != SetKick::OffsideKick || touch->player.side == kicking)) {
        startPlay(context, *touch, kind);
    } else {
        placeBallForKick(context, kicking);
    }
}

void updateGoalKick(SetPlayContext& context, Side kicking) {
    context.game.setPaused(false);
    if (isInKickPause(context)) {
        return;
    }
    forgetKick(context.memory);
    clearBox(context, penaltyArea(context.field, kicking), context.rules.freeKickMoveDistanceM,
             opponentOf(kicking));
    if (isTimeOver(context)) {
        dropBall(context, context.memory.kick_S);
        return;
    }
    if (!context.ball.lastTouch()) {
        return;
    }
    const auto touch = kickAfterPause(context);
    if (!touch) {
        placeBallForKick(context, kicking);
    } else if (hasLeftPenaltyArea(context, kicking)) {
        rememberKick(context, *touch, false);
        context.memory.offside.kickIsExempt = true;
        context.game.setPlayMode(game::PlayMode::PlayOn);
    }
}

} // namespace sideline::simulator
