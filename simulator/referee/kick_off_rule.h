#pragma once

#include "simulator/referee/set_play.h"

namespace sideline::simulator {

/// Before kick-off: the ball lies in the middle, both teams are kept in their halves, players may
/// beam. Begins once the first player is there. With the automatic kick-off the game starts
/// when the rules' wait is over.
void updateBeforeKickOff(SetPlayContext& context);

/// During a kick-off of a side: the first touch starts play; if none comes in time the ball is
/// dropped. The kick is indirect, and its taker may not touch the ball twice.
void updateKickOff(SetPlayContext& context, game::Side kicking);

/// After a kick-off: its team may score as soon as an opponent has touched the ball, or one of its
/// own players has done so while the ball was outside of the center circle.
void updateKickOffPermission(SetPlayContext& context);

} // namespace sideline::simulator
