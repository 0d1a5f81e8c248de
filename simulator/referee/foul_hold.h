#pragma once

#include <vector>

#include "simulator/referee/foul_log.h"
#include "simulator/referee/rule_context.h"

namespace sideline::simulator {

/// Announces and executes the penalties of one side: players are lifted above the field for
/// `foulHoldS`, one centimeter per cycle, and then moved off the field; those already moved away
/// for touching or illegal defense are only announced. Source: `ClearPlayersAutomatic` of
/// rcssserver3d 0.7.3; its logs show the same 26 announcements, heights and positions.
///
/// @return the players whose penalty ended
std::vector<game::PlayerId> carryOutPenalties(RuleContext& context, FoulLog& book, game::Side side);

} // namespace sideline::simulator
