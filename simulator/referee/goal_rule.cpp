#include "simulator/referee/goal_rule.h"

#include <cmath>

#include "agentcore/game/constants.h"
#include "simulator/referee/clear_players.h"
#include "simulator/referee/pass_mode_rule.h"

namespace sideline::simulator {

using game::PlayMode;
using game::Side;

namespace {

/// The side whose goal line the ball crossed between the posts within the last second, extrapolated
/// back along its velocity. Detects balls too fast to touch the goal box.
Side crossedGoalLine(const SetPlayContext& context) {
    const double lineX = context.field.lengthM / 2.0 + game::kBallRadiusM;
    const Eigen::Vector3d ball_S = context.world.ballPosition_S();
    const Eigen::Vector3d velocity_S = context.world.ballVelocity_SMps();
    const double beyondM = std::abs(ball_S.x()) - lineX;
    if (beyondM < 0.0 || std::abs(ball_S.x() - velocity_S.x()) > lineX || velocity_S.x() == 0.0) {
        return Side::None;
    }
    // The server ignores the sign of x on the left; so does this rule.
    const Eigen::Vector3d crossing_S = ball_S - velocity_S * (beyondM / velocity_S.x());
    if (std::abs(crossing_S.y()) >= context.field.goalWidthM / 2.0 ||
        crossing_S.z() >= context.field.goalHeightM) {
        return Side::None;
    }
    return ball_S.x() < 0.0 ? Side::Left : Side::Right;
}

/// Awards a corner kick (for an own goal) or a goal kick instead of a goal from an indirect kick by
/// `kicker`.
void refuseGoal(SetPlayContext& context, const game::PlayerId& kicker, Side conceding) {
    context.memory.isIndirect = false;
    if (kicker.side == conceding) {
        awardCornerKick(context, opponentOf(conceding));
    } else {
        awardGoalKick(context, conceding);
    }
}

} // namespace

bool checkGoal(SetPlayContext& context) {
    const Side conceding =
        context.ball.goal() != Side::None ? context.ball.goal() : crossedGoalLine(context);
    if (conceding == Side::None) {
        return false;
    }
    const SetPlayMemory& memory = context.memory;
    const Side scorer = opponentOf(conceding);
    if (!memory.kickOffTeamMayScore && memory.kickOffTaker && memory.kickOffTaker->side == scorer) {
        refuseGoal(context, *memory.kickOffTaker, conceding);
        return true;
    }
    if (isStraightFromKick(context) && hasKickRules(context) &&
        (memory.isIndirect || memory.taken->player.side == conceding)) {
        refuseGoal(context, memory.taken->player, conceding);
        return true;
    }
    if (mustPassFirst(context.game, memory.pass(scorer))) {
        awardGoalKick(context, conceding);
        return true;
    }
    context.game.addGoal(scorer);
    context.game.setPlayMode(modeOf(scorer, PlayMode::GoalLeft, PlayMode::GoalRight));
    return true;
}

void updateAfterGoal(SetPlayContext& context, Side scorer) {
    clearBeforeKickOff(context, opponentOf(scorer));
    context.game.setPaused(true);
    if (context.game.modeTimeS() < game::asServerS(context.rules.goalPauseS)) {
        return;
    }
    placeBall(context, {0.0, 0.0, game::kBallRadiusM});
    context.game.kickOff(opponentOf(scorer), context.rng);
}

} // namespace sideline::simulator
