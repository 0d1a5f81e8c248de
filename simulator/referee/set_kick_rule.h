#pragma once

#include "simulator/referee/set_play.h"

namespace sideline::simulator {

/// Set plays that run alike: the ball lies still until somebody touches it.
enum class SetKick { KickIn, CornerKick, FreeKick, DirectFreeKick, OffsideKick };

/// During a set play of a side. After the pause of 1 s the ball lies where the play starts and the
/// opponents keep the free-kick distance; a touch 0.03 s later or more starts play, and if none
/// comes in time the ball is dropped.
///
/// Kick-ins and free kicks are indirect, corner kicks and direct free kicks are not. As with the
/// server an opponent's touch starts play as well. Offside kicks are the side's own, and nothing
/// happens while offside is not played.
void updateSetKick(SetPlayContext& context, game::Side kicking, SetKick kind);

/// During a goal kick of a side: like the others, but opponents leave the penalty area, and play
/// starts only when the ball, once touched, has left it.
void updateGoalKick(SetPlayContext& context, game::Side kicking);

} // namespace sideline::simulator
