#pragma once

#include "simulator/referee/set_play.h"

namespace sideline::simulator {

/// Set plays with the same procedure: the ball rests until a player touches it.
enum class SetKick { KickIn, CornerKick, FreeKick, DirectFreeKick, OffsideKick };

/// During a set play. After the pause of 1 s the ball is at the start position and the opponents
/// keep the free-kick distance; a touch at least 0.03 s later starts play, and if there is none in
/// time the ball is dropped.
///
/// Kick-ins and free kicks are indirect, corner kicks and direct free kicks are not. As on the
/// server, an opponent's touch also starts play, except at an offside kick. Offside kicks are
/// ignored while the offside rule is off.
void updateSetKick(SetPlayContext& context, game::Side kicking, SetKick kind);

/// During a goal kick: like other set plays, but opponents must leave the penalty area, and play
/// starts only after the touched ball has left it.
void updateGoalKick(SetPlayContext& context, game::Side kicking);

} // namespace sideline::simulator
