#pragma once

#include "simulator/referee/foul_log.h"
#include "simulator/referee/rule_context.h"
#include "simulator/referee/team_survey.h"

namespace sideline::simulator {

/// Whether a player is the one that must leave its own penalty area, because there are more than
/// `maxPlayersInsideOwnArea` of its side in it: the last to enter or, if the last was the
/// goalkeeper, the one furthest from the goal. Source: `AnalyzeFouls`.
[[nodiscard]] bool isIllegalDefender(const RuleContext& context, const TeamSurvey& survey,
                                     const game::PlayerId& player);

/// Accuses a player and, unless it will be lifted off the field, puts it just outside of the area
/// over the nearest edge, but not into the goal. Source: `PenalizeIllegelDefenseFoul`.
void penaliseIllegalDefender(RuleContext& context, FoulLog& book, TeamSurvey& survey,
                             const game::PlayerId& player);

} // namespace sideline::simulator
