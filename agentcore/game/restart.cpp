#include "agentcore/game/restart.h"

namespace sideline::game {

Restart restartOf(PlayMode mode) {
    switch (mode) {
    case PlayMode::KickOffLeft:
        return {SetPiece::KickOff, Side::Left};
    case PlayMode::KickOffRight:
        return {SetPiece::KickOff, Side::Right};
    case PlayMode::KickInLeft:
        return {SetPiece::KickIn, Side::Left};
    case PlayMode::KickInRight:
        return {SetPiece::KickIn, Side::Right};
    case PlayMode::CornerKickLeft:
        return {SetPiece::CornerKick, Side::Left};
    case PlayMode::CornerKickRight:
        return {SetPiece::CornerKick, Side::Right};
    case PlayMode::GoalKickLeft:
        return {SetPiece::GoalKick, Side::Left};
    case PlayMode::GoalKickRight:
        return {SetPiece::GoalKick, Side::Right};
    case PlayMode::FreeKickLeft:
        return {SetPiece::FreeKick, Side::Left};
    case PlayMode::FreeKickRight:
        return {SetPiece::FreeKick, Side::Right};
    // The server does not record whether the kick after an offside is indirect, so it counts as
    // direct.
    case PlayMode::OffsideLeft:
    case PlayMode::DirectFreeKickLeft:
        return {SetPiece::DirectFreeKick, Side::Left};
    case PlayMode::OffsideRight:
    case PlayMode::DirectFreeKickRight:
        return {SetPiece::DirectFreeKick, Side::Right};
    case PlayMode::PassLeft:
        return {SetPiece::Pass, Side::Left};
    case PlayMode::PassRight:
        return {SetPiece::Pass, Side::Right};
    case PlayMode::BeforeKickOff:
    case PlayMode::PlayOn:
    case PlayMode::GameOver:
    case PlayMode::GoalLeft:
    case PlayMode::GoalRight:
        break;
    }
    return {};
}

} // namespace sideline::game
