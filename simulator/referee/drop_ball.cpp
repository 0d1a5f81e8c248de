#include "simulator/referee/drop_ball.h"

#include "agentcore/game/constants.h"
#include "simulator/referee/clear_players.h"

namespace sideline::simulator {

void dropBall(SetPlayContext& context, const Eigen::Vector3d& p_S) {
    Eigen::Vector3d drop_S = outsidePenaltyAreas(context.field, p_S);
    const double sideLineY = context.field.widthM / 2.0;
    if (drop_S.y() <= -sideLineY) {
        drop_S.y() = -sideLineY + game::kBallRadiusM;
    } else if (drop_S.y() >= sideLineY) {
        drop_S.y() = sideLineY - game::kBallRadiusM;
    }
    placeBall(context, drop_S);

    const auto [first, second] = sidesInRandomOrder(context.rng);
    for (const game::Side side : {first, second}) {
        clearCircle(context, drop_S, context.rules.freeKickDistanceM,
                    context.rules.freeKickMoveDistanceM, side);
    }
    forgetKick(context.memory);
    context.game.setPlayMode(game::PlayMode::PlayOn);
}

} // namespace sideline::simulator
