#include "simulator/referee/ball_out_rule.h"

#include <cmath>

#include "agentcore/game/constants.h"

namespace sideline::simulator {

using game::Side;

bool checkBallOut(SetPlayContext& context) {
    if (context.ball.isOnField()) {
        context.memory.kick_S = context.ball.lastValidPosition_S();
        context.memory.kick_S.z() = game::kBallRadiusM;
        return false;
    }
    if (!context.ball.lastTouch()) {
        return true;
    }
    const Side toucher = context.ball.lastTouch()->player.side;
    const Eigen::Vector3d ball_S = context.world.ballPosition_S();
    if (std::abs(ball_S.x()) >= context.field.lengthM / 2.0) {
        const Side defending = ball_S.x() < 0.0 ? Side::Left : Side::Right;
        if (toucher == defending) {
            awardCornerKick(context, opponentOf(defending));
        } else {
            awardGoalKick(context, defending);
        }
        return true;
    }
    if (std::abs(ball_S.y()) >= context.field.widthM / 2.0) {
        awardKickIn(context, opponentOf(toucher));
        return true;
    }
    // The ball was out at the end of the step, but has been moved back since.
    placeBall(context, context.ball.lastValidPosition_S());
    return false;
}

} // namespace sideline::simulator
