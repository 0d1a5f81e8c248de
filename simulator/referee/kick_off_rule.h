#pragma once

#include "simulator/referee/set_play.h"

namespace sideline::simulator {

/// Before kick-off: the ball is at the center, both teams are kept in their halves, players may
/// beam. Does nothing until the first player has joined. With automatic kick-off the game starts
/// after the wait that the rules specify.
void updateBeforeKickOff(SetPlayContext& context);

/// During a kick-off: the first touch starts play; if there is none in time the ball is dropped.
/// The kick is indirect, and its taker must not touch the ball twice.
void updateKickOff(SetPlayContext& context, game::Side kicking);

/// After a kick-off: its team may score once an opponent has touched the ball, or one of its own
/// players has touched it outside the center circle.
void updateKickOffPermission(SetPlayContext& context);

} // namespace sideline::simulator
