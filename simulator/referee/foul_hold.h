#pragma once

#include <vector>

#include "simulator/referee/foul_book.h"
#include "simulator/referee/rule_context.h"

namespace sideline::simulator {

/// Announces and carries out the penalties of one side: players are lifted above the field for
/// `foulHoldS`, a centimetre more in each cycle, and then put outside of it; those that have
/// already been moved away for touching or illegal defence are only announced. Source:
/// `ClearPlayersAutomatic` of rcssserver3d 0.7.3; its logs show the same 26 announcements, heights
/// and places.
///
/// @return the players whose penalty ended
std::vector<monitor::RobotId> carryOutPenalties(RuleContext& context, FoulBook& book,
                                                monitor::Side side);

} // namespace sideline::simulator
