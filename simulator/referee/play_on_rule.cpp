#include "simulator/referee/play_on_rule.h"

#include "simulator/referee/ball_out_rule.h"
#include "simulator/referee/double_touch_rule.h"
#include "simulator/referee/goal_rule.h"
#include "simulator/referee/offside_rule.h"
#include "simulator/referee/pass_mode_rule.h"

namespace sideline::simulator {

void updatePlayOn(SetPlayContext& context) {
    context.game.setPaused(false);
    updatePassPermission(context);
    if (checkDoubleTouch(context) || checkGoal(context) || checkBallOut(context)) {
        return;
    }
    if (context.rules.usesOffside) {
        checkOffside(context);
    }
}

} // namespace sideline::simulator
