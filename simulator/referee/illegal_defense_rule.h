#pragma once

#include "simulator/referee/foul_log.h"
#include "simulator/referee/rule_context.h"
#include "simulator/referee/team_survey.h"

namespace sideline::simulator {

/// Whether a player must leave its own penalty area because more than `maxPlayersInsideOwnArea` of
/// its side are in it: the last one to enter or, if that was the goalkeeper, the one farthest from
/// the goal. Source: `AnalyzeFouls`.
[[nodiscard]] bool isIllegalDefender(const RuleContext& context, const TeamSurvey& survey,
                                     const game::PlayerId& player);

/// Penalizes a player and, unless it will be lifted off the field, moves it just outside the area
/// across the nearest edge, but not into the goal. Source: `PenalizeIllegelDefenseFoul`.
void penaliseIllegalDefender(RuleContext& context, FoulLog& book, TeamSurvey& survey,
                             const game::PlayerId& player);

} // namespace sideline::simulator
