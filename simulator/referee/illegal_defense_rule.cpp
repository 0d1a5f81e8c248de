#include "simulator/referee/illegal_defense_rule.h"

#include <cmath>

#include "simulator/referee/player_placement.h"

namespace sideline::simulator {

namespace {

// The position just beyond the nearer of two parallel edges.
double beyondNearerEdge(double lowM, double highM, double atM, double marginM) {
    return std::abs(lowM - atM) < std::abs(highM - atM) ? lowM - marginM : highM + marginM;
}

} // namespace

bool isIllegalDefender(const RuleContext& context, const TeamSurvey& survey,
                       const game::PlayerId& player) {
    const int allowed = context.rules.maxPlayersInsideOwnArea;
    const TeamSurvey::Player place = survey.of(player);
    if (survey.inOwnAreaCount(player.side) <= allowed || player.unum.value() == 1 ||
        !place.isInOwnArea) {
        return false;
    }
    const TeamSurvey::Player goalie = survey.of({player.side, game::UniformNumber(1)});
    const bool hasGoalieEntered = goalie.isInOwnArea && !goalie.wasInOwnArea;
    return !place.wasInOwnArea || (hasGoalieEntered && place.goalRank == allowed + 1);
}

void penaliseIllegalDefender(RuleContext& context, FoulLog& book, TeamSurvey& survey,
                             const game::PlayerId& player) {
    book.addFoul(FoulType::IllegalDefense, player);
    survey.noteSentOut(player.side);
    if (context.rules.illegalDefenseBeamPenalty) {
        return;
    }
    const double marginM = context.rules.agentRadiusM;
    const Eigen::AlignedBox2d area = penaltyArea(context.field, player.side);
    Eigen::Vector3d p_S = context.world.motion(player).p_S;
    const double outX = beyondNearerEdge(area.min().x(), area.max().x(), p_S.x(), marginM);
    const double outY = beyondNearerEdge(area.min().y(), area.max().y(), p_S.y(), marginM);
    if (std::abs(outY - p_S.y()) < std::abs(outX - p_S.x())) {
        p_S.y() = outY;
    } else {
        p_S.x() = outX;
    }
    const double besideGoalM = context.field.goalWidthM / 2.0 + marginM;
    if (std::abs(p_S.x()) > context.field.lengthM / 2.0 && std::abs(p_S.y()) < besideGoalM) {
        p_S.y() = std::copysign(besideGoalM + 0.001, p_S.y() < 0.0 ? -1.0 : 1.0);
    }
    movePlayerSafely(context, player, p_S);
}

} // namespace sideline::simulator
