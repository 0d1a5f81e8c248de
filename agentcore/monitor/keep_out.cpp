#include "agentcore/monitor/keep_out.h"

#include "agentcore/monitor/restart.h"
#include "agentcore/monitor/sides.h"

namespace sideline::monitor {

std::optional<KeepOut> keepOut(const MatchFrame& frame) {
    const auto mode = field::playModeFromName(frame.game.playModeName());
    const auto& environment = frame.game.environment;
    const Restart restart = mode ? restartOf(*mode) : Restart{};
    if (restart.piece == SetPiece::None || !environment) {
        return std::nullopt;
    }
    const Side waiting = opponentOf(restart.side);
    if (restart.piece == SetPiece::GoalKick) {
        const Eigen::AlignedBox2d area = penaltyArea(environment->field, restart.side);
        return area.volume() > 0.0 ? std::optional(KeepOut{waiting, area}) : std::nullopt;
    }
    const double radiusM = restart.piece == SetPiece::Pass
                               ? environment->passModeMinOpponentBallDistanceM
                               : environment->freeKickDistanceM;
    const bool isAtBall = restart.piece != SetPiece::KickOff;
    if (!(radiusM > 0.0) || (isAtBall && !frame.ball)) {
        return std::nullopt;
    }
    const Eigen::Vector2d center_S =
        isAtBall ? Eigen::Vector2d(frame.ball->X_SBall.p.head<2>()) : Eigen::Vector2d(0.0, 0.0);
    return KeepOut{waiting, GroundCircle{center_S, radiusM}};
}

} // namespace sideline::monitor
