#include "simulator/referee/kick_off_rule.h"

#include "agentcore/game/constants.h"
#include "simulator/referee/clear_players.h"
#include "simulator/referee/drop_ball.h"

namespace sideline::simulator {

using game::Side;

void updateBeforeKickOff(SetPlayContext& context) {
    if (context.world.players().empty()) {
        return;
    }
    placeBall(context, {0.0, 0.0, game::kBallRadiusM});
    context.game.setPaused(true);
    if (!context.rules.startsAnywhere) {
        const auto [first, second] = sidesInRandomOrder(context.rng);
        for (const Side side : {first, second}) {
            clearBox(context, wideHalf(context.field, opponentOf(side)),
                     context.rules.freeKickMoveDistanceM, side);
        }
    }

    // The clock of this mode restarts at half time, and so does the countdown.
    const double modeTimeS = context.game.modeTimeS();
    double& originS = context.memory.automaticKickOffOriginS;
    if (originS > modeTimeS) {
        originS = modeTimeS;
    }
    if (context.rules.kicksOffAutomatically &&
        game::asServerS(modeTimeS - originS) > game::asServerS(context.rules.waitBeforeKickOffS)) {
        context.game.kickOff(Side::None, context.rng);
    }
}

void updateKickOff(SetPlayContext& context, Side kicking) {
    context.game.setPaused(false);
    forgetKick(context.memory);
    context.memory.kickOffTeamMayScore = true;
    clearBeforeKickOff(context, kicking);

    if (isTimeOver(context)) {
        dropBall(context, context.world.ballPosition_S());
        return;
    }
    const auto& touch = context.ball.lastTouch();
    if (!touch || touch->timeS <= context.game.lastModeChangeS()) {
        return;
    }
    if (hasKickRules(context)) {
        rememberKick(context, *touch, true);
        context.memory.kickOffTaker = touch->player;
        context.memory.kickOffTeamMayScore = false;
    }
    context.game.setPlayMode(game::PlayMode::PlayOn);
}

void updateKickOffPermission(SetPlayContext& context) {
    SetPlayMemory& memory = context.memory;
    if (memory.kickOffTeamMayScore || !memory.kickOffTaker) {
        return;
    }
    const Side kicking = memory.kickOffTaker->side;
    const bool isOutsideCircle =
        context.world.ballPosition_S().head<2>().norm() > context.rules.freeKickDistanceM;
    memory.kickOffTeamMayScore = context.ball.isTouchedBy(opponentOf(kicking)) ||
                                 (context.ball.isTouchedBy(kicking) && isOutsideCircle);
}

} // namespace sideline::simulator
