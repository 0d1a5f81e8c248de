#pragma once

#include "simulator/referee/foul_book.h"
#include "simulator/referee/rule_context.h"
#include "simulator/referee/team_survey.h"

namespace sideline::simulator {

/// Whether a player is the one that must leave its own penalty area, because there are more than
/// `maxPlayersInsideOwnArea` of its side in it: the last to enter or, if the last was the goalie,
/// the one furthest from the goal. Source: `AnalyseFouls`.
[[nodiscard]] bool isIllegalDefender(const RuleContext& context, const TeamSurvey& survey,
                                     const monitor::RobotId& player);

/// Accuses a player and, unless it will be lifted off the field, puts it just outside of the area
/// over the nearest edge, but not into the goal. Source: `PenalizeIllegelDefenseFoul`.
void penaliseIllegalDefender(RuleContext& context, FoulBook& book, TeamSurvey& survey,
                             const monitor::RobotId& player);

} // namespace sideline::simulator
