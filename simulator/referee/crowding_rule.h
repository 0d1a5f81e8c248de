#pragma once

#include "simulator/referee/rule_context.h"
#include "simulator/referee/team_survey.h"

namespace sideline::simulator {

/// Whether a player crowds the ball: while an opponent is within `minOpponentDistanceM` of the
/// ball, it is the second or third nearest player of its side and nearer than `minSecondDistanceM`
/// or `minThirdDistanceM`. Goalkeepers and the side that kicks off are exempt. The rule is off
/// while the distances are 0. Source: `AnalyzeFouls`.
[[nodiscard]] bool isCrowding(const RuleContext& context, const TeamSurvey& survey,
                              const game::PlayerId& player);

} // namespace sideline::simulator
