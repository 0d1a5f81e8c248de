#include "simulator/referee/double_touch_rule.h"

namespace sideline::simulator {

bool checkDoubleTouch(SetPlayContext& context) {
    SetPlayMemory& memory = context.memory;
    if (!memory.forbidsSecondTouch || !memory.taken || isStraightFromKick(context)) {
        return false;
    }
    memory.forbidsSecondTouch = false;
    memory.isIndirect = false;
    const game::PlayerId taker = memory.taken->player;
    if (!context.ball.lastTouch() || context.ball.lastTouch()->player != taker) {
        return false;
    }
    awardFreeKick(context, opponentOf(taker.side));
    return true;
}

} // namespace sideline::simulator
