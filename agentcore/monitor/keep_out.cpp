#include "agentcore/monitor/keep_out.h"

#include "agentcore/field/penalty_area.h"
#include "agentcore/game/restart.h"
#include "agentcore/game/sides.h"
#include "agentcore/monitor/game_summary.h"

namespace sideline::monitor {

std::optional<KeepOut> keepOut(const MatchFrame& frame) {
    const auto mode = playModeOf(frame.game);
    const auto& environment = frame.game.environment;
    const game::Restart restart = mode ? game::restartOf(*mode) : game::Restart{};
    if (restart.piece == game::SetPiece::None || !environment) {
        return std::nullopt;
    }
    const game::Side waiting = game::opponentOf(restart.side);
    if (restart.piece == game::SetPiece::GoalKick) {
        const Eigen::AlignedBox2d area = field::penaltyArea(environment->field, restart.side);
        return area.volume() > 0.0 ? std::optional(KeepOut{waiting, area}) : std::nullopt;
    }
    const double radiusM = restart.piece == game::SetPiece::Pass
                               ? environment->passModeMinOpponentBallDistanceM
                               : environment->freeKickDistanceM;
    const bool isAtBall = restart.piece != game::SetPiece::KickOff;
    if (!(radiusM > 0.0) || (isAtBall && !frame.ball)) {
        return std::nullopt;
    }
    const Eigen::Vector2d center_S =
        isAtBall ? Eigen::Vector2d(frame.ball->X_SBall.p.head<2>()) : Eigen::Vector2d(0.0, 0.0);
    return KeepOut{waiting, GroundCircle{center_S, radiusM}};
}

} // namespace sideline::monitor
